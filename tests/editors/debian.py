"""Programs of another Debian release, unpacked in a folder of their own with the libraries that they need.

Debian's own release may be too old for an editor, and a newer package does not start on its C library. So the newer release's
loader and libraries are unpacked beside the program, and the program is started through that loader. Neither the machine's
package sources nor its list of installed packages are touched.
"""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
DOWNLOAD_SECONDS = 240


@dataclass(frozen=True, slots=True)
class Unpacked:
    """A folder with the files of packages, laid out as under ``/``."""

    root: Path

    def command(self, program: Path) -> list[str]:
        """The words that start a program of this folder, given by its real path, with this folder's libraries."""
        loader = next(self.root.glob("usr/lib*/ld-linux*.so*"))
        libraries = ":".join(str(folder) for folder in sorted(self.root.glob("usr/lib/*-linux-gnu")))
        return [str(loader), "--argv0", str(program), "--library-path", libraries, str(program)]


def unpack(release: str, packages: list[str], folder: Path) -> Unpacked:
    """Download the packages and all that they depend on from a release's archive, and unpack them.

    Raises ``subprocess.CalledProcessError`` or ``subprocess.TimeoutExpired`` where the archive has no such packages or does not
    answer, and ``FileNotFoundError`` where this is no Debian.
    """
    apt, root = folder / "apt", folder / "root"
    for needed in (apt / "lists/partial", apt / "archives/partial", root):
        needed.mkdir(parents=True, exist_ok=True)
    (apt / "status").touch()  # an empty list of installed packages: everything is brought along
    (apt / "sources.list").write_text(f"deb [signed-by={KEYRING}] {_archive()} {release} main\n")
    settings = {
        "Dir::Etc::sourcelist": apt / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::preferencesparts": "/dev/null",
        "Dir::State::lists": apt / "lists",
        "Dir::State::status": apt / "status",
        "Dir::Cache::archives": apt / "archives",
        "Dir::Cache::pkgcache": "",
        "Dir::Cache::srcpkgcache": "",
        "Acquire::Languages": "none",
        "APT::Sandbox::User": "",
        "Debug::NoLocking": "true",
    }
    options = [word for name, value in settings.items() for word in ("--option", f"{name}={value}")]
    for words in (["update"], ["install", "--yes", "--no-install-recommends", "--download-only", *packages]):
        subprocess.run(["apt-get", "-qq", *options, *words], check=True, capture_output=True, text=True, timeout=DOWNLOAD_SECONDS)
    for archive in sorted((apt / "archives").glob("*.deb")):
        # Not ``dpkg-deb --extract``: it would put a folder where an earlier package has put a link (/lib to /usr/lib).
        tar = subprocess.run(["dpkg-deb", "--fsys-tarfile", archive], check=True, capture_output=True, timeout=DOWNLOAD_SECONDS)
        extract = ["tar", "--extract", "--keep-directory-symlink", "--no-same-owner", f"--directory={root}"]
        subprocess.run(extract, check=True, input=tar.stdout, capture_output=True, timeout=DOWNLOAD_SECONDS)
    shutil.rmtree(apt)
    return Unpacked(root)


def _archive() -> str:
    """The address of the archive that this machine uses."""
    words = ["apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages"]
    listed = subprocess.run(words, check=True, capture_output=True, text=True, timeout=30).stdout.split()
    return next((address for address in listed if "security" not in address), "http://deb.debian.org/debian")

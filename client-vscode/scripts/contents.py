"""Prints the size of a packed extension and what is in it, the bundled libraries one a line."""

from __future__ import annotations

import sys
import zipfile
from collections import Counter
from pathlib import Path


def main(path: Path) -> None:
    """Print."""
    folders: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    with zipfile.ZipFile(path) as archive:
        for entry in archive.infolist():
            parts = Path(entry.filename).parts
            top = "/".join(parts[:5] if "libs" in parts else parts)
            folders[top] += 1
            sizes[top] += entry.compress_size
    for name, count in folders.items():
        print(f"{sizes[name]:>9,}  {name}{f' ({count} files)' if count > 1 else ''}")
    print(f"{path.stat().st_size:>9,}  bytes, {sum(folders.values())} files: {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

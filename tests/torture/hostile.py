"""Texts that nobody writes and that somebody opens."""

from __future__ import annotations

from collections.abc import Iterator


def hostile_texts() -> Iterator[tuple[str, str]]:
    """A file name and a text, each bad in its own way."""
    yield "empty.md", ""
    yield "blank.md", "\n\r\n\r \n"
    yield "bom.py", "\ufeff'https://e.example/%E2%80%8B%zz'\n"
    yield "surrogates.js", '"https://e.example/\ud800%ud800%20\udc00%ED%A0%80" + "\udfff%"'
    yield "astral.txt", "😀%20😀 https://e.example/😀%F0%9F%98%80?😀=%F0%9F%98%F0#😀%\n" * 3
    yield "line-ends.txt", "a%20b\x0bc%20d\fe%20f\x85g%20h\u2028i%20j\u2029k%20l\rm%20n\r\no%20p"
    yield "controls.txt", "https://e.example/%00\x00%1b\x1b%7f\x7f%E2%80%AE\u202e%EF%BB%BF\ufeff"
    yield "bidi.html", '<a href="/\u202e%E2%80%AB&amp;%D7%A9%D7%9C&#37;20&#x25;41">\u2067%20</a>'
    yield "percents.txt", "%" * 1_000
    yield "layers.txt", "https://e.example/?q=%" + "25" * 500 + "41"
    yield "schemes.md", "http://" * 300 + "%20"
    yield "brackets.md", "[" * 500 + "](https://e.example/" + "(" * 500 + "%20" + ")" * 400
    yield "quotes.py", "'\"`" * 500 + "https://e.example/%20" + "`\"'" * 500
    yield "holes.js", "`https://e.example/${a%20}/${`%20${b}`}%20`" * 50
    yield "entities.html", '<a href="?a=1' + "&amp;b%26amp%3B=%26%23x25%3B" * 300 + '">'
    yield "escapes.json", '{"u": "https:\\/\\/e.example\\/' + "\\u0025\\u0032\\u0030%5C%22" * 200 + '"}'
    yield "doubled.service", "ExecStart=/bin/x https://e.example/" + "%%20%20%%%i" * 200
    yield "alembic.ini", "[alembic]\nsqlalchemy.url = postgresql://u:p%40%%40@db/x%(here)s%%zz%\n"
    yield "crontab", "* * * * * curl https://e.example/%20\\%20%%\n%\n"
    yield "run.bat", 'set U=https://e.example/%%20%20%PATH%\ncurl "%U%%%41" %1%20 %~dp0%%\n'
    yield "paper.tex", "\\href{https://e.example/a\\%20b%20c}{x} % https://e.example/%20\n"
    yield "verbs.c", 'printf("https://e.example/%20s%%20%d%", "%s%20", "%zz");'
    yield "data.css", "a { background: url(data:image/svg+xml,%3Csvg xmlns='x'%3E" + "%20" * 500 + ") }"
    yield "legacy.txt", "https://e.example/?ie=gbk&q=%D6%D0%CE%C4&r=%93%FA%96%7B&s=%DEehir&t=%C7%D1%B1%B9%FF"
    yield "secrets.env", "U=postgres://me:p@ss/w%6Frd%zz@db.example:5432/x\nV=https://me:%E4%@e.example/%20\n"
    yield "query.txt", "https://e.example/?" + "&".join(f"k{n}%5B%5D=%C3%A9+{n}&&=" for n in range(150))
    yield "forms.txt", "a=%20&" * 150 + "b+c=%2B"
    yield "token.md", "https://e.example/?t=eyJhbGciOiJub25lIn0.eyJhIjoiJTIwIn0.&j=%7B%22a%22%3A%5B" + "%5B" * 300
    yield "silenced.md", "<!-- pctlens: ignore -->\n[x](https://e.example/%zz) <!-- pctlens: ignore[malformed-escape] -->"
    yield "long.log", "GET /a%20b?q=%C3%A9 " * 300
    yield "marks.md", "e\u0301%CC%81 🏳️‍🌈%E2%80%8D \u200b[x](https://e.example/\u200b%E2%80%8C)\n"


def dense_lines(size: int) -> Iterator[tuple[str, str]]:
    """A file name and one line of about ``size`` code points, as full of what is looked at as a line can be."""
    url = "https://e.example/"
    for name, before, piece in (
        ("escapes.txt", f"{url}?q=", "%25"),
        ("accents.txt", f"{url}?q=", "%C3%A9"),
        ("pairs.txt", f"{url}?", "a=b&"),
        ("legacy.txt", f"{url}?", "a=%E4&"),
        ("entities.html", '<a href="?', "a%20&amp;"),
        ("malformed.js", f'fetch("{url}', "%zz/"),
        ("doubled.service", f"ExecStart=/bin/x {url}", "%20a/"),
        ("quotes.py", "", "'a%20' "),
        ("schemes.md", "", "http://"),
        ("requests.log", "", "GET /a%20b?q=%C3%A9 "),
    ):
        yield name, before + piece * (size // len(piece))

"""Each recognition rule alone: a sign that it takes for something else, and its nearest neighbour that it leaves alone.

``|`` stands before the sign that is meant.
"""

from __future__ import annotations

import pytest

from pctlens.core import contexts
from pctlens.core.analysis import Reading, Sign, analyse
from pctlens.core.hosts import host_of

TAKES = {
    "template-hole": [
        ("a.tmpl", '<link href="/[|% font | uri %]-x.css">'),
        ("a.tmpl", '<a href="/[|%format %]/x">'),
        ("a.tmpl", '<link href="[%- path -|%]/x.css">'),
        ("a.tmpl", '<a href="{u|urlescape}log{vars|%urlparameter}">'),
        ("a.sh", 'u="https://e.org/${v|%.*}"'),
        ("a.html", "{{ n|%20 }}"),
        ("a.py", '"{{|%20}}"'),
        ("a.py", 'f"{s//60}:{s|%60:02d}"'),
        ("a.cs", '$"{n|%20}"'),
        ("a.html", """<a href="{{ u.replace('|%', '') }}">"""),
        ("a.erb", """<img srcset="<|%= url_for '/x-2.png' %> 2x">"""),
    ],
    "percent-comment": [("a.erl", "|%20 items"), ("a.tex", "  |%2F is a slash"), ("a.pl", "x= 29;|%432 ;")],
    "status-condition": [("httpd.conf", 'LogFormat "|%400,501{User-agent}i"'), ("httpd.conf", "x |%200{Referer}i")],
    "scan-set": [
        ("a.c", 'sscanf(u, "http://|%99[^/]/%s", h, p);'),
        ("a.c", 'sscanf(u, "http://|%15[0-9.]:%d", h, &n);'),
        ("a.c", 'sscanf(l, "|%20[^,],%5d", a, &n);'),
    ],
    "implausible-bytes": [("a.c", 'f("|%02x")'), ("a.pl", "my |%data;"), ("a.s", "mov |%eax"), ("a.js", 'x = "|%ff"')],
    "plural-form": [("a.json", '"plural=n|%20==1"'), ("a.js", "// nplurals=2; plural=(n|%21)")],
    "binary-number": [("a.asm", "and #|%00010000"), ("a.pas", "x := |%0010_1100;"), ("a.asm", "|%00 equ here")],
    "vim-atom": [("a.vim", "/\\|%23l/"), ("a.txt", "match \\|%25c here")],
    "pattern-literal": [("a.sql", "x LIKE '|%20%'"), ("a.php", "\"name ILIKE '|%25'\""), ("a.txt", "'|%20%'")],
    "placeholder": [
        ("a.md", "https://e.org/#sec-|%typedarray%.of"),
        ("a.html", '<a href="|%PUBLIC_URL%/x">'),
        ("a.env", "U=http://|%H%/"),
        ("a.yaml", "https://|%REQ(X-ENVOY-ORIGINAL-PATH?:PATH)%"),
    ],
    "modulo": [
        ("a.js", "if (i|%20 === 0)"),
        ("a.c", "x = a[i]|%64;"),
        ("a.py", "n |%25 == 1"),
        ("a.txt", "a 50|%20 b"),
        ("a.go", "f(x)|%32"),
        ("a.bat", "set /a r=x|%%25+1"),
        ("a.bat", 'set /a "r=(x+1)|%%25"'),
        ("CMakeLists.txt", 'math(EXPR r "${n}|%25")'),
    ],
    "percentage": [
        ("a.md", "|%20 indirim"),
        ("a.txt", "tüm ürünlerde |%50, sepette"),
        ("a.ll", "|%30 = add"),
        ("tmux.conf", "-t |%21"),
        ("a.md", "toplamın |%50sini, |%30luk dilim"),
        ("a.md", "fiyatlar |%30-%40 arttı"),
        ("a.md", "çoğu (|%75) ve **|%20** daha"),
        ("a.txt", "biztanleriaren |%20ko"),
        ("a.txt", "نمو و|%25 في"),
        ("a.json", '"x": "Sepette |%20"'),
        ("a.py", '"Olasılık: |%20\\n"'),
        ("a.html", "<b>|%20</b> indirim"),
        ("a.html", "<td>Toplam |%25</td>"),
        ("a.po", 'msgstr "%|%20 indirim"'),
        ("a.po", 'msgstr "|%200 büyült"'),
        ("a.po", 'msgstr "|%200"'),
        ("a.po", 'msgstr "|%50eko zooma"'),
        ("a.xml", '<string name="x">Pilin %|%50\'si</string>'),
    ],
    "conversion-in-format": [("a.c", 'printf("|%2d:%2d", a, b)'), ("a.py", '"%s |%20s" % x'), ("a.yml", 'f: "%s|%3d%s"')],
    "lone-conversion": [
        ("a.c", 'W = "|%2d";'),
        ("a.rb", "F = '|%20s'"),
        ("a.txt", "width |%3d here"),
        ("a.pl", "unpack('|%32N*', $x)"),
    ],
    "width-of-control": [
        ("a.h", '"urn:uuid:|%02hhx%02hhx-" '),
        ("a.py", 'u = "http://e.org/|%04d.png"'),
        ("a.md", "[x](img|%03d.png)"),
    ],
    "doubled-in-code": [("a.js", "x = '%|%20'")],
    "packed-data": [("a.js", "var d = '^#{}!@^#{}$|%21#@!^{}$#|!@#$^*{}#@!';")],
    "macro": [
        ("test1", "http://|%HOSTIP:80/"),
        ("a.spec", "https://e.org/|%CERTDIR/x"),
        ("a.spec", "https://|%name.e.org/"),
        ("a.php", '$u = "http://|%server/kiosk";'),
        ("a.txt", "open http://|%address:8080/"),
        ("a.txt", "open http://localhost:|%port/"),
        ("a.js", '"https://e.org/id/|%ProductId"'),
        ("a.md", "http://e.org/|%rest_code/x"),
        ("test1", "file://127.0.0.1|%FILE_PWD/x"),
        ("test1", "file:///x/%E3%83%88|%TESTNUMBER.txt"),
    ],
    "named-placeholder": [
        ("a.py", 'u = "https://e.org/|%(name)s"'),
        ("a.spec", "Source0: https://e.org/v|%(echo $VERSION).tar.gz"),
        ("a.py", 'u = "https://e.org/|%(a-name)s"'),
        ("CMakeLists.txt", "file://x/|%(algo:Map)/%(hash)"),
        ("a.css", "a { b: url(/image.py?id=|%(id)s) }"),
        ("a.conf", "https://|%{HTTP_HOST}/"),
        ("a.go", 'x("http://e.org/|%[1]s")'),
        ("haproxy.cfg", "redirect location https://|%[hdr(host),lower]/"),
        ("haproxy.cfg", r"redirect prefix https://|%[hdr(host),regsub(^www\.,,)]"),
    ],
    "specifier": [
        ("a.c", "<a href='|%R/wiki'>"),
        ("a.php", '"<a href=\\"|%sStub.php\\">"'),
        ("ssh_config", "open ssh://|%r@%h:%p/"),
        ("a.conf", "ldap://e.org/o=e?sub?mail=|%r"),
        ("haproxy.cfg", "redirect location https://%[hdr(host)]|%HU?x=%[path]"),
        ("a.html", '<img src="https://e.org/i?n=%n&c=|%c">'),
        ("a.sh", "curl https://e.org/?format=|%C+%t"),
    ],
    "bounded-conversion": [
        ("a.txt", "https://e.org/?q=|%s"),
        ("a.json", '"http://|%s/x"'),
        ("a.sh", "https://e.org/|%Y/%m"),
        ("a.py", '"https://node.|%s1.e.org/"'),
        ("a.java", '"See https://e.org/manual/#pages|%n" +'),
        ("a.properties", "usage = API: https://e.org|%nSources: https://e.org/x"),
        ("a.c", 'u = "https://e.org/x|%lu.html";'),
        ("a.go", 'u := "https://e.org/x|%v"'),
    ],
    "conversion-of-call": [
        ("a.recipe", '"https://e.org/%Y/%m/%m%d|%y_cover.jpg"'),
        ("a.c", 'mprintf("%s://%s%T:%d%T|%z", a, b)'),
        ("a.php", "'file://%f#L|%l'"),
        ("a.c", 'printf("http://s|%o.e.org/%s", n, p)'),
        ("a.py", '"http://e.org/|% d" % a'),
        ("a.py", '"http://e.org/|%rx" % a'),
    ],
    "qt-argument": [
        ("a.cpp", 'QString("file://|%1fipid.xml").arg(folder)'),
        ("a.cpp", 'send(QString("$J=G91X%1Y%2Z|%3F%4")'),
        ("a.ts", "<translation>%1%2 - |%3Faixa%4#%5 - %6</translation>"),
    ],
    "template-call": [
        ("a.c", "@ <a href='/info/|%!S(zName)'>"),
        ("a.c", '@ <a href="%R/announce?to=|%t(zMail)">'),
        ("a.tcl", "<a href='|%url($url)'>"),
        ("a.html", '<a href="search?q=|%qp($q)&amp;i=1">'),
    ],
    "width-conversion": [("a.md", "https://e.org/|%0i")],
    "doubled": [("a.c", 'p("http://e.org/|%%x")'), ("post-hook", "http://e.org/?id=|%%s")],
    "file-argument": [
        ("a.5", "rewriteRule '.*' 'ldap://e.org/|%0' ':@'"),
        ("a.bat", "curl https://e.org/|%1"),
        ("a.bat", "curl https://|%%a.e.org/"),
        ("Makefile", "HOST := $(patsubst https://|%,%,$(URL))"),
        ("Makefile", "U := $(FILES:%.c=https://e.org/|%.o)"),
        ("a.service", "X=https://e.org/a|%t"),
        ("a.conf", "https://e.org/|%1/x"),
    ],
    "merge-field": [("a.html", '<a href="|%%unsubscribe%%">'), ("a.html", '<a href="%%=Link(x)=|%%">')],
    "numbered-placeholder": [
        ("a.cpp", 'QString("file://|%1response.ofx").arg(folder)'),
        ("a.cpp", """t += QStringLiteral( "<img src='data:image/png;base64, |%3'>" ).arg( x );"""),
        ("a.po", '"x \\"file:/home/|%1\\" y"'),
        ("a.pl", "DEF CLONE = glt clone %1 file:///|%2"),
        ("a.cpp", 'QString("http://e.org/%1/|%2").arg(a)'),
        ("a.cpp", 'boost::format("https://e.org/%1|%/a") % x;'),
        ("a.resx", "<value>https://e.org/|%1?x=%2</value>"),
        ("a.cpp", 'tr("<a href=\\"http://|%2/\\">%2</a>")'),
        ("a.html", 'cat.src = "|%2";'),
        ("a.po", 'msgid "see https://e.org/|%1@x"'),
    ],
    "sql-pattern": [
        ("a.sql", "raise notice 'see https://|%.e.org/% at %', a, b, c;"),
        ("a.go", 'f("%s", "ssh://|%")'),
        ("a.sql", "u LIKE 'https://e.org/|%'"),
        ("a.py", "q = \"select a where u like 'http://|%.e.org/'\""),
    ],
    "goes-on-in-code": [
        ("a.js", '"https://e.org/|%" + hex'),
        ("a.js", "`https://e.org/|%${hex}`"),
        ("a.c", 'printf("https://e.org/?id=|%" PRIu64 "&x=1", id);'),
        ("a.js", "`https://e.org/%${name}|%/x`"),
    ],
    "tag-delimiter": [("a.xml", "<loc>[|% url %]</loc>"), ("a.html", '<a href="{|% url x">'), ("a.html", '<a href="x|%}">')],
    "zsh-prompt": [("a.zsh", "print https://e.org/|%~")],
    "pattern": [
        ("a.lua", 's:match("https://(%a+)|%-(.+)")'),
        ("a.lua", 's:match("https://e.org/x.js%?v|%=(.-)")'),
        ("a.nse", 's:match("https://(%a+)|%-x")'),
        ("a.js", '"http://[^/|%]+"'),
        ("a.vim", "'rcp://\\|%(x\\)'"),
    ],
    "data-percentage": [("a.css", "url(\"data:image/svg+xml,<svg width='100|%'/>\")")],
    "bare-percentage": [("a.html", '<img src="50|%">')],
    "closing-delimiter": [
        ("a.asp", "<% Redirect https://e.org/x|%>"),
        ("a.zsh", "PROMPT=git://x|%}"),
        ("a.html", "{% link https://e.org/x|%}"),
    ],
}

LEAVES = {
    "template-hole": ("a.sh", "v=\"${v//x/'|%0A'}\""),
    "percent-comment": ("a.erl", '"a|%20b"'),
    "scan-set": ("a.c", 'get("https://e.org/a|%20[x]")'),
    "implausible-bytes": ("a.js", '"caf|%C3%A9"'),
    "plural-form": ("a.js", '"plural|%20form"'),
    "binary-number": ("a.js", "'|%0012'"),
    "vim-atom": ("a.tex", "\\url{https://e.org/a\\|%23l}"),
    "pattern-literal": ("a.js", "'|%20'"),
    "placeholder": ("a.env", "U=http://u:a|%jd%b@h/"),
    "modulo": ("a.js", "'a|%20'"),
    "percentage": ("a.md", "`|%20`"),
    "conversion-in-format": ("a.go", 'Printf("http://e.org/%s/a|%2Fb")'),
    "lone-conversion": ("a.py", "s.replace('/', '|%2f')"),
    "width-of-control": ("a.md", "https://e.org/|%0Aurl"),
    "doubled-in-code": ("a.c", 'printf("a%|%20b")'),
    "packed-data": ("a.js", '"[{\\"a\\":1}]|%20 and text that goes on for a while here"'),
    "macro": ("a.env", "U=http://u:|%PV_x@h/"),
    "named-placeholder": ("a.md", "https://e.org/|%-x"),
    "qt-argument": ("a.cpp", 'QString("file://|%1f.xml").toUpper()'),
    "template-call": ("a.html", '<a href="/q?50|%of(x)">'),
    "bounded-conversion": ("a.env", "U=http://u:pa|%s@h/"),
    "specifier": ("a.md", "https://e.org/?q=|%c"),
    "conversion-of-call": ("a.md", "https://e.org/|%rx"),
    "width-conversion": ("a.md", "https://e.org/|%0g"),
    "doubled": ("a.html", '<a href="https://e.org/100|%%20x">'),
    "merge-field": ("a.html", '<a href="https://e.org/100|%%20x">'),
    "numbered-placeholder": ("a.js", 'fetch("https://e.org/a|%2")'),
    "sql-pattern": ("a.js", 'fetch("https://e.org/a|%")'),
    "goes-on-in-code": ("a.js", 'fetch("https://e.org/a|%")'),
    "file-argument": ("a.md", "https://e.org/|%1/x"),
    "zsh-prompt": ("a.md", "https://e.org/|%~"),
    "pattern": ("a.js", '"http://e.org/a|%zz"'),
    "data-percentage": ("a.css", "url('data:,a|%zz')"),
    "bare-percentage": ("a.html", '<img src="a50|%">'),
    "closing-delimiter": ("a.md", "<https://e.org/100|%>"),
}

LONE_LEGACY_BYTES = [
    ("a.log", '10.0.0.1 - - [x] "GET /caf|%E9/x?q=%FCber HTTP/1.1" 200 5'),
    ("a.log", '10.0.0.1 - - [x] "GET /x?q=|%FCber HTTP/1.1" 200 5'),
    ("a.log", "uri=/caf|%e9 status=404"),
    ("a.log", "2024-05-01 GET /x - name=J|%F6rg&city=K%F6ln 200"),
    ("a.http", "GET /caf|%E9 HTTP/1.1"),
    ("a.md", "    POST /caf|%E9?x=1 HTTP/1.1"),
    ("a.c", 'const char *r = "GET /caf|%E9 HTTP/1.1\\r\\n";'),
    ("a.py", 'open("/caf|%E9")'),
    ("a.md", "https://e.org/caf|%C3%/x"),
    ("a.json", '"https://e.org/?q=|%e9%"'),
]
NO_LEGACY_BYTES = [
    ("a.log", "took 5%, cpu|%e9 ok"),
    ("a.log", "mem |%fa x"),
    ("a.log", "x=|%d1 y"),
    ("a.c", 'puts("GET /caf|%e9 HTTP/1.1");'),
    ("a.c", 'snprintf(b, n, "GET /%s/|%ed HTTP/1.1", a);'),
    ("a.md", "the caf|%E9 here"),
]


def sign_at(name: str, marked: str) -> Sign:
    """The sign behind the mark; a ``|`` that marks nothing stays."""
    at = marked.index("|%")
    line = analyse(marked[:at] + marked[at + 1 :], host_of(name))
    return next(sign for sign in line.signs if sign.span.start <= at < sign.span.end)


@pytest.mark.parametrize(("rule", "name", "marked"), [(rule, *case) for rule, cases in TAKES.items() for case in cases])
def test_a_rule_takes_the_sign_for_something_else(rule: str, name: str, marked: str) -> None:
    assert sign_at(name, marked).rule == rule


@pytest.mark.parametrize(("rule", "name", "marked"), [(rule, *case) for rule, case in LEAVES.items()])
def test_a_rule_leaves_its_neighbour_alone(rule: str, name: str, marked: str) -> None:
    assert sign_at(name, marked).rule != rule


def test_every_rule_has_its_cases_and_its_words() -> None:
    known = {context.id: context for context in (*contexts.IN_TEXT, *contexts.IN_URL, *contexts.NOT_MALFORMED)}
    assert known.keys() == TAKES.keys()
    assert all(context.summary for context in known.values())


@pytest.mark.parametrize(("name", "marked"), LONE_LEGACY_BYTES)
def test_one_byte_of_a_legacy_charset_is_an_escape_where_a_path_or_form_is_sure(name: str, marked: str) -> None:
    assert sign_at(name, marked).reading is Reading.ESCAPE


@pytest.mark.parametrize(("name", "marked"), NO_LEGACY_BYTES)
def test_one_byte_of_no_utf8_is_none_elsewhere(name: str, marked: str) -> None:
    assert sign_at(name, marked).reading is Reading.OTHER

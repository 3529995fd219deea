"""Bytes that are no UTF-8: the charset that a person would guess comes first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pctlens.core.charsets import Reading, decode, named_charset, readings
from pctlens.core.codec import escaped

CODECS = {"shift_jis": "cp932", "euc-kr": "cp949", "iso-8859-1": "latin-1"}
# Words by charset. None was used to tune the tables; TUNED were.
WORDS = {
    "windows-1254": "İzmir|Kadıköy|haberler özet|döviz kuru bugün|kitapçı|Atatürk Bulvarı|sağlık|öğretmen|Çanakkale|Muğla|Ağrı",
    "windows-1252": "Übersicht|Zürich|Köln|español|garçon|Ærø|Ångström|été|Straße|fußball|Curaçao|pâté|el niño|maçã|señor|L’été",
    "windows-1251": "расписание поездов|Санкт-Петербург|музыка|фильмы онлайн|книга|Россия|работа|карта|Україна|София|дом",
    "koi8-r": "поиск|Россия|книга|словарь русского языка|музыка|Санкт-Петербург",
    "windows-1253": "καιρός|εφημερίδα|Πάτρα|νέα|ταξίδια|Ελληνικά|καφές",
    "windows-1250": "žluťoučký kůň|śledź|Košice|hledání",
    "shift_jis": "京都|大阪|新宿|天気|ニュース|ありがとう|ホテル|温泉旅館|日本|花火大会|プログラム|中村|山田太郎",
    "euc-jp": "京都|新宿|ニュース|ありがとう|ホテル|温泉|プログラミング|日本|山田|ひらがな",
    "gbk": "上海|广州|搜索|音乐|汽车|你好世界|图片|测试|小说|天气预报|张三|淘宝|百度|公司|产品",
    "big5": "臺灣|測試|搜尋|天氣|我愛你|新北市|高雄|旅遊|程式設計|公司|台灣大學",
    "euc-kr": "부산|날씨|영화|테스트|한글|사랑|검색어|김치|서울특별시|다음|가나다",
}
TUNED = {
    "windows-1254": "şehir|İstanbul|çalışma|güneş|Türkçe öğren|kış şarkıları|Beşiktaş",
    "windows-1252": "Geschäftsbedingungen|café|naïve façade|São Paulo|año nuevo|crème brûlée|Größe",
    "windows-1251": "Привет|Москва|новости дня|Війна|Київ",
    "koi8-r": "Привет|Москва|погода на завтра",
    "windows-1253": "Ελλάδα|Καλημέρα|Θεσσαλονίκη",
    "windows-1250": "Łódź|čeština|szukaj źródła",
    "shift_jis": "外装不良|東京|日本語|こんにちは|カタカナ",
    "euc-jp": "日本語|検索エンジン|天気予報",
    "gbk": "中文|新闻|百度搜索|软件",
    "big5": "中文|台灣|繁體中文",
    "euc-kr": "한국|안녕하세요|서울|뉴스",
}
# What bytes alone cannot tell: each is as good a word in another charset, unless something nearby speaks for its own.
UNSURE = [
    ("Gdańsk", "windows-1250", "https://gda.example.pl/"),
    ("Győr", "windows-1250", "nyelvű"),
    ("Příbram", "windows-1250", "ě"),
]


def check(word: str, charset: str, hint: str = "") -> None:
    found = readings(escaped(word.encode(CODECS.get(charset, charset))), hint)
    assert found[0].text == word
    assert found[0].charset == charset or word.encode(found[0].charset) == word.encode(charset)


@pytest.mark.parametrize(
    ("charset", "word"), [(name, word) for table in (WORDS, TUNED) for name in table for word in table[name].split("|")]
)
def test_the_right_charset_comes_first(charset: str, word: str) -> None:
    check(word, charset)


@pytest.mark.parametrize(("word", "charset", "hint"), UNSURE)
def test_what_stands_nearby_decides(word: str, charset: str, hint: str) -> None:
    check(word, charset, hint)
    with pytest.raises(AssertionError):
        check(word, charset)


def test_a_turkish_line_or_host_speaks_for_turkish() -> None:
    assert readings("%FE", "kış indirimi")[0] == Reading("windows-1254", "ş")
    assert readings("%FE", "https://ornek.com.tr/?q=%FE")[0] == Reading("windows-1254", "ş")
    assert readings("%FC", "kış")[0] == Reading("windows-1254", "ü")
    assert readings("%FC")[0] == Reading("windows-1252", "ü")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("%8AO%91%95%95s%97%C7", "外装不良"),  # raw letters are the second bytes of characters
        ("Allgemeine_Gesch%E4ftsbedingungen", "Allgemeine_Geschäftsbedingungen"),
        ("pa%A3ss", "pa£ss"),
        ("caf%e9", "café"),
        ("%E9", "é"),
        ("%93hello%94", "“hello”"),
    ],
)
def test_letters_around_the_bytes_count(text: str, said: str) -> None:
    assert readings(text)[0].text == said


def test_no_two_readings_say_the_same_and_utf8_has_none() -> None:
    texts = [reading.text for reading in readings("%E9t%E9")]
    assert len(texts) == len(set(texts)) > 1
    assert readings("plain") == readings("") == readings("%20") == ()
    assert readings("%FF%00%01") == ()


def test_the_charsets_of_the_user_come_first() -> None:
    usual = readings("%CF%F0%E8%E2%E5%F2")
    assert usual[0] == Reading("windows-1251", "Привет")
    found = readings("%CF%F0%E8%E2%E5%F2", first=["klingon", "KOI8-R", "utf-8", "big5"])
    assert [reading.charset for reading in found[:3]] == ["koi8-r", "big5", "windows-1251"]
    assert {reading.text for reading in usual} <= {reading.text for reading in found}
    assert readings("%CF%F0%E8%E2%E5%F2", "ie=windows-1251", ["koi8-r"])[0] == Reading("windows-1251", "Привет")
    assert readings("plain", first=["koi8-r"]) == ()


@pytest.mark.parametrize(
    ("text", "charset"),
    [
        ("https://example.com/?ie=GB2312&q=%D6%D0", "gb2312"),
        ('Content-Type: text/html; charset="windows-1254"', "windows-1254"),
        ("filename*=UTF-8''caf%C3%A9", "utf-8"),
        ("filename*=iso-8859-1'en'%A3%20rates", "iso-8859-1"),
        ("?encoding=EUC-JP", "euc-jp"),
        ("encoding%3Dgbk", "gbk"),
        ("?code=gbk&movie=big5", None),
        ("it's the user's 'name'", None),
        ("charset=klingon", None),
    ],
)
def test_named_charset(text: str, charset: str | None) -> None:
    assert named_charset(text) == charset


def test_a_named_charset_wins() -> None:
    assert readings("%A3", "filename*=iso-8859-1'en'%A3")[0] == Reading("iso-8859-1", "£")
    assert readings("%D6%D0%CE%C4", "?ie=koi8-r&q=%D6%D0%CE%C4")[0] == Reading("koi8-r", "жпнд")
    assert readings("%D6%D0%CE%C4", "?ie=utf-8&q=%D6%D0%CE%C4")[0] == Reading("gbk", "中文")


def test_decode_refuses_rather_than_guesses() -> None:
    assert decode("%A3%20x", "ISO-8859-1") == "£ x"
    assert decode("日%A4", "windows-1252") == "日¤"
    assert decode("%81", "windows-1252") is None
    assert decode("%D6", "gbk") is None
    assert decode("%41", "no-such-charset") is None


@given(st.text(st.characters(exclude_categories=[])), st.binary(max_size=12))
def test_readings_are_total_and_real(text: str, raw: bytes) -> None:
    encoded = text + escaped(raw)
    for reading in readings(encoded, text):
        assert decode(encoded, reading.charset) == reading.text
        assert "\ufffd" not in reading.text or "\ufffd" in text

"""How likely a short text is in a language: what ranks the readings of bytes that are no UTF-8.

Everything is a natural logarithm of a rough probability per character, so that readings of different lengths compare. The tables
hold frequent letters and characters of a language, most frequent first, from general knowledge of written text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import exp, log
from typing import Final, NamedTuple

from pctlens.core.unseen import is_unseen

_ASCII_LETTER: Final = log(1 / 30)
_ASCII_FOREIGN: Final = log(1 / 80)  # a Latin letter in Cyrillic, Greek or East Asian text
_ASCII_OTHER: Final = log(1 / 60)
_TYPOGRAPHIC: Final = log(1 / 400)
_STRANGE: Final = log(1 / 30_000)
_IMPOSSIBLE: Final = log(1e-9)
_CAPITAL_INSIDE: Final = log(1 / 60)  # "оПХБЕР"
_SCRIPT_SWITCH: Final = log(1 / 30)  # "Gesch臻tsbe"
_MARKS: Final = frozenset("’‘“”„–—…«»·°£€§©®\u00a0、。，！？（）「」『』・ー：～　《》")


class Language(NamedTuple):
    """One language, or a family of them, that a legacy charset was made for.

    ``weigh`` gives the logarithm for a character that is not ASCII, ``latin`` says whether ASCII letters belong to its words.
    """

    weigh: Callable[[str], float]
    latin: bool = False


def likelihood(text: str, language: Language) -> float:
    """The logarithm of how likely ``text`` is; higher is better, and comparable for readings of the same bytes."""
    total, before = 0.0, ""
    for character in text:
        if not character.isascii():
            total += language.weigh(character)
        elif character.isalpha():
            total += _ASCII_LETTER if language.latin else _ASCII_FOREIGN
        else:
            total += _ASCII_OTHER if character.isprintable() else _STRANGE
        if before.isalpha() and character.isalpha():
            if before.islower() and character.isupper():
                total += _CAPITAL_INSIDE
            if not language.latin and before.isascii() is not character.isascii():
                total += _SCRIPT_SWITCH
            if character in "ゃゅょャュョ" and before not in "きぎしじちにひびぴみりキギシジチニヒビピミリ":
                total += _SCRIPT_SWITCH
        before = character
    return total


def _ranked(characters: str, share: float, flatness: int) -> dict[str, float]:
    """Logarithms for characters by rank, as Zipf has it; together they make up ``share`` of a text."""
    weights = [1 / (rank + flatness) for rank in range(1, len(characters) + 1)]
    total = sum(weights)
    return {character: log(share * weight / total) for character, weight in zip(characters, weights, strict=True)}


def _alphabet(lower: str, share: float) -> Callable[[str], float]:
    """The weights of an alphabet whose letters have cases; a capital is a tenth as frequent as its small letter.

    The frequencies of letters fall off evenly: the last letter of an alphabet is about thirty times rarer than the first.
    """
    steps = [exp(-3.5 * rank / len(lower)) for rank in range(len(lower))]
    total = sum(steps)
    small = {letter: log(share * step / total) for letter, step in zip(lower, steps, strict=True)}

    def weigh(character: str) -> float:
        if character in small:
            return small[character]
        if character.isupper() and character.lower() in small:
            return small[character.lower()] + log(1 / 10)
        return _other(character)

    return cache(weigh)


def _other(character: str) -> float:
    if character in _MARKS:
        return _TYPOGRAPHIC
    return _IMPOSSIBLE if is_unseen(character) or not character.isprintable() else _STRANGE


def _characters(frequent: Mapping[str, float], standard: str, leads: range) -> Callable[[str], float]:
    """The weights of an East Asian language: frequent characters, then those of the first level of a ``standard``, then the rest.

    National standards keep frequent characters apart: their first level is the range ``leads`` of the first byte.
    """
    usual, rare = log(0.25 / (94 * len(leads))), log(0.01 / 10_000)

    def weigh(character: str) -> float:
        if character in frequent:
            return frequent[character]
        if character in _MARKS or not character.isalpha():
            return _other(character)
        try:
            lead = character.encode(standard)[0]
        except UnicodeEncodeError:
            return _STRANGE
        return usual if lead in leads else rare if ord(character) > 0x3400 else _STRANGE

    return cache(weigh)


_HIRAGANA: Final = (
    "のにいたしとるてはがをなでかれすっらもうこりさくまきだけんそよつあおえせわどみじちろほばごめぶぎべびひげぜず"
    "やゆぐふぬへむねゃょゅぞざづぼぱぽぺぴぷ"
)
_KATAKANA: Final = (
    "ンーストルリアイックラドシタレジマロムテコサカメフィキプナデバオパハウエミチニュボセモネノグョヤソャブワケガホベ"
    "ダビペゴツザユポピヘギズェォァヨヒ"
)
_KANJI: Final = (
    "日本人大年国一会中出東京学生時事社上新見行分後前月地方者市間自業合長三部同田場目高山名外手入内体動話品小全"
    "作理通用表語文書方法無料情報検索画像映楽音質問対応定公式開発電車駅予約食料理店美容院医病薬写真今回家族子供"
    "女男性水火木金土曜午海川空天気雨雪花春夏秋冬南北西道路線図館園校教育研究経済政治世界歴史社員仕事求職転職会"
    "計画面白良不可安価格送信受取引売買商注文住所番号氏名利用規約問題解決意味使意思心愛友達彼女私何言葉英単数字"
    "工具機械装置設定更新追加削除保存編集選択確認登録者様等度回件数以最初終始物件旅行宿温泉県区町村府都民主党選"
    "挙加藤佐鈴木村島渡辺伊井松阪神戸横浜名古屋福岡札幌広沖縄"
)
_HANZI: Final = (
    "的一是不了在人有我他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可里后小么心多天"
    "能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些"
    "与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门"
    "相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师书比住员九笑性通目华"
    "报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及今京务制解各任至清物台象"
    "记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远资队"
    "跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区即求品士转量空甚众技轻程告江语英"
    "基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友孩站广改议形委早房音火际则首单据导影"
    "失拿网香视频下载搜索图片电影音乐游戏软件手机首页汽车旅游论坛小说招聘北京上海广州深圳湖浙苏川省县村购物价格"
    "客户联系帮助登录注册密码用户服务产品公司企业技术支持数据库查询测试标题作者类型"
)
_HANZI_TRADITIONAL: Final = (
    "的一是不了在人有我他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自著去之過家學對可裡後小麼心多天"
    "能好都然沒日於起還發成事只作當想看文無開手十用主行方又如前所本見經頭面公同三已老從動兩長知民樣現分將外但身些"
    "與高意進把法此實回二理美點月明其種聲全工己話兒者向情部正名定女問力機給等幾很業最間新什打便位因重被走電四第門"
    "相次東政海口使教西再平真聽世氣信北少關並內加化由卻代軍產入先山五太水萬市眼體別處總才場師書比住員九笑性通目華"
    "報立馬命張活難神數件安表原車白應路期叫死常提感金何更反合放做系計或司利受光王果親界及今京務制解各任至清物台象"
    "臺灣北高雄香港網站首頁搜尋新聞音樂電影圖片影片下載討論區遊戲軟體購物拍賣價格旅遊美食部落格留言會員登入註冊繁"
    "愛語字詞典歷史文化學校圖書館醫院銀行股票基金汽車手機電腦程式設計資料庫測試標題作者"
)
_HANGUL: Final = (
    "이다는에의을하고가로한지기사은리도를서자어나인대해시들과스정수그아전주라부제원일보상있위장구여성선국만오게간내"
    "조비공관으동회신안중치진되미유세연우마방트경문생러드용합무학실화차행개때했물발면당소모년심계재호업최결식체등민산"
    "력교현명단터려목와운바니적반건강검색뉴음악영울남북통법강김박책집글말것못네요세안녕십까습입출금카페블로그파테레"
    "크플프버데코토타텔게임료무료다운받쇼핑몰메번역사전날씨길찾투디포노추천순격품질속술예약여행맛점노래랑친구길"
)


def _once(characters: str) -> str:
    return "".join(dict.fromkeys(characters))


def _japanese() -> Callable[[str], float]:
    frequent = _ranked(_once(_HIRAGANA), 0.45, 6) | _ranked(_once(_KATAKANA), 0.2, 10) | _ranked(_once(_KANJI), 0.25, 60)
    return _characters(frequent, "euc_jp", range(0xB0, 0xD0))


RUSSIAN: Final = Language(_alphabet("оеаинтсрвлкмдпуяыьгзбчіїйхжшюцєщэфъёґ", 0.85))
GREEK: Final = Language(_alphabet("αοιετσνηυρπκμλςάίόήγέδώχωύθφβξζψϊϋΐ", 0.85))
TURKISH: Final = Language(_alphabet("ıüşğçöİÇŞâî", 0.16), latin=True)
WESTERN: Final = Language(_alphabet("éäüöáíóèàñçãåøßæêõâôúîëïùûœðþý", 0.09), latin=True)
CENTRAL: Final = Language(_alphabet("áéíěęąłóšžčřýůżśćúńöőűüäťďňßôľĺŕźđâășţş", 0.11), latin=True)
JAPANESE: Final = Language(_japanese())
SIMPLIFIED: Final = Language(_characters(_ranked(_once(_HANZI), 0.7, 40), "gb2312", range(0xB0, 0xD8)))
TRADITIONAL: Final = Language(_characters(_ranked(_once(_HANZI_TRADITIONAL), 0.7, 40), "big5", range(0xA4, 0xC7)))
KOREAN: Final = Language(_characters(_ranked(_once(_HANGUL), 0.75, 30), "euc_kr", range(0xB0, 0xC9)))

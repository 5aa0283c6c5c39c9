"""Names of players: those of guests, such as "Brass Heron", the rules for chosen ones, and the key by which
two names that look alike are one; and random ids of games, players and requests."""

from __future__ import annotations

import re
import secrets
import string
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from app.errors import Refusal

SHORTEST, LONGEST = 2, 20  # characters of a chosen name
FORMER = "~"  # begins the stored name of a player who has deleted their account

# Scripts in daily use, by the first word of a letter's Unicode name. Others (Cherokee, Lisu, Coptic ...)
# consist largely of letters that look Latin. Those in one tuple are written together.
SCRIPTS = (
    *(("LATIN",), ("GREEK",), ("CYRILLIC",), ("ARMENIAN",), ("HEBREW",), ("ARABIC",), ("DEVANAGARI",)),
    *(("BENGALI",), ("GURMUKHI",), ("GUJARATI",), ("TAMIL",), ("TELUGU",), ("KANNADA",), ("MALAYALAM",)),
    *(("SINHALA",), ("THAI",), ("LAO",), ("TIBETAN",), ("MYANMAR",), ("GEORGIAN",), ("ETHIOPIC",)),
    *(("KHMER",), ("HANGUL",), ("CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")),
)
SCRIPT_OF = {word: group[0] for group in SCRIPTS for word in group}

# Latin letters beyond the alphabets of languages (phonetic ones, small capitals) look like others: after
# Latin Extended-A and a few of Extended-B (Romanian, Vietnamese) only those of Extended Additional are taken.
LATIN = "\u017f\u01a0\u01a1\u01af\u01b0\u0218\u0219\u021a\u021b"

# What a letter is mistaken for, after accents and case are gone: the pairs of confusables.txt of Unicode 16
# (UTS 39) between a letter that a name may have and Latin letters or digits, and some twins within a script.
# Letters of other scripts and compatibility forms, most of its entries, are in no name. Of a letter whose two
# cases look like different ones (Η, η), the small one counts.
LOOKALIKES = {
    ord(pair[0]): pair[1:]
    for pair in """аa вb гr дd еe зe иu іi јj кk ѕs мm нh оo рp сc тt уy хx
    ԁd һh ԛq ԝw ѵv ґr үy ѡw б6 ьb ыbl юlo ҽe ӡe ԍg ꙇi ӏi ꚙoo ꙅ2 ӕae ᴫл
    αa βb γy εe ηn ιi κk μm νv οo ρp σo τt υu χx ωw ϲc ϝf ζz ϳj ϻm ϛo ᴦr ᴨπ
    օo սu ոn հh ցg զq լl տs քf ռn գq աw յj
    ჿo ყy ഠo ဝo ዐo ሀu ཪར ឣអ
    イ亻 エ工 カ力 タ夕 ト卜 ニ二 ハ八 ヘへ ロ口 ー一
    0o 1i 3e 5s 8b ıi łl øo đd ħh ŧt æae œoe ðd þp ĸk ŋn ẜf ẝf ẟd ỻll ỽv ỿy""".split()
}
PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))  # in this order

# Refused as a word of a name, which would speak for the site.
OFFICES = """admin admins administrator administrators mod mods moderator moderators staff support official
officlal system server security bot richelieu""".split()

# Refused as a whole name: they name nobody, or an address.
RESERVED = """moderation team help root owner operator host webmaster postmaster cardinal anonymous nobody
guest player computer machine deleted former a-former-player null undefined none me you
everybody everyone api new account login logout signup privacy credits imprint contact""".split()

ALPHABET = string.ascii_letters + string.digits
REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)  # what is taken over from a request

FIRST = """Amber Ashen Bold Brass Brave Bright Brisk Bronze Calm Candid Cedar Clever Copper Coral Crimson
Crystal Curious Daring Dapper Eager Early Ebony Fabled Fleet Gallant Gentle Gilded Golden Hardy Hazel Hidden
Honest Ivory Jade Jolly Keen Kind Lively Loyal Lucky Lunar Marble Mellow Merry Misty Mossy Nimble Noble Opal
Patient Pearl Placid Plucky Polar Proud Quick Quiet Rapid Regal Rosy Ruby Rustic Sable Scarlet Serene Silent
Silver Sleek Solar Spry Steady Stellar Sunny Swift Tawny Tidy Topaz Velvet Vivid Wandering Warm Wily Windy
Wise Witty Young Zesty""".split()

SECOND = """Adder Badger Bear Beaver Bison Bittern Boar Buzzard Carp Cat Civet Condor Coot Crane Cricket Crow
Curlew Deer Dolphin Dormouse Dove Eagle Eel Egret Elk Ermine Falcon Ferret Finch Fox Frog Gannet Gecko Goose
Grouse Gull Hare Harrier Hawk Hedgehog Heron Hornet Horse Hound Ibex Ibis Jackdaw Jay Kestrel Kite Lark
Linnet Lizard Lynx Magpie Marmot Marten Merlin Mole Moth Newt Nuthatch Oriole Osprey Otter Owl Ox Panther
Partridge Pelican Perch Petrel Pigeon Pike Plover Puffin Quail Rabbit Ram Raven Robin Rook Salmon Seal Shrew
Shrike Snipe Sparrow Squirrel Stag Starling Stoat Stork Swallow Swan Swift Teal Tern Thrush Toad Trout Viper
Vole Weasel Whale Wolf Wren""".split()


def guest_name(attempt: int = 0) -> str:
    """A name drawn at random; from the fourth attempt on with a number, so that one is free in the end."""
    name = f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
    return name if attempt < 3 else f"{name} {secrets.randbelow(10 ** min(attempt, 9))}"


def new_id(length: int = 8) -> str:
    """Letters and digits; eight of them are 47 bits."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def name_key(name: str) -> str:
    """The key of a name: two names that look alike have the same one. Case, accents, spaces, hyphens,
    apostrophes and letters that look alike do not count."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    letters = "".join(char for char in plain if unicodedata.category(char)[0] in "LN" or _is_vowel_sign(char))
    key = letters.translate(LOOKALIKES).casefold()
    for pair, letter in PAIRS:
        key = key.replace(pair, letter)
    return key


def name_key_beginnings(beginning: str) -> list[str]:
    """Return how the keys of the names begin that begin, to the eye, like this; []: no letter is left of it.
    Its last letter and the next one of a name may be a pair that has the key of one letter."""
    key = name_key(beginning)
    paired = [key[:-1] + letter for pair, letter in PAIRS if len(pair) == 2 and key.endswith(pair[0])]
    return [key, *paired] if key else []


def _is_vowel_sign(char: str) -> bool:
    """Whether a mark is part of a word (in scripts of India, for example), not an accent on a letter."""
    if unicodedata.category(char)[0] != "M":
        return False
    return _script(char) not in (None, "LATIN", "GREEK", "CYRILLIC")


def _script(char: str) -> str | None:
    """The script of a letter or mark; None: not one of SCRIPTS."""
    return SCRIPT_OF.get(unicodedata.name(char, "").partition(" ")[0])


OFFICE_KEYS = frozenset(map(name_key, OFFICES))
RESERVED_KEYS = OFFICE_KEYS | frozenset(map(name_key, RESERVED))
APOSTROPHES = str.maketrans("\u2019", "'")  # typographic, as some keyboards type it


def check_name(given: str) -> str:
    """Return a name as it is stored: accents in one character with their letter, apostrophes plain. Refusal
    `bad_name`, rule `length`, `characters`, `confusable` or `reserved`: a player cannot choose it."""
    name = unicodedata.normalize("NFC", given).translate(APOSTROPHES)
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refusal("bad_name", rule="length", least=SHORTEST, most=LONGEST)
    if name != unicodedata.normalize("NFKC", name) or any(_is_odd_latin(char) for char in name):
        raise Refusal("bad_name", rule="confusable", message="use the plain form of these letters")
    words = re.split("[ '-]", name)  # a separator at an end, or two in a row, leaves an empty word
    chars = "".join(words)
    letters = [char for char in chars if not ("0" <= char <= "9")]
    scripts = {_script(char) if unicodedata.category(char)[0] in "LM" else None for char in letters}
    if not all(words) or not letters or len(scripts) != 1 or None in scripts or _begins_with_mark(words):
        message = "letters of one script, digits, and between them a single space, hyphen or apostrophe"
        raise Refusal("bad_name", rule="characters", message=message)
    if name_key(name) in RESERVED_KEYS or not OFFICE_KEYS.isdisjoint(map(name_key, _words(name))):
        raise Refusal("bad_name", rule="reserved")
    return name


def _words(name: str) -> Iterator[str]:
    """The words of a name as a reader may find them: between spaces, between all separators, between capitals
    ("SiteAdmin"); of each also what digits enclose or separate ("Admin7", "7of9Bot"). A digit may as well
    stand for a letter ("Adm1n")."""
    parts = [*name.split(" "), *re.split("[ '-]", name)]
    for word in (piece for part in parts for piece in (part, *_split_at_capitals(part))):
        yield from (word, word.strip(string.digits), *re.split("[0-9]+", word))


def _split_at_capitals(word: str) -> list[str]:
    """ "SiteAdmin" is Site and Admin, "ADMINSite" is ADMIN and Site."""
    starts = [
        at
        for at in range(1, len(word))
        if word[at].isupper() and (not word[at - 1].isupper() or word[at + 1 : at + 2].islower())
    ]
    return [word[start:end] for start, end in pairwise([0, *starts, len(word)])]


def _begins_with_mark(words: list[str]) -> bool:
    return any(unicodedata.category(word[0])[0] == "M" for word in words)


def _is_odd_latin(char: str) -> bool:
    if _script(char) != "LATIN" or char < LATIN[0] or char in LATIN[1:]:
        return False
    return not "\u1e00" <= char <= "\u1eff"


def former_name(player: str) -> str:
    """What is stored as the name of a player who has deleted their account."""
    return FORMER + player


def shown_name(stored: str) -> str:
    """The name that is shown: "" of a player who has deleted their account."""
    return "" if stored.startswith(FORMER) else stored


def request_id(given: str | None) -> str:
    """The id of a request: the client's or the proxy's own, if it has the form of one, or a new one."""
    return given if given and REQUEST_ID.fullmatch(given) else new_id(16)

"""Player names: guest names such as "Brass Heron", validation, lookalike keys."""

from __future__ import annotations

import re
import secrets
import string
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from confusable_homoglyphs.confusables import is_confusable

from app.core.errors import Refusal

MIN_CHARS, MAX_CHARS = 2, 20  # of a chosen name
MAX_TYPED_CHARS = 200  # of a text that may be one; to sort a run of accents takes quadratic time
DELETED_PREFIX = "~"  # of the stored name of a deleted account

# Scripts in daily use, by the first word of a letter's Unicode name. Others (Cherokee, Lisu, Coptic ...)
# consist largely of letters that look Latin.
SCRIPTS = """LATIN GREEK CYRILLIC ARMENIAN HEBREW ARABIC DEVANAGARI BENGALI GURMUKHI GUJARATI TAMIL TELUGU
KANNADA MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC KHMER HANGUL CJK""".split()
WITH_CJK = ("HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA")  # used together with it
SCRIPT_OF = {word: word for word in SCRIPTS} | dict.fromkeys(WITH_CJK, "CJK")

# Latin letters outside the alphabets of languages (phonetic letters, small capitals) look like others.
# Allowed are those up to Latin Extended-A, a few of Extended-B (Romanian, Vietnamese), and Extended
# Additional.
EXTRA_LATIN = "\u017f\u01a0\u01a1\u01af\u01b0\u0218\u0219\u021a\u021b"

# Letters and what they are mistaken for, beyond Unicode's confusables that are Latin letters or digits:
# digits read as letters, letters that are alike in some fonts or in handwriting, and twins in a script.
# Unicode's other twins are left out: some are different letters to their readers, such as Thai ค and ด.
MORE_LOOKALIKES = {
    pair[0]: pair[1:]
    for pair in """0o 1i 3e 5s 8b þp ĸk ŋn ẜf ẟd ỻll ỽv βb ωw ϛo ᴨπ дd иu ӡe ᴫл լl յj ཪར ឣអ
    イ亻 エ工 カ力 タ夕 ト卜 ニ二 ハ八 ヘへ ロ口 ー一""".split()
}
LOOKALIKE_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"), ("i", "l"))  # in this order

# Refused as a word of a name: it would speak for the site.
RESERVED_WORDS = """admin admins administrator administrators mod mods moderator moderators staff support
official officlal system server security bot richelieu gamemaster sysadmin sysop superuser""".split()

# Refused as a name that consists of them ("Deleted User", "gamehost", "Guest 3"): offices and placeholders.
RESERVED_PARTS = """account anonymous arbiter banned closed computer deleted developer developers former game
games guest help host inactive machine manager master member members moderation nobody operator owner player
players postmaster referee removed root service site suspended team the unknown user users webmaster
website""".split()

# Refused as a whole name: placeholders and addresses.
RESERVED_NAMES = """cardinal a-former-player null undefined none me you everybody everyone api new login
logout signup privacy credits imprint contact""".split()


ADJECTIVES = """Amber Ashen Bold Brass Brave Bright Brisk Bronze Calm Candid Cedar Clever Copper Coral Crimson
Crystal Curious Daring Dapper Eager Early Ebony Fabled Fleet Gallant Gentle Gilded Golden Hardy Hazel Hidden
Honest Ivory Jade Jolly Keen Kind Lively Loyal Lucky Lunar Marble Mellow Merry Misty Mossy Nimble Noble Opal
Patient Pearl Placid Plucky Polar Proud Quick Quiet Rapid Regal Rosy Ruby Rustic Sable Scarlet Serene Silent
Silver Sleek Solar Spry Steady Stellar Sunny Swift Tawny Tidy Topaz Velvet Vivid Wandering Warm Wily Windy
Wise Witty Young Zesty""".split()

ANIMALS = """Adder Badger Bear Beaver Bison Bittern Boar Buzzard Carp Cat Civet Condor Coot Crane Cricket Crow
Curlew Deer Dolphin Dormouse Dove Eagle Eel Egret Elk Ermine Falcon Ferret Finch Fox Frog Gannet Gecko Goose
Grouse Gull Hare Harrier Hawk Hedgehog Heron Hornet Horse Hound Ibex Ibis Jackdaw Jay Kestrel Kite Lark
Linnet Lizard Lynx Magpie Marmot Marten Merlin Mole Moth Newt Nuthatch Oriole Osprey Otter Owl Ox Panther
Partridge Pelican Perch Petrel Pigeon Pike Plover Puffin Quail Rabbit Ram Raven Robin Rook Salmon Seal Shrew
Shrike Snipe Sparrow Squirrel Stag Starling Stoat Stork Swallow Swan Swift Teal Tern Thrush Toad Trout Viper
Vole Weasel Whale Wolf Wren""".split()


def guest_name(attempt: int = 0) -> str:
    """Return a random name; from the fourth attempt with a number, so that a free one is found."""
    name = f"{secrets.choice(ADJECTIVES)} {secrets.choice(ANIMALS)}"
    return name if attempt < 3 else f"{name} {secrets.randbelow(10 ** min(attempt, 9))}"


def name_key(name: str) -> str:
    """Return the key of a name, equal for names that look alike: without case, accents, spaces, hyphens and
    apostrophes, and with confusable letters replaced; "" for a longer text than any name."""
    if len(name) > MAX_TYPED_CHARS:
        return ""
    key = "".join(map(_looks_like, _plain(name)))
    for pair, letter in LOOKALIKE_PAIRS:
        key = key.replace(pair, letter)
    return key


def _plain(text: str) -> str:
    """Return the letters and digits of a text, without case and accents."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    return "".join(char for char in folded if unicodedata.category(char)[0] in "LN" or _is_vowel_sign(char))


@cache
def _looks_like(char: str) -> str:
    """Return the Latin letters or digits that a letter is mistaken for in either case, else itself. If its
    two cases look like different letters (Η, η), the small one counts."""
    if char in MORE_LOOKALIKES:
        return MORE_LOOKALIKES[char]
    if char.isascii():
        return char
    for glyph in (char, char.upper()):
        for found in is_confusable(glyph, greedy=True) or ():
            for homoglyph in found["homoglyphs"]:
                letters = _plain(homoglyph["c"])
                if letters and letters.isascii():
                    return "".join(map(_looks_like, letters))
    return char


def name_key_prefixes(beginning: str) -> list[str]:
    """Return the key prefixes of names that look as if they start with `beginning`; [] if it has no letter.

    The last letter may form a pair with the next one that maps to a single letter."""
    key = name_key(beginning)
    paired = [
        key[:-1] + letter for pair, letter in LOOKALIKE_PAIRS if len(pair) == 2 and key.endswith(pair[0])
    ]
    return [key, *paired] if key else []


def _is_vowel_sign(char: str) -> bool:
    """Return whether a mark is part of a word (as in Indic scripts), not an accent."""
    if unicodedata.category(char)[0] != "M":
        return False
    return _script(char) not in (None, "LATIN", "GREEK", "CYRILLIC")


def _script(char: str) -> str | None:
    """Return the script of a letter or mark; None: not in SCRIPTS."""
    return SCRIPT_OF.get(unicodedata.name(char, "").partition(" ")[0])


RESERVED_WORD_KEYS = frozenset(map(name_key, RESERVED_WORDS))
RESERVED_NAME_KEYS = frozenset(map(name_key, RESERVED_NAMES))
RESERVED_PART_KEYS = re.compile(f"({'|'.join(map(name_key, RESERVED_PARTS))})+")
APOSTROPHES = str.maketrans("\u2019", "'")  # typographic apostrophe of some keyboards


def check_name(given: str) -> str:
    """Return a name in stored form: NFC, plain apostrophes. Refusal `bad_name`, rule `length`, `characters`,
    `confusable` or `reserved`: a player cannot choose it."""
    name = unicodedata.normalize("NFC", given).translate(APOSTROPHES)
    if not MIN_CHARS <= len(name) <= MAX_CHARS:
        raise Refusal("bad_name", rule="length", least=MIN_CHARS, most=MAX_CHARS)
    if name != unicodedata.normalize("NFKC", name) or any(_is_odd_latin(char) for char in name):
        raise Refusal("bad_name", rule="confusable", message="use the plain form of these letters")
    words = re.split("[ '-]", name)  # a separator at an end, or two in a row, leaves an empty word
    chars = "".join(words)
    letters = [char for char in chars if not ("0" <= char <= "9")]
    scripts = {_script(char) if unicodedata.category(char)[0] in "LM" else None for char in letters}
    is_marked = any(unicodedata.category(word[:1] or "-")[0] == "M" for word in words)
    if not all(words) or not letters or len(scripts) != 1 or None in scripts or is_marked:
        message = "letters of one script, digits, and between them a single space, hyphen or apostrophe"
        raise Refusal("bad_name", rule="characters", message=message)
    if _is_reserved(name):
        raise Refusal("bad_name", rule="reserved")
    return name


def _is_reserved(name: str) -> bool:
    whole = name_key(name), name_key(name.strip(string.digits))
    if whole[0] in RESERVED_NAME_KEYS or any(map(RESERVED_PART_KEYS.fullmatch, whole)):
        return True
    return not RESERVED_WORD_KEYS.isdisjoint(map(name_key, _words(name)))


def _words(name: str) -> Iterator[str]:
    """Yield the words that a reader may see in a name: split at spaces, at all separators, at capitals
    ("SiteAdmin"), two of them together ("Game Master"), each also without surrounding digits and split at
    digits ("Admin7", "7of9Bot"). A digit may also stand for a letter ("Adm1n")."""
    separate = re.split("[ '-]", name)
    parts = [*name.split(" "), *separate, *map("".join, pairwise(separate))]
    for word in (piece for part in parts for piece in (part, *_split_at_capitals(part))):
        yield from (word, word.strip(string.digits), *re.split("[0-9]+", word))


def _split_at_capitals(word: str) -> list[str]:
    """Split "SiteAdmin" into Site and Admin, "ADMINSite" into ADMIN and Site."""
    starts = [
        at
        for at in range(1, len(word))
        if word[at].isupper() and (not word[at - 1].isupper() or word[at + 1 : at + 2].islower())
    ]
    return [word[start:end] for start, end in pairwise([0, *starts, len(word)])]


def _is_odd_latin(char: str) -> bool:
    if _script(char) != "LATIN" or char < EXTRA_LATIN[0] or char in EXTRA_LATIN[1:]:
        return False
    return not "\u1e00" <= char <= "\u1eff"


def deleted_player_name(player: str) -> str:
    return DELETED_PREFIX + player


def shown_name(stored: str) -> str:
    """Return the displayed name: "" for a deleted account."""
    return "" if stored.startswith(DELETED_PREFIX) else stored

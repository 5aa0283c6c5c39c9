"""Password policy and recovery codes."""

from __future__ import annotations

import secrets
from hashlib import sha256

from app.core.errors import Refusal
from app.people.names import name_key

MIN_CHARS, MAX_CHARS = 8, 128
MIN_CHARS_BESIDE_NAME = 4  # letters and digits in addition to the player's name
CODE_SYMBOLS = "ABCDEFGHJKMNPQRSTVWXYZ23456789"  # without symbols that are easily confused
CODE_GROUPS, CODE_GROUP_SIZE = 6, 4  # 24 of 30 symbols: 117 bits

# Most common passwords of at least 8 characters in lists of leaked passwords.
COMMON_PASSWORDS = frozenset(
    """password password1 password12 password123 passw0rd p@ssword p@ssw0rd pa55word passwort passwort1
    motdepasse contraseña iloveyou iloveyou1 sunshine princess football football1 baseball baseball1
    basketball superman batman123 trustno1 starwars whatever jennifer michelle jessica1 michael1
    charlie1 jordan23 liverpool chelsea1 arsenal1 welcome1 welcome123 letmein1 letmein123 qwerty123
    qwerty12 qwerty1234 asdf1234 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx q1w2e3r4 q1w2e3r4t5 abc12345
    abcd1234 a1b2c3d4 abc123456 admin123 admin1234 administrator changeme changeme1 secret123 computer
    internet samsung1 nintendo playstation pokemon1 minecraft fortnite dragon12 dragon123 monkey123
    shadow12 master12 master123 freedom1 mustang1 corvette mercedes ferrari1 victoria veronica
    alexander samantha danielle elizabeth jonathan patricia nicholas christian benjamin caroline
    butterfly chocolate strawberry blink182 metallica slipknot cocacola maverick midnight december
    november september february jan2024 spring2024 summer2024 summer2025 winter2024 winter2025
    hello123 hello1234 hellohello test1234 testtest testing1 guest123 user1234 login123 default1
    access14 bailey12 killer12 hunter22 ranger12 bigdaddy lovelove loveyou1 lovers12 babygirl
    babygirl1 sweetheart beautiful ladybug1 peaches1 cardinal richelieu musketeer musketeers horsemen
    dartagnan""".split()
)
KEYBOARD_ROWS = (
    "01234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "azertyuiop",
    "abcdefghijklmnopqrstuvwxyz",
)


def check_password(password: str, name: str) -> None:
    """Raise Refusal `bad_password` with rule `length`, `common` (or fewer than 4 different characters) or
    `name` (little more than the player's name)."""
    if not MIN_CHARS <= len(password) <= MAX_CHARS:
        raise Refusal("bad_password", rule="length", least=MIN_CHARS, most=MAX_CHARS)
    plain = password.casefold()
    if (
        plain in COMMON_PASSWORDS
        or plain.rstrip("0123456789!.?") in COMMON_PASSWORDS
        or len(set(plain)) < 4
        or _is_keyboard_run(plain)
    ):
        raise Refusal("bad_password", rule="common")
    own, key = name_key(name), name_key(password)
    if own and own in key and len(key.replace(own, "")) < MIN_CHARS_BESIDE_NAME:
        raise Refusal("bad_password", rule="name")


def _is_keyboard_run(plain: str) -> bool:
    """Return whether the text is a run of neighbours on a keyboard or in the alphabet, in either
    direction."""
    rows = [*KEYBOARD_ROWS, *(row[::-1] for row in KEYBOARD_ROWS)]
    return any(plain in row * 3 for row in rows)


def new_recovery_code() -> str:
    """Return a random code such as ABCD-EFGH-JKMN-PQRS-TVWX-YZ23."""
    groups = (
        "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_GROUP_SIZE)) for _ in range(CODE_GROUPS)
    )
    return "-".join(groups)


def hash_code(code: str) -> bytes:
    """Return the hash of a recovery code, ignoring case, spaces and hyphens. A fast hash suffices: the code
    is as random as a key."""
    return sha256("".join(char for char in code.upper() if char.isalnum()).encode()).digest()

"""Names for guests, such as "Brass Heron", and random ids of games and players."""

from __future__ import annotations

import secrets
import string

ALPHABET = string.ascii_letters + string.digits

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

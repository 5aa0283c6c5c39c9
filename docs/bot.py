"""A complete bot: python docs/bot.py [http://127.0.0.1:8000] [three_musketeers] [game id to join]

It signs in as a guest, creates a game of any rules (or joins one), and plays random moves until it is over.
Needs httpx, websockets and richelieu-engine.
"""

import asyncio
import json
import random
import re
import sys
from itertools import islice

import httpx
import websockets

from engine import find

CARDS = [rank + suit for rank in "A23456789XJQK" for suit in "CDHS"]
MOST = 1000  # entries of a log, after which the bot gives up


def choose(state: dict) -> dict | None:
    """What to send in this state: a random move; None where the bot is not to move."""
    if state["turn"] is None or state["turn"] != state["seat"]:
        return None
    moves = [move for move, _ in state["legal"] if not move.endswith(" ...")]
    if len(moves) < len(state["legal"]):  # there are moves too many to list
        game = find(state["rules"], state["version"])
        moves += islice(game.completions(game.position(guess(state["view"]["position"]))), 10)
    if not moves or state["ply"] >= MOST:
        return {"t": "resign"}
    return {"t": "move", "ply": state["ply"], "move": random.choice(moves)}


def guess(position: str) -> str:
    """A position like this one: hidden cards in any order for `?` and for the count of the deck."""
    unseen = iter([card for card in CARDS if card not in position])
    position = re.sub(r"\?", lambda _: next(unseen), position)
    return re.sub(r" \d+ ", lambda _: f" {''.join(unseen) or '-'} ", position)


async def play(base: str, rules: str, game: str | None) -> None:
    async with httpx.AsyncClient(base_url=base) as http:
        guest = (await http.post("/api/players/guest")).json()
        me = {"Authorization": f"Bearer {guest['token']}"}
        if game is None:
            made = await http.post("/api/games", json={"rules": rules}, headers=me)
            game = made.raise_for_status().json()["id"]
            print(f"{guest['name']} waits at {base}/g/{game}", flush=True)
        else:
            (await http.post(f"/api/games/{game}/join", json={}, headers=me)).raise_for_status()
    async for socket in websockets.connect(f"ws{base[4:]}/ws/games/{game}", additional_headers=me):
        try:
            async for frame in socket:
                state = json.loads(frame)
                if state["t"] == "refused":
                    print("refused:", state["why"], state["detail"])
                elif state["t"] == "state" and state["over"]:
                    print("over:", state["over"], flush=True)
                    return
                elif state["t"] == "state" and (message := choose(state)):
                    await socket.send(json.dumps(message))
        except websockets.ConnectionClosed:
            continue  # the newest state comes first on every connection


if __name__ == "__main__":
    defaults = ["http://127.0.0.1:8000", "three_musketeers", ""]
    base, rules, game = [*sys.argv[1:], *defaults[len(sys.argv) - 1 :]]
    asyncio.run(play(base.rstrip("/"), rules, game or None))

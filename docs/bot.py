"""A complete bot: python docs/bot.py [http://127.0.0.1:8000] [three_musketeers] [game id to join]

It signs in as a guest, creates a game of any rules (or joins one), and plays random moves until it is over.
python docs/bot.py --stream [http://127.0.0.1:8000] takes every challenge to it, until it is stopped.
Needs httpx, websockets and richelieu-engine.
"""

import asyncio
import json
import random
import sys
from itertools import islice

import httpx
import websockets

from engine import DEALS, OPENING, Rng, find

MOST = 1000  # entries of a log, after which the bot gives up
PAUSE = 1 / 25  # seconds between two messages: a socket takes 30 a second


def choose(state: dict) -> dict | None:
    """What to send in this state: a random move; None where the bot is not to move."""
    if state["turn"] is None or state["turn"] != state["seat"]:
        return None
    moves = [move for move, _ in state["legal"] if not move.endswith(OPENING)]
    if len(moves) < len(state["legal"]):  # there are moves too many to list
        game = find(state["rules"], state["version"])
        likely, _ = game.sample(state["view"], Rng(random.randrange(DEALS)))  # hidden cards dealt at random
        moves += islice(game.completions(likely), 10)
    if not moves or state["ply"] >= MOST:
        return {"t": "resign"}
    return {"t": "move", "ply": state["ply"], "move": random.choice(moves)}


def merge(state: dict, frame: dict) -> dict:
    """The state after a frame: a step says only what one move has changed."""
    if frame["t"] == "step":
        return state | frame | {"t": "state", "told": [*state["told"], frame["told"]]}
    return frame if frame["t"] == "state" else state


async def ask(http: httpx.AsyncClient, method: str, path: str, **given: object) -> httpx.Response:
    """The answer to a request. Whoever asks too often is told how long to wait."""
    answer = await http.request(method, path, **given)
    if answer.status_code == 429:
        await asyncio.sleep(float(answer.headers.get("retry-after", 1)))
        return await ask(http, method, path, **given)
    return answer


async def follow(base: str) -> None:
    """Joins what the stream tells of, and moves when it is the bot's turn."""
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        guest = (await ask(http, "POST", "/api/players/guest")).json()
        http.headers["Authorization"] = f"Bearer {guest['token']}"
        print(f"{guest['name']} waits for challenges", flush=True)
        after = {}
        while True:
            try:
                async with http.stream("GET", "/api/stream", params=after) as lines:
                    async for text in lines.aiter_lines():
                        if text:  # empty ones say that the connection is alive
                            line = json.loads(text)
                            after = {"after": line["id"]}
                            await react(http, line)
            except httpx.TransportError:
                await asyncio.sleep(1)


async def react(http: httpx.AsyncClient, line: dict) -> None:
    """Joins a challenge, or makes a move."""
    game = f"/api/games/{line['game']}"
    if line["t"] == "challenge":
        await ask(http, "POST", f"{game}/join", json={})
    elif line["t"] == "turn":
        message = choose((await ask(http, "GET", game)).json())
        if message and message.pop("t") == "move":
            await ask(http, "POST", f"{game}/moves", json=message)
        elif message is not None:
            await ask(http, "POST", f"{game}/resign", json={})
    elif line["t"] == "end":
        print("over:", line["over"], flush=True)


async def play(base: str, rules: str, game: str | None) -> None:
    async with httpx.AsyncClient(base_url=base) as http:
        guest = (await ask(http, "POST", "/api/players/guest")).json()
        me = {"Authorization": f"Bearer {guest['token']}"}
        if game is None:
            made = await ask(http, "POST", "/api/games", json={"rules": rules}, headers=me)
            game = made.raise_for_status().json()["id"]
            print(f"{guest['name']} waits at {base}/g/{game}", flush=True)
        else:
            (await ask(http, "POST", f"/api/games/{game}/join", json={}, headers=me)).raise_for_status()
    address, state = f"ws{base[4:]}/ws/games/{game}?steps=1", {}
    async for socket in websockets.connect(address, additional_headers=me):
        try:
            async for text in socket:
                frame = json.loads(text)
                state = merge(state, frame)
                if frame["t"] in ("state", "step") and state["over"]:
                    print("over:", state["over"], flush=True)
                    return
                if frame["t"] == "refused":
                    print("refused:", frame["why"], frame["detail"], flush=True)
                    if frame["why"] != "too_many":
                        continue
                    await asyncio.sleep(1)  # then the same message again
                if frame["t"] in ("state", "step", "refused") and (message := choose(state)):
                    await asyncio.sleep(PAUSE)
                    await socket.send(json.dumps(message))
        except websockets.ConnectionClosed:
            continue  # a whole state comes first on every connection


if __name__ == "__main__":
    if sys.argv[1:2] == ["--stream"]:
        asyncio.run(follow((sys.argv[2:] or ["http://127.0.0.1:8000"])[0].rstrip("/")))
    defaults = ["http://127.0.0.1:8000", "three_musketeers", ""]
    base, rules, game = [*sys.argv[1:], *defaults[len(sys.argv) - 1 :]]
    asyncio.run(play(base.rstrip("/"), rules, game or None))

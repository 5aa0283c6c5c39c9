"""A complete bot: python docs/bot.py [http://127.0.0.1:8000] [three_musketeers] [game id to join]

It signs in as a guest, creates a game (or joins one), and plays random legal moves until the game is over.
Needs httpx and websockets.
"""

import asyncio
import json
import random
import sys

import httpx
import websockets


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
                if state["t"] != "state":
                    continue
                if state["over"]:
                    print("over:", state["over"], flush=True)
                    return
                moves = [move for move, _ in state["legal"] if not move.endswith(" ...")]
                if moves:
                    move = {"t": "move", "ply": state["ply"], "move": random.choice(moves)}
                    await socket.send(json.dumps(move))
        except websockets.ConnectionClosed:
            continue  # the newest state comes first on every connection


if __name__ == "__main__":
    defaults = ["http://127.0.0.1:8000", "three_musketeers", ""]
    base, rules, game = [*sys.argv[1:], *defaults[len(sys.argv) - 1 :]]
    asyncio.run(play(base.rstrip("/"), rules, game or None))

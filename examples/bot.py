#!/usr/bin/env python3
"""A bot that plays at random over HTTP.

    TAIJITU_TOKEN=… python3 bot.py yinsh        with whoever wants to play, or waits for somebody
    TAIJITU_TOKEN=… python3 bot.py yinsh 1      against the engine's level 1

TAIJITU_SERVER is where the server is, http://localhost:8080 unless said. README.md says how to get a token."""

import json, os, random, sys, urllib.error, urllib.request

SERVER = os.environ.get("TAIJITU_SERVER", "http://localhost:8080")

def ask(path, body=None):
    """GET, or POST if there is a body. A refusal is an HTTPError whose body says why."""
    headers = {"Authorization": "Bearer " + os.environ["TAIJITU_TOKEN"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60) as answer:
        return json.load(answer)

def sit_down(game, level):
    """A table against an engine; or a place at one where somebody waits, or a table to wait at."""
    if level:
        return ask("/api/tables", {"game": game, "engines": [int(level)], "start": True})["table"]
    return ask("/api/pairing", {"game": game})["table"]

def play(table):
    while True:
        view = ask(f"/api/tables/{table}")
        game = view["game"]
        if game and game["outcome"]:
            return f'{len(game["turns"])} turns: {game["outcome"]["winner"] or "draw"} ({game["outcome"]["reason"]})'
        if not game or not set(view["yours"]) & set(game["scene"]["acts"]):
            ask(f'/api/tables/{table}/events?since={view["head"]}&wait=25')  # until something happens
            continue
        turns = ask(f"/api/tables/{table}/turns") or sys.exit("a turn that is not listed: this bot writes no laws")
        turn = random.choice(turns)
        number = game["scene"]["turn"] + 1  # with the number, a turn that is sent twice is played once
        ask(f"/api/tables/{table}/do", {"do": "play", "game": game["number"], "turn": number, "text": turn})

if __name__ == "__main__":
    if len(sys.argv) < 2 or "TAIJITU_TOKEN" not in os.environ:
        sys.exit(__doc__)
    try:
        print(play(sit_down(sys.argv[1], "".join(sys.argv[2:]))))
    except urllib.error.HTTPError as refusal:
        sys.exit(f"refused: {refusal.read().decode()}")

#!/usr/bin/env python3
"""A bot that plays at random over HTTP.

    TAIJITU_TOKEN=… python3 bot.py yinsh        with anybody who wants to play, or waits for somebody
    TAIJITU_TOKEN=… python3 bot.py yinsh 1      against the engine's level 1
    TAIJITU_TOKEN=… python3 bot.py --arena ID   enters a tournament and plays it to its end
    TAIJITU_TOKEN=… python3 bot.py --serve      accepts challenges and plays them all, until it is stopped

TAIJITU_SERVER is where the server is, http://localhost:8080 unless said. README.md says how to get a token."""

import json, os, random, sys, time, urllib.error, urllib.request

SERVER = os.environ.get("TAIJITU_SERVER", "http://localhost:8080")

def send(path, body=None):
    """GET, or POST if there is a body. A refusal is an HTTPError whose body says why."""
    headers = {"Authorization": "Bearer " + os.environ["TAIJITU_TOKEN"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(SERVER + path, data, headers), timeout=60)

def ask(path, body=None):
    with send(path, body) as answer:
        return json.load(answer)

def sit_down(game, level):
    """A table against an engine; or a place at one where somebody waits, or a table to wait at."""
    if level:
        return ask("/api/tables", {"game": game, "engines": [int(level)], "start": True})["table"]
    return ask("/api/pairing", {"game": game})["table"]

def play_turn(table, view):
    turns = ask(f"/api/tables/{table}/turns") or sys.exit("a turn that is not listed: this bot writes no laws")
    game = view["game"]
    number = game["scene"]["turn"] + 1  # with the number, a turn that is sent twice is played once
    ask(f"/api/tables/{table}/do",
        {"do": "play", "game": game["number"], "turn": number, "text": random.choice(turns)})

def play(table):
    while True:
        view = ask(f"/api/tables/{table}")
        game = view["game"]
        if game and game["outcome"]:
            return f'{len(game["turns"])} turns: {game["outcome"]["winner"] or "draw"} ({game["outcome"]["reason"]})'
        if not game or not set(view["yours"]) & set(game["scene"]["acts"]):
            ask(f'/api/tables/{table}/events?since={view["head"]}&wait=25')  # until something happens
        else:
            play_turn(table, view)

def answer(event):
    """What the bot does about one of its own events."""
    if event["type"] == "challenge":
        challenge = event["challenge"]
        if challenge["terms"]["game"] == "yinyang":  # this bot writes no laws
            ask(f'/api/challenges/{challenge["id"]}/decline', {"reason": "other-game"})
        else:
            ask(f'/api/challenges/{challenge["id"]}/accept', {})
    elif event["type"] == "turn":
        play_turn(event["table"]["id"], ask(f'/api/tables/{event["table"]["id"]}'))

def serve():
    """Lives by the stream of its own events, without polling. A stream that ends is begun again: it starts with what is so."""
    while True:
        try:
            with send("/api/me/events") as events:
                for line in events:
                    try:
                        answer(json.loads(line))
                    except urllib.error.HTTPError as refusal:  # somebody was faster, or the game is over
                        print(refusal.read().decode(), file=sys.stderr)
        except (urllib.error.URLError, TimeoutError, ConnectionError) as lost:
            print(f"{lost}; again in 5 s", file=sys.stderr)
        time.sleep(5)

def arena(tournament):
    """Enters a tournament, an arena or any other kind, and plays every game until it is over."""
    where = f"/api/tournaments/{tournament}"
    if "enter" in ask(where + "/me")["may"]:
        ask(where + "/do", {"do": "enter"})
    played = set()
    while True:
        try:
            if ask(where)["phase"] not in ("open", "running"):
                break
            tables = [pairing["games"][-1].get("table") for pairing in ask(where + "/me")["pairings"]]
            for table in [table for table in tables if table and table not in played]:
                print(play(table))
                played.add(table)
        except urllib.error.HTTPError as refusal:  # the host has decided the game, or its time is up: look again
            print(refusal.read().decode(), file=sys.stderr)
        except (urllib.error.URLError, TimeoutError, ConnectionError) as lost:  # the server is started again
            print(f"{lost}; again", file=sys.stderr)
        time.sleep(1)
    mine = ask(where + "/me")["standing"]
    return f'{len(played)} games, rank {mine["rank"]}' if mine else "not played"

if __name__ == "__main__":
    if len(sys.argv) < 2 or "TAIJITU_TOKEN" not in os.environ:
        sys.exit(__doc__)
    try:
        if sys.argv[1] == "--arena":
            print(arena(sys.argv[2]) if len(sys.argv) > 2 else __doc__)
        else:
            print(serve() if sys.argv[1] == "--serve" else play(sit_down(sys.argv[1], "".join(sys.argv[2:]))))
    except urllib.error.HTTPError as refusal:
        sys.exit(f"refused: {refusal.read().decode()}")
    except KeyboardInterrupt:
        pass

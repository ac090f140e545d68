"""Reads what Komadai wrote with cshogi, and compares with what it should be.

python check.py FOLDER
"""

import json
import pathlib
import sys

import cshogi
from cshogi import CSA, KIF

# Its reader of KI2 loses its place after the second move of a line, whoever wrote the file.
FORMATS = ["kif", "csa", "usi"]


def parsed(text, format):
    """The start position and the moves of the main line."""
    if format == "usi":
        board = cshogi.Board()
        line = text.strip().removeprefix("position ")
        # USI has these words for `bestmove`; in a position cshogi does not know them.
        board.set_position(line.removesuffix(" resign").removesuffix(" win"))
        return None, [cshogi.move_to_usi(move) for move in board.history]
    if format == "csa":
        game = CSA.Parser.parse_str(text)[0]
    else:
        game = KIF.Parser.parse_str(text)
    return game.sfen, [cshogi.move_to_usi(move) for move in game.moves]


def difference(expected, text):
    """What cshogi reads otherwise, or nothing."""
    start, moves = parsed(text, expected["format"])
    if len(expected["nodes"]) > len(expected["moves"]):
        # It has no tree and puts variations after the main line.
        moves = moves[: len(expected["moves"])]
    if moves != expected["moves"]:
        return f"moves: written {expected['moves']}, read {moves}"
    board = cshogi.Board(start or expected["start"])
    for move in moves:
        board.push_usi(move)
    if board.sfen() != expected["final"]:
        return f"final: written {expected['final']}, read {board.sfen()}"
    return None


def main():
    folder = pathlib.Path(sys.argv[1])
    here = pathlib.Path(__file__).parent
    known = json.loads((here / "known.json").read_text())
    known = [fault["says"] for fault in known if fault["library"] == "cshogi"]
    counts = {}
    failed = 0
    for expected in json.loads((folder / "expectations.json").read_text()):
        if expected["format"] not in FORMATS:
            continue
        text = (folder / expected["file"]).read_text()
        try:
            found = difference(expected, text)
        except Exception as error:  # noqa: BLE001 - whatever the library throws is a difference
            found = f"{type(error).__name__}: {error}"[:300]
        count = counts.setdefault(expected["format"], [0, 0, 0])
        if found is None:
            count[0] += 1
        elif any(says in found for says in known):
            count[1] += 1
        else:
            count[2] += 1
            failed += 1
            print(f"cshogi {expected['file']}: {found}")
    for format, (same, faults, other) in counts.items():
        print(f"cshogi {format}: {same} alike, {faults} known faults of the library, {other} different")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

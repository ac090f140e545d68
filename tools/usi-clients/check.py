"""Drives `komadai usi` with cshogi's USI client, and lets cshogi's own match play it against itself.

python check.py ENGINE

ENGINE is a program without arguments, as cshogi starts no others.
"""

import concurrent.futures
import random
import sys
import threading
import time

import cshogi
import cshogi.cli
from cshogi.usi import Engine
from cshogi.usi.Engine import InfoListener, MultiPVListener

PATIENCE = 60.0


def check(condition, *what):
    if not condition:
        raise AssertionError(" ".join(map(str, what)))


def legal(usi, moves):
    """Is the move legal after the others?"""
    board = cshogi.Board()
    for move in moves:
        board.push_usi(move)
    return usi in [cshogi.move_to_usi(move) for move in board.legal_moves]


def handshake(engine):
    check(engine.name.startswith("Komadai "), engine.name)
    lines = engine.usi()
    options = [line for line in lines if line.startswith("option name ")]
    for name in ["USI_Hash", "USI_Ponder", "Threads", "MultiPV", "USI_Variant"]:
        check(any(f" name {name} type " in option for option in options), name, "is not declared")
    engine.setoption("USI_Hash", 16)
    engine.setoption("USI_Ponder", "true")
    engine.isready()
    engine.usinewgame()


def searches(engine):
    moves = ["7g7f", "3c3d"]
    listener = InfoListener()
    engine.position(moves)
    best, _ = engine.go(nodes=3000, listener=listener.listen())
    check(legal(best, moves), best)
    check(listener.bestmove == best and listener.pv[0] == best, listener.pv, best)
    check(abs(listener.score) < 1000, listener.score)
    check(0 < listener.info["nodes"] < 6000, listener.info)
    # A position of its own, in which mate in one is found.
    mate = InfoListener()
    engine.position(sfen="sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    best, _ = engine.go(nodes=3000, listener=mate.listen())
    check(best == "G*5b" and mate.score == mate.mate_score, best, mate.score)
    engine.setoption("MultiPV", 3)
    engine.isready()
    several = MultiPVListener()
    engine.position()
    engine.go(nodes=3000, listener=several.listen())
    firsts = {info["pv"][0] for info in several.info}
    check(len(several.info) == 3 and len(firsts) == 3, several.info)
    engine.setoption("MultiPV", 1)
    engine.isready()


def clocks(engine):
    for clock in [
        {"btime": 0, "wtime": 0, "byoyomi": 200},
        {"btime": 3000, "wtime": 3000, "binc": 100, "winc": 100},
    ]:
        engine.position()
        began = time.monotonic()
        best, _ = engine.go(**clock)
        check(legal(best, []), clock, best)
        # Far less than all of it; a busy machine takes its time.
        check(time.monotonic() - began < 20, clock, time.monotonic() - began)


def ponders(engine, pool):
    moves = ["7g7f", "3c3d", "2g2f", "8c8d"]
    for end in [engine.ponderhit, engine.stop]:
        engine.position(moves)
        answer = pool.submit(engine.go, ponder=True, btime=0, wtime=0, byoyomi=200)
        done, _ = concurrent.futures.wait([answer], timeout=0.7)
        check(not done, "it answers while it ponders")
        end()
        best, _ = answer.result(timeout=PATIENCE)
        check(legal(best, moves), best)
    # Stopping ends a search that would last for a minute.
    engine.position(moves)
    answer = pool.submit(engine.go, btime=0, wtime=0, byoyomi=60000)
    time.sleep(0.3)
    began = time.monotonic()
    engine.stop()
    best, _ = answer.result(timeout=PATIENCE)
    check(legal(best, moves), best)
    check(time.monotonic() - began < 30, "stop takes", time.monotonic() - began)


def short_game(engine, color, plies):
    """The engine against a player who plays anything."""
    dice = random.Random(color)
    board = cshogi.Board()
    moves = []
    engine.isready()
    engine.usinewgame()
    while len(moves) < plies and not board.is_game_over():
        if board.turn == color:
            engine.position(moves)
            best, ponder = engine.go(nodes=1000)
            if best in ("resign", "win"):
                break
            check(board.is_legal(board.move_from_usi(best)), moves, best)
            check(ponder is None or legal(ponder, [*moves, best]), best, ponder)
        else:
            best = cshogi.move_to_usi(dice.choice(list(board.legal_moves)))
        board.push_usi(best)
        moves.append(best)
    check(len(moves) >= min(plies, 10), moves)
    engine.gameover("draw")
    return len(moves)


class Punctual(concurrent.futures.ThreadPoolExecutor):
    """Goes on when a search has begun: cshogi would send `ponderhit` or `stop` before `go` on a busy machine, and then
    wait for ever."""

    def submit(self, go, /, *, listener, **limits):
        begun = threading.Event()

        def hears(line):
            listener(line)
            if not line.startswith("go "):
                begun.set()

        searching = super().submit(go, listener=hears, **limits)
        # A position without legal moves has nothing to report.
        begun.wait(1.0)
        return searching


def match(path):
    """Two games of cshogi's own match, with pondering."""
    cshogi.cli.ThreadPoolExecutor = Punctual
    result = cshogi.cli.main(
        path,
        path,
        options1={"USI_Hash": 16, "Seed": 1, "Level": 8},
        options2={"USI_Hash": 16, "Seed": 2, "Level": 8},
        games=2,
        byoyomi=100,
        ponder=True,
        draw=60,
        print_summary=False,
    )
    check(result["total"] == 2, result)
    check(result["engine1_name"].startswith("Komadai "), result)
    return result


def main(path):
    engine = Engine(path)
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        handshake(engine)
        searches(engine)
        clocks(engine)
        ponders(engine, pool)
        lengths = [short_game(engine, color, 40) for color in (cshogi.BLACK, cshogi.WHITE)]
    engine.quit()
    match(path)
    print(f"usi-clients: cshogi's client drove two games of {lengths} moves and a match of two games")


if __name__ == "__main__":
    main(sys.argv[1])

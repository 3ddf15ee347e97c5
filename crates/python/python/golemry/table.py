"""Sits an agent down at a friend's table. It needs ``pip install golemry[join]``."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from golemry import load
from golemry._errors import Error
from golemry._golemry import Agent, Game

#: Seconds for a request.
_PATIENCE = 30.0
#: How often in a row a lost connection is opened again, and after how many seconds.
_ATTEMPTS, _PAUSE = 30, 1.0
#: Why a decision was not taken that can be made again: the match moves to another server, or the database was away.
_AGAIN = ("match/not-dealt", "match/elsewhere", "store/not-stored", "limit/rate")


def decide(game: Game, agent: Agent, view: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    """The action that an agent takes by a view of its seat."""
    chosen: list[int] = []
    while True:
        turn = game.from_view(view, chosen, seed)
        if turn.action is not None:
            return turn.action
        said = f'agent "{agent.name}" on seat {turn.seat}: '
        try:
            answer = agent.function(turn)
        except Exception as error:
            raise Error(f"{said}it raised {error!r}", "agent/raised") from error
        if isinstance(answer, dict):
            return answer
        if isinstance(answer, bool) or not hasattr(answer, "__index__"):
            kind = type(answer).__name__
            raise Error(
                f"{said}it returned a {kind}: an agent returns a token (a whole number) or an action (a dictionary)", "agent/malformed"
            )
        token = answer.__index__()
        offered = [offer["token"] for offer in turn.offers]
        if token not in offered:
            raise Error(f"{said}token {token} is not offered: the offers are {', '.join(map(str, offered))}", "agent/illegal")
        chosen.append(token)


class Pace:
    """Keeps within the frames that a server takes from one socket."""

    #: A server takes 20 a second, and 60 at once.
    FRAMES_A_SECOND, AT_ONCE = 15.0, 40.0

    def __init__(self) -> None:
        self.saved, self.last = self.AT_ONCE, time.monotonic()

    def wait(self) -> None:
        """Returns once another frame may be sent."""
        now = time.monotonic()
        self.saved = min(self.AT_ONCE, self.saved + (now - self.last) * self.FRAMES_A_SECOND) - 1
        self.last = now
        if self.saved < 0:
            time.sleep(-self.saved / self.FRAMES_A_SECOND)


@dataclass
class Chair:
    """A seat at a table of a server, and whoever holds its cookie."""

    server: str
    match: str
    seat: int
    secret: str
    cookie: str = ""
    #: How many messages have come.
    heard: int = 0
    #: The secrets of the shuffle, by round.
    shuffled: dict[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, url: str) -> Chair:
        """The chair that a friend's link leads to."""
        parts = urlsplit(url)
        seat, _, secret = parts.fragment.partition(".")
        place = parts.path.rstrip("/").rpartition("/m/")
        if parts.scheme not in ("http", "https") or not parts.netloc or not place[2] or not seat.isdecimal() or not secret:
            raise Error(f"{url!r} is not a friend's link, such as http://localhost:4646/m/ID#1.SECRET", "join/link")
        return cls(f"{parts.scheme}://{parts.netloc}{place[0]}", place[2], int(seat), secret)

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request, and its reply."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server}/api/{path}", data, {"content-type": "application/json"}, method=method)
        if self.cookie:
            request.add_header("cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as reply:
                jar = SimpleCookie(reply.headers.get("set-cookie", ""))
                if "golemry" in jar:
                    self.cookie = f"golemry={jar['golemry'].value}"
                return json.load(reply)
        except urllib.error.HTTPError as refused:
            raise _refusal(refused.read()) from refused
        except (OSError, ValueError) as error:
            raise Error(f"{self.server} does not answer: {error}", "join/server") from error

    def connect(self) -> ClientConnection:
        """A socket of the match."""
        address = f"{self.server.replace('http', 'ws', 1)}/api/matches/{self.match}/socket"
        try:
            return connect(address, additional_headers={"cookie": self.cookie}, max_size=None, open_timeout=_PATIENCE)
        except (OSError, InvalidHandshake) as error:
            raise Error(f"{self.server} does not answer: {error}", "join/server") from error

    def steps_of_shuffle(self, info: dict[str, Any]) -> list[dict[str, Any]]:
        """The messages of this seat's part in drawing the seed together."""
        rounds = (info.get("shuffle") or {}).get("rounds", [])
        if not rounds:
            return []
        *failed, now = [{part["seat"]: part for part in it["seats"]} for it in rounds]
        if any(self.seat in it and not it[self.seat].get("secret") for it in failed):
            return []
        number = len(rounds)
        secret = self.shuffled.setdefault(number, secrets.token_hex(32))
        text = f"golemry part {self.match} {number} {self.seat} {secret}"
        commitment = hashlib.sha256(text.encode()).hexdigest()
        there = now.get(self.seat)
        committed = there is not None and there["commitment"] == commitment
        if not rounds[-1]["closed"]:
            return [] if committed else [{"type": "commit", "round": number, "commitment": commitment}]
        revealed = there is not None and there.get("secret")
        return [{"type": "reveal", "round": number, "secret": secret}] if committed and not revealed else []


def _refusal(body: bytes) -> Error:
    try:
        error = json.loads(body)["error"]
        return Error(error["message"], error["code"], error.get("clause"), error.get("reason"))
    except (ValueError, KeyError, TypeError):
        return Error("the server refused without a reason", "join/server")


def _game(chair: Chair, info: dict[str, Any]) -> Game:
    deck = chair.ask("GET", f"matches/{chair.match}/material") if info["material"] else None
    if info["material"] and deck is None:
        raise Error("an agent cannot sit down at a board of one's own: the server does not give it out", "join/board")
    return load(info["game"], variant=info["variant"], seats=info["seats"], options=info["options"], deck=deck)


def join(url: str, agent: Agent, name: str | None = None) -> dict[str, Any]:
    """See :func:`golemry.join`."""
    if not isinstance(agent, Agent):
        raise Error(f"an agent sits down, not a {type(agent).__name__}: make one with golemry.Agent(function)", "join/agent")
    chair = Chair.of(url)
    chair.ask("GET", "me")
    info = chair.ask("POST", f"matches/{chair.match}/join", {"seat": chair.seat, "secret": chair.secret, "name": (name or agent.name)[:30]})
    game = _game(chair, info)
    failed, pace = 0, Pace()
    while True:
        heard = chair.heard
        try:
            with chair.connect() as socket:
                info = _play(socket, chair, game, agent, pace)
            if info is not None:
                return {"seat": chair.seat, "scores": info["status"].get("scores"), "winners": info["status"].get("winners")}
        except (ConnectionClosed, Error) as error:
            if isinstance(error, Error) and error.code != "join/server":
                raise
            failed = 1 if chair.heard > heard else failed + 1
            if failed >= _ATTEMPTS:
                raise Error(f"the connection was lost: {error}", "join/server") from error
        time.sleep(_PAUSE)


def _play(socket: ClientConnection, chair: Chair, game: Game, agent: Agent, pace: Pace) -> dict[str, Any] | None:
    """Plays over one connection until the match is over, and returns its info; `None` if the connection should be opened again."""
    number, info = 0, {}
    view, version, status = None, 0, {}
    # The play that the server has not answered yet, and the version from which on there is something new to decide.
    asked, from_version = 0, 0

    def send(message: dict[str, Any]) -> int:
        nonlocal number
        number += 1
        pace.wait()
        socket.send(json.dumps({**message, "id": number, "seat": chair.seat}))
        return number

    socket.send(json.dumps({"type": "hello", "protocol": 1, "id": 0, "version": None}))
    for text in socket:
        chair.heard += 1
        message = json.loads(text)
        kind = message["type"]
        if kind in ("table", "info"):
            info = message["info"]
            status = info["status"]
            for step in chair.steps_of_shuffle(info):
                send(step)
        if kind in ("table", "events"):
            version, status = message["version"], message.get("status", status)
            view = next((it["view"] for it in message["views"] if it["seat"] == chair.seat), None)
        if kind == "ack" and message["id"] == asked:
            asked, from_version = 0, message["version"]
        if kind == "reject" and message["id"] == asked:
            error = message["error"]
            if error["code"] == "match/version":
                # Something happened meanwhile: what, is here already or on its way.
                asked, from_version = 0, from_version + 1
            elif error["code"] in _AGAIN:
                return None
            else:
                said = f'agent "{agent.name}" on seat {chair.seat}: {error["message"]}'
                code = "agent/illegal" if error["code"].startswith("action/") else error["code"]
                raise Error(said, code, error.get("clause"), error.get("reason"))
        if status.get("over"):
            return {**info, "status": status}
        if view is not None and not asked and version >= from_version and chair.seat in status.get("to_act", []):
            seed = int.from_bytes(hashlib.sha256(f"{chair.match} {version}".encode()).digest()[:4], "big")
            from_version = version
            asked = send({"type": "play", "version": version, "action": decide(game, agent, view, seed)})
    return None

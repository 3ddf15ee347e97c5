import json
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import pytest

import golemry

pytest.importorskip("websockets", reason="pip install golemry[join]")


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server of this package; its address."""
    data = tmp_path_factory.mktemp("data")
    serve = [sys.executable, "-m", "golemry", "serve", "--no-open", "--port", "0", "--no-limits", "--data", data]
    with subprocess.Popen(serve, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def links(server, chairs, **table):
    """Opens a match and returns the links of its friends."""

    def ask(path, body=None, cookie=""):
        headers = {"content-type": "application/json", "cookie": cookie}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{server}/api/{path}", data, headers)) as reply:
            return json.load(reply), (reply.headers.get("set-cookie") or cookie).split(";")[0]

    _, cookie = ask("me")
    (opened, _) = ask("matches", {**table, "chairs": chairs}, cookie)
    (info, _) = ask(f"matches/{opened['id']}", cookie=cookie)
    return [f"{server}/m/{opened['id']}#{chair['seat']}.{chair['secret']}" for chair in info["chairs"] if chair.get("secret")]


FRIEND = {"kind": "friend"}


@pytest.fixture(autouse=True)
def in_haste(monkeypatch):
    """This server counts nobody's frames."""
    monkeypatch.setattr("golemry.table.Pace.FRAMES_A_SECOND", 1e6)


@pytest.mark.parametrize("id", ["its-alive", "golem-it", "duel", "capek", "inner-circle"])
def test_agents_play_each_other_at_a_server(server, id):
    """They draw the seed together and play to the end, whatever the game; both hear the same result."""
    seats = 3 if id == "golem-it" else 2
    chairs = [FRIEND, FRIEND, {"kind": "bot", "level": "random"}][:seats]
    met: list = [set(), set()]

    def player(seat):
        def choose(turn):
            met[seat].add(turn.seat)
            offered = [offer["token"] for offer in turn.offers]
            return offered[turn.seed % len(offered)]

        return golemry.Agent(choose, f"player {seat}")

    found = links(server, chairs, game=id, seats=seats)
    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(golemry.join, found, [player(0), player(1)]))
    assert [it["seat"] for it in ended] == [0, 1] and met == [{0}, {1}]
    assert ended[0]["winners"] == ended[1]["winners"] and len(ended[0]["scores"]) == seats


def test_a_lost_connection_is_opened_again(tmp_path, monkeypatch):
    """The server ends in the middle of a match and is started again; the match goes on."""
    monkeypatch.setattr("golemry.table._PAUSE", 0.1)
    monkeypatch.setattr("golemry.table._ATTEMPTS", 1000)

    def start(port):
        serve = [sys.executable, "-m", "golemry", "serve", "--no-open", "--port", port, "--no-limits", "--data", tmp_path]
        process = subprocess.Popen(serve, stdout=subprocess.PIPE, text=True)
        return process, process.stdout.readline().split()[-1]

    running, address = start("0")
    servers, asked = [running], []

    def choose(turn):
        asked.append(turn.seat)
        if len(asked) == 10:
            servers[0].kill()
            servers[0].wait()
            servers.append(start(address.rpartition(":")[2])[0])
        return int(turn.mask.argmax())

    try:
        (link,) = links(address, [FRIEND, {"kind": "bot", "level": "random"}], game="capek")
        ended = golemry.join(link, golemry.Agent(choose))
        assert ended["seat"] == 0 and len(asked) > 10 and len(servers) == 2
    finally:
        for process in servers:
            process.kill()
            process.wait()
            process.stdout.close()


def test_whole_actions_are_answers_too(server):
    """An agent that a bot imitates: it answers with what `easy` would do in a match that looks the same."""

    def roll_or_first(turn):
        rolls = [offer for offer in turn.offers if offer["label"] == "roll"]
        return {"type": "roll"} if rolls else turn.offers[0]["token"]

    (link,) = links(server, [FRIEND, {"kind": "bot", "level": "random"}], game="its-alive", seats=2, options={"round_limit": 20})
    assert golemry.join(link, golemry.Agent(roll_or_first))["seat"] == 0


@pytest.mark.parametrize(
    ("answer", "code"), [(lambda turn: -1, "agent/illegal"), (lambda turn: None, "agent/malformed"), (lambda turn: 1 // 0, "agent/raised")]
)
def test_what_an_agent_does_wrong_at_a_server_is_named(server, answer, code):
    (link,) = links(server, [FRIEND, {"kind": "bot", "level": "random"}], game="its-alive", seats=2)
    with pytest.raises(golemry.Error, match='agent "clumsy" on seat 0: ') as error:
        golemry.join(link, golemry.Agent(answer, "clumsy"))
    assert error.value.code == code


def test_an_illegal_action_at_a_server_is_named(server):
    (link,) = links(server, [FRIEND, {"kind": "bot", "level": "random"}], game="its-alive", seats=2)
    with pytest.raises(golemry.Error, match='agent "clumsy" on seat 0: ') as error:
        golemry.join(link, golemry.Agent(lambda turn: {"type": "take"}, "clumsy"))
    assert error.value.code == "agent/illegal"


def test_links_that_lead_nowhere_are_refused(server):
    agent = golemry.Agent(lambda turn: 0)
    (link,) = links(server, [FRIEND, {"kind": "bot", "level": "random"}], game="duel")
    for url, code in [
        ("table", "join/link"),
        (f"{server}/m/x", "join/link"),
        (link.partition("#")[0], "join/link"),
        (link + "x", "match/secret"),
        (link.replace("/m/", "/m/0"), "match/unknown"),
        ("http://127.0.0.1:9/m/a#0.b", "join/server"),
    ]:
        with pytest.raises(golemry.Error) as error:
            golemry.join(url, agent)
        assert error.value.code == code, error.value
    with pytest.raises(golemry.Error) as error:
        golemry.join(link, "normal")
    assert error.value.code == "join/agent"

import doctest
import inspect
import re
import subprocess
import sys
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

import golemry
from golemry import _golemry, lab, theory

EXAMPLES = Path(__file__).parents[3] / "examples" / "python"


def documented():
    """Everything with a docstring: the classes and functions of the package and their methods."""
    for module in (golemry, lab, theory, _golemry):
        yield module
        for _, item in inspect.getmembers(module):
            if inspect.isclass(item) or inspect.isroutine(item):
                yield item
            if inspect.isclass(item):
                yield from (method for _, method in inspect.getmembers(item) if inspect.isroutine(method))


def test_examples_in_docstrings_work():
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    parser, tried = doctest.DocTestParser(), 0
    for item in documented():
        examples = parser.get_doctest(item.__doc__ or "", {"golemry": golemry}, repr(item), None, None)
        if examples.examples:
            tried += 1
            assert runner.run(examples).failed == 0, item
    assert tried > 10


def test_the_version_is_told_and_that_a_build_is_for_development():
    program = "import golemry; print(golemry.__version__)"
    ran = subprocess.run([sys.executable, "-W", "always", "-c", program], capture_output=True, text=True)
    assert ran.stdout.strip() == golemry.__version__
    assert golemry.__version__.removesuffix("+dev") == version("golemry")
    # This package may be tested in either form.
    assert golemry.__version__.endswith("+dev") == ("built for development" in ran.stderr)


def test_the_guide_lists_every_error_code():
    """Those that this package raises itself; the others are the engine's, and docs/protocol.md lists them."""
    root = Path(__file__).parents[3]
    guide, protocol = ((root / "docs" / name).read_text(encoding="utf-8") for name in ("python.md", "protocol.md"))
    sources = [*(root / "crates/python/src").glob("*.rs"), *(root / "crates/python/python/golemry").glob("*.py")]
    kinds = "action|agent|batch|bot|chance|env|internal|join|lab|record|request|setup|theory|token"
    found = {code for path in sources for code in re.findall(rf'"((?:{kinds})/[a-z-]+)"', path.read_text(encoding="utf-8"))}
    assert len(found) > 15
    assert [code for code in sorted(found) if f"`{code}`" not in guide and f"`{code}`" not in protocol] == []


def test_the_quick_start_sets_the_threads():
    """Two cores that other programs use, too, are slower than one: PyTorch's threads wait for each other."""
    guide = (Path(__file__).parents[3] / "docs" / "python.md").read_text(encoding="utf-8")
    start = guide.split("## Quick start")[1].split("```python\n")[1].split("```")[0]
    assert start.index("torch.set_num_threads(1)") < start.index("golemry.vec_env") and "download.pytorch.org/whl/cpu" in guide


def test_the_command_is_in_the_wheel():
    listed = subprocess.run([sys.executable, "-m", "golemry", "games"], capture_output=True, text=True)
    assert listed.returncode == 0 and "golem-it" in listed.stdout
    wrong = subprocess.run([sys.executable, "-m", "golemry", "fly"], capture_output=True, text=True)
    assert wrong.returncode == 2 and "fly" in wrong.stderr


@pytest.mark.parametrize("name", ["python.md", "benchmark.md"])
def test_the_guides_work(name, tmp_path, monkeypatch):
    """Every Python block of the document runs; one that trains is cut short, and needs a trainer."""
    guide = Path(__file__).parents[3] / "docs" / name
    blocks = [part.split("```")[0] for part in guide.read_text(encoding="utf-8").split("```python\n")[1:]]
    monkeypatch.chdir(tmp_path)
    assert blocks
    names: dict = {}
    for block in blocks:
        if "sb3_contrib" not in block or find_spec("sb3_contrib"):
            short = block.replace("500_000", "10").replace("n_steps=128", "n_steps=2").replace("matches=1000", "matches=2")
            exec(compile(short, str(guide), "exec"), names)


def test_a_benchmark_can_be_run():
    from golemry.bench import aec_speed, batch_speed

    assert batch_speed("duel", 8, 2, 0.01) > 0 and aec_speed(lambda: golemry.aec_env("capek"), 0.01) > 0


@pytest.mark.parametrize("script", ["selfplay.py", "q_learning.py"])
def test_examples_run(script):
    """A few steps of each example; PyTorch is an optional extra."""
    pytest.importorskip("torch")
    ran = subprocess.run([sys.executable, EXAMPLES / script, "--smoke"], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_the_learners_of_the_benchmark_play(tmp_path):
    stored = EXAMPLES.parents[1] / "data" / "baselines"
    script = [sys.executable, EXAMPLES / "baselines.py"]
    files = [stored / "ppo-1.npz", stored / "q-1.npz"]
    if find_spec("torch"):
        subprocess.run([*script, "train", "q", "--smoke", "--out", tmp_path], check=True)
        files.append(tmp_path / "q-1.npz")
    for file in files:
        ran = subprocess.run([*script, "measure", file, "--smoke"], capture_output=True, text=True)
        assert ran.returncode == 0 and "its-alive-v3/2-normal" in ran.stdout, ran.stderr


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    """Checks that are programs of their own. They take longer than all the other tests, so they run side by side."""

    def start(*arguments):
        command = [sys.executable, *arguments]
        folder = tmp_path_factory.mktemp("program")
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)

    cache = Path(sys.prefix) / "mypy-cache"
    started = {
        "stubtest": start("-m", "mypy.stubtest", "golemry._golemry", "--concise"),
        "mypy": start("-m", "mypy", "--strict", "--package", "golemry", "--cache-dir", str(cache)),
    }
    # `cargo xtask test` installs Ray; elsewhere it is an optional extra.
    if find_spec("ray"):
        started["ray"] = start(str(EXAMPLES / "ray_lab.py"), "--workers", "2", "--games", "60", "--check")
    yield started
    for program in started.values():
        program.kill()


def ended_well(program):
    said, _ = program.communicate()
    assert program.returncode == 0, said
    return said


def test_types_are_right(programs):
    ended_well(programs["mypy"])


def test_the_stub_describes_what_is_there(programs):
    ended_well(programs["stubtest"])


def test_ray_gives_the_rows_of_a_single_process(programs):
    """Two workers on this machine."""
    if "ray" not in programs:
        pytest.skip("pip install ray")
    assert "row by row" in ended_well(programs["ray"])

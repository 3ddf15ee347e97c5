"""A player of any game, for Python without any package: it takes any of the offers, if it can one that costs nothing.

golemry lab run capek --bots "exec:python3 examples/players/offers.py,normal"

docs/protocol.md describes the lines under "Programs as players".
"""

import json
import random
import sys


def say(message):
    print(json.dumps(message), flush=True)


def choose(offers, view, draw):
    """The offer to take. A better player begins here: `view` has all that the seat may know."""
    free = [offer for offer in offers if not offer.get("cost", {}).get("amount")]
    return draw.choice(free or offers)


view = None
for line in sys.stdin:
    asked = json.loads(line)
    if "golemry" in asked:
        say({"golemry": 1, "name": "Any offer"})
        continue
    if "view" in asked:  # with the first question about a decision
        view, draw = asked["view"], random.Random(asked["seed"])
    offer = choose(asked["offers"], view, draw)
    # If these choices do not make an action yet, the next question offers how to go on.
    say({"id": asked["id"], "choices": [*asked["choices"], offer["choice"]]})

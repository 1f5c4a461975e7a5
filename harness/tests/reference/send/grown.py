"""Conversations that grow by chance: several providers, genuine seals, compactions, branches, turns that were cut off.

Now and then a call id comes again, a result comes late, and a system message comes in between.
"""

from random import Random

from reference.send.makers import COMPACTORS, MAKERS, PIXEL, TARGETS, TOOLS, answered, compacted
from reference.send.talk import result, user

from sendable.model.target import parse_target

MODELS = {
    "openai": ["openai-responses:gpt-5.4", "openai-responses:gpt-5.5", "openai-responses:gpt-6-astra"],
    "anthropic": [
        "anthropic-messages:claude-opus-5-5",
        "anthropic-messages:claude-opus-4-8",
        "anthropic-messages:claude-haiku-4-5",
    ],
}
WORDS = ["hi", "and now?", "go on", " trailing ", "\u00fcber", "stop"]
ARGUMENTS = ["{}", '{"at": 1}', '{"path": "a b", "deep": {"n": [1, 2]}}']
OUTPUTS = ["found", "", " ", "line\nline", [{"type": "input_text", "text": "part"}]]


class Growth:
    """One conversation on its way. requests: each that was sent, with its target."""

    def __init__(self, seed):
        self.random = Random(seed)
        self.history = {"nodes": [], "leaf": None}
        if self.random.random() < 0.6:
            self.history["tools"] = TOOLS
        self.requests = []
        self.calls = 0
        self.open = {}
        self.late = []

    def grow(self):
        for _ in range(self.random.randint(1, 5)):
            self.random.choices([self.round, self.compact, self.branch], [8, 1.5, 1])[0]()
        if self.random.random() < 0.15:
            self.history["leaf"] = self.random.choice([None, *(node["id"] for node in self.history["nodes"])])
        return self.history

    def round(self):
        """One request and its answer; what the last answer called is answered, in part, or not at all."""
        maker = self.random.choice(list(MAKERS))
        models = MODELS.get(maker)
        target = parse_target(self.random.choice(models)) if models else None
        self.history, request = answered(self.history, maker, self.turn(), self.said(), target)
        last = self.history["nodes"][-1]
        self.open[last["id"]] = [each["call_id"] for each in last["received"] if each["type"] == "function_call"]
        self.requests.append((target or TARGETS[maker], request))

    def turn(self):
        waiting = list(self.open.get(self.history["leaf"], ()))
        self.random.shuffle(waiting)
        if waiting and self.random.random() < 0.3:
            at = self.random.randrange(len(waiting) + 1)
            waiting, self.late = waiting[:at], self.late + waiting[at:]
        elif self.late and self.random.random() < 0.3:
            waiting.append(self.late.pop())
        turn = [result(call_id, self.random.choice(OUTPUTS)) for call_id in waiting]
        asked_for = self.open.get(self.history["leaf"], ())
        only_late = all(each["call_id"] not in asked_for for each in turn)
        if only_late or self.random.random() < 0.3:
            asked = user(self.random.choice(WORDS))
            if self.random.random() < 0.2:
                image = {"type": "input_image", "image_url": PIXEL}
                asked = {**asked, "content": [{"type": "input_text", "text": "see"}, image]}
            turn.insert(self.random.choice([0, len(turn)]), asked)
        if self.random.random() < (0.05 if self.history["nodes"] else 0.3):
            at = self.random.choice([0, len(turn)])
            turn.insert(
                at, {"type": "message", "role": "system", "content": f"Be brief, {len(self.history['nodes'])}."}
            )
        return turn

    def said(self):
        calls = []
        for _ in range(self.random.choice([0, 0, 1, 1, 2, 3])):
            self.calls += 1
            tool = self.random.choice(TOOLS)["name"]
            number = self.calls if self.random.random() < 0.9 else self.random.randint(1, self.calls)
            calls.append((f"call_{number}", tool, self.random.choice(ARGUMENTS)))
        text = "" if calls and self.random.random() < 0.5 else f"answer {self.calls}"
        return {"thought": f"thought {self.random.randrange(99)}", "text": text, "calls": calls}

    def compact(self):
        """A compaction in place of all so far; its pointer may be missing, or lead nowhere."""
        pointer = self.random.choices([self.history["leaf"], None, "gone"], [8, 1, 1])[0]
        self.history = compacted(self.history, self.random.choice(list(COMPACTORS)), pointer)

    def branch(self):
        """Go back to an earlier node."""
        if self.history["nodes"]:
            self.history = {**self.history, "leaf": self.random.choice(self.history["nodes"])["id"]}

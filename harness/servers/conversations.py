"""The conversations that are recorded: each shows one thing that histories with tools do."""

from servers.script import Answer, Call, Conversation, Turn


def _weather(city: str, result: str = "18 degrees, light rain", *, failed: bool = False) -> Call:
    return Call("get_weather", {"city": city}, result, failed)


def _one(slug: str, user: str, *answers: Answer, system: str = "") -> Conversation:
    return Conversation(slug, (Turn(user, answers),), system)


def _calls(*calls: Call, text: str = "", thought: str = "") -> Answer:
    return Answer(text, calls, thought)


_LONG_LOG = "\n".join(f"{line:03d} test_case_{line:03d} passed in 0.{line:03d} s" for line in range(1, 181))
_QUOTED = '{\n  "title": "Notes \\"from\\" home",\n  "tags": ["a\\\\b", "c/d", "<e>"],\n  "open": null\n}\n'
_SAVED = 'def area(side):\n\treturn side ** 2  # "square"\n'

CONVERSATIONS = (
    _one(
        "single-call",
        "What is the weather in Paris?",
        _calls(_weather("Paris")),
        Answer("Take an umbrella in Paris."),
    ),
    _one(
        "parallel-calls",
        "Compare two cities: Paris and Rome.",
        _calls(_weather("Paris"), _weather("Rome", "27 degrees, sun")),
        Answer("Rome is warmer than Paris."),
    ),
    _one(
        "three-parallel-calls",
        "Compare three cities: Oslo, Bergen and Tromsø.",
        _calls(_weather("Oslo", "4 degrees"), _weather("Bergen", "6 degrees"), _weather("Tromsø", "-2 degrees")),
        Answer("Bergen is the mildest of the three."),
    ),
    _one(
        "two-tools-in-parallel",
        "What time is it, and how is the weather in Lima?",
        _calls(Call("get_time", {}, "14:05"), _weather("Lima", "20 degrees, haze")),
        Answer("It is 14:05, and hazy in Lima."),
    ),
    _one(
        "same-call-twice",
        "Ask for the weather in Kyiv twice, to be sure.",
        _calls(_weather("Kyiv", "11 degrees"), _weather("Kyiv", "11 degrees")),
        Answer("Both readings say 11 degrees."),
    ),
    _one(
        "several-rounds",
        "Plan my flight from Vienna to Lisbon on 3 May and book it for two.",
        _calls(
            Call(
                "find_flights",
                {"origin": "VIE", "destination": "LIS", "date": "2026-05-03"},
                '[{"flight": "TP1273", "price": 188}]',
            )
        ),
        _calls(Call("book_flight", {"flight": "TP1273", "seats": 2}, "booked, reference X4K9QT")),
        Answer("TP1273 is booked for two, reference X4K9QT."),
    ),
    _one(
        "call-after-call",
        "Fix the failing test of area().",
        _calls(Call("run_tests", {"verbose": False}, "1 failed: test_area, got 6, expected 9")),
        _calls(Call("read_file", {"path": "area.py"}, "def area(side):\n\treturn side * 2\n")),
        _calls(Call("write_file", {"path": "area.py", "text": _SAVED}, "33 bytes written")),
        _calls(Call("run_tests", {"verbose": False}, "all passed")),
        Answer("area() squared nothing; it does now, and all tests pass."),
    ),
    _one(
        "parallel-then-single",
        "Where is it warmer, Porto or Faro? Then find me a flight there.",
        _calls(_weather("Porto", "19 degrees"), _weather("Faro", "24 degrees")),
        _calls(Call("find_flights", {"origin": "VIE", "destination": "FAO", "date": "2026-05-04"}, "[]")),
        Answer("Faro is warmer, but there is no flight on that day."),
    ),
    _one(
        "two-rounds-of-parallel-calls",
        "Check Paris and Rome, then check both again.",
        _calls(_weather("Paris"), _weather("Rome", "27 degrees, sun")),
        _calls(_weather("Paris", "17 degrees, rain"), _weather("Rome", "26 degrees, sun")),
        Answer("Both cities are one degree colder now."),
    ),
    _one(
        "text-beside-a-call",
        "Tell me what you do: weather in Bern?",
        _calls(_weather("Bern", "9 degrees"), text="I look up Bern first."),
        Answer("Bern has 9 degrees."),
    ),
    _one(
        "text-beside-parallel-calls",
        "Tell me what you do: weather in Bern and Graz?",
        _calls(_weather("Bern", "9 degrees"), _weather("Graz", "13 degrees"), text="I look up both places."),
        Answer("Graz is warmer."),
    ),
    _one(
        "long-result",
        "Run the tests, verbosely.",
        _calls(Call("run_tests", {"verbose": True}, _LONG_LOG)),
        Answer("All 180 tests passed."),
    ),
    _one(
        "empty-result",
        "Read the file empty.txt.",
        _calls(Call("read_file", {"path": "empty.txt"}, "")),
        Answer("The file empty.txt has no content."),
    ),
    _one(
        "unicode",
        "東京の天気は? Und in Zürich? 🌦️",
        _calls(_weather("東京", "晴れ、25℃ ☀️"), _weather("Zürich", "Föhn, 14 °C — «böig»")),
        Answer("東京は晴れ。In Zürich weht der Föhn. 👍"),
    ),
    _one(
        "failing-result",
        "What is the weather in Pariss?",
        _calls(_weather("Pariss", "Error: no city of that name", failed=True)),
        _calls(_weather("Paris")),
        Answer("You meant Paris: 18 degrees and light rain."),
    ),
    _one(
        "one-of-two-fails",
        "How is it in Rome and in Atlantis?",
        _calls(_weather("Rome", "27 degrees, sun"), _weather("Atlantis", "Error: no city of that name", failed=True)),
        Answer("Rome has 27 degrees; Atlantis is not on the map."),
    ),
    _one(
        "no-arguments",
        "What time is it?",
        _calls(Call("get_time", {}, "14:05")),
        Answer("It is 14:05."),
    ),
    _one(
        "nested-arguments",
        "Lay out a trip: two nights in Linz, one in Brno, for 450.50 euros.",
        _calls(
            Call(
                "plan_trip",
                {"stops": [{"city": "Linz", "nights": 2}, {"city": "Brno", "nights": 1}], "budget": 450.5},
                _QUOTED,
            )
        ),
        Answer("The trip is laid out."),
    ),
    _one(
        "result-in-parts",
        "Search my notes for keys.",
        _calls(Call("search_notes", {"query": "keys"}, ("1. Spare keys are with Ada.", "2. Bike key: blue box."))),
        Answer("Ada has the spare keys; the bike key is in the blue box."),
    ),
    _one(
        "system-prompt",
        "Weather in Nice, please.",
        _calls(_weather("Nice", "22 degrees")),
        Answer("Nice: 22 degrees."),
        system="You answer in one short sentence.",
    ),
    Conversation(
        "several-turns",
        (
            Turn(
                "Is it cold in Riga?",
                (_calls(_weather("Riga", "1 degree, snow")), Answer("Yes, 1 degree and snow.")),
            ),
            Turn("Thank you. Is snow cold?", (Answer("It is."),)),
            Turn(
                "And what is it like in Cairo?",
                (_calls(_weather("Cairo", "33 degrees")), Answer("Hot: 33 degrees.")),
            ),
        ),
    ),
    Conversation(
        "tools-in-every-turn",
        (
            Turn(
                "Search my notes for milk.",
                (_calls(Call("search_notes", {"query": "milk"}, "nothing found")), Answer("There is no note on milk.")),
            ),
            Turn(
                "And for bread and for tea?",
                (
                    _calls(
                        Call("search_notes", {"query": "bread"}, "Bread: rye."),
                        Call("search_notes", {"query": "tea"}, "Tea: green."),
                    ),
                    Answer("Rye bread and green tea."),
                ),
            ),
            Turn(
                "What time is it now?",
                (_calls(Call("get_time", {}, "23:59"), text="One moment."), Answer("A minute to midnight.")),
            ),
        ),
    ),
    Conversation(
        "text-before-tools",
        (
            Turn("Hello.", (Answer("Hello. What shall I look up?"),)),
            Turn(
                "The weather in Split.",
                (_calls(_weather("Split", "21 degrees")), Answer("Split has 21 degrees.")),
            ),
        ),
    ),
    _one(
        "thoughts",
        "Think first: which is colder, Turku or Vaasa?",
        _calls(
            _weather("Turku", "3 degrees"),
            _weather("Vaasa", "1 degree"),
            thought="Two readings are needed.",
        ),
        Answer("Vaasa is colder.", thought="1 is less than 3."),
    ),
)

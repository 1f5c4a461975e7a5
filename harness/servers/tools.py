"""The tools of the scripted conversations: neutral definitions with a JSON schema."""

from typing import Any


def _tool(name: str, description: str, properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": required or list(properties)}
    return {"name": name, "description": description, "parameters": schema}


_TEXT = {"type": "string"}

TOOLS = {
    tool["name"]: tool
    for tool in (
        _tool("get_weather", "Get the weather of a city.", {"city": _TEXT}),
        {
            "name": "get_time",
            "description": "Get the time now.",
            "parameters": {"type": "object", "properties": {}},
        },
        _tool("find_flights", "Find flights.", {"origin": _TEXT, "destination": _TEXT, "date": _TEXT}),
        _tool("book_flight", "Book seats on a flight.", {"flight": _TEXT, "seats": {"type": "integer"}}),
        _tool("read_file", "Read a text file of the project.", {"path": _TEXT}),
        _tool("write_file", "Write a text file of the project.", {"path": _TEXT, "text": _TEXT}),
        _tool("run_tests", "Run the tests of the project.", {"verbose": {"type": "boolean"}}),
        _tool("search_notes", "Search the user's notes.", {"query": _TEXT}),
        _tool(
            "plan_trip",
            "Lay out a trip.",
            {
                "stops": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"city": _TEXT, "nights": {"type": "integer"}},
                        "required": ["city", "nights"],
                    },
                },
                "budget": {"type": "number"},
            },
        ),
    )
}

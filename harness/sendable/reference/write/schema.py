"""The tables of the store, as steps: a fresh file takes all of them, an older one those it lacks."""

APPLICATION_ID = 0x53656E64  # "Send", in the file's header

_TREE = """
CREATE TABLE conversation (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  leaf INTEGER REFERENCES node (number)
);
CREATE TABLE node (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation INTEGER NOT NULL REFERENCES conversation (number),
  parent INTEGER CHECK (parent < number),
  pointer INTEGER CHECK (pointer < number),
  turn TEXT,
  kind TEXT NOT NULL CHECK (kind IN ('llm', 'results', 'compaction')),
  provider TEXT,
  model TEXT,
  sent BLOB NOT NULL,
  received BLOB NOT NULL,
  status TEXT NOT NULL,
  prefix_digest TEXT,
  usage BLOB,
  UNIQUE (conversation, number),
  FOREIGN KEY (conversation, parent) REFERENCES node (conversation, number),
  FOREIGN KEY (conversation, pointer) REFERENCES node (conversation, number)
);
"""

# Open calls and waiting messages outlive a worker; a closed node is never changed.
_JOURNAL = """
CREATE TABLE call (
  node INTEGER NOT NULL REFERENCES node (number),
  position INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done')),
  result BLOB,
  PRIMARY KEY (node, position)
) WITHOUT ROWID;
CREATE TABLE inbox (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation INTEGER NOT NULL REFERENCES conversation (number),
  item BLOB NOT NULL
);
CREATE INDEX inbox_of ON inbox (conversation, number);
CREATE INDEX children_of ON node (parent) WHERE parent IS NOT NULL;
CREATE TRIGGER node_is_kept BEFORE UPDATE ON node WHEN old.status <> 'open'
BEGIN SELECT RAISE(ABORT, 'a closed node is never changed'); END;
"""

STEPS = (_TREE, _JOURNAL)
VERSION = len(STEPS)

PATH = """
WITH RECURSIVE up (number) AS (
  SELECT ? WHERE ?1 IS NOT NULL
  UNION ALL
  SELECT coalesce(node.parent, node.pointer) FROM up JOIN node USING (number)
  WHERE coalesce(node.parent, node.pointer) IS NOT NULL
)
SELECT {columns} FROM up JOIN node ON node.number = up.number
LEFT JOIN node AS above ON above.number = node.parent
LEFT JOIN node AS original ON original.number = node.pointer
ORDER BY node.number
"""
"""The nodes from a leaf up to its root and, through pointers, those that compactions stand for. A parent and an
original are always older than what hangs on them, so this ends, and the order of numbers is the order of the path."""

COLUMNS = (
    "node.id, above.id, node.turn, node.kind, node.provider, node.model, node.sent, node.received, node.status, "
    "original.id, node.prefix_digest, node.usage"
)
"""Of a row, in the order of `Node`'s fields."""

ONE = """
SELECT {columns} FROM node
LEFT JOIN node AS above ON above.number = node.parent
LEFT JOIN node AS original ON original.number = node.pointer
WHERE {where} ORDER BY node.number
"""
INSERT = """
INSERT INTO node
  (id, conversation, parent, pointer, turn, kind, provider, model, sent, received, status, prefix_digest, usage)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""

"""Real engines over the tables of `zug convert --format parquet`: what they answer is what zug answers.

    python3 tests/engines/check.py duckdb|spark ZUG [FILE...]

Without files the fixtures are asked. With spark the tables are four shards, made one by one. Prints a line for each
query and exits 1 if one differs.
"""

import csv
import io
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = [ROOT / "tests/fixtures" / name for name in ("stats.pgn", "classics.pgn", "newyork1924_table.pgn", "rare.pgn")]

# Questions of the filter language, and the same in SQL; both count games, `plies` counts positions.
GAMES = [
    ("ply = 0", "SELECT count(*) FROM games"),
    ("result = 1-0", "SELECT count(*) FROM games WHERE result = '1-0'"),
    ("result = 1/2-1/2", "SELECT count(*) FROM games WHERE result = '1/2-1/2'"),
    ("white.elo >= 2400", "SELECT count(*) FROM games WHERE white_elo >= 2400"),
    ("date in 1900..1999", "SELECT count(*) FROM games WHERE year BETWEEN 1900 AND 1999"),
    ("eco in C00..D99", "SELECT count(*) FROM games WHERE eco BETWEEN 'C00' AND 'D99'"),
    ("plies > 80", "SELECT count(*) FROM games WHERE plies > 80"),
    ("ply = 60", "SELECT count(DISTINCT game_id) FROM positions WHERE ply = 60"),
    ("ending = mate", "SELECT count(*) FROM games WHERE ending = 'mate'"),
    ("underpromotion", "SELECT count(DISTINCT game_id) FROM ({underpromotions}) found"),
    ("threefold", "SELECT count(*) FROM ({repetitions}) found"),
    ('material "KRPkr" or material "KRkrp"', "SELECT count(*) FROM ({endings}) found"),
    ('after "1. e4 c5"', "SELECT count(*) FROM ({games_through}) found"),
    ('after "1. d4"', "SELECT count(DISTINCT game_id) FROM positions WHERE {key:rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1}"),
]
PLIES = [("check", 'SELECT count(*) FROM positions WHERE "check"')]
# Positions whose moves are counted.
TREES = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
]


# Questions that zug itself says in SQL.
SAID = [
    'material "KRPkr" either',
    "white.elo >= 2400 and not result = 1-0",
    'not (after "1. e4") and plies > 20',
    "check and ply > 40",
    "eco in B20..B99 or eco in E60..E99",
    "underpromotion or stalemate",
    "threefold and not ending = mate",
    'player : "carlsen" or event : "cup"',
    "somewhere (ply = 0) and balance >= 3",
    "date < 1925 and result != 1/2-1/2",
]


class Zug:
    def __init__(self, program, files):
        self.program, self.files = str(program), [str(file) for file in files]

    def run(self, *args, given=None):
        done = subprocess.run([self.program, *args], capture_output=True, text=True, input=given)
        if done.returncode > 1:
            sys.exit(f"zug {' '.join(args)}: {done.stderr}")
        return done.stdout

    def count(self, expr, *more):
        return int(self.run("search", "--count", *more, "--where", expr, *self.files))

    def key(self, position):
        lines = self.run("search", "--print-key", position).splitlines()
        values = dict(line.split(None, 1) for line in lines)
        return f"key_prefix = {values['prefix']} AND key = {values['unsigned']}"

    def tree(self, position):
        text = self.run("stats", "--tree", "--fen", position, "--top", "1000", "--format", "csv", *self.files)
        rows = csv.DictReader(io.StringIO(text))
        return sorted((row["move"], *(int(row[name]) for name in ("games", "white_wins", "draws", "black_wins"))) for row in rows)

    def tables(self, folder, *more):
        self.run("-q", "convert", "--format", "parquet", "-o", str(folder), *more, *self.files)


def duckdb_engine(zug, folder):
    import duckdb

    zug.tables(folder)
    engine = duckdb.connect()
    for table in ("games", "positions"):
        engine.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{folder}/{table}/**/*.parquet')")
    return lambda query: engine.execute(query).fetchall()


def spark_engine(zug, folder):
    from pyspark.sql import SparkSession

    for shard in range(1, 5):
        zug.tables(folder, "--shard", f"{shard}/4")
    engine = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    engine = engine.config("spark.sql.ansi.doubleQuotedIdentifiers", "true").config("spark.sql.ansi.enabled", "true")
    engine = engine.config("spark.sql.shuffle.partitions", "4").getOrCreate()
    engine.sparkContext.setLogLevel("ERROR")
    for table in ("games", "positions"):
        engine.read.parquet(f"{folder}/{table}").createOrReplaceTempView(table)
    return lambda query: [tuple(row) for row in engine.sql(query).collect()]


def ready_queries():
    """The queries of the manual, by their place in it."""
    text = (ROOT / "docs/tables.sql").read_text()
    parts = [part for part in text.split("\n\n") if "SELECT" in part]
    queries = ["\n".join(line for line in part.splitlines() if not line.startswith("--")).strip().rstrip(";") for part in parts]
    names = ("tree", "games_through", "underpromotions", "repetitions", "endings", "by_year")
    assert len(queries) == len(names), "another number of queries in docs/tables.sql"
    return dict(zip(names, queries))


TREE = """SELECT san, count(*),
    sum(CASE result WHEN '1-0' THEN 1 ELSE 0 END), sum(CASE result WHEN '1/2-1/2' THEN 1 ELSE 0 END),
    sum(CASE result WHEN '0-1' THEN 1 ELSE 0 END)
    FROM (SELECT san, result, row_number() OVER (PARTITION BY game_id ORDER BY ply) AS time FROM positions WHERE {}) visits
    WHERE time = 1 AND san IS NOT NULL GROUP BY san"""


def main():
    name, program, *files = sys.argv[1:]
    zug = Zug(program, files or FIXTURES)
    ready = ready_queries()
    differing = total = 0

    def compare(what, expected, found):
        nonlocal differing, total
        total += 1
        is_same = expected == found
        differing += not is_same
        shown = f"{expected}" if isinstance(expected, int) else f"{len(expected)} rows"
        print(f"{'ok  ' if is_same else 'DIFF'} {what}: {shown}" + ("" if is_same else f"\n  zug   {expected}\n  {name} {found}"))

    with tempfile.TemporaryDirectory() as folder:
        ask = {"duckdb": duckdb_engine, "spark": spark_engine}[name](zug, folder)

        def filled(query):
            for known, text in ready.items():
                query = query.replace("{" + known + "}", text)
            while "{key:" in query:
                position = query.split("{key:", 1)[1].split("}", 1)[0]
                query = query.replace("{key:" + position + "}", zug.key(position))
            return query

        for expr, query in GAMES:
            compare(expr, zug.count(expr), ask(filled(query))[0][0])
        for expr, query in PLIES:
            compare(f"plies with {expr}", zug.count(expr, "--all"), ask(query)[0][0])
        for position in TREES:
            found = sorted(tuple(row) for row in ask(TREE.format(zug.key(position))))
            compare(f"moves from {position}", zug.tree(position), found)
        first = zug.tree("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
        compare("the tree of the manual", [row[:2] for row in first], sorted(tuple(row[:2]) for row in ask(ready["tree"])))
        compare("first moves by year", zug.count(f'fen "{TREES[0]}" and plies > 0 and date in 1000..2999'), int(sum(row[2] for row in ask(ready["by_year"]))))
        for expr in SAID:
            query = zug.run("search", "--sql", "--where", expr).strip().rstrip(";").split(" ORDER BY ")[0]
            compare(f"said by zug: {expr}", zug.count(expr), ask(f"SELECT count(*) FROM ({query}) found")[0][0])
        ids = "".join(f"{row[0]}\n" for row in ask(ready["underpromotions"]))
        back = int(zug.run("search", "--count", "--ids", "-", *zug.files, given=ids) if ids else 0)
        compare("games that come back by their game_id", len(set(ids.split())), back)
    print(f"{name}: {total} queries, {differing} differ")
    sys.exit(differing > 0)


main()

-- Queries over the tables that `zug convert --format parquet` writes. They run as they are in DuckDB and Spark, after
-- `games` and `positions` were made views of the files; the key is that of the position after 1. e4 c5, which
-- `zug search --print-key` tells.

-- The moves from a position, with games and score (an opening tree; a game counts where it has the position first):
SELECT san, count(*) AS games,
       avg(CASE result WHEN '1-0' THEN 1.0 WHEN '1/2-1/2' THEN 0.5 WHEN '0-1' THEN 0.0 END) AS score
FROM (
  SELECT san, result, row_number() OVER (PARTITION BY game_id ORDER BY ply) AS time
  FROM positions WHERE key_prefix = 100 AND key = 7227515431820872427
) visits
WHERE time = 1 AND san IS NOT NULL
GROUP BY san ORDER BY games DESC, san;

-- The games that came through a position:
SELECT DISTINCT g.game_id, g.white, g.black, g.year, g.result
FROM games g JOIN positions p ON p.game_id = g.game_id
WHERE p.key_prefix = 100 AND p.key = 7227515431820872427
ORDER BY g.game_id;

-- Promotions to something else than a queen:
SELECT game_id, ply, san FROM positions
WHERE length(move) = 5 AND substring(move, 5, 1) <> 'q'
ORDER BY game_id, ply;

-- How often positions were repeated (the same position at least three times in a game):
SELECT DISTINCT game_id FROM (
  SELECT game_id, count(*) OVER (PARTITION BY game_id, key) AS times FROM positions
) counted
WHERE times >= 3 ORDER BY game_id;

-- Games that came to an ending of rook and pawn against rook, either side having the pawn:
SELECT DISTINCT game_id FROM positions
WHERE material IN ('KRPkr', 'KRkrp') ORDER BY game_id;

-- How the first moves fared year by year:
SELECT g.year, p.san, count(*) AS games FROM positions p JOIN games g ON g.game_id = p.game_id
WHERE p.ply = 0 AND g.chess960 = 518 AND p.san IS NOT NULL AND g.year IS NOT NULL
GROUP BY g.year, p.san ORDER BY g.year, games DESC, p.san;

WITH (SELECT (min(first), max(last)) FROM run_times WHERE account = {account: UInt32} AND run = sipHash64({traceId: String})) AS reach
SELECT kind, id, of_type AS type, substringUTF8(called, 1, 256) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, 300) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd
FROM (
(SELECT 'llm' AS kind, id, timestamp AS at, 'llm' AS of_type,
  if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  total_tokens AS tokens, cost_usd AS cost
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
ORDER BY timestamp, id
LIMIT {limit: UInt32})
UNION ALL
(SELECT 'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
ORDER BY timestamp, id
LIMIT {limit: UInt32})
)
ORDER BY at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"
-- limit = 5001

WITH (SELECT (min(first), max(last)) FROM run_times WHERE account = {account: UInt32} AND run = sipHash64({traceId: String})) AS reach
SELECT toFloat64(sum(found)) AS total
FROM (
SELECT count() AS found
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
UNION ALL
SELECT count() AS found
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
)
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "trace"

WITH (SELECT (min(first), max(last)) FROM run_times WHERE account = {account: UInt32} AND run = sipHash64({traceId: String})) AS reach
SELECT kind, id, of_type AS type, substringUTF8(called, 1, 256) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, 300) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd
FROM (
(SELECT 'llm' AS kind, id, timestamp AS at, 'llm' AS of_type,
  if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  total_tokens AS tokens, cost_usd AS cost
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
  AND (timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
UNION ALL
(SELECT 'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id = {traceId: String}
  AND timestamp >= reach.1 AND timestamp <= reach.2
  AND (timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
  AND timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})
ORDER BY timestamp, id
LIMIT {limit: UInt32})
)
ORDER BY at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- traceId = "trace"
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 5001

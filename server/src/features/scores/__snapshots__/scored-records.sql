SELECT 'call' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp IN (SELECT timestamp FROM call_ids WHERE account = {account: UInt32} AND id_hash IN {idHashes: Array(UInt64)})
  AND id IN {ids: Array(String)}
UNION ALL
SELECT 'call' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id IN {spanTraces: Array(String)}
  AND span_id IN {tracedSpans: Array(String)}
UNION ALL
SELECT 'observation' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id IN {spanTraces: Array(String)}
  AND span_id IN {tracedSpans: Array(String)}
UNION ALL
SELECT 'call' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND span_id IN {bareSpans: Array(String)}
UNION ALL
SELECT 'observation' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND span_id IN {bareSpans: Array(String)}
UNION ALL
SELECT 'trace' AS kind, '' AS id, trace_id AS traceId, '' AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id IN {traces: Array(String)}
GROUP BY trace_id, project
UNION ALL
SELECT 'trace' AS kind, '' AS id, trace_id AS traceId, '' AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS atMs
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND trace_id IN {traces: Array(String)}
GROUP BY trace_id, project
UNION ALL
SELECT 'session' AS kind, '' AS id, '' AS traceId, '' AS spanId, session_id AS sessionId, project, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND session_id IN {sessions: Array(String)}
GROUP BY session_id, project
UNION ALL
SELECT 'session' AS kind, '' AS id, '' AS traceId, '' AS spanId, session_id AS sessionId, project, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS atMs
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND session_id IN {sessions: Array(String)}
GROUP BY session_id, project
-- account = 7
-- retained = 1700000000000
-- idHashes = ["16227268114884071195n"]
-- ids = ["c"]
-- spanTraces = ["it's"]
-- tracedSpans = ["a"]
-- bareSpans = ["b"]
-- traces = ["t"]
-- sessions = ["s"]

SELECT 'call' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND span_id IN {bareSpans: Array(String)}
UNION ALL
SELECT 'observation' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, toFloat64(toUnixTimestamp64Milli(timestamp)) AS atMs
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND span_id IN {bareSpans: Array(String)}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- bareSpans = ["b"]

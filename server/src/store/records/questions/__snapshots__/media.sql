SELECT file, toString(max(expires)) AS expires
FROM (
SELECT arrayJoin(media) AS file, toUnixTimestamp(expires_at) AS expires
FROM call_content
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND hasAny(media, {media: Array(String)})
  AND expires_at > toDateTime({now: UInt32})
UNION ALL
SELECT arrayJoin(media) AS file, toUnixTimestamp(expires_at) AS expires
FROM messages
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND hasAny(media, {media: Array(String)})
  AND expires_at > toDateTime({now: UInt32})
)
WHERE file IN {media: Array(String)}
GROUP BY file
-- account = 7
-- retained = 1700000000000
-- media = ["med_2N9xQk5bWc7TfYzR3pLhA"]
-- now = 1700000000

SELECT DISTINCT arrayJoin(media) AS file FROM (
SELECT media FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
UNION ALL
SELECT media FROM messages WHERE account = {account: UInt32} AND id IN (
  SELECT arrayJoin(arrayConcat([id], parts)) FROM messages WHERE account = {account: UInt32} AND id IN (
    SELECT arrayJoin(messages) FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)})))
-- account = 7
-- retained = 1700000000000
-- times = ["1700000000500n"]
-- ids = ["it's"]

SELECT file, argMin(record, (at, record)) AS first_record, toString(toUnixTimestamp64Milli(min(at))) AS at_ms
FROM (
SELECT arrayJoin(media) AS file, id AS record, timestamp AS at FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND id IN (SELECT id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content UNION ALL SELECT id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content)
UNION ALL
SELECT arrayJoin(files) AS file, record, at
FROM (SELECT id AS record, timestamp AS at, arrayJoin(messages) AS message FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND id IN (SELECT id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content UNION ALL SELECT id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content)) AS contents
INNER JOIN (SELECT id AS message, arrayJoin(arrayConcat([id], parts)) AS piece FROM messages WHERE account = {account: UInt32} AND id IN (SELECT arrayJoin(messages) FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND id IN (SELECT id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content UNION ALL SELECT id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content))) AS whole USING (message)
INNER JOIN (SELECT id AS piece, media AS files FROM messages WHERE account = {account: UInt32} AND notEmpty(media) AND id IN (
  SELECT arrayJoin(arrayConcat([id], parts)) FROM messages WHERE account = {account: UInt32} AND id IN (SELECT arrayJoin(messages) FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND id IN (SELECT id FROM calls WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content UNION ALL SELECT id FROM observations WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
  AND timestamp >= fromUnixTimestamp64Milli({from: Int64})
  AND timestamp <= fromUnixTimestamp64Milli({to: Int64})
  AND has_content)))) AS pieces USING (piece)
)
GROUP BY file
ORDER BY min(at), file
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- from = 1700000000000
-- to = 1700000009000
-- project = 3
-- traceId = "it's"
-- limit = 500

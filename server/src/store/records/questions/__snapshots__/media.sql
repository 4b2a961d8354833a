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

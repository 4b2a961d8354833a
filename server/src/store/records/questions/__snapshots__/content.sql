SELECT id, base64Encode(sealed) AS sealed, arrayMap(message -> hex(message), messages) AS messages
FROM call_content
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
-- account = 7
-- retained = 1700000000000
-- times = ["1n"]
-- ids = ["a","b"]

SELECT id, base64Encode(content) AS sealed, arrayMap(message -> hex(message), messages) AS messages
FROM (
SELECT id, sealed AS content, messages, sum(length(sealed)) OVER (ORDER BY timestamp, id) AS bytes
FROM call_content
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp IN (SELECT fromUnixTimestamp64Milli(arrayJoin({times: Array(Int64)})))
  AND id IN {ids: Array(String)}
)
WHERE bytes <= {maxBytes: UInt64}
-- account = 7
-- retained = 1700000000000
-- times = ["1n"]
-- ids = ["a"]
-- maxBytes = 1000

SELECT toString(bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id)))) AS hash
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND pii_redacted
  AND (hasAny(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), ['input', 'systemInstructions']) OR has(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), 'output'))
ORDER BY received_at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
-- limit = 2001

SELECT project, kind, toUInt8(hasAny(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), ['input', 'systemInstructions'])) AS inInput, toUInt8(has(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), 'output')) AS inOutput, toFloat64(count()) AS calls,
  toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs, toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs,
  groupArray(20)(id) AS callIds, groupUniqArrayIf(10)(trace_id, trace_id != '') AS traceIds
FROM calls
ARRAY JOIN arrayDistinct(arrayMap(name -> if(has({kinds: Array(String)}, name), name, 'other'),
  JSONExtractKeys(redaction_metadata, 'kinds'))) AS kind
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND eval_run = 0
  AND timestamp >= fromUnixTimestamp64Milli({oldest: Int64})
  AND received_at > fromUnixTimestamp64Milli({afterMs: Int64})
  AND received_at <= fromUnixTimestamp64Milli({untilMs: Int64})
  AND pii_redacted
  AND (hasAny(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), ['input', 'systemInstructions']) OR has(JSONExtract(redaction_metadata, 'fields', 'Array(String)'), 'output'))
  AND if(received_at <= fromUnixTimestamp64Milli({settledMs: Int64}),
    NOT has({seen: Array(UInt64)}, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id)))), has({fresh: Array(UInt64)}, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id)))))
GROUP BY project, kind, inInput, inOutput
ORDER BY project, kind, inInput, inOutput
-- account = 7
-- retained = 1700000000000
-- oldest = 1700013600000
-- afterMs = 1700100000000
-- untilMs = 1700100300000
-- settledMs = 1700100240000
-- seen = ["1n"]
-- fresh = ["18446744073709551615n"]
-- kinds = ["email"]

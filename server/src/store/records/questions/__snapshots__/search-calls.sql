SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels, (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags)))) AS certain
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND provider = {provider: String}
  AND trace_id = {traceId: String}
  AND session_id = {sessionId: String}
  AND user_id = {userId: String}
  AND positionCaseInsensitiveUTF8(model, {model: String}) > 0
  AND tags[{tagKey0: String}] = {tagValue0: String}
  AND tags[{tagKey1: String}] = {tagValue1: String}
  AND mapContains(tags, {tagKey1: String})
  AND positionCaseInsensitiveUTF8(error, {error: String}) > 0
  AND latency_ms >= {minLatencyMs: Float64}
  AND cost_usd >= {minCostUsd: Float64}
  AND eval_run = 0
  AND ((positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags)))) OR (has_content AND ((timestamp, id) IN (
  SELECT timestamp, id FROM (
  SELECT timestamp, id, if(position(word_hashes, unhex({word0_0: String})) > 0, toUInt64(1), 0) + if(position(word_hashes, unhex({word0_1: String})) > 0, toUInt64(2), 0) AS found FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0
  UNION ALL
  SELECT timestamp, id, found FROM (
  SELECT timestamp, id, arrayJoin(messages) AS message FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND notEmpty(messages)) AS sharing
  INNER JOIN (
  SELECT messages.id AS message, if(position(word_hashes, unhex({word0_0: String})) > 0, toUInt64(1), 0) + if(position(word_hashes, unhex({word0_1: String})) > 0, toUInt64(2), 0) AS found FROM messages
  WHERE account = {account: UInt32} AND timestamp >= fromUnixTimestamp64Milli({start: Int64}) - INTERVAL 86400 SECOND
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0) AS shared ON sharing.message = shared.message)
  GROUP BY timestamp, id HAVING groupBitOr(found) = 3) OR (timestamp, id) IN (
  SELECT timestamp, id FROM (
  SELECT timestamp, id, if(position(word_hashes, unhex({word1_0: String})) > 0, toUInt64(1), 0) + if(position(word_hashes, unhex({word1_1: String})) > 0, toUInt64(2), 0) AS found FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0
  UNION ALL
  SELECT timestamp, id, found FROM (
  SELECT timestamp, id, arrayJoin(messages) AS message FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND notEmpty(messages)) AS sharing
  INNER JOIN (
  SELECT messages.id AS message, if(position(word_hashes, unhex({word1_0: String})) > 0, toUInt64(1), 0) + if(position(word_hashes, unhex({word1_1: String})) > 0, toUInt64(2), 0) AS found FROM messages
  WHERE account = {account: UInt32} AND timestamp >= fromUnixTimestamp64Milli({start: Int64}) - INTERVAL 86400 SECOND
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0) AS shared ON sharing.message = shared.message)
  GROUP BY timestamp, id HAVING groupBitOr(found) = 3))))
  AND (timestamp, id) < (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})
ORDER BY timestamp DESC, id DESC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1
-- end = 2
-- provider = "openai"
-- traceId = "t"
-- sessionId = "s"
-- userId = "u"
-- model = "gpt"
-- tagKey0 = "env"
-- tagValue0 = "prod"
-- tagKey1 = "team"
-- tagValue1 = ""
-- error = "limit"
-- minLatencyMs = 5
-- minCostUsd = 0.5
-- search = "it's"
-- word0_0 = "000001"
-- word0_1 = "000002"
-- word1_0 = "000003"
-- word1_1 = "000004"
-- afterMs = 1700000000500
-- afterId = "it's"
-- limit = 100

SELECT id, toUnixTimestamp64Milli(timestamp) AS timestamp_ms, provider, model, prompt_tokens, completion_tokens,
  total_tokens, cached_tokens, cache_write_tokens, reasoning_tokens, audio_tokens, cost_usd, latency_ms, tags, error, error_details,
  trace_id, span_id, parent_span_id, session_id, tool_calls, request_meta, pii_redacted, redaction_metadata, has_content, (user_id, agent, release, environment, lineage) AS labels, (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags)))) AS certain
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND NOT (positionCaseInsensitiveUTF8(model, {search: String}) > 0 OR positionCaseInsensitiveUTF8(id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(error, {search: String}) > 0 OR positionCaseInsensitiveUTF8(trace_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(session_id, {search: String}) > 0 OR positionCaseInsensitiveUTF8(user_id, {search: String}) > 0 OR arrayExists(tag -> positionCaseInsensitiveUTF8(tag, {search: String}) > 0, arrayConcat(mapKeys(tags), mapValues(tags))))
  AND (has_content AND ((timestamp, id) IN (
  SELECT timestamp, id FROM (
  SELECT timestamp, id, if(position(word_hashes, unhex({word0_0: String})) > 0, toUInt64(1), 0) AS found FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0
  UNION ALL
  SELECT timestamp, id, found FROM (
  SELECT timestamp, id, arrayJoin(messages) AS message FROM call_content WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND notEmpty(messages)) AS sharing
  INNER JOIN (
  SELECT messages.id AS message, if(position(word_hashes, unhex({word0_0: String})) > 0, toUInt64(1), 0) AS found FROM messages
  WHERE account = {account: UInt32} AND timestamp >= fromUnixTimestamp64Milli({start: Int64}) - INTERVAL 86400 SECOND
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0) AS shared ON sharing.message = shared.message)
  GROUP BY timestamp, id HAVING groupBitOr(found) = 1)))
ORDER BY timestamp ASC, id ASC
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- start = 1
-- end = 2
-- search = "x"
-- word0_0 = "000005"
-- limit = 100

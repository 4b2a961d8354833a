SELECT kind, id, of_type AS type, substringUTF8(called, 1, 256) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, 300) AS error, by_provider AS provider,
  by_model AS model, prompt AS promptTokens, completion AS completionTokens, tokens AS totalTokens, cost AS costUsd,
  toUInt8(no_price) AS unpriced, toUInt8(kept) AS hasContent, said AS digest
FROM (
(SELECT 'llm' AS kind, id, timestamp AS at, 'llm' AS of_type, if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  prompt_tokens AS prompt, completion_tokens AS completion, total_tokens AS tokens, cost_usd AS cost,
  price_source = 'none' AS no_price, has_content AS kept, JSONExtractRaw(request_meta, 'contentDigest') AS said
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
ORDER BY timestamp, id
LIMIT {limit: UInt32})
UNION ALL
(SELECT 'observation' AS kind, id, timestamp AS at, toString(type) AS of_type, name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS prompt, toFloat64(0) AS completion, toFloat64(0) AS tokens, toFloat64(0) AS cost,
  0 AS no_price, has_content AS kept, '' AS said
FROM observations
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND trace_id = {traceId: String}
ORDER BY timestamp, id
LIMIT {limit: UInt32})
)
ORDER BY at, id
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- traceId = "it's"
-- limit = 10

SELECT sumIf(cost_usd, timestamp >= fromUnixTimestamp64Milli({from0: Int64}) AND timestamp < fromUnixTimestamp64Milli({to0: Int64})) AS cost0,
  toFloat64(countIf(timestamp >= fromUnixTimestamp64Milli({from0: Int64}) AND timestamp < fromUnixTimestamp64Milli({to0: Int64}) AND price_source = 'none' AND total_tokens > 0)) AS unpriced0,
  sumIf(total_tokens, timestamp >= fromUnixTimestamp64Milli({from0: Int64}) AND timestamp < fromUnixTimestamp64Milli({to0: Int64}) AND price_source = 'none' AND total_tokens > 0) AS tokens0,
  sumIf(cost_usd, timestamp >= fromUnixTimestamp64Milli({from1: Int64}) AND timestamp < fromUnixTimestamp64Milli({to1: Int64}) AND provider = {provider1: String} AND project = {project1: UInt32} AND lower(model) LIKE {model1: String} AND (mapContains(tags, {tag0Key1: String}) AND tags[{tag0Key1: String}] = {tag0Value1: String}) AND (mapContains(tags, {tag1Key1: String}) AND tags[{tag1Key1: String}] = {tag1Value1: String})) AS cost1,
  toFloat64(countIf(timestamp >= fromUnixTimestamp64Milli({from1: Int64}) AND timestamp < fromUnixTimestamp64Milli({to1: Int64}) AND provider = {provider1: String} AND project = {project1: UInt32} AND lower(model) LIKE {model1: String} AND (mapContains(tags, {tag0Key1: String}) AND tags[{tag0Key1: String}] = {tag0Value1: String}) AND (mapContains(tags, {tag1Key1: String}) AND tags[{tag1Key1: String}] = {tag1Value1: String}) AND price_source = 'none' AND total_tokens > 0)) AS unpriced1,
  sumIf(total_tokens, timestamp >= fromUnixTimestamp64Milli({from1: Int64}) AND timestamp < fromUnixTimestamp64Milli({to1: Int64}) AND provider = {provider1: String} AND project = {project1: UInt32} AND lower(model) LIKE {model1: String} AND (mapContains(tags, {tag0Key1: String}) AND tags[{tag0Key1: String}] = {tag0Value1: String}) AND (mapContains(tags, {tag1Key1: String}) AND tags[{tag1Key1: String}] = {tag1Value1: String}) AND price_source = 'none' AND total_tokens > 0) AS tokens1
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
-- account = 7
-- retained = 1700000000000
-- start = 1700000000000
-- end = 1700000100000
-- from0 = 1700000050000
-- to0 = 1700000100000
-- from1 = 1700000000000
-- to1 = 1700000100000
-- provider1 = "openai"
-- project1 = 3
-- model1 = "gpt-4%\\_100\\%\\\\_"
-- tag0Key1 = "it's"
-- tag0Value1 = "prod"
-- tag1Key1 = "team"
-- tag1Value1 = ""

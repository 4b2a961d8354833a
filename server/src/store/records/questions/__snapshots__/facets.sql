SELECT toString(arrayJoin(mapKeys(tags))) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND notEmpty(tags)
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT tags[{facetTag: String}] AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND mapContains(tags, {facetTag: String})
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- facetTag = "it's"
-- limit = 50

SELECT user_id AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND user_id != ''
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT session_id AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND session_id != ''
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT if(has({knownIds: Array(UInt32)}, prompt_id), {knownNames: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_name)) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND (prompt_name != '' OR prompt_id != 0)
GROUP BY found
HAVING found != ''
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- knownIds = [7]
-- knownNames = ["greet"]
-- knownVersions = ["2"]
-- limit = 50

SELECT if(has({knownIds: Array(UInt32)}, prompt_id), {knownVersions: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND (prompt_version != '' OR prompt_id != 0)
GROUP BY found
HAVING found != ''
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- knownIds = [7]
-- knownNames = ["greet"]
-- knownVersions = ["2"]
-- limit = 50

SELECT substringUTF8(error, 1, 256) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND error != ''
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT if(error = '', 'ok', 'failed') AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY found
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT arrayJoin(arrayDistinct(JSONExtract(request_meta, 'finishReasons', 'Array(String)'))) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND position(request_meta, 'finishReasons') > 0
GROUP BY found
HAVING found != ''
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT arrayJoin(arrayDistinct(arrayMap(each -> if(JSONExtractString(each, 'name') != '', JSONExtractString(each, 'name'), JSONExtractString(each, 'function', 'name')), JSONExtractArrayRaw(tool_calls)))) AS found, toFloat64(count()) AS calls
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND tool_calls != ''
GROUP BY found
HAVING found != ''
ORDER BY calls DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

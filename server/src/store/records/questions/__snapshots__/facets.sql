SELECT toString(arrayJoin(mapKeys(tags))) AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND notEmpty(tags)
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT tags[{groupTag: String}] AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND mapContains(tags, {groupTag: String})
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- groupTag = "it's"
-- limit = 50

SELECT user_id AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND user_id != ''
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT session_id AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND session_id != ''
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT if(has({knownIds: Array(UInt32)}, prompt_id), {knownNames: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_name)) AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND if(has({knownIds: Array(UInt32)}, prompt_id), {knownNames: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_name)) != ''
GROUP BY found
ORDER BY times DESC, found
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

SELECT if(has({knownIds: Array(UInt32)}, prompt_id), {knownVersions: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND if(has({knownIds: Array(UInt32)}, prompt_id), {knownVersions: Array(String)}[indexOf({knownIds: Array(UInt32)}, prompt_id)], toString(prompt_version)) != ''
GROUP BY found
ORDER BY times DESC, found
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

SELECT substringUTF8(error, 1, 256) AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND error != ''
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT if(error = '', 'ok', 'failed') AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT finish_reason AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
  AND finish_reason != ''
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

SELECT arrayJoin(arrayDistinct(arrayFilter(tool_name -> tool_name != '', arrayMap(one -> if(JSONExtractString(one, 'name') = '', JSONExtractString(one, 'function', 'name'), JSONExtractString(one, 'name')), JSONExtractArrayRaw(tool_calls))))) AS found, toFloat64(count()) AS times
FROM calls
WHERE account = {account: UInt32}
  AND timestamp > fromUnixTimestamp64Milli({retained: Int64})
  AND project = {project: UInt32}
  AND timestamp >= fromUnixTimestamp64Milli({start: Int64})
  AND timestamp < fromUnixTimestamp64Milli({end: Int64})
  AND eval_run = 0
GROUP BY found
ORDER BY times DESC, found
LIMIT {limit: UInt32}
-- account = 7
-- retained = 1700000000000
-- project = 3
-- start = 1700000000000
-- end = 1700000100000
-- limit = 50

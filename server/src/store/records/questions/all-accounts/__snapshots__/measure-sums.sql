SELECT at, back, toFloat64(sum(n)) AS calls, toFloat64(sum(failed)) AS errors, toFloat64(sum(cost)) AS cost
FROM (
SELECT w.at AS at, w.back AS back, sum(s.calls) AS n, sum(s.errors) AS failed, sum(s.cost_usd) AS cost
FROM (
SELECT account, project, toInt64(toUnixTimestamp(bucket)) * 1000 AS ms, intDiv(ms, 86400000) AS day, calls, errors, cost_usd
FROM agg_15m
WHERE account IN {accounts: Array(UInt32)} AND (bucket >= toDateTime(intDiv({whole_from0: Int64}, 1000), 'UTC') AND bucket < toDateTime(intDiv({whole_to0: Int64}, 1000), 'UTC'))
) AS s
INNER JOIN (
SELECT at, account, project, back, from_ms, to_ms,
  arrayJoin(range(intDiv(from_ms, 86400000), intDiv(to_ms - 1, 86400000) + 1)) AS bucket
FROM (
SELECT w.1 AS at, w.2 AS account, w.3 AS project, arrayJoin(range(w.6)) AS back,
  w.4 - toInt64(back) * 86400000 AS from_ms, w.5 - toInt64(back) * 86400000 AS to_ms
FROM (SELECT arrayJoin(arrayZip({whole_at: Array(UInt32)}, {whole_account: Array(UInt32)}, {whole_project: Array(UInt32)}, {whole_fromMs: Array(Int64)}, {whole_toMs: Array(Int64)}, {whole_days: Array(UInt32)})) AS w)
)
) AS w ON s.account = w.account AND s.day = w.bucket
WHERE s.ms >= w.from_ms AND s.ms < w.to_ms AND (w.project = 0 OR s.project = w.project)
GROUP BY at, back
UNION ALL
SELECT w.at AS at, w.back AS back, count() AS n, countIf(c.failed) AS failed, sum(c.cost_usd) AS cost
FROM (
SELECT account, project, toUnixTimestamp64Milli(timestamp) AS ms, intDiv(ms, 900000) AS quarter, error != '' AS failed, cost_usd
FROM calls
WHERE account IN {accounts: Array(UInt32)} AND eval_run = 0 AND (timestamp >= fromUnixTimestamp64Milli({ends_from0: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to0: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from1: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to1: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from2: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to2: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from3: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to3: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from4: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to4: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from5: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to5: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from6: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to6: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from7: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to7: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from8: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to8: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from9: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to9: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from10: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to10: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from11: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to11: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from12: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to12: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from13: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to13: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from14: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to14: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from15: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to15: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ends_from16: Int64}) AND timestamp < fromUnixTimestamp64Milli({ends_to16: Int64}))
) AS c
INNER JOIN (
SELECT at, account, project, back, from_ms, to_ms,
  arrayJoin(range(intDiv(from_ms, 900000), intDiv(to_ms - 1, 900000) + 1)) AS bucket
FROM (
SELECT w.1 AS at, w.2 AS account, w.3 AS project, arrayJoin(range(w.6)) AS back,
  w.4 - toInt64(back) * 86400000 AS from_ms, w.5 - toInt64(back) * 86400000 AS to_ms
FROM (SELECT arrayJoin(arrayZip({ends_at: Array(UInt32)}, {ends_account: Array(UInt32)}, {ends_project: Array(UInt32)}, {ends_fromMs: Array(Int64)}, {ends_toMs: Array(Int64)}, {ends_days: Array(UInt32)})) AS w)
)
) AS w ON c.account = w.account AND c.quarter = w.bucket
WHERE c.ms >= w.from_ms AND c.ms < w.to_ms AND (w.project = 0 OR c.project = w.project)
GROUP BY at, back
)
GROUP BY at, back
HAVING sum(n) != 0
-- accounts = [7,8,9]
-- whole_from0 = 1699741800000
-- whole_to0 = 1700000100000
-- whole_at = [0,2]
-- whole_account = [7,9]
-- whole_project = [0,0]
-- whole_fromMs = ["1699997400000n","1699741800000n"]
-- whole_toMs = ["1700000100000n","1700000100000n"]
-- whole_days = [1,1]
-- ends_from0 = 1698790223000
-- ends_to0 = 1698790523000
-- ends_from1 = 1698876623000
-- ends_to1 = 1698876923000
-- ends_from2 = 1698963023000
-- ends_to2 = 1698963323000
-- ends_from3 = 1699049423000
-- ends_to3 = 1699049723000
-- ends_from4 = 1699135823000
-- ends_to4 = 1699136123000
-- ends_from5 = 1699222223000
-- ends_to5 = 1699222523000
-- ends_from6 = 1699308623000
-- ends_to6 = 1699308923000
-- ends_from7 = 1699395023000
-- ends_to7 = 1699395323000
-- ends_from8 = 1699481423000
-- ends_to8 = 1699481723000
-- ends_from9 = 1699567823000
-- ends_to9 = 1699568123000
-- ends_from10 = 1699654223000
-- ends_to10 = 1699654523000
-- ends_from11 = 1699740623000
-- ends_to11 = 1699740923000
-- ends_from12 = 1699740923001
-- ends_to12 = 1699741800000
-- ends_from13 = 1699827023000
-- ends_to13 = 1699827323000
-- ends_from14 = 1699913423000
-- ends_to14 = 1699913723000
-- ends_from15 = 1699996523000
-- ends_to15 = 1699997400000
-- ends_from16 = 1699999823000
-- ends_to16 = 1700000123000
-- ends_at = [0,0,1,1,2,2]
-- ends_account = [7,7,8,8,9,9]
-- ends_project = [0,0,3,3,0,0]
-- ends_fromMs = ["1699996523000n","1700000100000n","1699999823000n","1700000100000n","1699740923001n","1700000100000n"]
-- ends_toMs = ["1699997400000n","1700000123000n","1700000100000n","1700000123000n","1699741800000n","1700000123000n"]
-- ends_days = [1,1,15,15,1,1]

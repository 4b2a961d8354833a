SELECT w.at AS at, w.back AS back, toFloat64(count()) AS calls, toFloat64(countIf(c.failed)) AS errors,
  toFloat64(sum(c.cost_usd)) AS cost, quantileExactInclusive(0.95)(c.latency_ms) AS p95
FROM (
SELECT account, project, toUnixTimestamp64Milli(timestamp) AS ms, intDiv(ms, 3600000) AS hour, error != '' AS failed, cost_usd, latency_ms
FROM calls
WHERE account IN {accounts: Array(UInt32)} AND eval_run = 0 AND (timestamp >= fromUnixTimestamp64Milli({ranges_from0: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to0: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from1: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to1: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from2: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to2: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from3: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to3: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from4: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to4: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from5: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to5: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from6: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to6: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from7: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to7: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from8: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to8: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from9: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to9: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from10: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to10: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from11: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to11: Int64}) OR timestamp >= fromUnixTimestamp64Milli({ranges_from12: Int64}) AND timestamp < fromUnixTimestamp64Milli({ranges_to12: Int64}))
) AS c
INNER JOIN (
SELECT at, account, project, back, from_ms, to_ms,
  arrayJoin(range(intDiv(from_ms, 3600000), intDiv(to_ms - 1, 3600000) + 1)) AS bucket
FROM (
SELECT w.1 AS at, w.2 AS account, w.3 AS project, arrayJoin(range(w.6)) AS back,
  w.4 - toInt64(back) * 86400000 AS from_ms, w.5 - toInt64(back) * 86400000 AS to_ms
FROM (SELECT arrayJoin(arrayZip({windows_at: Array(UInt32)}, {windows_account: Array(UInt32)}, {windows_project: Array(UInt32)}, {windows_fromMs: Array(Int64)}, {windows_toMs: Array(Int64)}, {windows_days: Array(UInt32)})) AS w)
)
) AS w ON c.account = w.account AND c.hour = w.bucket
WHERE c.ms >= w.from_ms AND c.ms < w.to_ms AND (w.project = 0 OR c.project = w.project)
GROUP BY at, back
-- accounts = [7,8,9]
-- ranges_from0 = 1698790223000
-- ranges_to0 = 1698790523000
-- ranges_from1 = 1698876623000
-- ranges_to1 = 1698876923000
-- ranges_from2 = 1698963023000
-- ranges_to2 = 1698963323000
-- ranges_from3 = 1699049423000
-- ranges_to3 = 1699049723000
-- ranges_from4 = 1699135823000
-- ranges_to4 = 1699136123000
-- ranges_from5 = 1699222223000
-- ranges_to5 = 1699222523000
-- ranges_from6 = 1699308623000
-- ranges_to6 = 1699308923000
-- ranges_from7 = 1699395023000
-- ranges_to7 = 1699395323000
-- ranges_from8 = 1699481423000
-- ranges_to8 = 1699481723000
-- ranges_from9 = 1699567823000
-- ranges_to9 = 1699568123000
-- ranges_from10 = 1699654223000
-- ranges_to10 = 1699654523000
-- ranges_from11 = 1699740623000
-- ranges_to11 = 1699740923000
-- ranges_from12 = 1699740923001
-- ranges_to12 = 1700000123000
-- windows_at = [0,1,2]
-- windows_account = [7,8,9]
-- windows_project = [0,3,0]
-- windows_fromMs = ["1699996523000n","1699999823000n","1699740923001n"]
-- windows_toMs = ["1700000123000n","1700000123000n","1700000123000n"]
-- windows_days = [1,15,1]

SELECT account FROM agg_15m
WHERE bucket >= toDateTime({since: UInt32}, 'UTC')
GROUP BY account
HAVING sum(calls) > 0
ORDER BY account

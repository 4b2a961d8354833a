SELECT account, toString(day) AS onDay, toFloat64(sum(records)) AS arrived
FROM arrivals
WHERE day >= {since: Date}
GROUP BY account, day
HAVING arrived != 0

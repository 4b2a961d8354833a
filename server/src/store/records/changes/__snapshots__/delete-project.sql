SELECT
  (SELECT count() FROM calls WHERE account = {account: UInt32} AND project = {project: UInt32})
  + (SELECT count() FROM observations WHERE account = {account: UInt32} AND project = {project: UInt32})
  + (SELECT count() FROM messages WHERE account = {account: UInt32} AND project = {project: UInt32})
  + (SELECT count() FROM run_times WHERE account = {account: UInt32} AND project = {project: UInt32})
  + (SELECT count() FROM agg_15m WHERE account = {account: UInt32} AND project = {project: UInt32}) AS rows;

ALTER TABLE call_content DELETE WHERE account = {account: UInt32} AND (timestamp, id) IN (
  SELECT timestamp, id FROM calls WHERE account = {account: UInt32} AND project = {project: UInt32}
  UNION ALL SELECT timestamp, id FROM observations WHERE account = {account: UInt32} AND project = {project: UInt32});

ALTER TABLE call_ids DELETE WHERE account = {account: UInt32} AND (timestamp, id_hash) IN (
  SELECT timestamp, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id))) FROM calls WHERE account = {account: UInt32} AND project = {project: UInt32}
  UNION ALL SELECT timestamp, bitOr(bitShiftLeft(toUInt64(murmurHash3_32(id)), 32), toUInt64(xxHash32(id))) FROM observations WHERE account = {account: UInt32} AND project = {project: UInt32});

ALTER TABLE messages DELETE WHERE account = {account: UInt32} AND project = {project: UInt32};

ALTER TABLE calls DELETE WHERE account = {account: UInt32} AND project = {project: UInt32};

ALTER TABLE observations DELETE WHERE account = {account: UInt32} AND project = {project: UInt32};

ALTER TABLE run_times DELETE WHERE account = {account: UInt32} AND project = {project: UInt32};

ALTER TABLE agg_15m DELETE WHERE account = {account: UInt32} AND project = {project: UInt32};

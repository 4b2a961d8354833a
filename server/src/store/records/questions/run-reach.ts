// The time of one run, so that only that time is read. The bloom filter on the trace alone would be asked for every granule of
// the account.
import { RUN } from '../migrations/0001-schema.ts';
import { OF_ACCOUNT } from './scope.ts';

/** Begins a statement that has the parameter `traceId`. One value, which the engine computes once. */
export const REACH = `WITH (SELECT (min(first), max(last)) FROM run_times WHERE ${OF_ACCOUNT} AND run = ${RUN.replace('trace_id', '{traceId: String}')}) AS reach
`;

export const IN_REACH = 'timestamp >= reach.1 AND timestamp <= reach.2';

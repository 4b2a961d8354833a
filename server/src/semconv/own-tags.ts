/** Tags that begin with this are set by the service alone: budgets, alerts and lists go by them. */
const OWN = 'tracewell.';

/** Calls that an evaluation run made carry its number; default questions leave them out. */
export const EVAL_RUN_TAG = `${OWN}eval_run`;

export const isOwnTag = (key: string): boolean => key.startsWith(OWN);

/** Only the service sets tags with this prefix: budgets, alerts and lists depend on them. */
const OWN = 'tracewell.';

/** The number of the evaluation run that created the call. By default, queries omit such calls. */
export const EVAL_RUN_TAG = `${OWN}eval_run`;

/** The id of the playground run that created the call. Queries omit such calls in the same way. */
export const PLAYGROUND_TAG = `${OWN}playground`;

export const isOwnTag = (key: string): boolean => key.startsWith(OWN);

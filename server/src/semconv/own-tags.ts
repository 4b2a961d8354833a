/** Only the service sets tags with this prefix: budgets, alerts and lists depend on them. */
const OWN = 'tracewell.';

/** The number of the evaluation run that created the call. By default, queries omit such calls. */
export const EVAL_RUN_TAG = `${OWN}eval_run`;

/** The id of the playground run that created the call. Queries omit such calls in the same way. */
export const PLAYGROUND_TAG = `${OWN}playground`;

/** The id of the experiment that created the call. Queries omit such calls in the same way. */
export const EXPERIMENT_TAG = `${OWN}experiment`;

/** Beside it, the number of the variant and the item as `dataset/item`. */
export const EXPERIMENT_VARIANT_TAG = `${OWN}experiment_variant`;
export const EXPERIMENT_ITEM_TAG = `${OWN}experiment_item`;

export const isOwnTag = (key: string): boolean => key.startsWith(OWN);

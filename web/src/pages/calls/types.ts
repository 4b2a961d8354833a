import type { Schemas } from '#api';

/** A call in the list, with its preview and its search hit. */
export type ListedCallData = Schemas['ListedCall'];

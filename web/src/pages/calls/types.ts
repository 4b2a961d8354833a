import type { Schemas } from '#api';

/** As in the list: with a preview, and with the hit of a search. */
export type ListedCallData = Schemas['ListedCall'];

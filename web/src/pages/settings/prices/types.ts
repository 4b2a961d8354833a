import type { Schemas } from '#api';

export type Price = Schemas['AccountModelPrice'];

/**
 * A model for which the user wants to set a price. A new object each time, so that a second request is
 * noticed.
 */
export interface Wanted {
  provider: string;
  model: string;
}

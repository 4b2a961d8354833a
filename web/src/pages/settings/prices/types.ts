import type { Schemas } from '#api';

export type Price = Schemas['AccountModelPrice'];

/** A model that somebody wants to give a price; a new object each time, so that asking twice is noticed. */
export interface Wanted {
  provider: string;
  model: string;
}

/** A boolean as both engines keep it. */
export type Bit = 0 | 1;

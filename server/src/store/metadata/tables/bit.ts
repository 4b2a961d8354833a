/** A boolean as both engines store it. */
export type Bit = 0 | 1;

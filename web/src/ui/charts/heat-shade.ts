const LEAST = 0.12;

/** From faint to full, by the logarithm: one call beside a thousand is still seen. */
export const shadeOf = (count: number, most: number): number =>
  count <= 0 ? 0 : LEAST + (1 - LEAST) * (most <= 1 ? 1 : Math.log(count) / Math.log(most));

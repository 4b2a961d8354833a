const NUMERATOR = [
  3.526_249_659_989_11e-2, 0.700_383_064_443_688, 6.373_962_203_531_65, 33.912_866_078_383,
  112.079_291_497_871, 221.213_596_169_931, 220.206_867_912_376,
];
const DENOMINATOR = [
  8.838_834_764_831_84e-2, 1.755_667_163_182_64, 16.064_177_579_207, 86.780_732_202_946_1,
  296.564_248_779_674, 637.333_633_378_831, 793.826_512_519_948, 440.413_735_824_752,
];
const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

const polynomial = (coefficients: readonly number[], x: number): number =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * P(Z <= x) for a standard normal Z (Hart's rational approximation as West gives it, 2005; to 4, about
 * 1e-14).
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  const tail = size > 38 ? 0 : upperTail(size);
  return x > 0 ? 1 - tail : tail;
}

function upperTail(x: number): number {
  const density = Math.exp((-x * x) / 2);
  if (x < 4) return (density * polynomial(NUMERATOR, x)) / polynomial(DENOMINATOR, x);
  // In the far tail Laplace's continued fraction keeps the relative accuracy that the polynomials lose.
  let fraction = x;
  for (let k = 60; k >= 1; k--) fraction = x + k / fraction;
  return density / fraction / ROOT_TWO_PI;
}

/** The x with P(Z <= x) = p: a rough start, then Halley's steps. */
export function normalQuantile(p: number): number {
  if (p <= 0) return Number.NEGATIVE_INFINITY;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  if (p > 0.5) return -normalQuantile(1 - p);
  // Abramowitz and Stegun 26.2.23, good to 4.5e-4.
  const t = Math.sqrt(-2 * Math.log(p));
  let x =
    -t +
    (2.515_517 + 0.802_853 * t + 0.010_328 * t * t) /
      (1 + 1.432_788 * t + 0.189_269 * t * t + 0.001_308 * t * t * t);
  for (let step = 0; step < 3; step++) {
    const density = Math.exp((-x * x) / 2) / ROOT_TWO_PI;
    if (density === 0) break;
    const error = (normalCdf(x) - p) / density;
    x -= error / (1 + (x * error) / 2);
  }
  return x;
}

import { incompleteBeta, logGamma } from './special-functions.ts';

// Planning sample sizes needs the same few thousand values again and again, so they are cached.
const KEPT = 10_000;
const logFactorials: number[] = [];

function logFactorial(n: number): number {
  if (n >= KEPT) return logGamma(n + 1);
  for (let next = logFactorials.length; next <= n; next++) logFactorials.push(logGamma(next + 1));
  return logFactorials[n] ?? 0;
}

/** P(X = k) for X ~ Binomial(n, p). */
export function binomialPmf(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  return Math.exp(
    logFactorial(n) - logFactorial(k) - logFactorial(n - k) + k * Math.log(p) + (n - k) * Math.log1p(-p),
  );
}

/** P(X <= k) for X ~ Binomial(n, p). */
export function binomialCdf(k: number, n: number, p: number): number {
  if (k < 0) return 0;
  if (k >= n) return 1;
  if (p <= 0) return 1;
  if (p >= 1) return 0;
  return incompleteBeta(1 - p, n - k, k + 1);
}

import { normalCdf, normalQuantile } from './normal.ts';
import { incompleteBeta, logGamma } from './special-functions.ts';

// Beyond this many degrees of freedom the two distributions differ by less than 1e-7.
const AS_GOOD_AS_NORMAL = 1e7;

/** P(|T| >= |t|) for Student's t. The degrees of freedom need not be whole (Welch). */
export function studentTTwoSided(t: number, df: number): number {
  if (!Number.isFinite(t)) return 0;
  if (df > AS_GOOD_AS_NORMAL) return 2 * normalCdf(-Math.abs(t));
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

export function studentTCdf(t: number, df: number): number {
  const tail = studentTTwoSided(t, df) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** The t with P(T <= t) = p: Newton's steps inside a shrinking bracket. */
export function studentTQuantile(p: number, df: number): number {
  if (p < 0.5) return -studentTQuantile(1 - p, df);
  if (p === 0.5) return 0;
  if (p >= 1) return Number.POSITIVE_INFINITY;
  if (df > AS_GOOD_AS_NORMAL) return normalQuantile(p);
  const logConstant = logGamma((df + 1) / 2) - logGamma(df / 2) - 0.5 * Math.log(df * Math.PI);
  const tail = 2 * (1 - p);
  let low = 0;
  let high = Math.max(2, normalQuantile(p));
  while (studentTTwoSided(high, df) > tail) {
    low = high;
    high *= 2;
  }
  let t = Math.min(high, Math.max(low, normalQuantile(p)));
  for (let step = 0; step < 200; step++) {
    const error = studentTTwoSided(t, df) - tail;
    if (error > 0) low = t;
    else high = t;
    const density = Math.exp(logConstant - ((df + 1) / 2) * Math.log1p((t * t) / df));
    let next = t + error / (2 * density);
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - t) <= 1e-14 * next) return next;
    t = next;
  }
  return t;
}

// Nanoseconds since 1970 do not fit into a number, so a time is whole milliseconds plus the remaining
// nanoseconds.

export interface WireTime {
  ms: number;
  /** 0 to 999,999. */
  restNs: number;
}

export const UNSET: WireTime = { ms: 0, restNs: 0 };

/** From decimal digits, or from a number with an exponent. */
export function readTime(text: string): WireTime {
  if (isDigits(text)) return fromDigits(text);
  const number = Number(text);
  return number > 0 && number < 2 ** 64 ? fromDigits(BigInt(Math.trunc(number)).toString()) : UNSET;
}

function isDigits(text: string): boolean {
  if (text.length === 0 || text.length > 20) return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

function fromDigits(digits: string): WireTime {
  if (digits.length <= 6) return { ms: 0, restNs: Number(digits) };
  return { ms: Number(digits.slice(0, -6)), restNs: Number(digits.slice(-6)) };
}

/**
 * Exact, from the two halves of a fixed64: 2^32 ns are 4,294 ms and 967,296 ns, and no product exceeds 2^53.
 */
export function fromHalves(low: number, high: number): WireTime {
  const ns = high * 967_296 + low;
  const restNs = ns % 1_000_000;
  return { ms: high * 4_294 + (ns - restNs) / 1_000_000, restNs };
}

export function durationBetween(start: WireTime, end: WireTime): number {
  if (end.ms === 0) return 0;
  return Math.max(0, end.ms - start.ms + (end.restNs - start.restNs) / 1_000_000);
}

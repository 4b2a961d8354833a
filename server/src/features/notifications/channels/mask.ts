const SHOWN = 4;
const LONG_ENOUGH = 12;

/** The end of it, enough to tell two apart; of a short one nothing. */
export const maskSecret = (secret: string): string =>
  `…${secret.length < LONG_ENOUGH ? '' : secret.slice(-SHOWN)}`;

/** Paths and queries of such URLs are secrets as a rule. */
export function maskUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '…';
  const rest = `${parsed.pathname}${parsed.search}${parsed.hash}`.slice(1);
  return rest === '' ? parsed.origin : `${parsed.origin}/${maskSecret(rest)}`;
}

/** No secret and no URL has this sign in it unless it was masked. */
export const isMasked = (text: string): boolean => text.includes('…');

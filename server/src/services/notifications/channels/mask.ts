const SHOWN = 4;
const LONG_ENOUGH = 12;

/** Shows the last characters, so two secrets can be distinguished. Short secrets show nothing. */
export const maskSecret = (secret: string): string =>
  `…${secret.length < LONG_ENOUGH ? '' : secret.slice(-SHOWN)}`;

/** The path and query of such URLs usually contain a secret. */
export function maskUrl(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return '…';
  const rest = `${parsed.pathname}${parsed.search}${parsed.hash}`.slice(1);
  return rest === '' ? parsed.origin : `${parsed.origin}/${maskSecret(rest)}`;
}

/** No secret or URL contains this character unless it was masked. */
export const isMasked = (text: string): boolean => text.includes('…');

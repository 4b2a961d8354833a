const SAFE = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link that may be followed; null for scripts, data, files and addresses without a scheme.
 */
export function safeLink(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return SAFE.has(url.protocol) ? url.href : null;
}

// Amounts of money for people. The dashboard and the command line show the same figures.

const cache = new Map<string, Intl.NumberFormat>();

function moneyFormat(language: string, more: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(more)}`;
  const known =
    cache.get(key) ??
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      ...more,
    });
  cache.set(key, known);
  return known;
}

/** US dollars. A call costs fractions of a cent, so small amounts keep three significant digits. */
export function formatDollars(value: number, language: string): string {
  const size = Math.abs(value);
  if (size === 0) return moneyFormat(language, {}).format(0);
  if (size < 0.000_001) return `<${moneyFormat(language, { maximumFractionDigits: 6 }).format(0.000_001)}`;
  if (size < 0.1)
    return moneyFormat(language, { minimumFractionDigits: 2, maximumSignificantDigits: 3 }).format(value);
  if (size < 10_000) return moneyFormat(language, {}).format(value);
  if (size < 1_000_000) return moneyFormat(language, { maximumFractionDigits: 0 }).format(value);
  return moneyFormat(language, { notation: 'compact', maximumSignificantDigits: 4 }).format(value);
}

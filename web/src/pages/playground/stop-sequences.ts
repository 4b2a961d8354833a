// Stop sequences as they are typed: one in a line, with `\n` for a line break.

const MAX_STOPS = 4;
const ESCAPED: Readonly<Record<string, string>> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' };

/** Each in its own line. */
export function stopsFrom({ stopSequences: stops }: Record<string, unknown>): string {
  if (!Array.isArray(stops)) return '';
  return stops
    .map((stop) => String(stop).replaceAll(/[\\\n\r\t]/g, (sign) => JSON.stringify(sign).slice(1, -1)))
    .join('\n');
}

export const sentStops = (typed: string): string[] =>
  typed
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, MAX_STOPS)
    .map((line) => line.replaceAll(/\\[\\nrt]/g, (pair) => ESCAPED[pair] ?? pair));

/** Statements with their values, as the snapshot files keep them. */
export const sqlText = (...statements: readonly { sql: string; params: Record<string, unknown> }[]): string =>
  statements
    .map(({ sql, params }) => {
      const values = Object.entries(params).map(([name, value]) => `-- ${name} = ${shown(value)}`);
      return `${sql}\n${values.join('\n')}\n`;
    })
    .join('\n');

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

// Lists everything that is imported at service start, with a hook in a separate process.
const SCRIPT = `
  import { registerHooks } from 'node:module';
  const seen = [];
  registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) });
  await import('#services/models');
  await import('#app');
  console.log(JSON.stringify(seen));
`;

describe('large libraries', () => {
  it('are not imported by a service that calls no model and is not watched', async () => {
    const server = new URL('../../../', import.meta.url);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', SCRIPT],
      {
        cwd: server,
        maxBuffer: 64 * 1024 * 1024,
      },
    );
    const seen = JSON.parse(stdout.trim().split('\n').at(-1) ?? '[]') as string[];
    expect(seen.some((url) => url.includes('/services/models/ask.ts'))).toBe(true);
    expect(
      seen.filter((url) => /node_modules\/(?:ai|@ai-sdk|zod|prom-client|@opentelemetry)\//.test(url)),
    ).toEqual([]);
  }, 30_000);
});

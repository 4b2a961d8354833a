// What the SDK adds to a program, measured with the bundler of the dashboard: minified and compressed.
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type * as Tracing from '../src/tracing/index.ts';

interface Rolldown {
  rolldown: (options: { input: string; platform: 'browser' }) => Promise<{
    generate: (options: {
      format: 'esm' | 'iife';
      name?: string;
      minify: true;
      codeSplitting?: false;
    }) => Promise<{ output: { code?: string; isDynamicEntry?: boolean }[] }>;
    close: () => Promise<void>;
  }>;
}

const { rolldown } = createRequire(fileURLToPath(import.meta.resolve('vite')))('rolldown') as Rolldown;
const source = fileURLToPath(new URL('../src/', import.meta.url));

/** For the browser, where nothing of Node can be imported. */
async function bundled(
  entry: string,
  form: { format: 'esm' } | { format: 'iife'; name: string; codeSplitting: false } = { format: 'esm' },
): Promise<{ code: string; kilobytes: number; startKilobytes: number }> {
  const bundle = await rolldown({ input: path.join(source, entry), platform: 'browser' });
  const { output } = await bundle.generate({ ...form, minify: true });
  await bundle.close();
  const code = output.map((file) => file.code ?? '').join('');
  const atStart = output.flatMap(({ code: part = '', isDynamicEntry }) =>
    isDynamicEntry === true ? [] : [part],
  );
  return {
    code,
    kilobytes: gzipSync(code).length / 1000,
    startKilobytes: gzipSync(atStart.join('')).length / 1000,
  };
}

describe('the size of', () => {
  it('the core is below 15.8 kB, and with what it loads when it is used, below 18 kB', async () => {
    const { kilobytes, startKilobytes, code } = await bundled('tracing/index.ts');
    expect(code).toContain('/otel/v1/traces');
    expect(startKilobytes).toBeLessThan(15.8);
    expect(startKilobytes).toBeGreaterThan(10);
    expect(kilobytes).toBeLessThan(18);
  });

  it.each(['openai', 'anthropic', 'google'])(
    'the wrapper for %s is below 12 kB, and brings no other',
    async (name) => {
      const { kilobytes, code } = await bundled(`providers/${name}.ts`);
      expect(kilobytes).toBeLessThan(12);
      const signs = { openai: 'chat_completions', anthropic: 'content_block_start', google: 'usageMetadata' };
      const found = Object.entries(signs).filter(([, sign]) => code.includes(sign));
      expect(found.map(([each]) => each)).toEqual([name]);
    },
  );

  it.each(['tracing/index.ts', 'providers/openai-agents.ts', 'ci-gate/index.ts'])(
    '%s can be bundled for an edge runtime: nothing of Node is imported',
    async (entry) => {
      const { code } = await bundled(entry);
      expect(code).not.toMatch(/\b(?:import|from|require)\b\s*\(?["']node:/);
    },
  );

  it('the core runs where there is only what the web has, without a process', async () => {
    const { code } = await bundled('tracing/index.ts', { format: 'iife', name: 'sdk', codeSplitting: false });
    const bodies: string[] = [];
    const edge = vm.createContext({
      AbortController,
      AbortSignal,
      clearTimeout,
      crypto,
      Headers,
      performance,
      Request,
      Response,
      setTimeout,
      URL,
      fetch: async (_url: string, { body }: { body: string }) => {
        bodies.push(body);
        return Response.json({});
      },
    });
    vm.runInContext(code, edge);
    const { tracewell } = (edge as { sdk: typeof Tracing }).sdk;
    const tw = tracewell({ apiKey: 'twl_x', url: 'http://service.example', delayMs: 60_000 });
    const work = tw.observe(async (name: string) => tw.with({ user: 'ada' }, () => tw.span(name, () => 7)));
    expect(await work('inner')).toBe(7);
    const waited: Promise<unknown>[] = [];
    tw.waitUntil((promise) => void waited.push(promise));
    expect(await Promise.all(waited)).toEqual([true]);
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('"name":"inner"');
  });

  it('the client alone has nothing of OpenTelemetry', async () => {
    const { code } = await bundled('index.ts');
    expect(code).not.toContain('opentelemetry');
  });
});

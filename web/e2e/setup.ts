// Runs once: builds the dashboard if it changed, and starts one service for all test files. Each file creates
// its own account.
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { startService } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serviceUrl: string;
    operatorToken: string;
    signInLink: string;
    chromium: string;
  }
}

const WEB = fileURLToPath(new URL('..', import.meta.url));
const VITE = fileURLToPath(new URL('../../node_modules/vite/bin/vite.js', import.meta.url));

/** What the build is made of, relative to `WEB`. A folder changes when a file in it is removed. */
const INPUTS = [
  'src',
  'assets',
  'index.html',
  'package.json',
  'precompress.ts',
  'preload-fonts.ts',
  'reference.ts',
  'docs.html',
  'vite.config.ts',
  '../sdk/src',
  '../package-lock.json',
];

/** True after `npm ci` and `npm run build`, until a file changes. */
function isBuilt(): boolean {
  const built = statSync(path.join(WEB, 'dist/index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isOlder = (place: string): boolean => statSync(place).mtimeMs < built;
  return INPUTS.map((input) => path.join(WEB, input)).every(
    (place) =>
      isOlder(place) &&
      (statSync(place).isFile() ||
        readdirSync(place, { recursive: true, encoding: 'utf8' }).every((name) =>
          isOlder(path.join(place, name)),
        )),
  );
}

/** Builds in a separate process: with NODE_ENV=test, the development build of React would be bundled. */
function build(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [VITE, 'build', WEB, '--logLevel', 'warn'], { env, stdio: 'inherit' });
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  if (!process.env['TRACEWELL_E2E_URL'] && !isBuilt()) build();
  const service = await startService();
  project.provide('serviceUrl', service.url);
  project.provide('operatorToken', service.operatorToken);
  project.provide('signInLink', service.signInLink);
  return () => service.stop();
}

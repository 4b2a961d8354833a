// Runs once: builds the dashboard and starts one service for all test files. Each file creates its own
// account.
import { execFileSync } from 'node:child_process';
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

/** Builds in a separate process: with NODE_ENV=test, the development build of React would be bundled. */
function build(): void {
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [VITE, 'build', WEB, '--logLevel', 'warn'], { env, stdio: 'inherit' });
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('chromium', findChromium());
  if (!process.env['TRACEWELL_E2E_URL']) build();
  const service = await startService();
  project.provide('serviceUrl', service.url);
  project.provide('operatorToken', service.operatorToken);
  project.provide('signInLink', service.signInLink);
  return () => service.stop();
}

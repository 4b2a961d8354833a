// Once for all files: builds the dashboard as it is now, and starts one service for them. Each file makes its own account.
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

/** In a process of its own: this one says it is for tests, and React would be built for them. */
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

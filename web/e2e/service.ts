// Runs the real service in a separate process with its own stores, as `npm start` does.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/support/free-port.ts';
import { serviceRecords } from '../../server/test/support/records-engine.ts';
import { openSsoProvider, SSO_CLIENT } from '../../server/test/support/sso-provider.ts';

const CLI = fileURLToPath(new URL('../../server/bin/tracewell-server.js', import.meta.url));
// An emulated, shared engine takes minutes to create the tables.
const PATIENCE_MS = 300_000;

interface Service {
  url: string;
  operatorToken: string;
  /** The sign-in link printed on first start. */
  signInLink: string;
  stop(): Promise<void>;
}

async function untilPrinted(child: ChildProcess, mark: RegExp): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The service did not start:\n${output}`)), PATIENCE_MS);
    const read = (bytes: Buffer) => {
      output += bytes.toString();
      const found = mark.exec(output)?.[1];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`The service ended with ${code}:\n${output}`));
    });
  });
}

async function dropDatabase(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  const { pathname, origin } = new URL(url);
  await fetch(origin, { method: 'POST', body: `DROP DATABASE IF EXISTS ${pathname.slice(1)}` }).catch(
    () => null,
  );
}

/**
 * For test development: a service that is already running, started with an operator token and open sign-up.
 */
function runningService(): Service | null {
  const { TRACEWELL_E2E_URL: url, TRACEWELL_E2E_OPERATOR_TOKEN: operatorToken } = process.env;
  if (!url || !operatorToken) return null;
  const signInLink = process.env['TRACEWELL_E2E_SIGN_IN_LINK'] ?? `${url}/welcome#token=unknown`;
  return { url, operatorToken, signInLink, stop: async () => undefined };
}

/** A single sign-on provider with two people, of whom a test invites one. */
const openProvider = (clientUrl: string) =>
  openSsoProvider({
    clientUrl,
    who: null,
    people: {
      grace: { email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' },
      mallory: { email: 'mallory@example.com', email_verified: true, name: 'Mallory' },
    },
  });

/** `basePath` is the path at which a proxy would mount the service, such as /tracewell. */
export async function startService(basePath = ''): Promise<Service> {
  const running = basePath === '' ? runningService() : null;
  if (running) return running;
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-e2e-'));
  const exports = `${folder}-exports`;
  const port = await freePort();
  const operatorToken = randomBytes(24).toString('hex');
  const records = serviceRecords();
  const url = `http://127.0.0.1:${port}${basePath}`;
  const provider = await openProvider(url);
  const child = spawn(process.execPath, [CLI, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...records,
      PORT: String(port),
      TRACEWELL_DATA_DIR: folder,
      TRACEWELL_EXPORT_DIR: exports,
      TRACEWELL_PUBLIC_URL: url,
      TRACEWELL_GRPC: 'off',
      TRACEWELL_OPEN_SIGNUP: 'true',
      TRACEWELL_OIDC_ISSUER: provider.issuer,
      TRACEWELL_OIDC_CLIENT_ID: SSO_CLIENT.id,
      TRACEWELL_OIDC_CLIENT_SECRET: SSO_CLIENT.secret,
      TRACEWELL_OIDC_NAME: 'Acme Login',
      // The first account waits for its owner, who signs in with the link of the first start.
      TRACEWELL_OIDC_CREATE_USERS: 'false',
      TRACEWELL_OPERATOR_TOKEN: operatorToken,
      // Only the model server of the playground's tests is there. Other tests need a loopback that is
      // blocked.
      TRACEWELL_OUTBOUND_ALLOW: '127.0.0.7/32',
      TRACEWELL_LOG_LEVEL: 'error',
    },
  });
  const signInLink = await untilPrinted(child, /Sign in\s+(http\S+)/).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url,
    operatorToken,
    signInLink,
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await provider.close();
      await dropDatabase(records['TRACEWELL_CLICKHOUSE_URL']);
      for (const each of [folder, exports]) rmSync(each, { recursive: true, force: true });
    },
  };
}

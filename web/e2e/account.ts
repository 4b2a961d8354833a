// A separate account for each test: created by the operator, filled through /v1/ingest, signed in by cookie.
import { randomBytes } from 'node:crypto';
import type { BrowserContext, Cookie } from 'playwright-core';
import { inject } from 'vitest';

export const PASSWORD = 'correct horse battery';

export interface Account {
  email: string;
  accountId: string;
  apiKey: string;
  /** A request with its key; throws if it is refused. */
  api(method: string, path: string, body?: unknown): Promise<unknown>;
  send(records: readonly object[]): Promise<void>;
  /** All visits of an account share one session, because a sign-in takes CPU time on purpose. */
  signIn(context: BrowserContext): Promise<void>;
}

async function request(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const BATCH = 100;

export async function makeAccount(name = 'Acme Robotics'): Promise<Account> {
  const email = `ada-${randomBytes(5).toString('hex')}@example.com`;
  const made = (await request(inject('operatorToken'), 'POST', '/operator/accounts', {
    email,
    password: PASSWORD,
    name,
    plan: 'team',
  })) as { accountId: string; apiKey: string };
  let session: Cookie[] | undefined;
  return {
    email,
    ...made,
    api: (method, path, body) => request(made.apiKey, method, path, body),
    send: async (records) => {
      for (let start = 0; start < records.length; start += BATCH) {
        const answer = (await request(made.apiKey, 'POST', '/v1/ingest', {
          records: records.slice(start, start + BATCH),
        })) as { rejected: unknown[] };
        if (answer.rejected.length > 0) throw new Error(JSON.stringify(answer.rejected));
      }
    },
    signIn: async (context) => {
      if (session) return context.addCookies(session);
      const url = inject('serviceUrl');
      const answer = await context.request.post(`${url}/v1/auth/login`, {
        headers: { origin: url },
        data: { email, password: PASSWORD },
      });
      if (!answer.ok()) throw new Error(await answer.text());
      session = await context.cookies();
    },
  };
}

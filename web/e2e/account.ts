// A separate account for each test: created by the operator, filled through /v1/ingest, signed in by cookie.
import { randomBytes } from 'node:crypto';
import type { BrowserContext } from 'playwright-core';
import { inject } from 'vitest';

export const PASSWORD = 'correct horse battery';

export interface Account {
  email: string;
  accountId: string;
  apiKey: string;
  send(records: readonly object[]): Promise<void>;
  signIn(context: BrowserContext): Promise<void>;
}

async function post(path: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const BATCH = 100;

export async function makeAccount(name = 'Acme Robotics'): Promise<Account> {
  const email = `ada-${randomBytes(5).toString('hex')}@example.com`;
  const made = (await post('/operator/accounts', inject('operatorToken'), {
    email,
    password: PASSWORD,
    name,
    plan: 'team',
  })) as { accountId: string; apiKey: string };
  return {
    email,
    ...made,
    send: async (records) => {
      for (let start = 0; start < records.length; start += BATCH) {
        const answer = (await post('/v1/ingest', made.apiKey, {
          records: records.slice(start, start + BATCH),
        })) as { rejected: unknown[] };
        if (answer.rejected.length > 0) throw new Error(JSON.stringify(answer.rejected));
      }
    },
    signIn: async (context) => {
      const url = inject('serviceUrl');
      const answer = await context.request.post(`${url}/v1/auth/login`, {
        headers: { origin: url },
        data: { email, password: PASSWORD },
      });
      if (!answer.ok()) throw new Error(await answer.text());
    },
  };
}

// The people in the pictures. They are signed in with a session, as in a browser.
import type { BrowserContext } from 'playwright-core';

export const PASSWORD = 'correct horse battery';
export const OWNER = { email: 'ada@example.com', name: 'Ada' };
export const MEMBER = { email: 'grace@example.com', name: 'Grace' };

export async function signIn(context: BrowserContext, url: string, email: string): Promise<void> {
  const answer = await context.request.post(`${url}/v1/auth/login`, {
    headers: { origin: url },
    data: { email, password: PASSWORD },
  });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** Sends a change as the person who is signed in; throws if it is refused. */
export async function sendAs(
  context: BrowserContext,
  url: string,
  projectId: string,
  order: { method: 'POST' | 'PUT' | 'PATCH'; path: string; body: object },
): Promise<void> {
  const answer = await context.request.fetch(url + order.path, {
    method: order.method,
    headers: { origin: url, 'x-project-id': projectId },
    data: order.body,
  });
  if (!answer.ok()) throw new Error(`${order.path}: ${await answer.text()}`);
}

// The accounts of the load. Each has a budget and a prompt; the first also has a webhook and an alert.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Fleet } from './fleet.ts';

export interface Sender {
  accountId: string;
  /** A key with full access. */
  apiKey: string;
  promptIds: [number, number];
  acknowledged: Set<string>;
  /** Times of `performance.now()`. */
  acknowledgedAt: number[];
}

export const PROMPT = 'greet';
const NO_LIMIT_USD = 1_000_000;

export async function newAccount(
  fleet: Fleet,
  name: string,
  changes: object = {},
): Promise<{ accountId: string; apiKey: string }> {
  const order = { name, plan: 'team', email: `${name}@example.com`, password: 'a long password' };
  const accountId = String((await made(fleet.operator('POST', '/accounts', order)))['accountId']);
  if (Object.keys(changes).length > 0) await fleet.operator('PATCH', `/accounts/${accountId}`, changes);
  const key = await made(fleet.operator('POST', `/accounts/${accountId}/keys`, { name: 'proof' }));
  return { accountId, apiKey: String(key['apiKey']) };
}

export async function newSender(fleet: Fleet, name: string): Promise<Sender> {
  const account = await newAccount(fleet, name);
  const post = (to: string, body: object) => made(fleet.call('POST', to, account.apiKey, body));
  await post('/v1/gate/budgets', { name: 'All', limitUsd: NO_LIMIT_USD, period: 'month' });
  const promptIds: number[] = [];
  for (const version of ['1', '2']) {
    const { prompt } = await post('/v1/prompts', { name: PROMPT, version, template: `v${version}` });
    promptIds.push((prompt as { id: number }).id);
  }
  const [first = 0, second = 0] = promptIds;
  await post(`/v1/prompts/${first}/deploy`, { label: 'production' });
  return { ...account, promptIds: [first, second], acknowledged: new Set(), acknowledgedAt: [] };
}

async function made(call: ReturnType<Fleet['call']>): Promise<Record<string, unknown>> {
  const { status, body } = await call;
  if (status !== 201 && status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

/** Keeps the ids of the messages it receives, in the order of arrival. */
export class Receiver {
  readonly deployed: string[] = [];
  readonly alerts: string[] = [];
  readonly #server: Server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      await text(request);
      const to = request.url === '/alerts' ? this.alerts : this.deployed;
      to.push(String(request.headers['webhook-id']));
      response.end();
    };
    void take();
  });

  /** From now on, each deployment of the account's prompt, and its one alert, is sent to the receiver. */
  async listenTo(fleet: Fleet, { apiKey }: Sender): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    const post = (to: string, body: object) => made(fleet.call('POST', to, apiKey, body));
    await post('/v1/webhooks', { url: `${url}/deployed`, events: ['prompt.deployed'] });
    await post('/v1/alerts', {
      name: 'Cost',
      alertType: 'cost_threshold',
      thresholdValue: 0.01,
      windowMinutes: 60,
      channelKinds: ['webhook'],
      channelTargets: { webhook: { url: `${url}/alerts` } },
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

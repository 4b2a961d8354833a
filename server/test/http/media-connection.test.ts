// A refused upload leaves its connection to the next request.
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { openTestApp } from '#test/support/app';
import { listen } from '#test/support/raw-http';

it('the rest of the body of a refused upload is read and dropped', async () => {
  const app = await openTestApp({ config: { media: { bucket: null, accountBytes: 10_000 } } });
  const account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
  const port = await listen(app.http);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const ask = async (method: string, path: string, body?: Buffer): Promise<[number, boolean]> => {
    const headers = { authorization: `Bearer ${account.apiKey}` };
    const asked = request({ port, host: '127.0.0.1', agent, method, path, headers });
    if (body)
      for (let from = 0; from < body.length; from += 65_536) asked.write(body.subarray(from, from + 65_536));
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    await text(answer);
    // The connection is free when the whole request was sent, too.
    if (!asked.writableFinished) await once(asked, 'finish');
    return [answer.statusCode ?? 0, asked.reusedSocket];
  };
  const large = Buffer.alloc(51 * 1_048_576, 7);
  expect(await ask('POST', '/v1/media', large)).toEqual([413, false]);
  expect(await ask('GET', '/v1/account')).toEqual([200, true]);
});

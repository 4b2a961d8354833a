import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { run, takeTime } from './run.ts';

takeTime();

it('2: says on standard error what is missing, and nothing on standard output', async () => {
  const { code, stdout, stderr } = await run(['mcp']);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('TRACEWELL_URL')]);
});

it('1: a key that the service rejects', async () => {
  const service = createServer((_request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error": "This API key is not valid.", "reason": "invalid_key"}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const env = { TRACEWELL_URL: `http://127.0.0.1:${port}`, TRACEWELL_API_KEY: 'twl_x' };
  const { code, stdout, stderr } = await run(['mcp'], env);
  expect([code, stdout, stderr]).toEqual([1, '', 'tracewell: This API key is not valid.\n']);
});

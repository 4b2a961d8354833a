// node server/test/support/clickhouse-front/main.ts --path DIR [--port N] [--with-parent]
// Prints `ready URL` when it answers; ends on SIGTERM, or with --with-parent when its standard input closes.
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { startFront } from './front.ts';

const { values } = parseArgs({
  options: {
    path: { type: 'string' },
    port: { type: 'string', default: '0' },
    'with-parent': { type: 'boolean', default: false },
  },
});
if (!values.path) throw new Error('--path DIR is missing: the folder for the data.');

const front = startFront(values.path);
const stop = async (): Promise<void> => {
  await front.close();
  process.exit(0);
};
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
if (values['with-parent']) process.stdin.resume().once('end', () => void stop());

front.server.listen(Number(values.port), '127.0.0.1', () => {
  console.log(`ready http://127.0.0.1:${(front.server.address() as AddressInfo).port}`);
});

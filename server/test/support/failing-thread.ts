// The preparing thread, which ends or hangs when a body says so.
import { parentPort } from 'node:worker_threads';
import type { ToThread } from '../../src/features/ingest/thread/messages.ts';

parentPort?.on('message', (message: ToThread) => {
  if (message.kind !== 'prepare') return;
  const body = Buffer.from(message.order.bytes).toString('latin1');
  if (body.includes('end the thread')) process.exit(3);
  if (body.includes('throw in the thread')) throw new Error('thrown in the thread');
  if (body.includes('hang the thread')) for (;;);
});
await import('../../src/features/ingest/thread/prepare-thread.ts');

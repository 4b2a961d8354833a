// The thread that prepares requests: it turns bytes into rows by the rules of their accounts. It has no
// store, no network and no secrets except the content keys, so it can be terminated at any moment.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#lib/app-error';
import { freeBytes } from '#lib/free-bytes';
import { Pace } from '#lib/yield-to-event-loop';
import { messageMemory } from '#core/content/messages/message-memory';
import { priceBook, type PriceBook, useTable } from '#otlp';
import { preparationBy, type AccountRules } from '../prepare.ts';
import { prepareBody } from '../prepare-body.ts';
import type { FromThread, Profile, SentOrder, ThreadData, ToThread } from './messages.ts';
import { lookUpBy, type ThreadQuestion } from './questions.ts';

interface Known {
  rules: AccountRules;
  prices: PriceBook;
}

const shared = workerData as ThreadData;
const profiles = new Map<number, Known>();
/** Jobs that wait for an answer of the main thread. A job has one question at a time. */
const waiting = new Map<number, (answer: never) => void>();

function learn(number: number, { rules, keys, prices }: Profile): void {
  const opened = keys && { ...keys, unreadable: () => undefined };
  profiles.set(number, { rules: { ...rules, ...shared, keys: opened }, prices: priceBook(prices) });
}

const tell = (message: FromThread, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

function ask<Answer>(job: number, question: ThreadQuestion, transfer?: ArrayBuffer[]): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  waiting.set(job, resolve);
  tell({ kind: 'question', job, question }, transfer);
  return promise;
}

async function prepare(
  job: number,
  { profile, request, body, bytes: sent, needsCalls }: SentOrder,
): Promise<void> {
  try {
    const known = profiles.get(profile);
    if (!known) throw new Error('A request arrived before the rules of its account.');
    const bytes = Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength);
    const prepared = await prepareBody(
      { ...body, bytes },
      {
        how: preparationBy(known.rules, known.prices, request),
        pace: new Pace(),
        lookUp: lookUpBy((question, transfer) => ask(job, question, transfer)),
        needsCalls,
      },
    );
    const isUnread = 'unread' in prepared.found;
    if (!isUnread) freeBytes(bytes);
    const { encoded } = prepared;
    const rows = encoded.rows.buffer as ArrayBuffer;
    const messages = encoded.messages.count > 0 ? [encoded.messages.rows.buffer as ArrayBuffer] : [];
    tell({ kind: 'prepared', job, prepared }, [rows, ...messages, ...(isUnread ? [sent.buffer] : [])]);
  } catch (error) {
    if (error instanceof AppError) {
      const { code, reason, message, details } = error;
      tell({ kind: 'refused', job, error: { code, reason, message, details } });
    } else {
      const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
      tell({ kind: 'failed', job, message });
    }
  }
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'prepare') void prepare(message.job, message.order);
  else if (message.kind === 'profile') learn(message.number, message.profile);
  else if (message.kind === 'forget') profiles.clear();
  else if (message.kind === 'table') useTable(message.table);
  else if (message.kind === 'stored') messageMemory.learn(message.messages);
  else if (message.kind === 'ping') tell({ kind: 'pong' });
  else {
    if (message.kind === 'answer') waiting.get(message.job)?.(message.answer as never);
    waiting.delete(message.job);
  }
});

tell({ kind: 'ready' });

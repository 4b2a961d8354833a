// The thread that prepares requests: it turns bytes into rows by the rules of their accounts. It has no
// store, no network and no secrets except the content keys, so it can be terminated at any moment.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#lib/app-error';
import { freeBytes } from '#lib/free-bytes';
import { Pace } from '#lib/yield-to-event-loop';
import { priceBook, type PriceBook } from '#otlp';
import type { StoredCall } from '#core/hooks';
import type { Incoming } from '#records';
import { RecordsEncoder } from '#records/writer/rows/encode-records';
import { makeLogs, type MadeLogs } from '../make-logs.ts';
import { makeRecords } from '../make-records.ts';
import { makeSpans, type MadeSpans, type SpanLookUp } from '../make-spans.ts';
import { preparationBy, type AccountRules } from '../prepare.ts';
import { addToSummary, storedCallsOf, emptySummary } from '../summary.ts';
import type { FromThread, Made, PrepareOrder, Profile, ThreadData, ToThread } from './messages.ts';
import { packLinks } from './sent-links.ts';

interface Known {
  rules: AccountRules;
  prices: PriceBook;
}

const shared = workerData as ThreadData;
const profiles = new Map<number, Known>();
/** Jobs that wait for the main thread to find the duplicates, projects or prompts of their spans. */
const waiting = new Map<number, (answer: never) => void>();

function learn(number: number, { rules, keys, prices }: Profile): void {
  const opened = keys && { ...keys, unreadable: () => undefined };
  profiles.set(number, { rules: { ...rules, ...shared, keys: opened }, prices: priceBook(prices) });
}

const tell = (message: FromThread, transfer: ArrayBuffer[] = []): void =>
  parentPort?.postMessage(message, transfer);

async function prepare(job: number, order: PrepareOrder): Promise<void> {
  try {
    const made = await make(job, order);
    tell({ kind: 'made', job, made }, [made.encoded.rows.buffer as ArrayBuffer]);
  } catch (error) {
    if (error instanceof AppError) {
      const { code, reason, message, details } = error;
      tell({ kind: 'refused', job, error: { code, reason, message, details } });
    } else {
      tell({
        kind: 'failed',
        job,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
    }
  }
}

async function make(
  job: number,
  { profile, request, bytes, encoding, signal, needsCalls }: PrepareOrder,
): Promise<Made> {
  const known = profiles.get(profile);
  if (!known) throw new Error('A request arrived before the rules of its account.');
  const how = preparationBy(known.rules, known.prices, request);
  const pace = new Pace();
  await pace.rest();
  const body = Buffer.from(bytes);
  const encoder = new RecordsEncoder(body.length * ROWS_TO_BODY);
  const summary = emptySummary();
  const calls: StoredCall[] | null = needsCalls ? [] : null;
  const take = (record: Incoming): void => {
    addToSummary(summary, record);
    encoder.add(record);
    calls?.push(...storedCallsOf(record));
  };
  const records = encoding === null ? await makeRecords(body, how, pace, take) : null;
  const make = signal === 'logs' ? makeLogs : makeSpans;
  const spans: (MadeSpans & Partial<MadeLogs>) | null =
    encoding === null ? null : await make(body, encoding, how, pace, lookUpFor(job), take);
  freeBytes(body);
  return {
    ...summary,
    encoded: encoder.encoded(),
    calls,
    reservedTags: how.reservedTags,
    records,
    spans,
    events: spans?.events ?? null,
  };
}

/**
 * Rows are seldom larger than this multiple of the body, although they include hashes of the words in content
 * and protobuf is shorter than JSON. Unused memory costs nothing.
 */
const ROWS_TO_BODY = 2;

/** Asks the main thread. A job has one question at a time. */
const lookUpFor = (job: number): SpanLookUp => ({
  matchStored: (project, links) => ask(job, { kind: 'links', job, project, links: packLinks(links) }),
  findProjects: (names) => ask(job, { kind: 'names', job, names }),
  findPrompts: (numbers) => ask(job, { kind: 'numbers', job, numbers }),
});

function ask<T>(job: number, question: FromThread): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  waiting.set(job, resolve);
  tell(question);
  return promise;
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'prepare') void prepare(message.job, message.order);
  else if (message.kind === 'profile') learn(message.number, message.profile);
  else if (message.kind === 'forget') profiles.clear();
  else if (message.kind === 'ping') tell({ kind: 'pong' });
  else if (message.kind === 'drop') waiting.delete(message.job);
  else {
    waiting.get(message.job)?.(answerIn(message) as never);
    waiting.delete(message.job);
  }
});

function answerIn(message: Extract<ToThread, { kind: 'duplicates' | 'projects' | 'prompts' }>): unknown {
  if (message.kind === 'duplicates') return message.ids;
  return message.kind === 'projects' ? message.projects : message.prompts;
}

tell({ kind: 'ready' });

// The thread that prepares requests: it turns bytes into rows by the rules of their accounts. It has no
// store, no network and no secrets except the content keys, so it can be terminated at any moment.
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#lib/app-error';
import { freeBytes } from '#lib/free-bytes';
import { Pace } from '#lib/yield-to-event-loop';
import { priceBook, type PriceBook, useTable } from '#otlp';
import type { StoredCall } from '#core/hooks';
import type { Incoming } from '#records';
import { RecordsEncoder } from '#records/writer/rows/encode-records';
import { makeLogs } from '../make-logs.ts';
import { makeRecords } from '../make-records.ts';
import { makeOfSpans, makeSpans, type SpanLookUp } from '../make-spans.ts';
import { preparationBy, type AccountRules, type Preparation } from '../prepare.ts';
import { addToSummary, storedCallsOf, emptySummary } from '../summary.ts';
import type {
  FromThread,
  Made,
  PrepareOrder,
  Profile,
  ReadSpans,
  SentBody,
  ThreadData,
  ToThread,
} from './messages.ts';
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
    const { encoded, unread } = made;
    tell({ kind: 'made', job, made }, [encoded.rows.buffer as ArrayBuffer, ...(unread ? [unread] : [])]);
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
  { profile, request, bytes, body: sent, needsCalls }: PrepareOrder,
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
  const read = await readAs(sent, body, how, pace, lookUpFor(job), take);
  if (!read.unread) freeBytes(body);
  return {
    ...summary,
    encoded: encoder.encoded(),
    calls,
    reservedTags: how.reservedTags,
    ...NOTHING,
    ...read,
  };
}

type Read = Pick<Made, 'records' | 'spans' | 'events' | 'other' | 'unread'>;
const NOTHING: Read = { records: null, spans: null, events: null, other: null, unread: null };

async function readAs(
  sent: SentBody,
  body: Buffer<ArrayBuffer>,
  how: Preparation,
  pace: Pace,
  lookUp: SpanLookUp,
  take: (record: Incoming) => void,
): Promise<Partial<Read>> {
  if (sent.kind === 'records') return { records: await makeRecords(body, how, pace, take) };
  if (sent.kind === 'other') {
    const { readSpans } = (await import(shared.readers.get(sent.peer) ?? '')) as { readSpans: ReadSpans };
    const found = await readSpans(body, sent.contentType, pace);
    if (found === null) return { unread: body.buffer };
    const { rejected, notes } = found;
    return { spans: await makeOfSpans(found.spans, how, pace, lookUp, take), other: { rejected, notes } };
  }
  if (sent.kind === 'traces') return { spans: await makeSpans(body, sent.encoding, how, pace, lookUp, take) };
  const spans = await makeLogs(body, sent.encoding, how, pace, lookUp, take);
  return { spans, events: spans.events };
}

/**
 * Rows are seldom larger than this multiple of the body, although they include hashes of the words in content
 * and protobuf is shorter than JSON. Unused memory costs nothing.
 */
const ROWS_TO_BODY = 2;

/** Asks the main thread. A job has one question at a time. */
const lookUpFor = (job: number): SpanLookUp => ({
  matchStored: (project, links, request) =>
    ask(job, { kind: 'links', job, project, links: packLinks(links), request }),
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
  else if (message.kind === 'table') useTable(message.table);
  else if (message.kind === 'ping') tell({ kind: 'pong' });
  else if (message.kind === 'drop') waiting.delete(message.job);
  else {
    waiting.get(message.job)?.(answerIn(message) as never);
    waiting.delete(message.job);
  }
});

function answerIn(message: Extract<ToThread, { kind: 'duplicates' | 'projects' | 'prompts' }>): unknown {
  if (message.kind === 'duplicates') return message.matched;
  return message.kind === 'projects' ? message.projects : message.prompts;
}

tell({ kind: 'ready' });

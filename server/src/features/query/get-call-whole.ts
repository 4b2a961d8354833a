// GET /v1/query/calls/{id}: a call with a long conversation is streamed, so that it may be larger than other answers.
import { Readable } from 'node:stream';
import type { AnswerBudget } from '#core/answer-budget';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { sizeOf } from '#otlp';
import type { Json } from '#records';
import { getCall } from './get-call.ts';

/** More is streamed. */
const SMALL_BYTES = 1_048_576;
/** What is written at a time. */
const PIECE_BYTES = 65_536;

export async function getCallWhole(ctx: Context, id: string, budget: AnswerBudget) {
  const whole = await getCall(ctx, id);
  const bytes = sizeOf(whole as unknown as Json);
  if (bytes <= SMALL_BYTES) return whole;
  budget.hold(bytes);
  const body = Readable.from(jsonPieces(whole as unknown as Json), { objectMode: false });
  return new Reply(200, body, { 'content-type': 'application/json; charset=utf-8' });
}

function* jsonPieces(value: Json): Generator<Buffer> {
  let open = '';
  for (const text of written(value)) {
    open += text;
    if (open.length < PIECE_BYTES) continue;
    yield Buffer.from(open);
    open = '';
  }
  if (open !== '') yield Buffer.from(open);
}

function* written(value: Json): Generator<string> {
  if (typeof value !== 'object' || value === null || sizeOf(value) <= PIECE_BYTES) {
    yield JSON.stringify(value);
    return;
  }
  const isList = Array.isArray(value);
  let before = isList ? '[' : '{';
  for (const [key, member] of isList ? value.entries() : Object.entries(value)) {
    if (member === undefined) continue;
    yield isList ? before : `${before}${JSON.stringify(key)}:`;
    yield* written(member);
    before = ',';
  }
  yield isList ? ']' : '}';
}

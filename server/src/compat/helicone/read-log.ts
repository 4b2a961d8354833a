// The body of a log. A large one is read in pieces, so that other requests have their turn.
import { AppError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { jsonChildren, jsonStringBytes, readJsonRecord, WHOLE_JSON_BYTES } from '#lib/json-pieces';
import { parseJson } from '#lib/safe-json';
import type { Pace } from '#lib/yield-to-event-loop';
import type { JsonObject } from '#records';
import type { VendorAnswer } from '../vendor-answer/answer.ts';
import { largeStreamedAnswer } from '../vendor-answer/stream.ts';

export interface HeliconeBody {
  /** A list or text over 1 MiB is the beginning of its text. */
  body: JsonObject;
  /** The answer in a text that was cut: its token counts are usually at its end. */
  streamed: VendorAnswer | null;
}

export async function readLog(bytes: Buffer, pace: Pace): Promise<HeliconeBody> {
  const isLarge = bytes.length > WHOLE_JSON_BYTES;
  const json = isLarge ? await readJsonRecord(bytes, pace) : parseJson(bytes);
  if (!json.ok) throw new AppError('bad_request', json.fault.reason, json.fault.message);
  const body = json.value;
  for (const member of ['providerRequest', 'providerResponse']) {
    if (!isObject(body) || !isObject(body[member])) throw invalid(member, `${member} must be an object.`);
  }
  const log = { body: body as JsonObject, streamed: null };
  return isLarge ? largeResponse(log, bytes, pace) : log;
}

async function largeResponse(log: HeliconeBody, bytes: Buffer, pace: Pace): Promise<HeliconeBody> {
  const response = await memberOf(bytes, 'providerResponse', pace);
  if (response === null || response.length <= WHOLE_JSON_BYTES) return log;
  leaveOutEmbeddings(log.body['providerResponse'] as JsonObject);
  const text = await memberOf(response, 'textBody', pace);
  if (text === null || text.length <= WHOLE_JSON_BYTES) return log;
  const content = await jsonStringBytes(text, pace);
  return content === null ? log : { ...log, streamed: await largeStreamedAnswer(content, pace) };
}

/** The numbers of embeddings are no text to keep, and neither is the beginning of their list. */
function leaveOutEmbeddings({ json }: JsonObject): void {
  if (isObject(json) && typeof json['data'] === 'string' && json['data'].startsWith('[')) json['data'] = [];
}

const MAX_MEMBERS = 2_000;

async function memberOf(object: Buffer, name: string, pace: Pace): Promise<Buffer | null> {
  const split = await jsonChildren(object, pace, MAX_MEMBERS);
  return split?.children.findLast(({ key }) => key === name)?.text ?? null;
}

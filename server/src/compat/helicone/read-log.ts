// The body of a log. A large one is read in pieces, so that other requests have their turn.
import { AppError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { readJsonRecord, WHOLE_JSON_BYTES } from '#lib/json-record';
import { parseJson } from '#lib/safe-json';
import type { Pace } from '#lib/yield-to-event-loop';
import type { JsonObject } from '#records';
import type { VendorAnswer } from '../vendor-answer/answer.ts';
import { largeStreamedAnswer } from '../vendor-answer/stream.ts';

export interface HeliconeBody {
  body: JsonObject;
  /** The answer in a large text, whose token counts are usually at its end. */
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
  return isLarge ? largeResponse(log, pace) : log;
}

async function largeResponse(log: HeliconeBody, pace: Pace): Promise<HeliconeBody> {
  const response = log.body['providerResponse'] as JsonObject;
  leaveOutEmbeddings(response);
  const text = response['textBody'];
  if (typeof text !== 'string' || text.length <= WHOLE_JSON_BYTES) return log;
  return { ...log, streamed: await largeStreamedAnswer(Buffer.from(text), pace) };
}

/** The numbers of embeddings are no text to keep. */
function leaveOutEmbeddings({ json }: JsonObject): void {
  const data = isObject(json) ? json['data'] : undefined;
  if (isObject(json) && Array.isArray(data) && isObject(data[0]) && 'embedding' in data[0]) json['data'] = [];
}

// A keyed hash to compare contents that we cannot read. It has few bits and is keyed per account, so that no
// one with access to the tables can test guesses. Ids and tool results are left out: a repeated question has
// the same hash, whatever its id and answer.
import { hash, hkdfSync, type KeyObject } from 'node:crypto';
import { isObject } from '#lib/is-object';
import { sharedMessagesIn } from '#core/content/messages/message-hashes';
import type { Json, JsonObject, StoredRecord } from '#records';
import { TOOL_INPUT_KEYS } from '#semconv';
import type { Content } from './content.ts';

/** 0 if there is nothing to compare. At most 52 bits, so that it is exact as a number. */
interface Fingerprints {
  inputHash: number;
  toolsHash: number;
}

const NONE: Fingerprints = { inputHash: 0, toolsHash: 0 };

const secrets = new WeakMap<KeyObject, string>();

/** Without a key the content is not stored, and the record contains its digest instead. */
export function fingerprintSecret(key: KeyObject | null): string {
  if (!key) return '';
  let secret = secrets.get(key);
  if (secret === undefined) {
    const bytes = hkdfSync('sha256', key, Buffer.alloc(0), 'tracewell content fingerprint', 32);
    secrets.set(key, (secret = Buffer.from(bytes).toString('base64')));
  }
  return secret;
}

export function fingerprints(record: StoredRecord, content: Content | null, secret: string): Fingerprints {
  if (content === null) return NONE;
  if (record.kind === 'observation') {
    const question = record.type === 'tool' ? toolQuestion(content.attributes ?? {}) : null;
    return question === null ? NONE : { inputHash: bitsOf(secret, [record.name, question]), toolsHash: 0 };
  }
  const { input, systemInstructions, toolCalls } = content;
  return {
    inputHash:
      input === undefined
        ? 0
        : bitsOf(secret, [inHashes(systemInstructions ?? null, secret), inHashes(input, secret)]),
    toolsHash: toolCalls === undefined ? 0 : bitsOf(secret, toolQuestions(toolCalls)),
  };
}

/** The messages of a long list are hashed already. */
const inHashes = (value: Json, secret: string): Json =>
  sharedMessagesIn(value, secret)?.map(({ hash }) => hash) ?? value;

const HIGH = 0x0f_ffff;

/**
 * Texts are concatenated in this buffer, because joining strings would copy each once more. Few texts are
 * longer.
 */
const room = Buffer.allocUnsafe(1 << 16);
const BYTES_A_CHARACTER = 3;

function bitsOf(secret: string, said: Json): number {
  const json = JSON.stringify(said);
  const begin = room.write(`${secret}\n`);
  const whole =
    begin + json.length * BYTES_A_CHARACTER <= room.length
      ? room.subarray(0, begin + room.write(json, begin))
      : `${secret}\n${json}`;
  // The digest is a string of one-byte characters: a buffer would be allocated outside the heap, which costs
  // more.
  const digest = hash('sha256', whole, 'latin1');
  const bits = (uint32At(digest, 4) & HIGH) * 0x1_0000_0000 + uint32At(digest, 0);
  return bits === 0 ? 1 : bits;
}

const uint32At = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0;

const ARGUMENTS = ['arguments', 'args', 'input', 'parameters'];

const toolQuestions = (toolCalls: Json): Json =>
  (Array.isArray(toolCalls) ? toolCalls : [toolCalls]).map((toolCall) => {
    if (!isObject(toolCall)) return toolCall;
    // OpenAI's form has name and arguments one level down.
    const told = isObject(toolCall['function']) ? toolCall['function'] : toolCall;
    const key = ARGUMENTS.find((name) => told[name] !== undefined);
    return [told['name'] ?? null, key === undefined ? null : (told[key] ?? null)];
  });

/** The input of a tool, in any dialect; null if the span does not have it. */
function toolQuestion(attributes: JsonObject): Json {
  const asked = TOOL_INPUT_KEYS.filter((name) => attributes[name] !== undefined).map((name) => [
    name,
    attributes[name] ?? null,
  ]);
  return asked.length === 0 ? null : asked;
}

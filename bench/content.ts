// The CPU cost per record of incoming content: redaction, extraction from the record, sealing; then the worst
// texts for redaction. On a shared machine compare only figures of one run.
//   node bench/content.ts [records=20000]
import { createSecretKey, randomBytes } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import {
  applyConsent,
  splitContent,
  contentWords,
  joinContent,
  openContent,
  redactRecord,
  redactText,
  sealContent,
  searchKeyOf,
} from '../server/src/core/content/index.ts';
import type { AccountKeys } from '../server/src/core/content/index.ts';
import type { Content } from '../server/src/core/content/content.ts';
import { ATTACKS } from '../server/src/core/content/redact/attacks.ts';
import { sampleCall } from '../server/src/core/content/sample-call.ts';
import { previewOf } from '../server/src/services/conversation/preview.ts';
import type { CallRecord } from '../server/src/store/records/record.ts';
import { median } from './lib/process-cost.ts';

const records = Number(process.argv[2] ?? 20_000);
const ROUNDS = 5;
const VARIANTS = 200;
const consents = { plaintextStorage: true, aiHelper: false, piiRedaction: true };

const key = { version: 1, key: createSecretKey(randomBytes(32)) };
const keys: AccountKeys = {
  account: 1,
  newest: key,
  byVersion: new Map([[1, key.key]]),
  search: [searchKeyOf(key.key)],
  unreadable: () => undefined,
};

const SENTENCES = [
  'The customer asks why the invoice of 2026-05-31 shows 1,249.00 instead of 1,199.00. ',
  'Please summarise the report in three bullet points, and keep the names of the products. ',
  'According to the documentation, version 2.14.3 changed the default timeout to 30 seconds. ',
  'We shipped order 48213 on Monday; it should arrive within five working days at the latest. ',
  'In the second quarter revenue grew by 12.5 % while costs stayed nearly the same. ',
  'Answer only with JSON like {"intent": "refund", "confidence": 0.92, "language": "en"}. ',
  'Wenn das Paket nicht ankommt, wenden Sie sich bitte an unseren Kundendienst. ',
  'The function returns a list of rows, each with an id, a title and the time it was changed. ',
  'I do not know the answer, but the knowledge base has two articles about it. ',
  'Remember to be polite, to ask one question at a time and to never promise a date. ',
];
const PERSONAL = 'You can reach me at jane.doe@example.com or +1 415 555 2671. ';

/** Varied text, because repetition would favour the compressor. It is parsed, like strings from the wire. */
function prose(length: number, seed: number, personal: boolean): string {
  let text = personal ? PERSONAL : '';
  for (let n = seed; text.length < length; n = (n * 7 + 3) % 1_009)
    text += SENTENCES[n % SENTENCES.length] ?? '';
  return JSON.parse(JSON.stringify(text.slice(0, length))) as string;
}

const withContent = (personal: boolean): CallRecord[] =>
  Array.from({ length: VARIANTS }, (_none, n) =>
    sampleCall({
      id: `call-${n}`,
      requestMeta: {
        input: [
          { role: 'system', content: prose(500, n, false) },
          { role: 'user', content: prose(1_500, n + 300, personal) },
        ],
        output: prose(1_000, n + 600, false),
        stream: true,
        ttftMs: 210,
      },
    }),
  );

function cpuMicros(count: number, work: (index: number) => unknown): number {
  const began = process.cpuUsage();
  for (let at = 0; at < count; at += 1) work(at % VARIANTS);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}

function report(name: string, bytes: number, work: (index: number) => unknown, count = records): number {
  cpuMicros(count / 4, work);
  const micros = median(Array.from({ length: ROUNDS }, () => cpuMicros(count, work)));
  const speed = bytes > 0 ? `${(bytes / micros).toFixed(0).padStart(7)} MB/s` : '';
  console.log(`${name.padEnd(46)}${micros.toFixed(2).padStart(8)} µs${speed}`);
  return micros;
}

function onTheWayIn(record: CallRecord): Buffer | null {
  const { narrow, content } = applyConsent(splitContent(redactRecord(record).record), consents);
  if (content) contentWords(keys.search[0], content);
  return content ? sealContent(keys, narrow.id, content) : null;
}

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index];
  if (item === undefined) throw new RangeError(`no item ${index}`);
  return item;
};

const clean = withContent(false);
const personal = withContent(true);
const bare = Array.from({ length: VARIANTS }, () =>
  sampleCall({ requestMeta: { stream: true, ttftMs: 210 } }),
);
const contents: Content[] = clean.map((call) => applyConsent(splitContent(call), consents).content ?? {});
const sealed = contents.map((content, n) => sealContent(keys, at(clean, n).id, content));
const bytes = Buffer.byteLength(JSON.stringify(at(contents, 0)));

console.log(`call with 2 kB in and 1 kB out (${bytes} bytes of content, ${at(sealed, 0).length} sealed)`);
report('  redact', bytes, (n) => redactRecord(at(clean, n)));
report('  redact, with an address and a number in it', bytes, (n) => redactRecord(at(personal, n)));
report('  split', bytes, (n) => applyConsent(splitContent(at(clean, n)), consents));
report('  drop (no consent): digests', bytes, (n) =>
  applyConsent(splitContent(at(clean, n)), { ...consents, plaintextStorage: false }),
);
report('  seal', bytes, (n) => sealContent(keys, at(clean, n).id, at(contents, n)));
const words = contents.reduce((sum, content) => sum + contentWords(keys.search[0], content).length / 3, 0);
report(`  words (${Math.round(words / VARIANTS)} different ones, 3 bytes each)`, bytes, (n) =>
  contentWords(keys.search[0], at(contents, n)),
);
report('  all of the way in', bytes, (n) => onTheWayIn(at(clean, n)));
report('  open and join', bytes, (n) =>
  joinContent(at(clean, n), openContent(keys, at(clean, n).id, at(sealed, n))),
);
report('  open and preview', bytes, (n) =>
  previewOf(openContent(keys, at(clean, n).id, at(sealed, n)) ?? {}),
);
const long: Content = {
  input: Array.from({ length: 100 }, (_none, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: prose(2_000, n, false),
  })),
  output: prose(1_000, 7, false),
};
const sealedLong = sealContent(keys, 'long', long);
const longBytes = Buffer.byteLength(JSON.stringify(long));
report(
  `  open and preview one of ${Math.round(longBytes / 1_000)} kB`,
  longBytes,
  () => previewOf(openContent(keys, 'long', sealedLong) ?? {}),
  records / 100,
);
const plain = contents.map((content) => Buffer.from(JSON.stringify(content)));
const micros = report('  a zstd frame of its own would add', bytes, (n) => zstdCompressSync(at(plain, n)));
const saved = bytes - zstdCompressSync(at(plain, 0)).length;
console.log(`    and save ${saved} bytes: ${((micros * 1_000) / saved).toFixed(0)} ns a byte`);

console.log('call without content');
report('  redact', 0, (n) => redactRecord(at(bare, n)));
report('  all of the way in', 0, (n) => onTheWayIn(at(bare, n)));

console.log('redaction of 256 KiB');
const LENGTH = 262_144;
const timed = (text: string) => cpuMicros(1, () => redactText(text)) / 1_000;
const best = (text: string) => Math.min(timed(text), timed(text), timed(text));
console.log(`  prose ${best(prose(LENGTH, 1, false)).toFixed(1)} ms`);
const worst = Object.entries(ATTACKS)
  .map(([name, make]) => ({ name, ms: best(make(LENGTH)) }))
  .toSorted((a, b) => b.ms - a.ms)
  .slice(0, 5);
for (const { name, ms } of worst) console.log(`  ${name.padEnd(40)} ${ms.toFixed(0)} ms`);

import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import type { Json, JsonObject } from '#records';
import { newId } from '#lib/ids';
import { redactText, type AccountKeys } from '#content';
import { mediaIn, replaceReferences, writtenAs } from './reference.ts';
import { sniffedType } from './sniff.ts';
import { MediaTaker } from './take-media.ts';

const key = createSecretKey(randomBytes(32));
const keys: AccountKeys = {
  account: 1,
  newest: { version: 1, key },
  byVersion: new Map([[1, key]]),
  search: [key],
  unreadable: () => undefined,
};

const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(3_000)]);
const noise = randomBytes(3_001);
const base64 = png.toString('base64');
const url = `data:image/png;base64,${base64}`;

function taken(value: JsonObject): { value: JsonObject; files: Map<string, Buffer> } {
  const taker = new MediaTaker();
  const copy = structuredClone(value);
  taker.from(copy);
  const kept = taker.files.map(() => ({ mediaId: newId('media') }));
  const files = new Map(taker.files.map(({ bytes }, at) => [kept[at]?.mediaId ?? '', bytes]));
  taker.put(kept);
  return { value: copy, files };
}

const back = (value: Json, files: Map<string, Buffer>): Json =>
  replaceReferences(value, (reference, escape) => {
    const bytes = files.get(reference.mediaId ?? '');
    return bytes && writtenAs(reference, bytes, escape);
  });

const reference = (bytes: number, more: object = {}) => ({
  type: 'media',
  mediaId: expect.stringMatching(/^med_\w{21}$/),
  contentType: 'image/png',
  bytes,
  ...more,
});

const URL_REFERENCE = reference(png.length, { prefix: 'data:image/png;base64,' });

const FORMS: Record<string, { part: JsonObject; now: unknown }> = {
  'OpenAI image_url': {
    part: { type: 'image_url', image_url: { url } },
    now: { type: 'image_url', image_url: { url: URL_REFERENCE } },
  },
  'OpenAI input_image': {
    part: { type: 'input_image', image_url: url },
    now: { type: 'input_image', image_url: URL_REFERENCE },
  },
  'OpenAI input_audio': {
    part: { type: 'input_audio', input_audio: { data: noise.toString('base64'), format: 'pcm16' } },
    now: {
      type: 'input_audio',
      input_audio: {
        data: reference(noise.length, { contentType: 'application/octet-stream' }),
        format: 'pcm16',
      },
    },
  },
  'OpenAI file': {
    part: { type: 'file', file: { filename: 'a.png', file_data: url } },
    now: { type: 'file', file: { filename: 'a.png', file_data: URL_REFERENCE } },
  },
  'OpenAI generated image': { part: { b64_json: base64 }, now: { b64_json: reference(png.length) } },
  'Anthropic source': {
    part: { type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } },
    now: {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: reference(png.length) },
    },
  },
  'Gemini inlineData': {
    part: { inlineData: { mimeType: 'image/png', data: base64 } },
    now: { inlineData: { mimeType: 'image/png', data: reference(png.length) } },
  },
  'OpenAI spoken answer': {
    part: { role: 'assistant', audio: { id: 'audio_1', data: noise.toString('base64'), transcript: 'Hi.' } },
    now: {
      role: 'assistant',
      audio: {
        id: 'audio_1',
        data: reference(noise.length, { contentType: 'application/octet-stream' }),
        transcript: 'Hi.',
      },
    },
  },
  'the convention’s blob': {
    part: { type: 'blob', modality: 'audio', mime_type: 'audio/pcm', content: noise.toString('base64') },
    now: {
      type: 'blob',
      modality: 'audio',
      mime_type: 'audio/pcm',
      content: reference(noise.length, { contentType: 'application/octet-stream' }),
    },
  },
  'LangChain image': {
    part: { type: 'image', source_type: 'base64', mime_type: 'image/png', data: base64 },
    now: { type: 'image', source_type: 'base64', mime_type: 'image/png', data: reference(png.length) },
  },
  'AI SDK file': {
    part: { type: 'file', mediaType: 'image/png', data: base64 },
    now: { type: 'file', mediaType: 'image/png', data: reference(png.length) },
  },
};

it.each(Object.entries(FORMS))('takes the file of %s and puts it back as it was', (_name, { part, now }) => {
  const sent = { input: [{ role: 'user', content: [{ type: 'text', text: 'look' }, part] }] };
  const { value, files } = taken(sent);
  expect(value).toEqual({ input: [{ role: 'user', content: [{ type: 'text', text: 'look' }, now] }] });
  expect(files.size).toBe(1);
  expect(back(value, files)).toEqual(sent);
  expect(mediaIn(JSON.stringify(value), keys)).toEqual([...files.keys()]);
});

it.each(Object.entries(FORMS))('takes the file of %s inside texts of JSON', (_name, { part }) => {
  for (const space of [0, 1]) {
    const inner = JSON.stringify([{ role: 'user', content: [part, part] }], null, space);
    const middle = JSON.stringify({ body: inner });
    const sent = { text: inner, deeper: middle, deepest: JSON.stringify([middle]) };
    const { value, files } = taken(sent);
    expect(files.size).toBe(6);
    expect(JSON.stringify(value).length).toBeLessThan(6_000);
    expect(JSON.parse(value['text'] as string)).toEqual([
      { role: 'user', content: [FORMS[_name]?.now, FORMS[_name]?.now] },
    ]);
    expect(back(value, files)).toEqual(sent);
    expect(mediaIn(JSON.stringify(value), keys)).toHaveLength(6);
  }
});

it('takes data URLs out of prose, and puts them back as they were', () => {
  const sent = {
    markdown: `before ![a](${url}) between ![b](${url}), after`,
    first: `${url} is a picture`,
    quoted: `const a = "${url}", b = '${url}';`,
    whole: url,
  };
  const { value, files } = taken(sent);
  expect(files.size).toBe(6);
  expect(value['whole']).toEqual(URL_REFERENCE);
  expect(back(value, files)).toEqual(sent);
});

it('keeps every way to write base64', () => {
  const type = { mimeType: 'image/png' };
  const odd = png.subarray(0, 3_001);
  for (const data of [
    odd.toString('base64'),
    odd.toString('base64').replace(/=+$/, ''),
    odd.toString('base64url'),
    odd.toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ]) {
    const { value, files } = taken({ ...type, data });
    expect([...files.values()]).toEqual([odd]);
    expect(back(value, files)).toEqual({ ...type, data });
  }
});

const inLines = (text: string, width: number, end: string): string =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(end) ?? '';

const LINE_SIZES = [767, 768, 3_000, 3_001, 3_002, 20_007, 76 * 30, 57 * 40];

describe.each([
  ['lf', '\n'],
  ['crlf', '\r\n'],
])('base64 in lines with %s', (lineEnd, end) => {
  const type = { mimeType: 'image/png' };
  const bytesOf = (size: number): Buffer => Buffer.concat([png.subarray(0, 8), randomBytes(size - 8)]);

  it.each(LINE_SIZES)('%i bytes are taken from values, data URLs and JSON at any depth', (size) => {
    for (const width of [60, 64, 76, 120])
      for (const last of ['', end]) {
        const file = bytesOf(size);
        const data = inLines(file.toString('base64'), width, end) + last;
        const part = { ...type, data };
        const inner = JSON.stringify([{ role: 'user', content: [part] }]);
        const sent = {
          part,
          dataUrl: `data:image/png;base64,${data}`,
          inner,
          deep: JSON.stringify({ body: inner }, null, 1),
          deepest: JSON.stringify([JSON.stringify([inner])]),
          markdown: JSON.stringify({ url: `data:image/png;base64,${data}` }),
        };
        const { value, files } = taken(sent);
        expect([...files.values()].map((found) => found.equals(file))).toEqual(
          Array.from({ length: 6 }, () => true),
        );
        expect(value['part']).toEqual({
          ...type,
          data: reference(size, { lineLength: width, lineEnd, ...(last && { endsLine: true }) }),
        });
        expect(JSON.stringify(value)).not.toContain(data.slice(0, 20));
        expect(back(value, files)).toEqual(sent);
      }
  });

  it('of the alphabet of addresses, and in prose', () => {
    const file = bytesOf(5_000);
    const data = inLines(file.toString('base64url'), 76, end);
    const sent = {
      part: { ...type, data },
      prose: `before ![a](data:image/png;base64,${data})${end}${end}after`,
    };
    const { value, files } = taken(sent);
    expect(files.size).toBe(2);
    expect(back(value, files)).toEqual(sent);
  });

  it('at any place of a long text', () => {
    const file = bytesOf(3_000);
    const data = inLines(file.toString('base64'), 76, end);
    for (let before = 0; before < 600; before += 7) {
      const sent = { text: JSON.stringify({ a: 'x '.repeat(before), mimeType: 'image/png', data, b: 'y' }) };
      const { value, files } = taken(sent);
      expect(files.size).toBe(1);
      expect(back(value, files)).toEqual(sent);
    }
  });

  it('what is not lines of one length stays', () => {
    const data = png.toString('base64');
    const sent = {
      ragged: {
        ...type,
        data: `${data.slice(0, 700)}${end}${data.slice(700, 1_300)}${end}${data.slice(1_300)}`,
      },
      mixed: { ...type, data: inLines(data, 76, end).replace(end, end === '\n' ? '\r\n' : '\n') },
      lines: `${'word'.repeat(19)}${end}`.repeat(100),
      unequal: JSON.stringify({ ...type, data: inLines(data, 76, '\\n') }),
    };
    const { value, files } = taken(sent);
    expect(files.size).toBe(0);
    expect(value).toEqual(sent);
  });
});

it.each(['\\\\', '\\\\n', '\n', 'n', `${'a'.repeat(76)}\n`, `"${'\\\\'.repeat(17)}n`])(
  'a text of %j alone takes no longer than any other',
  (piece) => {
    const text = piece.repeat(Math.ceil(4_000_000 / piece.length));
    expect(taken({ data: text, text: `[${text}` }).files.size).toBe(0);
    expect(leastCpuMs(() => taken({ data: text, text: `[${text}` }), 3_000)).toBeLessThan(3_000);
  },
);

it('a reference that a client wrote breaks nothing', () => {
  for (const forged of [
    { lineLength: 0, lineEnd: 'lf' },
    { lineLength: -1 },
    { lineLength: 0.001 },
    { lineLength: 'x' },
    { prefix: '","costUsd":0,"x":"' },
    { prefix: 7 },
  ])
    expect(writtenAs(forged as never, png)).toBe(base64);
});

it('leaves what is no file, is short, or could not be put back', () => {
  const sent = {
    long: 'word '.repeat(1_000),
    code: `{"a": "${'x'.repeat(5_000)}"}`,
    short: `data:image/png;base64,${png.subarray(0, 300).toString('base64')}`,
    signature: noise.toString('base64'),
    encrypted_content: JSON.stringify({ signature: noise.toString('base64') }),
    remote: `https://example.com/${'a'.repeat(2_000)}`,
    odd: { mimeType: 'image/png', data: `${base64}!` },
    mixed: { mimeType: 'image/png', data: `${'a+'.repeat(600)}${'b_'.repeat(600)}` },
    list: [url.slice(0, 800)],
  };
  const { value, files } = taken(sent);
  expect(files.size).toBe(0);
  expect(value).toEqual(sent);
});

it('takes no more files than one request may have', () => {
  const sent = { parts: Array.from({ length: 300 }, () => url) };
  const { value, files } = taken(sent);
  expect(files.size).toBe(256);
  expect(back(value, files)).toEqual(sent);
});

it('says why a file was not kept', () => {
  const taker = new MediaTaker();
  const value: JsonObject = { url };
  taker.from(value);
  taker.put([{ mediaId: null, reason: 'media_quota' }]);
  expect(value).toEqual({ url: { ...URL_REFERENCE, mediaId: null, reason: 'media_quota' } });
});

it('ids of files are never redacted', () => {
  for (let n = 0; n < 2_000; n += 1) {
    const text = JSON.stringify({
      type: 'media',
      mediaId: newId('media'),
      contentType: 'image/png',
      bytes: 9,
    });
    expect(redactText(text).text).toBe(text);
  }
});

it.each([
  ['image/png', png],
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['audio/wav', Buffer.from('RIFF\x24\0\0\0WAVEfmt ', 'latin1')],
  ['image/webp', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ', 'latin1')],
  ['video/mp4', Buffer.from('\0\0\0\x20ftypisom', 'latin1')],
  ['audio/mpeg', Buffer.from('fffb9064', 'hex')],
  ['application/pdf', Buffer.from('%PDF-1.7')],
  ['text/plain', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['text/plain', Buffer.from('<html><script>alert(1)</script>')],
  ['application/octet-stream', Buffer.from([0, 1, 2, 3])],
  ['application/octet-stream', Buffer.alloc(0)],
])('finds %s by content', (type, bytes) => expect(sniffedType(bytes)).toBe(type));

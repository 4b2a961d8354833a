import { describe, expect, it } from 'vitest';
import { messagesOf } from './conversation.ts';
import { storedMediaIn } from './media.ts';

const DATA = 'iVBORw0KGgo=';
const PNG = `data:image/png;base64,${DATA}`;
const HOST = 'https://example.com/a.png';

const partsOf = (part: object) => messagesOf([{ role: 'user', content: [part] }], 'user')[0]?.parts;

describe('media', () => {
  it.each<[string, object, string]>([
    ['OpenAI, data', { type: 'image_url', image_url: { url: PNG } }, PNG],
    ['OpenAI, an address', { type: 'image_url', image_url: { url: HOST, detail: 'low' } }, HOST],
    ['the Responses API', { type: 'input_image', image_url: PNG }, PNG],
    [
      'audio',
      { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } },
      'data:audio/wav;base64,UklGRg==',
    ],
    [
      'Anthropic, data',
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: DATA } },
      PNG,
    ],
    ['Anthropic, an address', { type: 'image', source: { type: 'url', url: HOST } }, HOST],
    ['Google', { inlineData: { mimeType: 'image/png', data: DATA } }, PNG],
    ['LangChain', { type: 'image', source_type: 'base64', mime_type: 'image/png', data: DATA }, PNG],
    ['the AI SDK', { type: 'file', data: DATA, mediaType: 'image/png' }, PNG],
    ['the AI SDK, no type', { type: 'image', image: DATA }, PNG],
    ['the convention, data', { type: 'blob', modality: 'image', mime_type: 'image/png', content: DATA }, PNG],
    ['the convention, an address', { type: 'uri', modality: 'image', uri: HOST }, HOST],
  ])('are read from %s', (_, part, url) => {
    expect(partsOf(part)).toEqual([expect.objectContaining({ kind: 'media', url })]);
  });

  const REFERENCE = { type: 'media', mediaId: 'med_1', contentType: 'image/png', bytes: 9 };
  it.each<[string, object]>([
    ['OpenAI', { type: 'image_url', image_url: { url: REFERENCE } }],
    ['the Responses API', { type: 'input_image', image_url: REFERENCE }],
    ['audio', { type: 'input_audio', input_audio: { data: REFERENCE, format: 'wav' } }],
    ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: REFERENCE } }],
    ['Google', { inlineData: { mimeType: 'image/png', data: REFERENCE } }],
    ['the AI SDK', { type: 'image', image: REFERENCE }],
    ['the convention', { type: 'blob', modality: 'image', mime_type: 'image/png', content: REFERENCE }],
    ['an upload', REFERENCE],
  ])('that the service has stored are read from %s', (_, part) => {
    expect(partsOf(part)).toEqual([
      expect.objectContaining({ kind: 'media', mediaType: 'image/png', stored: { id: 'med_1', bytes: 9 } }),
    ]);
  });

  it('that a Langfuse client has uploaded are read from its reference', () => {
    const url = '@@@langfuseMedia:type=audio/wav|id=2N9xQk5bWc7TfYzR3pLhA_|source=base64_data_uri@@@';
    expect(partsOf({ type: 'image_url', image_url: { url } })).toEqual([
      {
        kind: 'media',
        type: 'image_url',
        mediaType: 'audio/wav',
        stored: { id: 'langfuse:2N9xQk5bWc7TfYzR3pLhA_' },
      },
    ]);
  });

  it('keep the name of a file', () => {
    const part = { type: 'file', file: { filename: 'a.pdf', file_data: REFERENCE } };
    expect(partsOf(part)).toEqual([
      expect.objectContaining({ name: 'a.pdf', stored: { id: 'med_1', bytes: 9 } }),
    ]);
  });

  it('have no address where only an id is known, or the data is something else', () => {
    expect(partsOf({ type: 'image', source: { type: 'file', file_id: 'file_1' } })).toEqual([
      { kind: 'media', type: 'image' },
    ]);
    expect(partsOf({ type: 'image', source: { media_type: 'image/png', data: '<cut off>' } })).toEqual([
      { kind: 'media', type: 'image', mediaType: 'image/png' },
    ]);
  });

  it('do not include the text of a document', () => {
    expect(partsOf({ type: 'document', text: 'The report.' })).toEqual([
      { kind: 'text', text: 'The report.' },
    ]);
    expect(partsOf({ type: 'blob', modality: 'image', content: '[removed by policy]' })).toEqual([
      { kind: 'text', text: '[removed by policy]' },
    ]);
  });

  it('have their transcript: of a question, and of a spoken answer', () => {
    const data = { type: 'media', mediaId: 'med_1', contentType: 'audio/wav', bytes: 9 };
    const media = {
      kind: 'media',
      mediaType: 'audio/wav',
      stored: { id: 'med_1', bytes: 9 },
      transcript: 'Hi.',
    };
    expect(partsOf({ type: 'input_audio', input_audio: { data, transcript: 'Hi.' } })).toEqual([
      { ...media, type: 'input_audio' },
    ]);
    const spoken = { role: 'assistant', content: null, audio: { id: 'a', data, transcript: 'Hi.' } };
    expect(messagesOf([spoken], 'user')[0]?.parts).toEqual([{ ...media, type: 'audio' }]);
  });

  it('are found anywhere in a value, each once', () => {
    const image = { type: 'media', mediaId: 'med_1', contentType: 'image/png', bytes: 9 };
    const tag = `@@@langfuseMedia:type=image/png|id=${'a'.repeat(22)}|source=bytes@@@`;
    const value = [{ source: { data: image } }, JSON.stringify({ again: image }), { url: tag }];
    expect(storedMediaIn(value, 9)).toEqual([
      { kind: 'media', type: 'image', mediaType: 'image/png', stored: { id: 'med_1', bytes: 9 } },
      { kind: 'media', type: 'image', mediaType: 'image/png', stored: { id: `langfuse:${'a'.repeat(22)}` } },
    ]);
    expect(storedMediaIn(value, 1)).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { mediaSource } from './media-source.ts';

const source = (url: string | undefined, type = 'image_url', mediaType?: string) =>
  mediaSource({
    type,
    ...(url === undefined ? {} : { url }),
    ...(mediaType === undefined ? {} : { mediaType }),
  });

describe('media', () => {
  it('are drawn from data of known types', () => {
    const png = 'data:image/png;base64,AAAA';
    const wav = 'data:audio/wav;base64,AAAA';
    expect(source(png)).toEqual({ from: 'data', kind: 'image', url: png });
    // The data says what it is, not the name of the part.
    expect(source(wav)).toEqual({ from: 'data', kind: 'audio', url: wav });
  });

  it('are loaded from the service where it has stored them', () => {
    const stored = { id: 'med_1', bytes: 9 };
    const kindOf = (mediaType: string) => mediaSource({ type: 'file', mediaType, stored });
    expect(kindOf('image/png')).toMatchObject({ from: 'service', kind: 'image' });
    expect(kindOf('image/png')?.url).toMatch(/\/v1\/media\/med_1$/);
    expect(kindOf('audio/wav')).toMatchObject({ kind: 'audio' });
    expect(kindOf('video/mp4')).toMatchObject({ kind: 'video' });
    for (const type of ['application/pdf', 'image/svg+xml', 'text/plain', ''])
      expect(kindOf(type)).toMatchObject({ kind: 'file' });
    expect(
      mediaSource({ type: 'image', mediaType: 'image/png', stored: { ...stored, id: '../x' } })?.url,
    ).toMatch(/\/v1\/media\/\.\.%2Fx$/);
  });

  it.each([
    'data:image/svg+xml;base64,PHN2Zz4=',
    'data:text/html;base64,PGI+',
    'data:image/png,plain',
    'javascript:alert(1)',
    'http://example.com/a.png',
    'file:///etc/passwd',
    'gs://bucket/a.png',
    '/v1/account',
    'blob:https://example.com/1',
    `data:image/png;base64,${'A'.repeat(17_000_000)}`,
  ])('are not drawn from %.40s', (url) => {
    expect(source(url)).toBeNull();
  });

  it('are only named if there is no URL', () => {
    expect(source(undefined)).toBeNull();
  });

  it('come from a host over https, with the kind given by the part, its type or its name', () => {
    const kindOf = (url: string, type?: string, mediaType?: string) => {
      const found = source(url, type, mediaType);
      return found?.from === 'host' ? [found.kind, found.host] : found;
    };
    expect(kindOf('https://example.com/a')).toEqual(['image', 'example.com']);
    expect(kindOf('https://example.com/a', 'uri', 'audio/mpeg')).toEqual(['audio', 'example.com']);
    expect(kindOf('https://example.com/a', 'input_audio')).toEqual(['audio', 'example.com']);
    expect(kindOf('https://example.com/a.PNG?x=1', 'file')).toEqual(['image', 'example.com']);
    expect(kindOf('https://example.com/a.pdf', 'file')).toEqual([null, 'example.com']);
  });
});

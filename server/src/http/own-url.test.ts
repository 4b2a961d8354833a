import { describe, expect, it } from 'vitest';
import { ownUrls } from './own-url.ts';

const at = ownUrls('https://tools.example.com/a/tracewell');
const root = ownUrls('http://127.0.0.1:4318');

describe('requests', () => {
  it('lose the path of the public URL, whether or not the proxy removed it', () => {
    expect(at.route('/a/tracewell/v1/ingest?x=1')).toBe('/v1/ingest?x=1');
    expect(at.route('/v1/ingest?x=1')).toBe('/v1/ingest?x=1');
    expect(at.route('/a/tracewell')).toBe('/');
    expect(at.route('/a/tracewell?x=1')).toBe('/?x=1');
    expect(at.route('/a/tracewell/')).toBe('/');
  });

  it('keep a path that only begins with the same letters', () => {
    expect(at.route('/a/tracewells/v1')).toBe('/a/tracewells/v1');
    expect(at.route('/a')).toBe('/a');
    expect(root.route('//v1')).toBe('//v1');
  });

  it('find the health checks under the names that platforms use', () => {
    for (const urls of [at, root]) {
      expect(urls.route('/healthz')).toBe('/v1/health');
      expect(urls.route('/readyz?verbose')).toBe('/v1/health');
      expect(urls.route('/livez')).toBe('/v1/health/live');
      expect(urls.route('/healthz/x')).toBe('/healthz/x');
    }
    expect(at.route('/a/tracewell/livez')).toBe('/v1/health/live');
  });
});

describe('pages', () => {
  const page =
    '<meta name="tracewell-base" content="" /><link href="./app/a.css"><script src="/assets/b.js"></script>' +
    '<a href="#here">1</a><a href="https://example.com/">2</a><a href="//example.com/">3</a>';

  it('have their files and links below the path', () => {
    expect(at.inPage(page)).toBe(
      '<meta name="tracewell-base" content="/a/tracewell" /><link href="/a/tracewell/app/a.css"><script src="/a/tracewell/assets/b.js"></script>' +
        '<a href="#here">1</a><a href="https://example.com/">2</a><a href="//example.com/">3</a>',
    );
  });

  it('have them at the root if there is no path', () => {
    expect(root.inPage(page)).toContain('href="/app/a.css"');
    expect(root.inPage(page)).toContain('src="/assets/b.js"');
    expect(root.inPage(page)).toContain('name="tracewell-base" content=""');
  });
});

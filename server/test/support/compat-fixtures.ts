// Captured requests of published clients of other back ends: server/test/fixtures/compat.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const FOLDER = new URL('../fixtures/compat/', import.meta.url);

interface CapturedRequest {
  /** Such as `helicone/01`. */
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  /** As the service sees it after inflating gzip. */
  body: Buffer;
}

/** In the order in which they were sent. */
export const capturedRequests = (client: string): CapturedRequest[] =>
  readdirSync(new URL(`${client}/`, FOLDER))
    .filter((file) => file.endsWith('.meta.json'))
    .toSorted()
    .map((file) => {
      const name = `${client}/${file.replace('.meta.json', '')}`;
      const meta = JSON.parse(readFileSync(new URL(`${name}.meta.json`, FOLDER), 'utf8')) as CapturedRequest;
      const sent = ['json', 'bin']
        .map((ending) => new URL(`${name}.${ending}`, FOLDER))
        .find((url) => existsSync(url));
      const raw = sent ? readFileSync(sent) : Buffer.alloc(0);
      const body = meta.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
      return { name, method: meta.method, path: meta.path, headers: meta.headers, body };
    });

// Requests with a body over connections that stay open. `fetch` takes a millisecond of CPU for each, mostly
// for streams and copies that are not needed here, and an import sends hundreds of requests in a second.
import type http from 'node:http';
import { text } from 'node:stream/consumers';

interface PostAnswer {
  status: number;
  text: string;
  /** For an error; its body is in `text`. */
  response: () => Response;
}

type Post = (
  path: string,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
) => Promise<PostAnswer>;

export function newPost(url: string, timeoutMs: number): Post {
  // An `import` of them would also load the client of `fetch`, at every start of the service too.
  const client = process.getBuiltinModule(url.startsWith('https:') ? 'node:https' : 'node:http');
  const agent = new client.Agent({ keepAlive: true });
  return async (path, headers, body) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : body;
    const sent = client.request(url + path, {
      method: 'POST',
      agent,
      headers: { ...headers, 'content-length': String(bytes.byteLength) },
    });
    // The end of a program does not wait for connections that nobody uses.
    const timer = setTimeout(() => sent.destroy(lateError()), timeoutMs);
    try {
      const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
        sent.once('response', resolve).once('error', reject);
        sent.end(bytes);
      });
      const said = await text(answer);
      const status = answer.statusCode ?? 0;
      return {
        status,
        text: said,
        response: () => new Response(null, { status, headers: headersOf(answer) }),
      };
    } catch (error) {
      // In the form of `fetch`, from which the sdk reads whether another try makes sense.
      throw error instanceof DOMException ? error : new Error('The request failed.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };
}

const lateError = () => new DOMException('The service did not answer in time.', 'TimeoutError');

const headersOf = ({ headers }: http.IncomingMessage): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

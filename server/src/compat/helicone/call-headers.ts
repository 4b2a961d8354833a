// What a Helicone client says about a call in headers. The logger's `meta` has the same names; headers win,
// as at Helicone.
import type { HeaderReader } from '#core/endpoint';
import { isObject } from '#lib/is-object';

export interface HeliconeHeaders {
  requestId: string | undefined;
  userId: string | undefined;
  sessionId: string | undefined;
  sessionPath: string | undefined;
  sessionName: string | undefined;
  promptId: string | undefined;
  model: string | undefined;
  /** Properties by their names in lower case. */
  properties: ReadonlyMap<string, string>;
}

const PROPERTY = 'helicone-property-';
const MAX_PROPERTIES = 50;

export function heliconeHeaders(
  header: HeaderReader,
  headersAfter: (prefix: string) => [string, string][],
  meta: unknown,
): HeliconeHeaders {
  const inMeta = new Map(
    Object.entries(isObject(meta) ? meta : {}).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name.toLowerCase(), value] as const] : [],
    ),
  );
  const read = (name: string): string | undefined => (header(name) ?? inMeta.get(name))?.trim() || undefined;
  const properties = new Map(headersAfter(PROPERTY));
  for (const [name, value] of inMeta) {
    if (properties.size >= MAX_PROPERTIES) break;
    const property = name.startsWith(PROPERTY) ? name.slice(PROPERTY.length) : '';
    if (property !== '' && !properties.has(property)) properties.set(property, value);
  }
  return {
    requestId: read('helicone-request-id'),
    userId: read('helicone-user-id'),
    sessionId: read('helicone-session-id'),
    sessionPath: read('helicone-session-path'),
    sessionName: read('helicone-session-name'),
    promptId: read('helicone-prompt-id'),
    model: read('helicone-model-override'),
    properties,
  };
}

// Reads the API key in the forms that clients of other back ends use. Users paste our key in place of the
// other one, and nothing else in the client has to change.
import type { IncomingHttpHeaders } from 'node:http';

interface ForeignCredential {
  /** `Bearer <key>`, or the header as sent if it contains no key. */
  authorization: string | undefined;
  /** Langfuse has a pair of keys; a project id in place of the public one selects the project. */
  projectId?: string | undefined;
}

/**
 * In order of preference. Opik sends a bare Authorization header, LangSmith x-api-key, old Phoenix clients
 * api_key.
 */
const KEY_HEADERS = ['x-api-key', 'api_key', 'api-key'] as const;
const OUR_KEY = /^twl_/;
const PROJECT_ID = /^prj_/;

export function foreignCredential(headers: IncomingHttpHeaders): ForeignCredential {
  const helicone = headers['helicone-auth'];
  // A Helicone client may also send the key of its model vendor, in Authorization.
  const sent = typeof helicone === 'string' ? helicone : headers.authorization;
  if (sent === undefined) {
    for (const name of KEY_HEADERS) {
      const key = headers[name];
      if (typeof key === 'string' && key !== '') return { authorization: `Bearer ${key}` };
    }
    return { authorization: undefined };
  }
  const basic = /^Basic(?: +|%20)([A-Za-z0-9+/=_-]+)$/i.exec(sent)?.[1];
  if (basic !== undefined) return fromPair(Buffer.from(basic, 'base64').toString());
  return { authorization: /[\s%]/.test(sent) ? sent : `Bearer ${sent}` };
}

function fromPair(pair: string): ForeignCredential {
  const colon = pair.indexOf(':');
  const user = colon < 0 ? pair : pair.slice(0, colon);
  const password = colon < 0 ? '' : pair.slice(colon + 1);
  const key = OUR_KEY.test(password) || !OUR_KEY.test(user) ? password || user : user;
  return { authorization: `Bearer ${key}`, projectId: PROJECT_ID.test(user) ? user : undefined };
}

// The TypeScript client of the public interface, typed by the committed OpenAPI file.
import createClient, { type Client } from 'openapi-fetch';
import type { paths } from './generated/interface.ts';

export type { components, paths } from './generated/interface.ts';

export interface TracewellOptions {
  /** Address of the service, for example http://127.0.0.1:4318 */
  url: string;
  apiKey: string;
  projectId?: string;
  fetch?: typeof globalThis.fetch;
}

export type TracewellClient = Client<paths>;

export function tracewell({ url, apiKey, projectId, fetch }: TracewellOptions): TracewellClient {
  return createClient<paths>({
    baseUrl: url.replace(/\/+$/, ''),
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
    },
    ...(fetch === undefined ? {} : { fetch }),
  });
}

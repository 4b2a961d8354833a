// Finds what an id belongs to: a call, a trace, a session or a user. All are asked at once; the first of this
// order that exists is opened.
import { isApiError, request } from '#api';

interface Found {
  to: string;
  params: Record<string, string>;
}

const LONGEST = 256;

/** Ids have no spaces. Up to three characters are not looked up, because they are unlikely to be an id. */
export const mayBeId = (text: string): boolean => /^\S{4,}$/.test(text) && text.length <= LONGEST;

const missing = (error: unknown): null => {
  if (isApiError(error) && (error.status === 404 || error.status === 400)) return null;
  throw error;
};

export async function findId(id: string, projectId: string | null): Promise<Found | null> {
  const options = { projectId };
  const params = { id };
  const [call, trace, session, user] = await Promise.all([
    request('get', '/v1/query/calls/{id}', { path: params }, options).catch(missing),
    request('get', '/v1/query/trace/{id}', { path: params }, options).catch(missing),
    request('get', '/v1/query/session/{id}', { path: params }, options).catch(missing),
    request('post', '/v1/query/calls', { body: { userId: id, limit: 1 } }, options).catch(missing),
  ]);
  if (call) return { to: '/calls/$id', params };
  if (trace) return { to: '/traces/$id', params };
  if (session) return { to: '/sessions/$id', params };
  if (!user || user.records.length === 0) return null;
  return { to: '/users/$id', params };
}

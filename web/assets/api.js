// The only way to the service: its public interface, with the cookie of the browser.

/** What went wrong, in words for a person; `reason` and `details` are the service's own. */
export class ApiError extends Error {
  constructor(message, { status = 0, reason = '', details = [], requestId = null } = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.reason = reason;
    this.details = details;
    this.requestId = requestId;
  }
}

function waitText(seconds) {
  if (!(seconds > 0)) return '';
  if (seconds < 90) return ` Try again in ${Math.ceil(seconds)} seconds.`;
  return ` Try again in ${Math.ceil(seconds / 60)} minutes.`;
}

async function failure(response) {
  const body = await response.json().catch(() => ({}));
  const known = typeof body.error === 'string';
  const text = known ? body.error : `The service answered with an error (${response.status}).`;
  const waiting = waitText(Number(response.headers.get('retry-after')));
  return new ApiError(text + (waiting || (response.status >= 500 ? ' Try again in a moment.' : '')), {
    status: response.status,
    reason: body.reason ?? '',
    details: Array.isArray(body.details) ? body.details : [],
    requestId: response.status >= 500 ? response.headers.get('x-request-id') : null,
  });
}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new ApiError('The service cannot be reached. Check that it is running, then try again.');
  }
  if (!response.ok) throw await failure(response);
  return response.status === 204 ? null : response.json();
}

/** Who is signed in, or null. */
export async function currentSession() {
  try {
    return await call('GET', '/v1/auth/session');
  } catch (error) {
    if (error.status === 401) return null;
    throw error;
  }
}

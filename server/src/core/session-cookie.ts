// The name and the flags of the session cookie, for the response that sets it and the request that brings it back.
const NAME = 'tracewell_session';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

export interface SessionCookie {
  name: string;
  flags: string;
}

/**
 * Secure wherever people reach the service over TLS, also where a proxy in front passes its own loopback address on as the host.
 * The prefix keeps other hosts of the same domain, and plain HTTP, from setting the cookie. On the machine itself there is no TLS.
 */
export function sessionCookie(host: string, publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith('https:') || !LOOPBACK.test(host);
  return secure
    ? { name: `__Host-${NAME}`, flags: 'Path=/; HttpOnly; SameSite=Lax; Secure' }
    : { name: NAME, flags: 'Path=/; HttpOnly; SameSite=Lax' };
}

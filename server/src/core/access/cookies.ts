// The names and the flags of the cookies, for the response that sets them and the request that brings them back.
const SESSION = 'tracewell_session';
/** Stays after signing out: failed sign-ins from elsewhere do not lock a browser out that was signed in before. */
const DEVICE = 'tracewell_device';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

export interface Cookies {
  session: string;
  device: string;
  flags: string;
}

/**
 * Secure wherever people reach the service over TLS, also where a proxy in front passes its own loopback address on as the host.
 * The prefix keeps other hosts of the same domain, and plain HTTP, from setting the cookie. On the machine itself there is no TLS.
 */
export function cookiesFor(host: string, publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:') || !LOOPBACK.test(host);
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}${SESSION}`,
    device: `${prefix}${DEVICE}`,
    flags: `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

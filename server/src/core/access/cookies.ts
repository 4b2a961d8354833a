// Names and flags of the cookies, for setting and reading them.
const SESSION = 'tracewell_session';
/** Survives a sign-out. Failed sign-ins from elsewhere do not lock out a browser that signed in before. */
const DEVICE = 'tracewell_device';
/** Binds a sign-in at the single sign-on provider to the browser that began it. */
const SSO = 'tracewell_sso';
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

interface Cookies {
  session: string;
  device: string;
  sso: string;
  flags: string;
}

/**
 * Cookies are Secure, except on a loopback host without TLS in the public URL. The public URL decides first,
 * because a proxy may pass its own loopback address as the host. The prefix stops other hosts of the domain,
 * and plain HTTP, from setting the cookie.
 */
export function cookiesFor(host: string, publicUrl: string): Cookies {
  const secure = publicUrl.startsWith('https:') || !LOOPBACK.test(host);
  const prefix = secure ? '__Host-' : '';
  return {
    session: `${prefix}${SESSION}`,
    device: `${prefix}${DEVICE}`,
    sso: `${prefix}${SSO}`,
    flags: `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  };
}

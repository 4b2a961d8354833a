// Single sign-on: whether the provider answers, calls itself by the configured name, and has what a sign-in
// needs. It cannot be checked from here whether the provider knows the redirect address, so it is printed.
import type { Config } from '#config';
import { boundedFetch } from '#lib/outbound/bounded-fetch';
import { callbackUrl } from '#features/auth';
import { fail, ok, warn, type DoctorCheck } from './check.ts';

const PATIENCE_MS = 5_000;
const DISCOVERY = '/.well-known/openid-configuration';
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** As far as it is read here. */
type ProviderMetadata = Partial<Record<'issuer' | (typeof NEEDED)[number], unknown>> & {
  code_challenge_methods_supported?: unknown;
};

/** An issuer may also name its document, as the client library allows. */
const documentOf = (issuer: string): string =>
  issuer.includes('/.well-known/') ? issuer : `${issuer.replace(/\/$/, '')}${DISCOVERY}`;

const sameAddress = (named: unknown, issuer: string): boolean =>
  typeof named === 'string' && URL.canParse(named) && new URL(named).href === new URL(issuer).href;

/** Nothing if single sign-on is not configured. */
export async function checkSingleSignOn(config: Config): Promise<DoctorCheck[]> {
  const name = 'single sign-on';
  if (config.oidc === null) return [];
  const { issuer } = config.oidc;
  const address = documentOf(issuer);
  const callback = callbackUrl({ config });
  const found = await askProvider(address);
  if (typeof found === 'string') return [fail(name, `${found} Check TRACEWELL_OIDC_ISSUER.`)];
  if (!issuer.includes('/.well-known/') && !sameAddress(found.issuer, issuer))
    return [
      fail(
        name,
        `The provider calls itself ${shown(found.issuer)}, not ${issuer}. Set TRACEWELL_OIDC_ISSUER to exactly what it says.`,
      ),
    ];
  const missing = NEEDED.filter((field) => typeof found[field] !== 'string');
  if (missing.length > 0)
    return [fail(name, `${address} lacks ${missing.join(', ')}, so no one can sign in with this provider.`)];
  const methods = found.code_challenge_methods_supported;
  if (Array.isArray(methods) && !methods.includes('S256'))
    return [
      warn(name, `${issuer} answers, but does not list PKCE with S256, which every sign-in uses. Test one.`),
    ];
  return [ok(name, `${issuer} answers. The redirect address to register there is ${callback}`)];
}

const shown = (named: unknown): string => (typeof named === 'string' ? named.slice(0, 200) : 'nothing');

/** A sentence if there is no such document. */
async function askProvider(address: string): Promise<ProviderMetadata | string> {
  try {
    const reply = await boundedFetch(address, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!reply.ok) return `${address} answers ${reply.status}, not the description of a provider.`;
    const found: unknown = await reply.json().catch(() => null);
    return typeof found === 'object' && found !== null
      ? found
      : `${address} is not the description of a provider.`;
  } catch {
    return `${address} does not answer within ${PATIENCE_MS / 1_000} s.`;
  }
}

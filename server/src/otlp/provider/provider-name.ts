// Normalises the name of a provider to the form in which calls are stored.
import { providerResolver } from './resolve.ts';

export type ProviderNamer = (named: string | null, model: string | null) => string | null;

/**
 * One of the configured identifiers if the name or the model determines it; else the name in lower case, without invisible
 * characters. Null if there is no name.
 */
export function providerNamer(configured: readonly string[]): ProviderNamer {
  const resolve = providerResolver(configured);
  return (named, model) => {
    const name = visible(named ?? '').toLowerCase();
    const answer = resolve({
      named: name === '' ? undefined : name,
      model: model ?? undefined,
      serviceName: undefined,
      serverAddress: undefined,
    });
    if (answer.ok) return answer.provider;
    return name === '' ? null : name;
  };
}

/** Without surrounding spaces and invisible characters, so that names that look the same are the same. */
export const visible = (text: string): string =>
  /^[!-~]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .trim();

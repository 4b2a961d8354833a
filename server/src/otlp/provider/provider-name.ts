// The name of a provider as somebody wrote it, in the form under which calls are stored.
import { providerResolver } from './resolve.ts';

export type ProviderNamer = (named: string | null, model: string | null) => string | null;

/**
 * One of the configured identifiers where the name or the model tells which; else the name itself without what cannot be seen, in
 * lower case. Null when nothing is said.
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

/** Without spaces at the ends and characters that leave no mark: two names that look the same are the same. */
export const visible = (text: string): string =>
  /^[!-~]*$/.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
        .trim();

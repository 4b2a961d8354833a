// Normalises the name of a provider to the form in which calls are stored.
import { gatewayOf } from './gateway-of.ts';
import { withoutLookAlikes } from '#lib/look-alikes';
import { memo } from '#lib/memo';
import { vendorOfModel } from './model-vendor.ts';
import { providerResolver, type ProviderClues } from './resolve.ts';
import { FRAMEWORKS, VENDORS } from './vendors.ts';

/** For calls whose provider is unknown. */
const UNKNOWN_PROVIDER = 'other';
const MAX_PROVIDER = 64;

/**
 * Every provider is accepted. A configured identifier if the clues determine one, else the best name for it.
 */
export type OpenProvider = (clues: ProviderClues) => string;

export function openProvider(configured: readonly string[]): OpenProvider {
  const resolve = providerResolver(configured);
  /** Instrumentations of the OpenAI client write `openai`, whichever server it talks to. */
  const behindOpenAi = (provider: string, model: string | undefined): string | undefined => {
    if (model === undefined || listedName(provider.toLowerCase()) !== 'openai') return undefined;
    const vendor = vendorOfModel(model)?.id ?? 'openai';
    if (vendor === 'openai') return undefined;
    const served = resolve({ named: vendor, model, serviceName: undefined, serverAddress: undefined });
    return served.ok ? served.provider : vendor;
  };
  return (clues) => {
    const answer = resolve(clues);
    if (answer.ok) return behindOpenAi(answer.provider, clues.model) ?? answer.provider;
    return openName(answer.reason === 'unknown_provider' ? answer.seen : '', clues);
  };
}

function openName(seen: string, { model, serviceName, serverAddress }: ProviderClues): string {
  const name = visible(seen).toLowerCase();
  const listed = listedName(name);
  const isVendor = listed !== undefined && listed !== null;
  if (isVendor) return listed;
  const gateway = gatewayOf({ named: name || undefined, model, responseModel: undefined, serverAddress });
  // A service that puts its own name into the attribute says nothing about the vendor.
  const isOwnName = name === '' || name === serviceName?.trim().toLowerCase();
  if (listed === undefined && !isOwnName && gateway === undefined) return bare(name);
  return (model === undefined ? undefined : vendorOfModel(model)?.id) ?? gateway ?? UNKNOWN_PROVIDER;
}

const VENDOR_NAMES: ReadonlyMap<string, string | null> = new Map([
  ...VENDORS.flatMap(({ id, aliases }) => [id, ...aliases].map((alias) => [alias, id] as const)),
  ...FRAMEWORKS.flatMap((names) => names.map((name) => [name, null] as const)),
]);

/** Names that differ only by this have the same squashed form: `OpenAI`, `open-ai` and `Open_AI`. */
export const squashed = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');

const SQUASHED_NAMES: ReadonlyMap<string, string | null> = new Map(
  [...VENDOR_NAMES].toReversed().map(([name, id]) => [squashed(name), id]),
);

/** The vendor of the name or of its longest known prefix; null for a framework. */
const listedName = memo((name): string | null | undefined => {
  for (let end = name.length; end > 0; end -= 1) {
    if (end < name.length && !'.-_/'.includes(name[end] ?? '')) continue;
    const vendor = VENDOR_NAMES.get(name.slice(0, end));
    if (vendor !== undefined) return vendor;
  }
  return SQUASHED_NAMES.get(squashed(name));
});

/** The AI SDK adds the interface: `acme.chat`. */
const bare = (name: string): string =>
  name.replace(/\.(chat|completions?|responses|embeddings?)$/, '').slice(0, MAX_PROVIDER) || UNKNOWN_PROVIDER;

export type ProviderNamer = (named: string | null, model: string | null) => string | null;

/** The name under which a call with this provider and model is stored. Null if neither identifies one. */
export function providerNamer(configured: readonly string[]): ProviderNamer {
  const name = openProvider(configured);
  return (named, model) => {
    const given = visible(named ?? '').toLowerCase();
    const provider = name({
      named: given === '' ? undefined : given,
      model: model ?? undefined,
      serviceName: undefined,
      serverAddress: undefined,
    });
    return given === '' && provider === UNKNOWN_PROVIDER ? null : provider;
  };
}

/**
 * Without surrounding spaces, invisible characters and letters of other scripts that look like Latin ones, so
 * that names that look the same are the same.
 */
export const visible = (text: string): string =>
  /^[!-~]*$/.test(text)
    ? text
    : withoutLookAlikes(
        text
          .normalize('NFKC')
          .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
          .trim(),
      );

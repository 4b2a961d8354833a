// Finds the provider of a span among the configured identifiers, or the reason why there is none.
import { GATEWAYS } from './gateways.ts';
import { memo } from '#lib/memo';
import { vendorOfModel } from './model-vendor.ts';
import { FRAMEWORKS, VENDORS } from './vendors.ts';

export interface ProviderClues {
  /** The provider's name in the span; undefined if there is none. */
  named: string | undefined;
  model: string | undefined;
  serviceName: string | undefined;
  serverAddress: string | undefined;
}

type ProviderAnswer =
  | { ok: true; provider: string }
  | { ok: false; reason: 'unknown_provider' | 'missing_provider'; seen: string };

export type ProviderResolver = (clues: ProviderClues) => ProviderAnswer;

/**
 * `null`: a gateway or framework, so the model decides. `undefined`: a known vendor that is not configured.
 */
type Meaning = { provider: string | null | undefined };

// The configured list does not change while the process runs, and it is one array.
const resolvers = new WeakMap<readonly string[], ProviderResolver>();

export function providerResolver(configured: readonly string[]): ProviderResolver {
  const known = resolvers.get(configured);
  if (known) return known;
  const made = makeResolver(configured);
  resolvers.set(configured, made);
  return made;
}

function makeResolver(configured: readonly string[]): ProviderResolver {
  const meanings = nameTable(configured);
  const openai = meanings.get('openai')?.provider;
  const deepseek = idOf(['deepseek'], configured);
  const find = memo((name) => meaningOf(name.trim().toLowerCase(), meanings));
  const fromModel = memo((model) => idOf(vendorOfModel(model)?.aliases ?? [], configured));
  const fromHost = memo((host) => {
    const vendor = VENDORS.find(({ hosts }) => hosts.some((end) => isUnder(host.toLowerCase(), end)));
    return vendor === undefined ? undefined : idOf(vendor.aliases, configured);
  });

  return ({ named, model, serviceName, serverAddress }) => {
    const meaning: Meaning | undefined = named === undefined ? UNNAMED : find(named);
    if (meaning?.provider) {
      const served = meaning.provider === openai ? behindOpenAi(model, serverAddress) : undefined;
      return { ok: true, provider: served ?? meaning.provider };
    }
    const mayInfer = meaning === undefined ? isSame(named, serviceName) : meaning.provider === null;
    const inferred = mayInfer && model !== undefined ? fromModel(model) : undefined;
    if (inferred !== undefined) return { ok: true, provider: inferred };
    if (named !== undefined) return { ok: false, reason: 'unknown_provider', seen: named.trim() };
    return { ok: false, reason: 'missing_provider', seen: model ?? '' };
  };

  /** Instrumentations of the OpenAI client write `openai`, whichever server it talks to. */
  function behindOpenAi(model: string | undefined, serverAddress: string | undefined): string | undefined {
    const served = serverAddress === undefined ? undefined : fromHost(serverAddress);
    return served ?? (model !== undefined && /^deepseek/i.test(model) ? deepseek : undefined);
  }
}

const UNNAMED: Meaning = { provider: null };

const isSame = (named: string | undefined, serviceName: string | undefined): boolean =>
  named?.trim().toLowerCase() === serviceName?.trim().toLowerCase();

function nameTable(configured: readonly string[]): Map<string, Meaning> {
  const table = new Map<string, Meaning>();
  for (const vendor of VENDORS) {
    const provider = idOf([vendor.id, ...vendor.aliases], configured);
    for (const alias of [vendor.id, ...vendor.aliases]) table.set(alias, { provider });
  }
  // A gateway or framework that is configured as a provider counts as one.
  for (const names of [...GATEWAYS.map(({ names }) => names), ...FRAMEWORKS]) {
    const provider = idOf(names, configured) ?? null;
    for (const name of names) table.set(name, { provider });
  }
  // A configured provider always has its own name, whether or not the tables list it.
  for (const id of configured) table.set(id.toLowerCase(), { provider: id });
  return table;
}

/** The operator may have configured any of a vendor's names. */
const idOf = (names: readonly string[], configured: readonly string[]): string | undefined =>
  configured.find((id) => names.includes(id.toLowerCase()));

/** The whole name, else its longest known prefix: `openai.responses` is `openai`. */
function meaningOf(name: string, meanings: Map<string, Meaning>): Meaning | undefined {
  for (let end = name.length; end > 0; end -= 1) {
    if (end < name.length && !'.-_/'.includes(name[end] ?? '')) continue;
    const meaning = meanings.get(name.slice(0, end));
    if (meaning) return meaning;
  }
  return undefined;
}

const isUnder = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`);

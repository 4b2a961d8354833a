// From what a span says about its provider to one of the identifiers that this deployment takes, or to the reason why not.
import { GATEWAYS } from './gateways.ts';
import { memo } from './memo.ts';
import { vendorOfModel } from './model-vendor.ts';
import { FRAMEWORKS, VENDORS } from './vendors.ts';

export interface ProviderClues {
  /** What the span calls it; undefined when it does not say. */
  named: string | undefined;
  model: string | undefined;
  serviceName: string | undefined;
  serverAddress: string | undefined;
}

export type ProviderAnswer =
  | { ok: true; provider: string }
  | { ok: false; reason: 'unknown_provider' | 'missing_provider'; seen: string };

export type ProviderResolver = (clues: ProviderClues) => ProviderAnswer;

/** `null`: a gateway or a framework, so the model must tell. `undefined` under a known name: a vendor that is not taken. */
type Meaning = { provider: string | null | undefined };

// The list of a deployment does not change while it runs, and is one array.
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

  /** Instrumentations of the OpenAI client say `openai` whatever server it speaks to. */
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
  // A gateway or a framework that the deployment takes as a provider of its own is one.
  for (const names of [...GATEWAYS.map(({ names }) => names), ...FRAMEWORKS]) {
    const provider = idOf(names, configured) ?? null;
    for (const name of names) table.set(name, { provider });
  }
  // A provider that is in no list is known by its own name; one that is in a list is what it was configured as.
  for (const id of configured) table.set(id.toLowerCase(), { provider: id });
  return table;
}

/** An operator may have written any of a vendor's names. */
const idOf = (names: readonly string[], configured: readonly string[]): string | undefined =>
  configured.find((id) => names.includes(id.toLowerCase()));

/** The whole name, else the longest known one that it continues: `openai.responses` is `openai`. */
function meaningOf(name: string, meanings: Map<string, Meaning>): Meaning | undefined {
  for (let end = name.length; end > 0; end -= 1) {
    if (end < name.length && !'.-_/'.includes(name[end] ?? '')) continue;
    const meaning = meanings.get(name.slice(0, end));
    if (meaning) return meaning;
  }
  return undefined;
}

const isUnder = (host: string, end: string): boolean => host === end || host.endsWith(`.${end}`);

// The gateway that served a call, from the provider's name, the server's address and the form of the model
// name.
import { isPublic, readAddress } from '#lib/outbound/address';
import { type Gateway, gatewayById, GATEWAYS } from './gateways.ts';
import { memo } from '#lib/memo';
import { isSoldByVendorAlone } from './model-vendor.ts';

export interface GatewayClues {
  named: string | undefined;
  model: string | undefined;
  responseModel: string | undefined;
  serverAddress: string | undefined;
}

const BY_NAME = new Map(
  GATEWAYS.flatMap((gateway) =>
    [...gateway.names, ...(gateway.vendorNames ?? [])].map((name) => [name, gateway] as const),
  ),
);

/** The id of a gateway; undefined for the vendor itself, or if it is unknown. */
export function gatewayOf({ named, model, responseModel, serverAddress }: GatewayClues): string | undefined {
  const byName = named === undefined ? undefined : fromName(named);
  if (byName && byName.kind !== 'proxy') return byName.id;
  const served = (serverAddress && fromHost(serverAddress)) || (model && fromModel(model));
  if (served) return served.id;
  if (byName) return byName.id;
  // A vendor's own model behind a private address is served by a proxy, and costs the vendor's price.
  const ownModel = [model, responseModel].some((name) => name !== undefined && isSoldByVendorAlone(name));
  return !ownModel && serverAddress !== undefined && isLocalHost(serverAddress) ? 'local' : undefined;
}

/** The whole name, else its longest known prefix: `groq.chat` is `groq`. */
const fromName = memo((text): Gateway | undefined => {
  const name = text.trim().toLowerCase();
  for (let end = name.length; end > 0; end -= 1) {
    if (end < name.length && !'.-_/'.includes(name[end] ?? '')) continue;
    const gateway = BY_NAME.get(name.slice(0, end));
    if (gateway) return gateway;
  }
  return undefined;
});

const fromHost = memo((text): Gateway | undefined => {
  const host = hostOf(text);
  return GATEWAYS.find(({ hosts = [] }) => hosts.some((end) => host === end || host.endsWith(`.${end}`)));
});

// `us.anthropic.claude-…`, `mistral.mistral-large-…`, `arn:aws:bedrock:…`.
const BEDROCK_MODEL =
  /^(arn:aws[a-z-]*:bedrock:|([a-z-]+\.)?(ai21|amazon|anthropic|cohere|deepseek|google|meta|minimax|mistral|moonshot|nvidia|openai|qwen|writer|zai)\.[a-z])/;

/**
 * LiteLLM puts the gateway before the model (`groq/llama-3.3-70b`); Bedrock and Fireworks have their own
 * forms.
 */
const fromModel = memo((text): Gateway | undefined => {
  const model = text.trim().toLowerCase();
  if (BEDROCK_MODEL.test(model)) return gatewayById('bedrock');
  if (model.startsWith('accounts/fireworks/')) return gatewayById('fireworks');
  const slash = model.indexOf('/');
  return slash < 0 ? undefined : BY_NAME.get(model.slice(0, slash));
});

/** From the form of the name alone, for calls that were stored without their gateway. */
export const gatewayOfModel = (model: string): string | undefined => fromModel(model)?.id;

const OWN_ENDINGS = ['localhost', 'local', 'internal', 'lan', 'home.arpa', 'svc', 'cluster.local'];

/** Loopback addresses, private ranges, and names that no public server has. */
const isLocalHost = memo((text): boolean => {
  const host = hostOf(text);
  const address = readAddress(host);
  if (address) return !isPublic(address);
  if (host === '' || host.includes(':')) return false;
  return !host.includes('.') || OWN_ENDINGS.some((end) => host.endsWith(`.${end}`));
});

/** Some emitters write an address with its scheme and port. */
function hostOf(text: string): string {
  const bare = text
    .trim()
    .toLowerCase()
    .replace(/^[a-z]+:\/\//, '')
    .replace(/\/.*$/, '');
  return /^\[(.*)\](:\d+)?$/.exec(bare)?.[1] ?? bare.replace(/^([^:]*):\d+$/, '$1');
}

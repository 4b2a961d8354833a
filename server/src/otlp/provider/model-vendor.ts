// The vendor of a model, from its name: `gpt-4o`, `google/gemini-2.5-flash`,
// `us.anthropic.claude-sonnet-4-5-v1:0`.
import { memo } from '#lib/memo';
import { VENDORS, type Vendor } from './vendors.ts';

const BOUNDARY = /[/.:@]/;

// Longest first, so that `text-embedding-004` is Google's before `text-embedding-` is OpenAI's.
const FAMILIES = VENDORS.flatMap((vendor) => vendor.models.map((start) => ({ start, vendor }))).sort(
  (a, b) => b.start.length - a.start.length,
);
const BY_NAME = new Map(VENDORS.flatMap((vendor) => vendor.aliases.map((alias) => [alias, vendor] as const)));

export function vendorOfModel(model: string): Vendor | undefined {
  const parts = model.trim().toLowerCase().split(BOUNDARY);
  for (const part of parts) {
    const family = FAMILIES.find(({ start }) => startsFamily(part, start));
    if (family) return family.vendor;
  }
  for (const part of parts.slice(0, -1)) {
    const vendor = BY_NAME.get(part);
    if (vendor) return vendor;
  }
  return undefined;
}

/** `o3` and `o3-mini` belong to the family `o3`; `o3x` and `o365-helper` do not. */
function startsFamily(part: string, start: string): boolean {
  if (!part.startsWith(start)) return false;
  const next = part[start.length];
  return !/^o\d$/.test(start) || next === undefined || next === '-';
}

/** Open weights of vendors that otherwise sell only by API; anyone may serve them. */
const OPEN_WEIGHTS = /(^|[/.:])(gpt-oss|gpt-j|gpt-neo|gpt4all|gemma|text-embedding-(?!ada|3-|00))/;

/**
 * Names in Mistral's own API: `mistral-large-latest`, `open-mistral-nemo`. Its weights are called
 * `mistral-nemo` or `Mistral-Small-2506`.
 */
const MISTRAL_API = /(^|\/)open-|-latest$/;

/** Whether only the vendor sells the model, directly or through resellers. */
export const isSoldByVendorAlone = memo((text): boolean => {
  const model = text.trim().toLowerCase();
  switch (vendorOfModel(model)?.id) {
    case 'openai':
    case 'anthropic':
    case 'google':
      return !OPEN_WEIGHTS.test(model);
    case 'mistral':
      return MISTRAL_API.test(model);
    case 'deepseek':
      return /(^|\/)deepseek-(chat|reasoner)$/.test(model);
    default:
      return false;
  }
});

/** The name without prefixes and suffixes of gateways, to look it up in a vendor's own list. */
export function bareModelNames(model: string): string[] {
  const name = model.trim();
  const last = name.slice(name.lastIndexOf('/') + 1);
  const names = [name, last];
  const family = FAMILIES.map(({ start }) =>
    last.toLowerCase().search(new RegExp(`[.:@]${start.replaceAll('.', '\\.')}`)),
  )
    .filter((at) => at >= 0)
    .toSorted((a, b) => a - b)[0];
  if (family !== undefined) names.push(last.slice(family + 1));
  // Bedrock's `-v1:0`, Vertex's `@20250929`.
  const trimmed = names.map((name) => name.replace(/(-v\d+)?(:\d+)?$/, '').replace('@', '-'));
  return [...new Set([...names, ...trimmed])];
}

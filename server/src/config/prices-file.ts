// The operator's model prices: a JSON or YAML file, validated completely at start.
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type * as Yaml from 'yaml';
import { load, once } from '#lib/later';
import {
  MAX_PRICE,
  MAX_PRICED_MODEL,
  NO_PRICES,
  priceVersion,
  repeatedPrice,
  type PriceOverride,
} from './price-override.ts';

const yaml = once(() => load('yaml') as typeof Yaml);

interface PricesFile {
  prices: readonly PriceOverride[];
  version: string;
}

export const NO_PRICES_FILE: PricesFile = { prices: NO_PRICES, version: '' };

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 5_000;
/** Further faults are only counted. With the wrong file, the faults of other settings must stay visible. */
const TOLD = 10;

const FIELDS = [
  'provider',
  'model',
  'inputPerMTok',
  'outputPerMTok',
  'cacheReadPerMTok',
  'cacheWritePerMTok',
];

/** A fault completes a sentence that begins with the name of the setting. */
export function readPricesFile(file: string, fault: (message: string) => void): PricesFile {
  const text = readBounded(file, fault);
  if (text === null) return NO_PRICES_FILE;
  const list = parsed(text, fault);
  if (list === null) return NO_PRICES_FILE;
  const faults: string[] = [];
  const prices = list.map((entry, index) => priceFrom(entry, `entry ${index + 1}`, faults));
  if (faults.length === 0) {
    const again = repeatedPrice(prices);
    if (again >= 0) {
      const { provider, model } = prices[again] ?? { provider: null, model: '' };
      faults.push(
        `must have one price for each model; entry ${again + 1} repeats ${provider ?? 'any provider'}, "${model}".`,
      );
    }
  }
  for (const message of faults.slice(0, TOLD)) fault(message);
  if (faults.length > TOLD) fault(`must be corrected in ${faults.length - TOLD} more places.`);
  return { prices, version: priceVersion(text) };
}

function readBounded(file: string, fault: (message: string) => void): string | null {
  let handle: number | null = null;
  try {
    handle = openSync(file, 'r');
    const stats = fstatSync(handle);
    if (stats.isFile() && stats.size <= MAX_BYTES) return readFileSync(handle, 'utf8');
    fault(`must name a file of at most 1 MiB; "${file}" is ${stats.isFile() ? 'larger' : 'no file'}.`);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown error';
    fault(`must name a file that can be read; "${file}" cannot (${code}).`);
  } finally {
    if (handle !== null) closeSync(handle);
  }
  return null;
}

/** JSON is also YAML. */
function parsed(text: string, fault: (message: string) => void): unknown[] | null {
  let list: unknown;
  try {
    const document = yaml().parseDocument(text);
    if (document.errors[0]) throw document.errors[0];
    // A few aliases are fine, but not ones that expand beyond the memory.
    list = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n', 1);
    fault(`must be valid JSON or YAML; ${why.replace(/[.:]?\s*$/, '')}.`);
    return null;
  }
  if (!Array.isArray(list)) {
    fault('must hold a list of prices, each with model, inputPerMTok and outputPerMTok.');
    return null;
  }
  if (list.length > MAX_ENTRIES) {
    fault(`must hold at most ${MAX_ENTRIES} prices; there are ${list.length}.`);
    return null;
  }
  return list;
}

function priceFrom(entry: unknown, where: string, faults: string[]): PriceOverride {
  const given = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const number = (field: string): number => {
    const value = given[field];
    if (typeof value === 'number' && value >= 0 && value <= MAX_PRICE) return value;
    faults.push(`must give ${field} of ${where} as dollars from 0 to ${MAX_PRICE}.`);
    return 0;
  };
  const unknown = Object.keys(given).filter((field) => !FIELDS.includes(field));
  if (unknown.length > 0) {
    faults.push(`must have only ${FIELDS.join(', ')} in ${where}; "${unknown[0]}" is not one of them.`);
  }
  const { model, provider = null } = given;
  if (typeof model !== 'string' || !isPricedModel(model)) {
    faults.push(
      `must give the model of ${where} as text of 1 to ${MAX_PRICED_MODEL} characters; only * is a wildcard.`,
    );
  }
  if (provider !== null && (typeof provider !== 'string' || !isPricedProvider(provider))) {
    faults.push(`must give the provider of ${where} as a lower-case identifier, or leave it out for any.`);
  }
  const [inputPerMTok, outputPerMTok] = [number('inputPerMTok'), number('outputPerMTok')];
  const cache = (field: string): number | null => (given[field] == null ? null : number(field));
  return {
    provider: typeof provider === 'string' && provider !== '*' ? provider : null,
    model: typeof model === 'string' ? model : '',
    inputPerMTok,
    outputPerMTok,
    cacheReadPerMTok: cache('cacheReadPerMTok'),
    cacheWritePerMTok: cache('cacheWritePerMTok'),
  };
}

const isPricedModel = (text: string): boolean =>
  text.trim() !== '' && text.length <= MAX_PRICED_MODEL && /^[^\p{Cc}?]+$/u.test(text);

const isPricedProvider = (text: string): boolean => /^(?:\*|[a-z0-9][a-z0-9._-]{0,63})$/.test(text);

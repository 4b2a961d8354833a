// The operator's model prices: a JSON or YAML file, validated completely at start.
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type * as Yaml from 'yaml';
import { load, once } from '#lib/later';
import { fieldFaults } from '#lib/field-faults';
import { OwnPrice, ownPrices } from './own-prices.ts';
import { NO_PRICES, priceVersion, type PriceOverride } from './price-override.ts';

const yaml = once(() => load('yaml') as typeof Yaml);
const check = once(() => Compile(OwnPrice));

interface PricesFile {
  prices: readonly PriceOverride[];
  version: string;
}

export const NO_PRICES_FILE: PricesFile = { prices: NO_PRICES, version: '' };

const MAX_BYTES = 1024 * 1024;
const MAX_ENTRIES = 5_000;
/** Further faults are only counted. With the wrong file, the faults of other settings must stay visible. */
const TOLD = 10;

/** A fault completes a sentence that begins with the name of the setting. */
export function readPricesFile(file: string, fault: (message: string) => void): PricesFile {
  const text = readBounded(file, fault);
  if (text === null) return NO_PRICES_FILE;
  const list = parsed(text, fault);
  if (list === null) return NO_PRICES_FILE;
  const faults = list.flatMap((entry, index) => entryFaults(entry, index));
  const { prices, faults: more } =
    faults.length === 0 ? ownPrices(list as Static<typeof OwnPrice>[]) : { prices: NO_PRICES, faults: [] };
  faults.push(...more.map(({ entry, field, message }) => inEntry(entry, field, message)));
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

const inEntry = (index: number, field: string, message: string): string =>
  `must be corrected in entry ${index + 1}${field === '' ? '' : `, ${field}`}: ${message.replace(/\.$/, '')}.`;

/** One for each field; a field that may also be null has several. */
function entryFaults(entry: unknown, index: number): string[] {
  const told = new Map<string, string>();
  for (const { path, message } of fieldFaults(check(), entry)) if (!told.has(path)) told.set(path, message);
  return [...told].map(([path, message]) => inEntry(index, path, message));
}

// Reads a price table that an operator renewed: another file, or what a tool made of newer lists. It is checked in
// full before it replaces the one in use.
import { isObject } from '#lib/is-object';
import { type Match, type CatalogTable, TOKEN_KINDS, TOOL_KINDS } from './form.ts';

const MAX_PRICE = 1_000_000;
/** A renewed table with fewer models was cut off or is of something else. */
const FEWEST_MODELS = 100;

/** Throws with the reason. */
export function readTable(text: string): CatalogTable {
  let table: unknown;
  try {
    table = JSON.parse(text);
  } catch {
    throw new Error('It is not JSON.');
  }
  if (
    !isObject(table) ||
    !Array.isArray(table['sellers']) ||
    !isDay(table['date']) ||
    !isTexts(table['sources'])
  )
    throw new Error('It is not a price table: it has no date, sources and sellers.');
  let models = 0;
  for (const seller of table['sellers'] as unknown[]) {
    if (!isObject(seller) || typeof seller['id'] !== 'string' || !Array.isArray(seller['models']))
      throw new Error('A seller has no id or no models.');
    if (!isMatchOrNone(seller['match']) || (seller['resells'] !== undefined && !isTexts(seller['resells'])))
      throw new Error(`The names of the seller ${seller['id']} are not understood.`);
    for (const model of seller['models'] as unknown[]) {
      if (!isModel(model)) throw new Error(`A price of the seller ${seller['id']} is not understood.`);
      models += 1;
    }
  }
  if (models < FEWEST_MODELS) throw new Error(`It has only ${models} models.`);
  return table as unknown as CatalogTable;
}

const isDay = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

function isModel(model: unknown): boolean {
  if (!isObject(model) || typeof model['id'] !== 'string' || !isMatchOrNone(model['match'])) return false;
  const { prices, tiers = {} } = model;
  const dated = Array.isArray(prices) ? prices : [{ prices }];
  return (
    dated.length > 0 &&
    dated.every((each) => isObject(each) && isDated(each) && isPrices(each['prices'])) &&
    isObject(tiers) &&
    Object.values(tiers).every(isPrices)
  );
}

const isDated = ({ from, hours }: Record<string, unknown>): boolean =>
  (from === undefined || isDay(from)) &&
  (hours === undefined ||
    (Array.isArray(hours) && hours.length === 2 && hours.every((time) => /^\d\d:\d\d$/.test(String(time)))));

function isPrices(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { tools = {} } = value;
  return (
    TOKEN_KINDS.every((kind) => value[kind] === undefined || isRate(value[kind])) &&
    isObject(tools) &&
    TOOL_KINDS.every((kind) => tools[kind] === undefined || isPrice(tools[kind]))
  );
}

const isPrice = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= MAX_PRICE;

const isRate = (value: unknown): boolean =>
  isPrice(value) ||
  (isObject(value) &&
    isPrice(value['base']) &&
    Array.isArray(value['tiers']) &&
    value['tiers'].every((tier) => isObject(tier) && Number(tier['start']) > 0 && isPrice(tier['price'])));

const isMatchOrNone = (value: unknown): boolean => value === undefined || isMatch(value, 0);

function isMatch(value: unknown, depth: number): value is Match {
  if (!isObject(value) || depth > 4) return false;
  const [[kind, asked] = ['', ''], ...more] = Object.entries(value);
  if (more.length > 0) return false;
  if (kind === 'or' || kind === 'and')
    return Array.isArray(asked) && asked.every((each) => isMatch(each, depth + 1));
  if (typeof asked !== 'string') return false;
  return kind === 'regex'
    ? isSafePattern(asked)
    : kind === 'equals' || kind === 'starts_with' || kind === 'ends_with' || kind === 'contains';
}

/** Model names come from strangers: a repeated group, or many repetitions, could take forever. */
function isSafePattern(pattern: string): boolean {
  if (pattern.length > 300 || /\)[*+{]/.test(pattern) || /\\[1-9]/.test(pattern)) return false;
  if ((pattern.match(/[*+]|\{\d+,\}/g) ?? []).length > 2) return false;
  try {
    return new RegExp(pattern) instanceof RegExp;
  } catch {
    return false;
  }
}

// Finds a model in a price table by the name that a call gives.
import type { ListedModel, Match, CatalogTable, Seller } from './form.ts';

export interface FoundModel {
  /** The one whose list it is; another one for a reseller. */
  seller: Seller;
  model: ListedModel;
  /** Whether the list has the name itself, not only a pattern for it. */
  exact: boolean;
}

interface Shelf {
  seller: Seller;
  byName: ReadonlyMap<string, ListedModel>;
  patterns: readonly ListedModel[];
}

export class TableIndex {
  readonly #shelves: readonly Shelf[];
  readonly #byId = new Map<string, Shelf | undefined>();

  constructor({ sellers }: CatalogTable) {
    this.#shelves = sellers.map(shelve);
    for (const shelf of this.#shelves) this.#byId.set(shelf.seller.id, shelf);
  }

  seller(name: string): Seller | undefined {
    return this.#shelf(name)?.seller;
  }

  find(sellerName: string, model: string): FoundModel | null {
    const shelf = this.#shelf(sellerName);
    const asked = model.toLowerCase();
    // Some emitters write a date without dashes: `gpt-5.2-20251211`.
    const dashed = asked.replace(/-(20\d\d)(\d\d)(\d\d)$/, '-$1-$2-$3');
    return shelf ? (this.#on(shelf, asked) ?? (dashed === asked ? null : this.#on(shelf, dashed))) : null;
  }

  #on(shelf: Shelf, name: string): FoundModel | null {
    const own = lookUp(shelf, name);
    if (own) return own;
    for (const id of shelf.seller.resells ?? []) {
      const other = this.#byId.get(id);
      const found = other && lookUp(other, name);
      if (found) return { ...found, exact: false };
    }
    return null;
  }

  #shelf(name: string): Shelf | undefined {
    return (
      this.#byId.get(name) ??
      this.#shelves.find(({ seller: { match } }) => match !== undefined && matches(match, name))
    );
  }
}

function shelve(seller: Seller): Shelf {
  const byName = new Map<string, ListedModel>();
  const patterns: ListedModel[] = [];
  for (const model of seller.models) {
    for (const name of namesOf(model)) if (!byName.has(name)) byName.set(name, model);
    if (model.match !== undefined) patterns.push(model);
  }
  return { seller, byName, patterns };
}

/** The names that a list has in full. */
function namesOf({ id, match }: ListedModel): string[] {
  const clauses = match === undefined ? [{ equals: id }] : 'or' in match ? match.or : [match];
  return clauses.flatMap((clause) => ('equals' in clause ? [clause.equals.toLowerCase()] : []));
}

function lookUp({ seller, byName, patterns }: Shelf, name: string): FoundModel | null {
  const named = byName.get(name);
  if (named) return { seller, model: named, exact: true };
  const model = patterns.find(({ match }) => match !== undefined && matches(match, name));
  return model ? { seller, model, exact: false } : null;
}

const expressions = new WeakMap<object, RegExp>();

/** `text` is in lower case. */
function matches(match: Match, text: string): boolean {
  if ('equals' in match) return text === match.equals.toLowerCase();
  if ('starts_with' in match) return text.startsWith(match.starts_with.toLowerCase());
  if ('ends_with' in match) return text.endsWith(match.ends_with.toLowerCase());
  if ('contains' in match) return text.includes(match.contains.toLowerCase());
  if ('regex' in match)
    return expressions.getOrInsertComputed(match, () => new RegExp(match.regex)).test(text);
  if ('or' in match) return match.or.some((clause) => matches(clause, text));
  return match.and.every((clause) => matches(clause, text));
}

// The dashboard that opens as the overview, by account. It is a choice of this browser, like the theme and the columns of lists.
import { isObject } from './is-object.ts';
import { stored, useStored } from './stored.ts';

type Homes = Readonly<Record<string, number>>;

export function readHomes(text: string | null): Homes {
  const read: unknown = text === null ? null : JSON.parse(text);
  if (!isObject(read)) return {};
  const pairs = Object.entries(read).filter((pair): pair is [string, number] =>
    Number.isSafeInteger(pair[1]),
  );
  return Object.fromEntries(pairs);
}

const homes = stored<Homes>('home', readHomes);

/** The id of the dashboard, or null for the built-in overview. */
export function useHome(accountId: string): [number | null, (id: number | null) => void] {
  const all = useStored(homes);
  const { [accountId]: home, ...others } = all;
  return [home ?? null, (id) => homes.set(id === null ? others : { ...others, [accountId]: id })];
}

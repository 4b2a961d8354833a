// Finds the navigation entry that a page belongs to, and the list that an item belongs to.
import { navPages, PAGES, type NavPage } from '../pages.ts';

const isUnder = (pathname: string, path: string): boolean =>
  path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`);

/** The entry with the longest path that the page is under. */
export const entryAt = (pathname: string): NavPage | undefined =>
  navPages
    .flatMap((page) => [page.path, ...(page.nav.also ?? [])].map((path) => ({ page, path })))
    .filter(({ path }) => isUnder(pathname, path))
    .toSorted((a, b) => b.path.length - a.path.length)[0]?.page;

/** The list for the page of a single item, which exists in one project only; null for other pages. */
export function listOf(pathname: string): string | null {
  const parts = pathname.split('/');
  const pattern = (path: string) => path.split('/');
  const isOne = PAGES.some(({ path, inEveryProject = false }) => {
    const of = pattern(path);
    return (
      !inEveryProject &&
      of.at(-1)?.startsWith('$') === true &&
      of.length === parts.length &&
      of.every((part, index) => part.startsWith('$') || part === parts[index])
    );
  });
  if (!isOne) return null;
  const own = parts.slice(0, -1).join('/');
  return PAGES.some(({ path }) => path === own) ? own : (entryAt(pathname)?.path ?? '/');
}

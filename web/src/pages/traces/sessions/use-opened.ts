// Expanded calls of a session are in the URL: `open=<id>` for each, or `open=all` except those in `shut`.
import { all } from '#lib/search-text';
import { useUrl } from '#lib/url-state';

const ALL = 'all';
const toggled = (list: readonly string[], id: string): string[] | undefined => {
  const next = list.includes(id) ? list.filter((one) => one !== id) : [...list, id];
  return next.length === 0 ? undefined : next;
};

export function useOpened(id: string): { isOpen: boolean; toggle: () => void } {
  const [search, change] = useUrl();
  const opened = all(search['open']);
  const shut = all(search['shut']);
  if (opened.includes(ALL))
    return {
      isOpen: !shut.includes(id),
      toggle: () => change({ shut: toggled(shut, id) }, { replace: true }),
    };
  return {
    isOpen: opened.includes(id),
    toggle: () => change({ open: toggled(opened, id) }, { replace: true }),
  };
}

export function useAllOpened(): { allOpen: boolean; toggleAll: () => void } {
  const [search, change] = useUrl();
  const allOpen = all(search['open']).includes(ALL);
  return {
    allOpen,
    toggleAll: () => change({ open: allOpen ? undefined : ALL, shut: undefined }, { replace: true }),
  };
}

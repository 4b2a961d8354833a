// The daily pages, the group that can be folded away, and one entry for all settings. The whole navigation is one tab stop: arrow
// keys, Home and End move within it.
import { useRouterState } from '@tanstack/react-router';
import { Settings } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { useProgress } from '#api';
import { useFormat, useTexts } from '#i18n';
import { navPages, type Group, type NavPage } from '../pages.ts';
import { shellTexts } from '../texts.ts';
import { Fold, NavLink } from './nav-link.tsx';
import { entryAt } from './place.ts';
import { useProtectOpen } from './side.ts';
import { protectTotal, type AttentionData } from './use-attention.ts';

const of = (group: Group): readonly NavPage[] => navPages.filter(({ nav }) => nav.group === group);
const SETTINGS = of('settings')[0]?.path ?? '/';
const STOPS = '[data-nav]';

interface NavigationProps {
  attention: AttentionData | null;
  iconOnly?: boolean;
}

export function Navigation({ attention, iconOnly = false }: NavigationProps) {
  const texts = useTexts(shellTexts);
  const format = useFormat();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const entry = entryAt(pathname);
  const inSettings = entry?.nav.group === 'settings';
  // “Get started” is first while there is nothing else to look at, and at the end as soon as there are records or sample data.
  // Not polled here: its page watches the same answer.
  const startsHere = useProgress() === 'empty';
  const [protectOpen, setProtectOpen] = useProtectOpen();
  const place = useRef<HTMLElement>(null);
  const folded = useId();
  const [focused, setFocused] = useState<string | null>(null);
  // Where Tab enters: what had the focus last, else the shown page.
  const shown = inSettings ? SETTINGS : (entry?.path ?? '/');
  const hidden = !protectOpen && !iconOnly && entry?.nav.group === 'protect';
  const stop = focused ?? (hidden ? 'protect' : shown);
  const tabIndex = (name: string) => (name === stop ? 0 : -1);

  const onKeyDown = (event: KeyboardEvent) => {
    const stops = [...(place.current?.querySelectorAll<HTMLElement>(STOPS) ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: stops.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined || at < 0) return;
    event.preventDefault();
    stops[Math.max(0, Math.min(stops.length - 1, next))]?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => setFocused(target.getAttribute('data-nav'));
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) setFocused(null);
  };

  const list = (group: Group, pages = of(group)) => (
    <ul aria-label={texts.groups[group]} className="grid gap-0.5">
      {pages.map(({ path, nav }) => (
        <li key={path}>
          <NavLink
            to={path}
            icon={nav.icon}
            label={texts.pages[nav.name]}
            active={path === entry?.path}
            iconOnly={iconOnly}
            tabIndex={tabIndex(path)}
            badge={
              nav.badge && attention
                ? {
                    count: attention[nav.badge],
                    words: texts.waiting[nav.badge](format.count(attention[nav.badge])),
                  }
                : null
            }
          />
        </li>
      ))}
    </ul>
  );
  return (
    <nav
      ref={place}
      aria-label={texts.navigation}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      onBlur={onBlur}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-2 py-2"
    >
      <div className="grid gap-0.5">
        {list('observe', startsHere ? [...of('help'), ...of('observe')] : of('observe'))}
        {list('improve')}
      </div>
      <div className="border-t pt-2">
        {!iconOnly && (
          <Fold
            name={texts.groups.protect}
            open={protectOpen}
            count={protectTotal(attention)}
            tabIndex={tabIndex('protect')}
            controls={folded}
            onToggle={() => setProtectOpen(!protectOpen)}
          />
        )}
        <div id={folded} hidden={!protectOpen && !iconOnly}>
          {(protectOpen || iconOnly) && list('protect')}
        </div>
      </div>
      <div className="sticky -bottom-2 mt-auto -mb-2 grid gap-0.5 border-t bg-surface py-2">
        {!startsHere && list('help')}
        <NavLink
          to={SETTINGS}
          icon={Settings}
          label={texts.groups.settings}
          active={inSettings}
          iconOnly={iconOnly}
          tabIndex={tabIndex(SETTINGS)}
        />
      </div>
    </nav>
  );
}

/** All settings, beside the page; above it on narrow screens. */
export function SettingsNavigation() {
  const texts = useTexts(shellTexts);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const entry = entryAt(pathname);
  const place = useRef<HTMLElement>(null);
  const path = entry?.path;
  // On narrow screens the list scrolls sideways.
  useEffect(() => {
    const link = place.current?.querySelector(`[data-nav="${path}"]`);
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [path]);
  if (entry?.nav.group !== 'settings') return null;
  return (
    <nav
      ref={place}
      aria-label={texts.settingsPages}
      className="shrink-0 border-b px-2 py-1.5 xl:sticky xl:top-0 xl:h-dvh xl:w-52 xl:overflow-y-auto xl:border-r xl:border-b-0 xl:py-4"
    >
      <p className="px-2 pb-2 font-semibold max-xl:hidden">{texts.groups.settings}</p>
      <ul className="flex gap-0.5 max-xl:overflow-x-auto xl:grid">
        {of('settings').map(({ path, nav }) => (
          <li key={path} className="max-xl:shrink-0">
            <NavLink
              to={path}
              icon={nav.icon}
              label={texts.pages[nav.name]}
              active={path === entry.path}
              iconOnly={false}
              tabIndex={0}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

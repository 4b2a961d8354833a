// Where a record belongs: call ← trace ← session ← user. Each part that is known links to its page.
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n';
import { AppLink } from './button.tsx';
import { windowAround } from './call/meta.ts';
import { kitTexts } from './texts.ts';

interface BreadcrumbsProps {
  /** The list that the page belongs to. */
  list: { name: string; to: string };
  userId?: string | null;
  sessionId?: string | null;
  traceId?: string | null;
  /** When it happened: the user's page then opens with a window around that time. */
  at?: string;
  /** The page itself. */
  here: string;
}

const PARTS = [
  { name: 'userId', to: '/users/$id' },
  { name: 'sessionId', to: '/sessions/$id' },
  { name: 'traceId', to: '/traces/$id' },
] as const;

const LINK = 'block max-w-40 truncate rounded-sm py-0.5 hover:text-text hover:underline';
/** The first characters tell generated ids apart; the title has the whole id. */
const shortOf = (id: string): string => (/^[0-9a-f]{32}$/.test(id) ? id.slice(0, 8) : id);

/** Exact, because the page of one call is not the list of calls. */
const EXACT = { activeOptions: { exact: true } } as const;

export function Breadcrumbs({ list, here, at, ...ids }: BreadcrumbsProps) {
  const texts = useTexts(kitTexts);
  return (
    <nav aria-label={texts.breadcrumbs} className="min-w-0">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-muted">
        <Crumb>
          <Link {...EXACT} to={list.to} className={LINK}>
            {list.name}
          </Link>
        </Crumb>
        {PARTS.map(({ name, to }) => {
          const id = ids[name] ?? '';
          if (id === '') return null;
          return (
            <Crumb key={name}>
              <AppLink
                to={to}
                params={{ id }}
                {...(name === 'userId' && at !== undefined ? { search: windowAround(at) } : {})}
                title={id}
                className={LINK}
              >
                {texts.filterNames[name]} {shortOf(id)}
              </AppLink>
            </Crumb>
          );
        })}
        <li aria-current="page" className="min-w-0 truncate text-text">
          {here}
        </li>
      </ol>
    </nav>
  );
}

const Crumb = ({ children }: { children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-1">
    {children}
    <ChevronRight size={14} aria-hidden className="shrink-0" />
  </li>
);

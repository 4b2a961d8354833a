// Items by size with a bar behind each name. A list of links, so it works with a screen reader.
import type { ReactNode } from 'react';
import { AppLink, type AppLinkProps } from '../button.tsx';

interface BarListItem {
  key: string;
  name: string;
  value: number;
  shown: string;
  /** A mark before the name, such as the colour of a model. */
  color?: string | undefined;
  /** A secondary figure beside the value. */
  aside?: string | undefined;
  link?: Pick<AppLinkProps, 'to' | 'search' | 'params'>;
  /** A button after the bar. */
  action?: ReactNode;
}

export function BarList({ label, items }: { label: string; items: readonly BarListItem[] }) {
  const top = Math.max(...items.map(({ value }) => value), Number.MIN_VALUE);
  return (
    <ul aria-label={label} className="grid min-w-0 grid-cols-1 gap-1">
      {items.map(({ key, name, value, shown, color, aside, link, action }) => {
        const content = (
          <>
            <span
              aria-hidden
              className="absolute inset-y-0 left-0 rounded-sm bg-accent-soft"
              style={{ width: `${Math.max(0.5, (value / top) * 100)}%` }}
            />
            {color !== undefined && (
              <span
                aria-hidden
                className="relative size-2 shrink-0 rounded-full"
                style={{ background: color }}
              />
            )}
            <span className="relative min-w-0 flex-1 truncate" title={name}>
              {name}
            </span>
            {aside !== undefined && <span className="relative text-xs text-muted">{aside}</span>}
            <span className="relative font-medium">{shown}</span>
          </>
        );
        const look = 'relative flex h-9 min-w-0 flex-1 items-center gap-3 rounded-sm px-2.5';
        return (
          <li key={key} className="flex min-w-0 items-center gap-1">
            {link ? (
              <AppLink {...link} className={`${look} hover:bg-hover`}>
                {content}
              </AppLink>
            ) : (
              <div className={look}>{content}</div>
            )}
            {action}
          </li>
        );
      })}
    </ul>
  );
}

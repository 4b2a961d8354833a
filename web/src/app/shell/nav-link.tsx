import { Link } from '@tanstack/react-router';
import { ChevronDown, type LucideIcon } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Tooltip } from '#ui';
import { shellTexts } from '../texts.ts';

const ITEM =
  'flex h-8 [@media(max-height:860px)]:h-7 w-full items-center gap-2.5 rounded-md px-2 text-left text-sm text-muted ring-inside hover:bg-hover hover:text-text';

interface NavLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
  active: boolean;
  /** The sidebar shows icons only. */
  iconOnly: boolean;
  /** A count, and what it counts in words. */
  badge?: { count: number; words: string } | null;
  tabIndex: number;
}

export function NavLink({ to, icon: Icon, label, active, iconOnly, badge, tabIndex }: NavLinkProps) {
  const link = (
    <Link
      to={to}
      data-nav={to}
      tabIndex={tabIndex}
      aria-current={active ? 'page' : undefined}
      activeOptions={{ exact: true, includeSearch: false }}
      className={classNames(
        ITEM,
        iconOnly && 'justify-center',
        'relative aria-[current=page]:bg-hover aria-[current=page]:font-medium aria-[current=page]:text-text',
      )}
    >
      <Icon size={16} aria-hidden className="shrink-0" />
      <span className={iconOnly ? 'sr-only' : 'min-w-0 flex-1 truncate'}>{label}</span>
      {badge && badge.count > 0 && <Count {...badge} small={iconOnly} />}
    </Link>
  );
  return iconOnly ? (
    <Tooltip text={label} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function Count({ count, words, small }: { count: number; words: string; small: boolean }) {
  const format = useFormat();
  return (
    <span
      title={words}
      className={classNames(
        'shrink-0 rounded-full bg-warm-soft px-1.5 text-xs font-medium text-warm',
        small && 'absolute -top-0.5 right-0 px-1',
      )}
    >
      <span aria-hidden>{count > 99 ? '99+' : format.count(count)}</span>
      <span className="sr-only">{words}</span>
    </span>
  );
}

interface FoldProps {
  name: string;
  open: boolean;
  count: number;
  tabIndex: number;
  controls: string;
  onToggle: () => void;
}

/** The heading of a collapsible group. While collapsed, it shows the count of its pages. */
export function Fold({ name, open, count, tabIndex, controls, onToggle }: FoldProps) {
  const texts = useTexts(shellTexts);
  return (
    <button
      type="button"
      data-nav="protect"
      tabIndex={tabIndex}
      aria-expanded={open}
      aria-controls={controls}
      onClick={onToggle}
      className={classNames(ITEM, 'h-7 text-xs font-medium')}
    >
      <ChevronDown
        size={14}
        aria-hidden
        className={classNames('shrink-0 transition-transform', !open && '-rotate-90')}
      />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {!open && count > 0 && (
        <Count count={count} words={texts.waitingInGroup(String(count))} small={false} />
      )}
    </button>
  );
}

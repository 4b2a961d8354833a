import { Link } from '@tanstack/react-router';
import { LoaderCircle, X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { Tooltip } from './tooltip.tsx';

const LOOKS = {
  /** The main action of the page or dialog. */
  main: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  plain: 'bg-surface text-text border-control/60 hover:bg-hover',
  quiet: 'border-transparent text-text hover:bg-hover',
  danger: 'bg-surface text-bad border-bad/50 hover:bg-bad-soft',
} as const;
type ButtonLook = keyof typeof LOOKS;

const SIZES = { medium: 'h-9 px-3.5 text-base', small: 'h-8 px-2.5 text-sm' } as const;

interface Dress {
  look?: ButtonLook;
  size?: keyof typeof SIZES;
}

const dress = ({ look = 'plain', size = 'medium' }: Dress, more?: string) =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:pointer-events-none disabled:opacity-55',
    LOOKS[look],
    SIZES[size],
    more,
  );

interface ButtonProps extends ComponentProps<'button'>, Dress {
  /** Shows a spinner and ignores further clicks. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({ look, size, busy = false, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={dress({ ...(look ? { look } : {}), ...(size ? { size } : {}) }, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled || busy}
    >
      {busy ? <LoaderCircle size={16} className="animate-spin" aria-hidden /> : icon}
      {children}
    </button>
  );
}

interface ButtonAnchorProps extends Dress {
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}

/** Leaves the dashboard: a plain link, which the router does not handle. */
export const ButtonAnchor = ({ look, size, icon, children, href }: ButtonAnchorProps) => (
  <a
    href={href}
    className={dress({ ...(look ? { look } : {}), ...(size ? { size } : {}) }, 'max-w-full min-w-0')}
  >
    {icon}
    <span className="min-w-0 truncate">{children}</span>
  </a>
);

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
}

export function IconButton({ label, icon, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={classNames(
          'inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text disabled:opacity-50',
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}

interface CloseButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string;
}

/** No tooltip: the button gets the focus when its dialog opens, which would show the tooltip unasked. */
export const CloseButton = ({ label, className, ...rest }: CloseButtonProps) => (
  <button
    type="button"
    aria-label={label}
    {...rest}
    className={classNames(
      'grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-hover hover:text-text',
      className,
    )}
  >
    <X size={18} aria-hidden />
  </button>
);

export interface AppLinkProps extends Pick<
  ComponentProps<'a'>,
  'className' | 'title' | 'tabIndex' | 'aria-label' | 'aria-hidden' | 'onClick'
> {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string | readonly string[] | undefined>;
  children: ReactNode;
  'data-row-link'?: boolean;
  target?: string;
}

export const AppLink = (props: AppLinkProps) => <Link {...props} />;

export const TextLink = ({ className, ...rest }: AppLinkProps) => (
  <AppLink
    {...rest}
    className={classNames('font-medium text-accent underline-offset-3 hover:underline', className)}
  />
);

export const ButtonLink = ({ look, size, className, ...rest }: AppLinkProps & Dress) => (
  <AppLink {...rest} className={dress({ ...(look ? { look } : {}), ...(size ? { size } : {}) }, className)} />
);

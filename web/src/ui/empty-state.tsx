import type { ReactNode } from 'react';

export interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  /** What to do next. */
  children?: ReactNode;
  actions?: ReactNode;
}

export const EmptyState = ({ icon, title, children, actions }: EmptyStateProps) => (
  <div className="grid justify-items-center content-center gap-2 px-4 py-4 min-h-40 text-center">
    {icon !== undefined && (
      <span className="grid size-9 place-items-center rounded-lg bg-sunken text-muted">{icon}</span>
    )}
    <p className="font-semibold">{title}</p>
    {children !== undefined && <div className="max-w-prose text-balance text-muted">{children}</div>}
    {actions !== undefined && <div className="mt-1 flex flex-wrap justify-center gap-2">{actions}</div>}
  </div>
);

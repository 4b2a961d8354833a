import type { ReactNode } from 'react';
import { useTitle } from '#ui';

interface SignInCardProps {
  title: string;
  about?: ReactNode;
  children?: ReactNode;
  /** Links below the card. */
  below?: ReactNode;
}

export function SignInCard({ title, about, children, below }: SignInCardProps) {
  useTitle(title);
  return (
    <div className="grid w-full max-w-sm content-start gap-4">
      <section className="grid gap-5 rounded-lg border bg-surface p-6 shadow-card">
        <header className="grid gap-1">
          <h1 className="text-xl">{title}</h1>
          {about !== undefined && <p className="text-muted">{about}</p>}
        </header>
        {children}
      </section>
      {below !== undefined && <p className="text-center text-sm text-muted">{below}</p>}
    </div>
  );
}

// A form that gives its values by name and shows what the service says against them: at the field, or above all.
import type { FormEvent, ReactNode } from 'react';
import { currentLanguage } from '#i18n';
import { ErrorNotice } from './error-state.tsx';
import { fieldFault } from './error-words.ts';

/** What the service said against one field. */
export const faultOf = (error: unknown, name: string): string | null =>
  fieldFault(error, name, currentLanguage());

const NONE: readonly string[] = [];

interface FormProps {
  onSubmit: (values: Record<string, string>) => void;
  error?: unknown;
  /** Names of the fields that show their own faults. */
  fields?: readonly string[];
  children: ReactNode;
}

export function Form({ onSubmit, error, fields = NONE, children }: FormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values: Record<string, string> = {};
    for (const [name, value] of new FormData(event.currentTarget)) {
      if (typeof value === 'string') values[name] = value;
    }
    onSubmit(values);
  };
  const shownAtField = fields.some((name) => faultOf(error, name) !== null);
  return (
    <form onSubmit={submit} className="grid gap-5">
      {error && !shownAtField ? <ErrorNotice error={error} /> : null}
      {children}
    </form>
  );
}

// A form that submits its values by name and shows errors of the service at the field, or above the form.
import type { FormEvent, ReactNode } from 'react';
import { currentLanguage } from '#i18n';
import { ErrorNotice } from '../error-state.tsx';
import { fieldFault } from '../error-words.ts';

/** The service's error for one field. */
export const faultOf = (error: unknown, name: string): string | null =>
  fieldFault(error, name, currentLanguage());

const NONE: readonly string[] = [];

interface FormProps {
  /** For a button outside of the form. */
  id?: string;
  onSubmit: (values: Record<string, string>) => void;
  error?: unknown;
  /** Names of the fields that show their own errors. */
  fields?: readonly string[];
  children: ReactNode;
}

export function Form({ id, onSubmit, error, fields = NONE, children }: FormProps) {
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
    <form {...(id === undefined ? {} : { id })} onSubmit={submit} className="grid gap-4">
      {error && !shownAtField ? <ErrorNotice error={error} /> : null}
      {children}
    </form>
  );
}

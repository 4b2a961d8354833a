// A form that gives its values by name and shows what the service says against them: at the field, or above all.
import type { FormEvent, ReactNode } from 'react';
import { isApiError } from '#api';
import { ErrorNotice } from './error-state.tsx';

/** What the service said against one field: `details[].path` ends in its name. */
export function faultOf(error: unknown, name: string): string | null {
  if (!isApiError(error)) return null;
  return error.details.find(({ path }) => path.split(/[./]/).at(-1) === name)?.message ?? null;
}

const NONE: readonly string[] = [];

export interface FormProps {
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

// The draft of a form: its values until they are sent, and what is wrong with them.
import { useState } from 'react';
import { faultOf } from './form.tsx';

interface Sending {
  error: unknown;
  isPending: boolean;
}

export interface Draft<Values extends object> {
  values: Values;
  set: (changes: Partial<Values>) => void;
  /** A value differs from the one at the start. */
  isDirty: boolean;
  /** What is wrong with a field, by `refuse` or by the service, until the field changes. */
  fault: (name: keyof Values & string) => string | null;
  refuse: (name: keyof Values & string, fault: string) => void;
  /** The error of the service. */
  error: unknown;
  isSending: boolean;
  /** Called when the draft is sent: the service checks everything again. */
  begin: () => void;
}

/**
 * `sending` are the changes (`useSend`) by which the draft is sent. A value has the name of its field in
 * `details[].path` of an error.
 */
export function useDraft<Values extends object>(start: Values, ...sending: Sending[]): Draft<Values> {
  const [first] = useState(start);
  const [values, setValues] = useState(start);
  const [checked, setChecked] = useState<{ readonly [name: string]: string | null }>({});
  const error: unknown = sending.find((one) => one.error)?.error ?? null;
  const names = Object.keys(values) as (keyof Values & string)[];
  return {
    values,
    set: (changes) => {
      setValues((before) => ({ ...before, ...changes }));
      const fine = Object.fromEntries(Object.keys(changes).map((name) => [name, null]));
      setChecked((before) => ({ ...before, ...fine }));
    },
    isDirty: names.some((name) => values[name] !== first[name]),
    fault: (name) => (Object.hasOwn(checked, name) ? (checked[name] ?? null) : faultOf(error, name)),
    refuse: (name, fault) => setChecked((before) => ({ ...before, [name]: fault })),
    error,
    isSending: sending.some(({ isPending }) => isPending),
    begin: () => setChecked({}),
  };
}

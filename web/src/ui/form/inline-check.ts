// Shows what the browser finds wrong with a field on submit: in the dashboard's words under the field,
// instead of in the browser's bubble. The browser still validates and blocks the form.
import { useState, type FormEvent } from 'react';
import { useTexts } from '#i18n';
import { fieldTexts } from './texts.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Texts = (typeof fieldTexts)['en'];

type Fault = (control: HTMLInputElement, texts: Texts) => string;

const FAULTS: readonly (readonly [keyof ValidityState, Fault])[] = [
  ['valueMissing', (_, texts) => texts.required],
  [
    'typeMismatch',
    ({ type }, texts) => (type === 'email' ? texts.email : type === 'url' ? texts.url : texts.invalid),
  ],
  ['tooShort', ({ minLength }, texts) => texts.tooShort(minLength)],
  ['tooLong', ({ maxLength }, texts) => texts.tooLong(maxLength)],
  ['rangeUnderflow', ({ min }, texts) => texts.atLeast(min)],
  ['rangeOverflow', ({ max }, texts) => texts.atMost(max)],
  ['stepMismatch', ({ step }, texts) => (step === '' || step === '1' ? texts.whole : texts.invalid)],
  ['badInput', (_, texts) => texts.number],
  // A pattern explains itself in the title of its input.
  ['patternMismatch', ({ title }, texts) => title || texts.invalid],
];

/** Null if the browser finds nothing wrong. Exported for tests. */
export function faultIn(control: Control, texts: Texts): string | null {
  const { validity } = control;
  if (validity.valid) return null;
  const found = FAULTS.find(([name]) => validity[name]);
  return found ? found[1](control as HTMLInputElement, texts) : texts.invalid;
}

export function useInlineCheck() {
  const texts = useTexts(fieldTexts);
  const [fault, setFault] = useState<string | null>(null);
  const handlers = {
    onInvalidCapture: (event: FormEvent) => {
      // Prevents the bubble, and with it the focus that the browser would move.
      event.preventDefault();
      const control = event.target as Control;
      setFault(faultIn(control, texts));
      const first = control.form?.querySelector('input:invalid, select:invalid, textarea:invalid');
      if (first === control) control.focus();
    },
    onInputCapture: (event: FormEvent) => {
      if (fault !== null) setFault(faultIn(event.target as Control, texts));
    },
  };
  return [fault, handlers] as const;
}

// A form with a draft, and its fields: label, control, hint and error by the name of the value.
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { DialogActions } from '../dialog.tsx';
import type { Draft } from './draft.ts';
import { Field, Input, PasswordInput, Radio, RadioGroup, Select, TextArea } from './field.tsx';
import { Form } from './form.tsx';

interface DraftFormProps<Values extends object> {
  /** For a button outside of the form. */
  id?: string;
  of: Draft<Values>;
  /** `typed`: the values of named fields that are not in the draft. */
  onSend: (values: Values, typed: Record<string, string>) => void;
  children: ReactNode;
}

export const DraftForm = <Values extends object>({ of, onSend, ...rest }: DraftFormProps<Values>) => (
  <Form
    {...rest}
    error={of.error}
    fields={Object.keys(of.values)}
    onSubmit={(typed) => {
      of.begin();
      onSend(of.values, typed);
    }}
  />
);

type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

interface DraftField<Values extends object, Name> {
  of: Draft<Values>;
  name: Name;
  label: ReactNode;
  hint?: ReactNode;
  hideLabel?: boolean;
  /** Of the field. */
  className?: string;
}

type TextFieldProps<Values extends object> = DraftField<Values, NameOf<Values, string>> &
  Omit<ComponentProps<'input'>, 'name' | 'value' | 'onChange'> & {
    /** For a text of several lines. */
    rows?: number;
  };

export function TextField<Values extends object>(props: TextFieldProps<Values>) {
  const { of, name, label, hint, hideLabel = false, className = '', rows, ...rest } = props;
  const shared = {
    ...rest,
    name,
    value: of.values[name] as string,
    onChange: ({ target }: { target: { value: string } }) =>
      of.set({ [name]: target.value } as Partial<Values>),
  };
  const Control = rest.type === 'password' ? PasswordInput : Input;
  return (
    <Field label={label} hint={hint} hideLabel={hideLabel} className={className} fault={of.fault(name)}>
      {rows === undefined ? (
        <Control autoComplete="off" {...shared} />
      ) : (
        <TextArea rows={rows} {...(shared as ComponentProps<'textarea'>)} />
      )}
    </Field>
  );
}

/** The text of the field is the value; the form reads the number. */
export const NumberField = <Values extends object>(props: TextFieldProps<Values>) => (
  <TextField
    type="number"
    inputMode={props.step === undefined || props.step === 'any' ? 'decimal' : 'numeric'}
    step="any"
    {...props}
  />
);

interface ChoiceProps<Values extends object, Name extends keyof Values & string> extends DraftField<
  Values,
  Name
> {
  options: readonly Values[Name][];
  show: (option: Values[Name]) => ReactNode;
}

interface SelectFieldProps<Values extends object, Name extends keyof Values & string> extends ChoiceProps<
  Values,
  Name
> {
  disabled?: boolean;
  required?: boolean;
  isClosed?: (option: Values[Name]) => boolean;
}

export function SelectField<Values extends object, Name extends keyof Values & string>(
  props: SelectFieldProps<Values, Name>,
) {
  const {
    of,
    name,
    label,
    hint,
    hideLabel = false,
    className = '',
    options,
    show,
    isClosed,
    ...rest
  } = props;
  const change = (text: string) => {
    const chosen = options.find((option) => String(option) === text);
    if (chosen !== undefined) of.set({ [name]: chosen } as unknown as Partial<Values>);
  };
  return (
    <Field label={label} hint={hint} hideLabel={hideLabel} className={className} fault={of.fault(name)}>
      <Select
        {...rest}
        name={name}
        value={String(of.values[name])}
        onChange={({ target }) => change(target.value)}
      >
        {options.map((option) => (
          <option key={String(option)} value={String(option)} disabled={isClosed?.(option)}>
            {show(option)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface RadioFieldProps<Values extends object, Name extends keyof Values & string> extends Omit<
  ChoiceProps<Values, Name>,
  'hint'
> {
  hintOf?: (option: Values[Name]) => ReactNode;
}

export const RadioField = <Values extends object, Name extends keyof Values & string>({
  of,
  name,
  label,
  options,
  show,
  hintOf,
}: RadioFieldProps<Values, Name>) => (
  <RadioGroup label={label}>
    {options.map((option) => (
      <Radio
        key={String(option)}
        name={name}
        value={String(option)}
        checked={of.values[name] === option}
        onChange={() => of.set({ [name]: option } as unknown as Partial<Values>)}
        label={show(option)}
        hint={hintOf?.(option)}
      />
    ))}
  </RadioGroup>
);

/** The buttons of a form in a dialog. */
export const SendDraft = ({
  of,
  children,
}: {
  of: Pick<Draft<object>, 'isSending'>;
  children: ReactNode;
}) => (
  <DialogActions>
    <Button look="main" type="submit" busy={of.isSending}>
      {children}
    </Button>
  </DialogActions>
);

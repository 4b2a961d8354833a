import { useTexts } from '#i18n';
import { Checkbox, Field, Input, PasswordInput, faultOf, storageTexts } from '#ui';
import { signInTexts } from './texts.ts';

interface FieldProps {
  error?: unknown;
}

export function NameField({ error }: FieldProps) {
  const texts = useTexts(signInTexts);
  return (
    <Field label={texts.name} fault={faultOf(error, 'name')}>
      <Input name="name" autoComplete="name" required maxLength={100} autoFocus />
    </Field>
  );
}

export function EmailField({ error, autoFocus = false }: FieldProps & { autoFocus?: boolean }) {
  const texts = useTexts(signInTexts);
  return (
    <Field label={texts.email} fault={faultOf(error, 'email')}>
      <Input
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        autoFocus={autoFocus}
      />
    </Field>
  );
}

export function NewPasswordField({ error, name = 'password' }: FieldProps & { name?: string }) {
  const texts = useTexts(signInTexts);
  return (
    <Field
      label={name === 'newPassword' ? texts.newPassword : texts.password}
      hint={texts.passwordHint}
      fault={faultOf(error, name)}
    >
      <PasswordInput name={name} autoComplete="new-password" required minLength={10} maxLength={256} />
    </Field>
  );
}

/**
 * Asked once, when an account gets its owner. Yes is preselected; the answer is the consent of the account.
 */
export function StoreMessagesField({ needsPlan = false }: { needsPlan?: boolean }) {
  const texts = useTexts(storageTexts);
  return (
    <Checkbox
      name="storeMessages"
      defaultChecked
      label={texts.name}
      hint={needsPlan ? `${texts.why} ${texts.onPlans}` : texts.why}
    />
  );
}

export const storesMessages = (values: Record<string, string>): boolean =>
  values['storeMessages'] !== undefined;

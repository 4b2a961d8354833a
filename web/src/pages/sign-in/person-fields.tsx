import { useTexts } from '#i18n';
import { Field, Input, PasswordInput, faultOf } from '#ui';
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

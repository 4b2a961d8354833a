import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Field, Form, PasswordInput, TextLink } from '#ui';
import { SignInCard } from './sign-in-card.tsx';
import { EmailField } from './person-fields.tsx';
import { Or, SsoButton, SsoNotice, useSignInMethods, useSsoOnly } from './sso.tsx';
import { signInTexts } from './texts.ts';
import { useGoIn } from './use-sign-in.ts';

export function SignInPage() {
  const texts = useTexts(signInTexts);
  const { ssoName } = useSignInMethods();
  const ssoOnly = useSsoOnly(texts.signInTitle);
  if (ssoOnly) return ssoOnly;
  return (
    <SignInCard
      title={texts.signInTitle}
      below={
        <>
          {texts.noAccount} <TextLink to="/signup">{texts.signUp}</TextLink>
        </>
      }
    >
      <SsoNotice />
      {ssoName !== null && (
        <>
          <SsoButton name={ssoName} />
          <Or />
        </>
      )}
      <PasswordForm />
    </SignInCard>
  );
}

function PasswordForm() {
  const texts = useTexts(signInTexts);
  const goIn = useGoIn();
  const signIn = useSend('post', '/v1/auth/login', { onSuccess: goIn });
  return (
    <Form
      error={signIn.error}
      onSubmit={({ email = '', password = '' }) => signIn.mutate({ body: { email, password } })}
    >
      <EmailField autoFocus />
      <div className="relative grid">
        <Field label={texts.password}>
          <PasswordInput name="password" autoComplete="current-password" required maxLength={256} />
        </Field>
        <TextLink to="/reset" className="absolute top-0 right-0 text-sm">
          {texts.forgot}
        </TextLink>
      </div>
      <Button look="main" type="submit" busy={signIn.isPending}>
        {texts.signIn}
      </Button>
    </Form>
  );
}

// Without a token this page requests a link; with a token it sets the new password.
import { isApiError, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, ButtonLink, ErrorNotice, Form, TextLink } from '#ui';
import { SignInCard } from './sign-in-card.tsx';
import { EmailField, NewPasswordField } from './person-fields.tsx';
import { useSsoOnly } from './sso.tsx';
import { signInTexts } from './texts.ts';
import { useLinkToken } from './use-sign-in.ts';

export function ResetPage() {
  const texts = useTexts(signInTexts);
  const token = useLinkToken();
  const ssoOnly = useSsoOnly(texts.resetTitle);
  if (ssoOnly) return ssoOnly;
  return token === null ? <AskForLink /> : <SetPassword token={token} />;
}

function AskForLink() {
  const texts = useTexts(signInTexts);
  const ask = useSend('post', '/v1/auth/password-reset');
  const below = <TextLink to="/signin">{texts.signIn}</TextLink>;
  if (ask.isSuccess) {
    return (
      <SignInCard title={texts.sentTitle} about={texts.sentAbout(ask.variables.body.email)} below={below}>
        <p className="text-sm text-muted">
          {texts.sentHint} <code className="font-mono">tracewell-server account reset-link</code>
        </p>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={texts.resetTitle} about={texts.resetAbout} below={below}>
      <Form error={ask.error} onSubmit={({ email = '' }) => ask.mutate({ body: { email } })}>
        <EmailField autoFocus />
        <Button look="main" type="submit" busy={ask.isPending}>
          {texts.sendLink}
        </Button>
      </Form>
    </SignInCard>
  );
}

function SetPassword({ token }: { token: string }) {
  const texts = useTexts(signInTexts);
  const set = useSend('post', '/v1/auth/password-reset/confirm');
  const { error } = set;
  if (set.isSuccess) {
    return (
      <SignInCard title={texts.changed}>
        <ButtonLink look="main" to="/signin">
          {texts.signIn}
        </ButtonLink>
      </SignInCard>
    );
  }
  if (isApiError(error) && error.reason === 'invalid_token') {
    return (
      <SignInCard title={texts.confirmTitle}>
        <ErrorNotice error={error} />
        <ButtonLink look="main" to="/reset">
          {texts.newLink}
        </ButtonLink>
      </SignInCard>
    );
  }
  return (
    <SignInCard title={texts.confirmTitle} about={texts.confirmAbout}>
      <Form
        error={error}
        fields={['newPassword']}
        onSubmit={({ newPassword = '' }) => set.mutate({ body: { token, newPassword } })}
      >
        <NewPasswordField error={error} name="newPassword" />
        <Button look="main" type="submit" busy={set.isPending}>
          {texts.setPassword}
        </Button>
      </Form>
    </SignInCard>
  );
}

// Signed-in users accept with one click; new users enter a name and a password, which creates their account.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { isApiError, sessionQuery, useEnter, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, ErrorNotice, ErrorState, Form, SkeletonRows, TextLink } from '#ui';
import { SignInCard } from './sign-in-card.tsx';
import { NameField, NewPasswordField } from './person-fields.tsx';
import { ssoTexts } from './sso-texts.ts';
import { Or, SsoButton, useSignInMethods, useSsoOnly } from './sso.tsx';
import { signInTexts } from './texts.ts';
import { useGoIn, useLinkToken } from './use-sign-in.ts';

// Survives the redirect to the sign-in page and back, in this tab only.
const KEPT = 'tracewell.invitation';

function useInvitation(): string | null {
  const token = useLinkToken();
  if (token !== null) sessionStorage.setItem(KEPT, token);
  return token ?? sessionStorage.getItem(KEPT);
}

export function InvitePage() {
  const texts = useTexts(signInTexts);
  const token = useInvitation();
  const session = useQuery(sessionQuery);
  const { ssoName } = useSignInMethods();
  // The provider sends the email address, which identifies the invitation.
  const ssoOnly = useSsoOnly(texts.inviteTitle, useTexts(ssoTexts).inviteSso);
  const goIn = useGoIn();
  const accept = useSend('post', '/v1/team/invitations/accept', {
    onSuccess: (joined) => {
      sessionStorage.removeItem(KEPT);
      goIn(joined);
    },
  });
  const { error } = accept;
  const reason = isApiError(error) ? error.reason : null;
  const signIn = (
    <TextLink to="/signin" search={{ next: '/invite' }}>
      {texts.signIn}
    </TextLink>
  );

  if (token === null) return <SignInCard title={texts.noToken} about={texts.noTokenAbout} />;
  if (session.isPending) {
    return (
      <SignInCard title={texts.inviteTitle}>
        <SkeletonRows rows={2} />
      </SignInCard>
    );
  }
  if (session.isError) return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (reason === 'sign_in_first') {
    return (
      <SignInCard title={texts.inviteTitle}>
        <ErrorNotice error={error} />
        <SignInAgain />
      </SignInCard>
    );
  }
  const { data } = session;
  if (data && reason !== 'name_and_password_required') {
    return (
      <SignInCard title={texts.inviteTitle} about={texts.inviteAs(data.user.email)}>
        {error && <ErrorNotice error={error} />}
        <Button look="main" busy={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
          {texts.accept}
        </Button>
      </SignInCard>
    );
  }
  if (ssoOnly) return ssoOnly;
  return (
    <SignInCard
      title={texts.inviteTitle}
      about={data ? texts.inviteOther : texts.inviteNew}
      below={
        <>
          {texts.haveAccount} {signIn}
        </>
      }
    >
      {ssoName !== null && (
        <>
          <SsoButton name={ssoName} />
          <Or />
        </>
      )}
      <Form
        error={reason === 'name_and_password_required' && data ? null : error}
        fields={['name', 'password']}
        onSubmit={({ name = '', password = '' }) => accept.mutate({ body: { token, name, password } })}
      >
        <NameField error={error} />
        <NewPasswordField error={error} />
        <Button look="main" type="submit" busy={accept.isPending}>
          {texts.join}
        </Button>
      </Form>
    </SignInCard>
  );
}

/** Signs out first: another user may be signed in, and the sign-in page would redirect straight back. */
function SignInAgain() {
  const texts = useTexts(signInTexts);
  const enter = useEnter();
  const navigate = useNavigate();
  const signOut = useSend('post', '/v1/auth/logout');
  const go = () => {
    enter(null);
    void navigate({ to: '/signin', search: { next: '/invite' } });
  };
  return (
    <Button look="main" busy={signOut.isPending} onClick={() => signOut.mutate({}, { onSettled: go })}>
      {texts.signIn}
    </Button>
  );
}

// Target of the sign-in link of the first start: the first person to open it becomes the owner.
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Form, TextLink } from '#ui';
import { SignInCard } from './sign-in-card.tsx';
import {
  EmailField,
  NameField,
  NewPasswordField,
  StoreMessagesField,
  storesMessages,
} from './person-fields.tsx';
import { useSsoOnly } from './sso.tsx';
import { signInTexts } from './texts.ts';
import { useGoIn, useLinkToken } from './use-sign-in.ts';

const FIELDS = ['name', 'email', 'password'];

export function WelcomePage() {
  const texts = useTexts(signInTexts);
  const token = useLinkToken();
  const goIn = useGoIn('/start');
  const claim = useSend('post', '/v1/auth/claim', { onSuccess: goIn });
  const { error } = claim;
  const ssoOnly = useSsoOnly(texts.welcomeTitle);
  if (ssoOnly) return ssoOnly;
  const below = (
    <>
      {texts.haveAccount} <TextLink to="/signin">{texts.signIn}</TextLink>
    </>
  );
  if (token === null) return <SignInCard title={texts.noToken} about={texts.noTokenAbout} below={below} />;
  return (
    <SignInCard title={texts.welcomeTitle} about={texts.welcomeAbout} below={below}>
      <Form
        error={error}
        fields={FIELDS}
        onSubmit={({ name = '', email = '', password = '', ...rest }) =>
          claim.mutate({ body: { token, name, email, password, storeMessages: storesMessages(rest) } })
        }
      >
        <NameField error={error} />
        <EmailField error={error} />
        <NewPasswordField error={error} />
        <StoreMessagesField />
        <Button look="main" type="submit" busy={claim.isPending}>
          {texts.claim}
        </Button>
      </Form>
    </SignInCard>
  );
}

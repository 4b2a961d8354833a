// Where the sign-in link of the first start leads: whoever opens it first becomes the owner.
import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Form, TextLink } from '#ui';
import { DoorCard } from './door-card.tsx';
import { EmailField, NameField, NewPasswordField } from './person-fields.tsx';
import { doorTexts } from './texts.ts';
import { useGoIn, useLinkToken } from './use-door.ts';

const FIELDS = ['name', 'email', 'password'];

export function WelcomePage() {
  const texts = useTexts(doorTexts);
  const token = useLinkToken();
  const goIn = useGoIn();
  const claim = useSend('post', '/v1/auth/claim', { onSuccess: goIn });
  const { error } = claim;
  const below = (
    <>
      {texts.haveAccount} <TextLink to="/signin">{texts.signIn}</TextLink>
    </>
  );
  if (token === null) return <DoorCard title={texts.noToken} about={texts.noTokenAbout} below={below} />;
  return (
    <DoorCard title={texts.welcomeTitle} about={texts.welcomeAbout} below={below}>
      <Form
        error={error}
        fields={FIELDS}
        onSubmit={({ name = '', email = '', password = '' }) =>
          claim.mutate({ body: { token, name, email, password } })
        }
      >
        <NameField error={error} />
        <EmailField error={error} />
        <NewPasswordField error={error} />
        <Button look="main" type="submit" busy={claim.isPending}>
          {texts.claim}
        </Button>
      </Form>
    </DoorCard>
  );
}

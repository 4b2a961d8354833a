import { useSend } from '#api';
import { useTexts } from '#i18n';
import { Button, Field, Form, Input, TextLink, faultOf } from '#ui';
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
import { useGoIn } from './use-sign-in.ts';

const FIELDS = ['name', 'email', 'password', 'accountName'];

export function SignUpPage() {
  const texts = useTexts(signInTexts);
  const goIn = useGoIn('/start');
  const signUp = useSend('post', '/v1/auth/signup', { onSuccess: goIn });
  const { error } = signUp;
  const ssoOnly = useSsoOnly(texts.signUpTitle);
  if (ssoOnly) return ssoOnly;
  return (
    <SignInCard
      title={texts.signUpTitle}
      about={texts.signUpAbout}
      below={
        <>
          {texts.haveAccount} <TextLink to="/signin">{texts.signIn}</TextLink>
        </>
      }
    >
      <Form
        error={error}
        fields={FIELDS}
        onSubmit={({ name = '', email = '', password = '', accountName = '', ...rest }) =>
          signUp.mutate({
            body: {
              name,
              email,
              password,
              ...(accountName.trim() === '' ? {} : { accountName }),
              storeMessages: storesMessages(rest),
            },
          })
        }
      >
        <NameField error={error} />
        <EmailField error={error} />
        <NewPasswordField error={error} />
        <Field label={texts.accountName} hint={texts.accountNameHint} fault={faultOf(error, 'accountName')}>
          <Input name="accountName" autoComplete="organization" maxLength={100} />
        </Field>
        <StoreMessagesField needsPlan />
        <Button look="main" type="submit" busy={signUp.isPending}>
          {texts.signUp}
        </Button>
      </Form>
    </SignInCard>
  );
}

import { useState } from 'react';
import { useGet, useSend, useSession } from '#api';
import { useTexts } from '#i18n';
import { Button, Card, Dialog, DialogActions, Field, Form, PasswordInput, faultOf, say } from '#ui';
import { erasureTexts } from './texts.ts';

/** After closing, a notice above every page offers to restore the account. */
export function CloseAccountCard() {
  const texts = useTexts(erasureTexts);
  const { role, user } = useSession();
  const methods = useGet('/v1/auth/methods', {}, { wholeAccount: true, staleTime: 60_000 });
  const asksPassword = user.hasPassword && methods.data?.password !== false;
  const [open, setOpen] = useState(false);
  const overview = useGet('/v1/account/overview', {}, { wholeAccount: true });
  const close = useSend('delete', '/v1/account', {
    wholeAccount: true,
    changes: ['/v1/account/overview', '/v1/audit'],
    onSuccess: () => {
      setOpen(false);
      say(texts.closed);
    },
  });
  if (overview.data && overview.data.deletesAt !== null) return null;
  return (
    <Card title={texts.close} about={texts.closeAbout}>
      {role === 'owner' ? (
        <div>
          <Button look="danger" onClick={() => setOpen(true)}>
            {texts.closeButton}
          </Button>
        </div>
      ) : (
        <p className="text-sm text-muted">{texts.onlyOwners}</p>
      )}
      <Dialog
        open={open}
        onClose={() => {
          close.reset();
          setOpen(false);
        }}
        title={texts.closeTitle}
        about={asksPassword ? texts.closeConfirmAbout : texts.closeConfirmSso}
      >
        <Form
          error={close.error}
          fields={['password']}
          onSubmit={({ password = '' }) => close.mutate({ body: asksPassword ? { password } : {} })}
        >
          {asksPassword && (
            <Field label={texts.password} fault={faultOf(close.error, 'password')}>
              <PasswordInput name="password" required autoComplete="current-password" />
            </Field>
          )}
          <DialogActions>
            <Button onClick={() => setOpen(false)}>{texts.cancel}</Button>
            <Button look="danger" type="submit" busy={close.isPending}>
              {texts.close}
            </Button>
          </DialogActions>
        </Form>
      </Dialog>
    </Card>
  );
}

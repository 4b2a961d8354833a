import { isApiError, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { ConfirmDialog, say } from '#ui';
import { keysTexts } from './texts.ts';

export interface RevokeKeyProps {
  apiKey: Schemas['ApiKey'] | null;
  onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const texts = useTexts(keysTexts);
  const revoke = useSend('delete', '/v1/api-keys/{id}', { changes: ['/v1/api-keys'] });
  if (apiKey === null) return null;
  const done = () => {
    say(texts.revoked(apiKey.name));
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.revokeTitle(apiKey.name)}
      about={texts.revokeAbout}
      action={texts.revoke}
      busy={revoke.isPending}
      error={revoke.error}
      onClose={() => {
        revoke.reset();
        onClose();
      }}
      onConfirm={() =>
        revoke.mutate(
          { path: { id: apiKey.id } },
          {
            onSuccess: done,
            // Somebody else was faster: what was wanted is so.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}

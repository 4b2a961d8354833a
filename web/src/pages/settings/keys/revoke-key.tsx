import { useState } from 'react';
import { isApiError, useGet, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Checkbox, ConfirmDialog, KeyList, Loaded, SkeletonRows, say } from '#ui';
import { keysTexts } from './texts.ts';

const MAX_SHOWN = 200;

interface RevokeKeyProps {
  apiKey: Schemas['ApiKey'];
  onClose: () => void;
}

export function RevokeKey({ apiKey, onClose }: RevokeKeyProps) {
  const texts = useTexts(keysTexts);
  const [withChildren, setWithChildren] = useState(false);
  const revoke = useSend('delete', '/v1/api-keys/{id}', { changes: ['/v1/api-keys'] });
  const children = useGet(
    '/v1/api-keys/{id}/api-keys',
    { path: { id: apiKey.id }, query: { limit: MAX_SHOWN } },
    { wholeAccount: true, staleTime: 0 },
  );
  const done = () => {
    say(texts.revoked(apiKey.name));
    onClose();
  };
  // A 404 means that the key is already revoked, so the goal is reached.
  const gone = (error: unknown) => isApiError(error) && error.status === 404;
  return (
    <ConfirmDialog
      open
      title={texts.revokeTitle(apiKey.name)}
      about={texts.revokeAbout}
      action={texts.revoke}
      busy={revoke.isPending}
      // Disabled until the keys created with it are known.
      disabled={children.data === undefined && !gone(children.error)}
      error={revoke.error}
      onClose={onClose}
      onConfirm={() =>
        revoke.mutate(
          { path: { id: apiKey.id }, query: { withChildren } },
          { onSuccess: done, onError: (error) => gone(error) && done() },
        )
      }
    >
      <Loaded of={children} keepStale skeleton={<SkeletonRows rows={2} />} missing={null}>
        {({ apiKeys, nextCursor }) =>
          apiKeys.length > 0 && (
            <div className="grid gap-3">
              <KeyList label={texts.madeWithIt} apiKeys={apiKeys} more={nextCursor !== null} />
              <Checkbox
                label={texts.revokeThemToo}
                hint={texts.revokeThemHint}
                checked={withChildren}
                onChange={(event) => setWithChildren(event.target.checked)}
              />
            </div>
          )
        }
      </Loaded>
    </ConfirmDialog>
  );
}

// Erases the call for good, then leaves the page.
import { useNavigate } from '@tanstack/react-router';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { isApiError, useSend } from '#api';
import { useTexts } from '#i18n';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../dialog.tsx';
import { say } from '../toast.tsx';
import { callTexts } from './texts.ts';

export function EraseCall({ callId }: { callId: string }) {
  const texts = useTexts(callTexts);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const erase = useSend('delete', '/v1/query/calls/{id}', {
    changes: ['/v1/query', '/v1/annotations', '/v1/eval-datasets', '/v1/audit'],
  });
  const done = () => {
    say(texts.erased);
    void navigate({ to: '/calls', search: (before: object) => before });
  };
  return (
    <>
      <Button size="small" icon={<Eraser size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {texts.erase}
      </Button>
      {open && (
        <ConfirmDialog
          open
          title={texts.eraseTitle}
          about={texts.eraseAbout}
          action={texts.eraseAction}
          busy={erase.isPending}
          error={erase.error}
          onClose={() => setOpen(false)}
          onConfirm={() =>
            erase.mutate(
              { path: { id: callId } },
              { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
            )
          }
        />
      )}
    </>
  );
}

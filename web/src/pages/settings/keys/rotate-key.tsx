// Replaces a key: the new one is shown once, and the old one works until it is revoked or for a while.
import { useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { Dialog, DraftForm, SelectField, SendDraft, useDraft } from '#ui';
import { keysTexts } from './texts.ts';

const GRACES = ['until', '1', '24', '168', '720'] as const;
const EMPTY = { grace: 'until' as (typeof GRACES)[number] };

interface RotateKeyProps {
  apiKey: Schemas['ApiKey'];
  onClose: () => void;
  onMade: (key: Schemas['CreatedApiKey']) => void;
}

export function RotateKey({ apiKey, onClose, onMade }: RotateKeyProps) {
  const texts = useTexts(keysTexts);
  const rotate = useSend('post', '/v1/api-keys/{id}/rotate', {
    changes: ['/v1/api-keys'],
    onSuccess: onMade,
  });
  const draft = useDraft(EMPTY, rotate);
  return (
    <Dialog open onClose={onClose} title={texts.rotateTitle(apiKey.name)} about={texts.rotateAbout}>
      <DraftForm
        of={draft}
        onSend={({ grace }) =>
          rotate.mutate({
            path: { id: apiKey.id },
            body: { graceHours: grace === 'until' ? null : Number(grace) },
          })
        }
      >
        <SelectField
          of={draft}
          name="grace"
          label={texts.oldKey}
          options={GRACES}
          show={(grace) => texts.graces[grace]}
        />
        <SendDraft of={draft}>{texts.rotate}</SendDraft>
      </DraftForm>
    </Dialog>
  );
}

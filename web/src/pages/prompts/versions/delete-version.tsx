import { isApiError, useSend } from '#api';
import { useTexts } from '#i18n';
import { ButtonLink, ConfirmDialog, Dialog, DialogActions, say } from '#ui';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { CHANGED } from '../use-prompts.ts';

interface DeleteVersionProps {
  prompt: PromptData;
  onClose: () => void;
  onDeleted: () => void;
}

/** A deployed version cannot be deleted: explains that and links to the deployments, instead of asking. */
export function DeleteVersion({ prompt, onClose, onDeleted }: DeleteVersionProps) {
  const texts = useTexts(promptsTexts);
  const remove = useSend('delete', '/v1/prompts/{id}', { changes: CHANGED });
  const { name, version, deployedLabels } = prompt;
  if (deployedLabels.length > 0) {
    return (
      <Dialog
        open
        onClose={onClose}
        title={texts.notDeletedTitle(version)}
        about={texts.notDeletedAbout(deployedLabels.map((label) => `“${label}”`).join(', '))}
      >
        <DialogActions>
          <ButtonLink
            to="/prompts/$name"
            params={{ name }}
            search={{ tab: 'deployments', label: deployedLabels[0] }}
          >
            {texts.toDeployments}
          </ButtonLink>
        </DialogActions>
      </Dialog>
    );
  }
  const done = () => {
    say(texts.deleted(version));
    onClose();
    onDeleted();
  };
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(version)}
      about={texts.deleteAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: prompt.id } },
          {
            onSuccess: done,
            // Someone else has already deleted it, so the goal is reached.
            onError: (error) => isApiError(error) && error.status === 404 && done(),
          },
        )
      }
    />
  );
}

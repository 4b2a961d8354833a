import { isApiError, useProjectId, useSend, type Schemas } from '#api';
import { useTexts } from '#i18n';
import { useUrl } from '#lib/url-state';
import { ConfirmDialog, say } from '#ui';
import { projectsTexts } from './texts.ts';

export function DeleteProject({ project, onClose }: { project: Schemas['Project']; onClose: () => void }) {
  const texts = useTexts(projectsTexts);
  const [, change] = useUrl();
  const chosen = useProjectId();
  const remove = useSend('delete', '/v1/projects/{id}', {
    wholeAccount: true,
    changes: ['/v1/projects', '/v1/api-keys'],
  });
  const done = () => {
    say(texts.deleted(project.name));
    // Queries for a deleted project would fail.
    if (chosen === project.id) change({ project: undefined }, { replace: true });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={texts.deleteTitle(project.name)}
      about={texts.deleteAbout}
      action={texts.delete}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(
          { path: { id: project.id } },
          { onSuccess: done, onError: (error) => isApiError(error) && error.status === 404 && done() },
        )
      }
    />
  );
}

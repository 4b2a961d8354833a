import { isApiError, useSend } from '#api';
import { useTexts } from '#i18n';
import { ConfirmDialog, say } from '#ui';
import { gateTexts } from './texts.ts';
import type { GateBudget, PolicyData } from './types.ts';

/** Someone else has already deleted it, so the goal is reached. */
const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

export function RemoveBudget({ budget, onClose }: { budget: GateBudget; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const done = () => {
    say(texts.removed(budget.name));
    onClose();
  };
  const remove = useSend('delete', '/v1/gate/budgets/{id}', {
    changes: ['/v1/gate/budgets'],
    onSuccess: done,
  });
  return (
    <ConfirmDialog
      open
      title={texts.removeBudget(budget.name)}
      about={texts.removeBudgetAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({ path: { id: budget.id } }, { onError: (error) => isGone(error) && done() })
      }
    />
  );
}

export function RemovePolicy({ policy, onClose }: { policy: PolicyData; onClose: () => void }) {
  const texts = useTexts(gateTexts);
  const done = () => {
    say(texts.removed(policy.name));
    onClose();
  };
  const remove = useSend('delete', '/v1/gate/policies/{id}', {
    changes: ['/v1/gate/policies'],
    onSuccess: done,
  });
  return (
    <ConfirmDialog
      open
      title={texts.removePolicy(policy.name)}
      about={texts.removePolicyAbout}
      action={texts.remove}
      busy={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate({ path: { id: policy.id } }, { onError: (error) => isGone(error) && done() })
      }
    />
  );
}

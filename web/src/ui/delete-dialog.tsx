import { isApiError } from '#api';
import { ConfirmDialog } from './dialog.tsx';
import { say } from './toast.tsx';

interface Outcome {
  onSuccess: () => void;
  onError: (error: Error) => void;
}

interface DeleteDialogProps {
  title: string;
  about: string;
  action: string;
  /** What is said when it is gone. */
  said: string;
  /** The mutation that deletes. */
  deletion: { isPending: boolean; error: Error | null; reset: () => void };
  onConfirm: (outcome: Outcome) => void;
  onClose: () => void;
}

/** What someone else has deleted already is gone too. */
export function DeleteDialog({ said, deletion, onConfirm, onClose, ...texts }: DeleteDialogProps) {
  const done = () => {
    say(said);
    onClose();
  };
  return (
    <ConfirmDialog
      open
      {...texts}
      busy={deletion.isPending}
      error={deletion.error}
      onClose={() => {
        deletion.reset();
        onClose();
      }}
      onConfirm={() =>
        onConfirm({
          onSuccess: done,
          onError: (error) => isApiError(error) && error.status === 404 && done(),
        })
      }
    />
  );
}

import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { Button, CloseButton } from './button.tsx';
import { ErrorNotice } from './error-state.tsx';
import { kitTexts } from './texts.ts';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** A sentence under the title. */
  about?: ReactNode;
  children: ReactNode;
  wide?: boolean;
}

/** Traps the focus and restores it on close; Escape and a click outside close it. */
export function Dialog({ open, onClose, title, about, children, wide = false }: DialogProps) {
  const texts = useTexts(kitTexts);
  const cameFrom = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_20_18/45%)]" />
        <Radix.Content
          // Radix restores the focus to its trigger; this dialog has none, so it remembers the element
          // itself.
          onOpenAutoFocus={() => (cameFrom.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
          }}
          {...(about === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed top-1/2 left-1/2 z-40 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'gap-4 overflow-y-auto rounded-lg border bg-surface p-5 shadow-float',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="grid gap-1 pr-8">
            <Radix.Title className="text-lg">{title}</Radix.Title>
            {about !== undefined && <Radix.Description className="text-muted">{about}</Radix.Description>}
          </div>
          {children}
          <CloseButton label={texts.close} onClick={onClose} className="absolute top-4 right-4" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-end gap-2">{children}</div>
);

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  about: ReactNode;
  /** The label of the button, such as "Revoke". */
  action: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Disables the button while the facts for the decision are still loading. */
  disabled?: boolean;
  error?: unknown;
  /** Content between the sentence and the buttons. */
  children?: ReactNode;
}

/** For actions that cannot be undone. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  about,
  action,
  onConfirm,
  busy,
  disabled,
  error,
  children,
}: ConfirmProps) {
  const texts = useTexts(kitTexts);
  return (
    <Dialog open={open} onClose={onClose} title={title} about={about}>
      {children}
      {error ? <ErrorNotice error={error} /> : null}
      <DialogActions>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button look="danger" onClick={onConfirm} busy={busy ?? false} disabled={disabled ?? false}>
          {action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

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

/** The focus goes in, stays in, and comes back to where it was; Escape and a click beside it close. */
export function Dialog({ open, onClose, title, about, children, wide = false }: DialogProps) {
  const texts = useTexts(kitTexts);
  const cameFrom = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(10_20_18/45%)]" />
        <Radix.Content
          // Without a trigger of its own it would not know where the focus was.
          onOpenAutoFocus={() => (cameFrom.current = document.activeElement)}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
          }}
          {...(about === undefined ? { 'aria-describedby': undefined } : {})}
          className={classNames(
            'fixed top-1/2 left-1/2 z-40 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2',
            'gap-5 overflow-y-auto rounded-lg border bg-surface p-6 shadow-float',
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
  /** What the button does, in a word: "Revoke". */
  action: string;
  onConfirm: () => void;
  busy?: boolean;
  /** The button waits: what is decided about is not shown yet. */
  disabled?: boolean;
  error?: unknown;
  /** What it is about, between the sentence and the buttons. */
  children?: ReactNode;
}

/** For what cannot be taken back. */
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

// A bottom sheet for the content, where there is no room beside the list. Escape and a click outside close
// it.
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';

interface SheetProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A text area with an open list of offers: Escape closes that list first. */
const OFFERS = 'textarea[aria-activedescendant]';

export const Sheet = ({ label, onClose, children }: SheetProps) => (
  <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
    <Dialog.Portal>
      <Dialog.Overlay className="fixed inset-0 z-30 bg-[rgb(10_20_18/45%)]" />
      <Dialog.Content
        aria-describedby={undefined}
        onEscapeKeyDown={(event) => {
          if (document.activeElement?.matches(OFFERS)) event.preventDefault();
        }}
        className="fixed inset-x-0 bottom-0 z-30 mx-auto max-h-[85dvh] w-full max-w-3xl overflow-y-auto rounded-t-lg border bg-surface shadow-float"
      >
        <Dialog.Title className="sr-only">{label}</Dialog.Title>
        {children}
      </Dialog.Content>
    </Dialog.Portal>
  </Dialog.Root>
);

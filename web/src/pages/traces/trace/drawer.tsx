// A bottom sheet for the details, where there is no room beside the list. The native dialog traps and restores the focus;
// Escape and a click outside close it.
import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface DrawerProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

export function Drawer({ label, onClose, children }: DrawerProps) {
  const place = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={place}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="fixed inset-x-0 top-auto bottom-0 mx-auto my-0 max-h-[85dvh] w-full max-w-2xl overflow-y-auto rounded-t-lg border bg-surface text-text shadow-float backdrop:bg-[rgb(10_20_18/45%)]"
    >
      {children}
    </dialog>
  );
}

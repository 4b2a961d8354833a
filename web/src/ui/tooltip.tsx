import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

/** Says more on hover and focus. Never the only place where something is said. */
export const Tooltip = ({ text, children }: { text: ReactNode; children: ReactElement }) => (
  <Radix.Root delayDuration={300}>
    <Radix.Trigger asChild>{children}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-72 animate-appear rounded-md bg-text px-2.5 py-1.5 text-xs text-page shadow-float"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

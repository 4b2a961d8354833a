import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

/** Extra information on hover and focus; never the only place for it. */
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

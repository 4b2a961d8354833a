import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

export const TooltipProvider = Radix.Provider;

interface TooltipProps {
  text: ReactNode;
  children: ReactElement;
  side?: 'top' | 'right';
}

/** Extra information on hover and focus; never the only place for it. */
export const Tooltip = ({ text, children, side = 'top' }: TooltipProps) => (
  <Radix.Root delayDuration={300}>
    <Radix.Trigger
      asChild
      // The focus also comes back when a menu closes; a tooltip would then cover what is near, unasked.
      onFocus={(event) => !event.currentTarget.matches(':focus-visible') && event.preventDefault()}
    >
      {children}
    </Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-w-72 animate-appear rounded-md bg-text px-2.5 py-1.5 text-xs text-page shadow-float"
      >
        {text}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

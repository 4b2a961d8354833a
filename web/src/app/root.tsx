import { Outlet } from '@tanstack/react-router';
import { Toasts, TooltipProvider } from '#ui';

export const Root = () => (
  <TooltipProvider>
    <Outlet />
    <Toasts />
  </TooltipProvider>
);

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followConnection, makeQueryClient, onReconnect, sessionQuery } from '#api';
import { followLanguage } from '#i18n';
import { followDensity } from '#lib/density';
import { followLetterKeys } from '#lib/letter-keys';
import { followTheme } from '#lib/theme';
import { loadFirstPage, makeRouter } from './router.tsx';
import { followSide } from './shell/side.ts';

export function start(place: HTMLElement): void {
  followTheme();
  followDensity();
  followSide();
  followLetterKeys();
  followLanguage();
  // If the session has ended, the user goes to the sign-in page and comes back here afterwards. The session
  // is checked first, because some endpoints reject every session with 401.
  const queryClient = makeQueryClient(() => {
    if (queryClient.getQueryData(sessionQuery.queryKey) === null) return;
    void queryClient
      .fetchQuery({ ...sessionQuery, staleTime: 0 })
      .then((session) => (session ? undefined : router.invalidate()))
      .catch(() => null);
  });
  const router = makeRouter(queryClient);
  loadFirstPage(router, queryClient);
  followConnection();
  onReconnect(() => void queryClient.invalidateQueries());
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}

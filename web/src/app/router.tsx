import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
  Outlet,
} from '@tanstack/react-router';
import { BASE_PATH } from '#lib/base-path';
import { parseSearch, safeNext, stringifySearch } from '#lib/search-text';
import { sessionQuery } from '#api';
import { Toasts, TooltipProvider } from '#ui';
import { CrashPage, NotFoundPage, PendingPage } from './fallbacks.tsx';
import { SIGNED_OUT_PAGES, PAGES } from './pages.ts';
import { SignedOutShell } from './shell/signed-out.tsx';
import { Shell } from './shell/shell.tsx';

const Root = () => (
  <TooltipProvider>
    <Outlet />
    <Toasts />
  </TooltipProvider>
);

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
  // The chosen project stays in the URL on every navigation.
  search: { middlewares: [retainSearchParams(['project'] as never)] },
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  component: SignedIn,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session) return { session };
    const next = location.href === '/' ? {} : { next: location.href };
    throw redirect({ to: '/signin', search: next, replace: true });
  },
});

function SignedIn() {
  const { session } = signedIn.useRouteContext();
  return <Shell session={session} />;
}

/** Users who are already signed in have no use for the sign-in pages. */
async function redirectIfSignedIn({ queryClient }: RouterContext, search: object): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (session) throw redirect({ href: safeNext((search as { next?: unknown }).next), replace: true });
}

const signedOut = createRoute({ getParentRoute: () => root, id: 'signed-out', component: SignedOutShell });

const tree = root.addChildren([
  signedIn.addChildren(
    PAGES.flatMap(({ path, page }) =>
      page ? [createRoute({ getParentRoute: () => signedIn, path, component: page })] : [],
    ),
  ),
  signedOut.addChildren(
    SIGNED_OUT_PAGES.map(({ path, page, signedOutOnly }) =>
      createRoute({
        getParentRoute: () => signedOut,
        path,
        component: page,
        beforeLoad: ({ context, search }) =>
          signedOutOnly ? redirectIfSignedIn(context, search) : undefined,
      }),
    ),
  ),
]);

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: tree,
    basepath: BASE_PATH || '/',
    context: { queryClient },
    parseSearch,
    stringifySearch: stringifySearch as (search: Record<string, unknown>) => string,
    defaultPreload: 'intent',
    defaultPendingComponent: PendingPage,
    defaultErrorComponent: CrashPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
  });

/** Requests the session and the code of the page at once, before anything is drawn. */
export function loadFirstPage(router: ReturnType<typeof makeRouter>, queryClient: QueryClient): void {
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname);
  if (routes.some(({ id }) => id === signedIn.id)) void queryClient.prefetchQuery(sessionQuery);
  for (const route of routes) void router.loadRouteChunk(route);
}

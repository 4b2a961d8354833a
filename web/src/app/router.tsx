import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { parseSearch, safeNext, stringifySearch } from '#lib/search-text';
import { sessionQuery } from '#api';
import { CrashPage, NotFoundPage, PendingPage } from './fallbacks.tsx';
import { DOORS, PAGES } from './pages.ts';
import { Root } from './root.tsx';
import { Door } from './shell/door.tsx';
import { Shell } from './shell/shell.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Root,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashPage,
  // The chosen project goes along wherever one goes.
  search: { middlewares: [retainSearchParams(['project'] as never)] },
});

export const signedIn = createRoute({
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

/** Who is signed in already has nothing to do at the door. */
async function leaveIfIn({ queryClient }: RouterContext, search: object): Promise<void> {
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (session) throw redirect({ href: safeNext((search as { next?: unknown }).next), replace: true });
}

const doors = createRoute({ getParentRoute: () => root, id: 'doors', component: Door });

const tree = root.addChildren([
  signedIn.addChildren(
    PAGES.flatMap(({ path, page }) =>
      page ? [createRoute({ getParentRoute: () => signedIn, path, component: page })] : [],
    ),
  ),
  doors.addChildren(
    DOORS.map(({ path, page, strangersOnly }) =>
      createRoute({
        getParentRoute: () => doors,
        path,
        component: page,
        beforeLoad: ({ context, search }) => (strangersOnly ? leaveIfIn(context, search) : undefined),
      }),
    ),
  ),
]);

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: tree,
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

// Loads the code of a page on the first visit. If that fails, the router's own lazy loading would reload the
// whole page, and with the service unavailable the user would see the error page of the browser.
import type { RouteComponent } from '@tanstack/react-router';
import { createElement, use, useEffect, useEffectEvent, useReducer, type ComponentType } from 'react';
import { isReachable, onReconnect } from '#api';
import { CodeMissing } from './fallbacks.tsx';

export function lazyPage<M extends Record<string, unknown>>(
  load: () => Promise<M>,
  name: keyof M & string,
): RouteComponent {
  let page: ComponentType | null = null;
  let loading: Promise<void> | null = null;
  let failed = false;

  /** Never rejects: the component shows that it failed. */
  const preload = () =>
    (loading ??= load().then(
      (module) => void (page = module[name] as ComponentType),
      () => void (failed = true),
    ));

  async function again(asked: boolean): Promise<void> {
    loading = null;
    await preload();
    // The service answers but has no such file: it runs another version, whose page names other files.
    if (page === null && asked && (await isReachable())) location.reload();
  }

  function Lazy() {
    const [, show] = useReducer((count: number) => count + 1, 0);
    // Does not suspend during a retry, so that the error stays on the screen.
    if (page === null && !failed) use(preload());
    const retry = (asked: boolean) => void again(asked).then(show);
    return page === null ? <Missing onRetry={retry} /> : createElement(page);
  }

  return Object.assign(Lazy, { preload }) as RouteComponent;
}

function Missing({ onRetry }: { onRetry: (asked: boolean) => void }) {
  const retry = useEffectEvent(onRetry);
  // Retries at once too, because the failure may be from an earlier visit or preload.
  useEffect(() => {
    retry(false);
    return onReconnect(() => retry(false));
  }, []);
  return <CodeMissing onRetry={() => onRetry(true)} />;
}

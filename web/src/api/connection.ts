// Whether the service can be reached. A request without an answer starts a check; while the check fails, it
// is repeated until the service is back, and then everything that is shown asks again.
import { useSyncExternalStore } from 'react';
import { BASE_PATH } from '#lib/base-path';

const PING = `${BASE_PATH}/v1/health/live`;
const PING_MS = 3_000;
const PATIENCE_MS = 10_000;

let lost = false;
let checking = false;
const listeners = new Set<() => void>();
const returns = new Set<() => void>();

/** Only a successful response of the service counts, so a proxy's error page is not taken for one. */
export async function isReachable(): Promise<boolean> {
  try {
    const { ok } = await fetch(PING, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) });
    return ok;
  } catch {
    return false;
  }
}

function set(next: boolean): void {
  if (lost === next) return;
  lost = next;
  for (const listener of listeners) listener();
  if (!next) for (const listener of returns) listener();
}

async function check(): Promise<void> {
  while (!(await isReachable())) {
    set(true);
    await new Promise((resolve) => {
      setTimeout(resolve, PING_MS);
      // The browser knows when the network is back.
      window.addEventListener('online', resolve, { once: true });
    });
  }
  set(false);
}

/** A single failed request may be a hiccup, so the service is checked before the page says anything. */
export function noteUnreachable(): void {
  if (checking) return;
  checking = true;
  void check().finally(() => (checking = false));
}

export function followConnection(): void {
  window.addEventListener('offline', noteUnreachable);
}

/** Calls the function each time the service is back; returns a function to unsubscribe. */
export function onReconnect(listener: () => void): () => void {
  returns.add(listener);
  return () => void returns.delete(listener);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useConnectionLost = (): boolean => useSyncExternalStore(subscribe, () => lost);

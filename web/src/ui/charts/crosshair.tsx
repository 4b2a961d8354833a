// The point under the pointer, shared by the charts of a page: all of them mark the same moment.
import { createContext, useContext, useState, useSyncExternalStore, type ReactNode } from 'react';

interface Crosshair {
  read: () => number | null;
  point: (at: number | null) => void;
  follow: (listener: () => void) => () => void;
}

function makeCrosshair(): Crosshair {
  let at: number | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => at,
    point: (next) => {
      if (next === at) return;
      at = next;
      for (const listener of listeners) listener();
    },
    follow: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const CrosshairContext = createContext<Crosshair | null>(null);

/** Its charts must have the same points. */
export function SharedCrosshair({ children }: { children: ReactNode }) {
  const [crosshair] = useState(makeCrosshair);
  return <CrosshairContext value={crosshair}>{children}</CrosshairContext>;
}

/** `own` is for a chart whose points are not those of the others. */
export function useCrosshair(own: boolean): [number | null, (at: number | null) => void] {
  const [alone] = useState(makeCrosshair);
  const shared = useContext(CrosshairContext);
  const crosshair = own || !shared ? alone : shared;
  return [useSyncExternalStore(crosshair.follow, crosshair.read), crosshair.point];
}

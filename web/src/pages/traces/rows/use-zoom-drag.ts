// Drag over a time axis to zoom into it. A click without a drag stays a click.
import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import { momentAt, zoomBetween, type TimeView } from './zoom.ts';

/** A shorter movement is a click. */
const MIN_PX = 5;

interface Drag {
  startX: number;
  x: number;
  isMoved: boolean;
}

/** The dragged part, in pixels from the left edge of the axis. */
interface Band {
  left: number;
  width: number;
}

interface Options {
  /** The element that spans the time from its left to its right edge. */
  axis: RefObject<HTMLElement | null>;
  view: TimeView;
  totalMs: number;
  onZoom: (view: TimeView | null) => void;
}

export function useZoomDrag({ axis, view, totalMs, onZoom }: Options) {
  const drag = useRef<Drag | null>(null);
  const [band, setBand] = useState<Band | null>(null);
  const place = () => axis.current?.getBoundingClientRect();
  const stop = () => {
    drag.current = null;
    setBand(null);
  };
  return {
    band,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const rect = place();
        const isInside = rect && event.clientX >= rect.left && event.clientX <= rect.right;
        if (event.button !== 0 || event.pointerType === 'touch' || !isInside) return;
        drag.current = { startX: event.clientX, x: event.clientX, isMoved: false };
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const rect = place();
        const { current } = drag;
        if (!current || !rect) return;
        if (event.buttons === 0) return stop();
        current.x = Math.max(rect.left, Math.min(rect.right, event.clientX));
        if (!current.isMoved && Math.abs(current.x - current.startX) < MIN_PX) return;
        if (!current.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
        current.isMoved = true;
        const left = Math.min(current.startX, current.x) - rect.left;
        setBand({ left, width: Math.abs(current.x - current.startX) });
      },
      onPointerUp: () => {
        const rect = place();
        const { current } = drag;
        if (current?.isMoved && rect && rect.width > 0) {
          const momentOf = (x: number) => momentAt(view, (x - rect.left) / rect.width);
          const zoomed = zoomBetween(momentOf(current.startX), momentOf(current.x), totalMs);
          if (zoomed) onZoom(zoomed);
        }
        stop();
      },
      onPointerCancel: stop,
    },
  };
}

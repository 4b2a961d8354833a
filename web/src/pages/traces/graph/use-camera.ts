// Pan and zoom of the picture: drag, Ctrl + wheel, keys and buttons. It fits the screen until someone moves
// it.
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { fitInto, panBy, zoomAt, type Camera } from './pan-zoom.ts';

const STEP = 1.25;
const MOVE = 60;
/** A shorter movement is a click. */
const MIN_PX = 4;

export function useCamera(graph: { width: number; height: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const [screen, setScreen] = useState({ width: 0, height: 0 });
  const [moved, setMoved] = useState<Camera | null>(null);
  const camera = moved ?? fitInto(graph, screen);
  const drag = useRef<{ x: number; y: number; from: Camera; isMoved: boolean } | null>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() =>
      setScreen({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  // React's listener is passive, so it could not prevent the page from zooming.
  useEffect(() => {
    const element = frame.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
      const point = { x: event.clientX - left, y: event.clientY - top };
      setMoved(zoomAt(camera, event.deltaY < 0 ? STEP : 1 / STEP, point));
    };
    element?.addEventListener('wheel', onWheel, { passive: false });
    return () => element?.removeEventListener('wheel', onWheel);
  });
  const middle = { x: screen.width / 2, y: screen.height / 2 };
  const zoom = (factor: number) => setMoved(zoomAt(camera, factor, middle));
  return {
    frame,
    camera,
    isReady: screen.width > 0,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    fit: () => setMoved(null),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button === 0)
          drag.current = { x: event.clientX, y: event.clientY, from: camera, isMoved: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const { current } = drag;
        if (!current || event.buttons === 0) return;
        const [x, y] = [event.clientX - current.x, event.clientY - current.y];
        if (!current.isMoved && Math.hypot(x, y) < MIN_PX) return;
        if (!current.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
        current.isMoved = true;
        setMoved(panBy(current.from, x, y));
      },
      onPointerUp: () => {
        drag.current = null;
      },
      onKeyDown: (event: KeyboardEvent) => {
        const moves: Record<string, () => void> = {
          ArrowLeft: () => setMoved(panBy(camera, MOVE, 0)),
          ArrowRight: () => setMoved(panBy(camera, -MOVE, 0)),
          ArrowUp: () => setMoved(panBy(camera, 0, MOVE)),
          ArrowDown: () => setMoved(panBy(camera, 0, -MOVE)),
          '+': () => zoom(STEP),
          '=': () => zoom(STEP),
          '-': () => zoom(1 / STEP),
          '0': () => setMoved(null),
        };
        const move = event.ctrlKey || event.metaKey ? undefined : moves[event.key];
        if (!move) return;
        event.preventDefault();
        move();
      },
    },
  };
}

/**
 * Calls `go` when the changes of this moment are on the screen. Returns how to call it off. In a tab in the
 * background nothing is drawn, so it waits.
 */
export function afterPaint(go: () => void): () => void {
  if (typeof requestAnimationFrame === 'undefined') {
    const timer = setTimeout(go);
    return () => clearTimeout(timer);
  }
  // The first frame draws the changes, the second comes after them.
  let frame = requestAnimationFrame(() => (frame = requestAnimationFrame(go)));
  return () => cancelAnimationFrame(frame);
}

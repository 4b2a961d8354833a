// Where the graph is drawn: moved by x and y, then scaled.

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

interface Size {
  width: number;
  height: number;
}

const MARGIN = 16;
const SMALLEST = 0.1;
const LARGEST = 2.5;

/** Centres the whole graph and never enlarges it. */
export function fitInto(graph: Size, screen: Size): Camera {
  const scale = Math.max(
    SMALLEST,
    Math.min(1, (screen.width - 2 * MARGIN) / graph.width, (screen.height - 2 * MARGIN) / graph.height),
  );
  return {
    x: (screen.width - graph.width * scale) / 2,
    y: (screen.height - graph.height * scale) / 2,
    scale,
  };
}

/** Zooms around a point of the screen, which stays in place. */
export function zoomAt(camera: Camera, factor: number, point: { x: number; y: number }): Camera {
  const scale = Math.max(SMALLEST, Math.min(LARGEST, camera.scale * factor));
  const change = scale / camera.scale;
  return {
    x: point.x - (point.x - camera.x) * change,
    y: point.y - (point.y - camera.y) * change,
    scale,
  };
}

export const panBy = (camera: Camera, x: number, y: number): Camera => ({
  ...camera,
  x: camera.x + x,
  y: camera.y + y,
});

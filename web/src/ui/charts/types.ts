export interface Series {
  name: string;
  /** A theme colour: `var(--color-accent)`. */
  color: string;
  values: readonly (number | null)[];
  /** How many calls a value stands for. Points of few calls are drawn faintly. */
  counts?: readonly number[];
  /** Draws separate points without a line. */
  onlyDots?: boolean;
  /** As in `stroke-dasharray`, so that lines differ in more than their colour. */
  dash?: string;
}

/** Something that happened at a point: a deployment, an alert. */
export interface Marker {
  at: number;
  kind: 'deployment' | 'alert';
  text: string;
}

export const NO_MARKERS: readonly Marker[] = [];

export interface ChartProps {
  /** The heading above the chart. */
  title?: string;
  /** What the chart shows: accessible name and caption of the table. */
  label: string;
  /** One label per value: `short` for the axis (empty for none), `long` for the pointer and the table. */
  points: readonly { short: string; long: string }[];
  series: readonly Series[];
  format: (value: number | null) => string;
  /** Counts have whole steps on the axis, durations those of a clock. */
  scale?: 'count' | 'duration';
  markers?: readonly Marker[];
  /** Opens the details of a point. */
  onPick?: (index: number) => void;
  /** Narrows the window to the points that were dragged over, inclusive. */
  onZoom?: (first: number, last: number) => void;
  /** Its points are not those of the other charts of the page. */
  ownPoints?: boolean;
  height?: number;
}

export interface Plot {
  width: number;
  height: number;
  /** The centre of a point. */
  x: (index: number) => number;
  y: (value: number) => number;
  /** The width of a point. */
  band: number;
  hovered: number | null;
}

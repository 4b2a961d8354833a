// Grouping by time. The engine groups by the number of the step since the epoch; this file turns the number
// into a name.

export const TIME_AXES = ['day', 'hour', 'minute'] as const;
export type TimeAxis = (typeof TIME_AXES)[number];

const STEP_SECONDS: Readonly<Record<TimeAxis, number>> = { day: 86_400, hour: 3_600, minute: 60 };

/** How many characters of an ISO time name a step, and what follows them. */
const NAMES: Readonly<Record<TimeAxis, readonly [characters: number, end: string]>> = {
  day: [10, ''],
  hour: [13, ':00Z'],
  minute: [16, 'Z'],
};

export const isTimeAxis = (axis: string): axis is TimeAxis => (TIME_AXES as readonly string[]).includes(axis);

/** `shift` makes days begin at the local midnight of a time zone. */
export const stepSql = (column: string, offsetMinutes = 0): string =>
  offsetMinutes === 0
    ? `intDiv(toUnixTimestamp(${column}), {step: UInt32})`
    : `intDiv(toUnixTimestamp(${column}) + {shift: Int32}, {step: UInt32})`;

export const stepParams = (axis: TimeAxis, offsetMinutes: number, every = 1) => ({
  ...(offsetMinutes === 0 ? {} : { shift: offsetMinutes * 60 }),
  step: STEP_SECONDS[axis] * every,
});

/**
 * `YYYY-MM-DD`, `YYYY-MM-DDTHH:00Z`, `YYYY-MM-DDTHH:MMZ`; a step of several days, hours or minutes is named
 * by its first.
 */
export function stepName(axis: TimeAxis, step: number, every = 1): string {
  const [characters, end] = NAMES[axis];
  return new Date(step * STEP_SECONDS[axis] * every * 1_000).toISOString().slice(0, characters) + end;
}

/** How long a step is. */
export const stepMs = (axis: TimeAxis, every = 1): number => STEP_SECONDS[axis] * every * 1_000;

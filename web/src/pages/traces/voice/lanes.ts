// Where the turns of a call are on its two lanes, in percent of its length.
import type { Schemas } from '#api';

type Turn = Schemas['VoiceTurn'];

export interface LaneTurn {
  turn: Turn;
  left: number;
  width: number;
  /** Whether the client does not report the end; it is drawn until the next turn. */
  isOpen: boolean;
  /** The time before it in which the user waited for a sound. */
  wait: { left: number; width: number } | null;
}

export interface Lanes {
  startMs: number;
  totalMs: number;
  bars: LaneTurn[];
}

export function lanesOf(turns: readonly Turn[]): Lanes {
  const startOf = ({ startTime }: Turn): number => Date.parse(startTime);
  const startMs = Math.min(...turns.map(startOf));
  const endMs = Math.max(...turns.map((turn) => startOf(turn) + (turn.durationMs ?? 0)));
  const totalMs = Math.max(1, endMs - startMs);
  const share = (ms: number): number => (ms / totalMs) * 100;
  return {
    startMs,
    totalMs,
    bars: turns.map((turn, at) => {
      const from = startOf(turn) - startMs;
      const next = turns[at + 1];
      const durationMs = turn.durationMs ?? (next ? startOf(next) - startMs - from : 0);
      const waited = Math.min(turn.firstSoundMs ?? 0, from);
      return {
        turn,
        left: share(from),
        width: share(durationMs),
        isOpen: turn.durationMs === null,
        wait: waited > 0 ? { left: share(from - waited), width: share(waited) } : null,
      };
    }),
  };
}

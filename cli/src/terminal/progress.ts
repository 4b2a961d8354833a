// The progress of a run on standard error. A terminal has one changing line; a log gets a new line now and
// then.
import { cut } from './columns.ts';

const LOG_EVERY_MS = 15_000;
const WIDTH = 79;

export interface Progress {
  /** A line that stays. */
  say(text: string): void;
  /** The current state. */
  show(text: string): void;
  end(): void;
}

export const SILENT: Progress = { say: () => {}, show: () => {}, end: () => {} };

type Screen = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };

export function progressOn(screen: Screen, now: () => number = () => performance.now()): Progress {
  return screen.isTTY === true ? onTerminal(screen) : inLog(screen, now);
}

function onTerminal(screen: Screen): Progress {
  const clear = '\r\u001B[K';
  let shown = false;
  return {
    say: (text) => void screen.write(`${clear}${text}\n`),
    show: (text) => {
      shown = true;
      screen.write(`${clear}${cut(text, WIDTH)}`);
    },
    end: () => {
      if (shown) screen.write(clear);
      shown = false;
    },
  };
}

function inLog(screen: Screen, now: () => number): Progress {
  let last = '';
  let at = Number.NEGATIVE_INFINITY;
  return {
    say: (text) => void screen.write(`${text}\n`),
    show: (text) => {
      if (text === last || now() - at < LOG_EVERY_MS) return;
      last = text;
      at = now();
      screen.write(`${text}\n`);
    },
    end: () => {},
  };
}

import { MINUTE_MS } from '#lib/clock';
import { perProcess } from '#core/process-state';
import { rememberUse } from './store.ts';

const EVERY_MS = MINUTE_MS;

/** Saves when keys were last used: every minute, and when the process stops. */
export const keyUseOf = perProcess(({ metadata, keys, log }, onEnd) => {
  let timer: NodeJS.Timeout | null = null;
  const note = () =>
    rememberUse(metadata, keys.takeUse()).catch((error: unknown) =>
      log.warn({ err: error }, 'last use of keys could not be saved'),
    );
  onEnd(() => {
    if (timer) clearInterval(timer);
    return note();
  });
  return {
    start: () => {
      timer ??= setInterval(() => void note(), EVERY_MS).unref();
    },
  };
});

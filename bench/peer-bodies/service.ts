// The service of a measurement, which also reports how long its event loop was blocked. The first argument is
// its main file.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('message', (message) => {
  if (message === 'begin') delay.reset();
  else if (message === 'end') process.send?.({ maxMs: delay.max / 1e6 });
});
await import(pathToFileURL(process.argv[2] ?? '').href);

// If Node is too old for the command, `bin/tracewell-server.js` starts it in a separate process and cannot
// replace itself with it. The two have to act like one process:
//
// A SIGKILL of that launcher cannot be forwarded, so the channel between the two reports it: when it closes, this
// process stops in order.
//
// A supervisor, a terminal and npx may signal the whole group, and the launcher forwards what it gets, so one
// request to stop arrives several times. The second one would end the service before it has stopped in order.
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;
/** Signals within this time are one request. */
const SAME_MS = 1_000;

if (process.env['TRACEWELL_LAUNCHER'] !== undefined && process.channel) {
  delete process.env['TRACEWELL_LAUNCHER'];
  let askedAt: number | null = null;
  for (const signal of SIGNALS) {
    const asked = (): void => {
      if (askedAt !== null && performance.now() - askedAt < SAME_MS) return;
      askedAt = performance.now();
      // Nothing else listens: the signal does what it would do without this.
      if (process.listenerCount(signal) > 1) return;
      process.off(signal, asked);
      process.kill(process.pid, signal);
    };
    process.on(signal, asked);
  }
  process.once('disconnect', () => {
    if (askedAt === null) process.kill(process.pid, 'SIGTERM');
  });
  // A finished command does not wait for its launcher.
  process.channel.unref();
}

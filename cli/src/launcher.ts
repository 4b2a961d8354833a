// A Node that is too old for the command starts it in a process of its own (`bin/tracewell.js`) and cannot replace itself with it.
// Nothing can forward a SIGKILL of that launcher, so the channel between the two does: it closes, and this process stops in order.
if (process.env['TRACEWELL_LAUNCHER'] !== undefined && process.channel) {
  delete process.env['TRACEWELL_LAUNCHER'];
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A command that is done does not wait for its launcher.
  process.channel.unref();
}

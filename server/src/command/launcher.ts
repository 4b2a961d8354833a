// If Node is too old for the command, `bin/tracewell-server.js` starts it in a separate process and cannot
// replace itself with it. A SIGKILL of that launcher cannot be forwarded, so the channel between the two
// reports it: when it closes, this process stops in order.
if (process.env['TRACEWELL_LAUNCHER'] !== undefined && process.channel) {
  delete process.env['TRACEWELL_LAUNCHER'];
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  // A finished command does not wait for its launcher.
  process.channel.unref();
}

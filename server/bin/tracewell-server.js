#!/usr/bin/env node
// The launcher. It is plain JavaScript, because the machine may have an old Node. It finds the Node that npm
// installed, and hands over to it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceFlags } from './node-flags.js';

const NEEDED = 26;
const main = fileURLToPath(new URL('../src/command/main.ts', import.meta.url));

const isNewEnough = (version) => Number.parseInt(version.replace(/^v/, ''), 10) >= NEEDED;

/** The Node that `npm install` put into the nearest node_modules above. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = path.dirname(main); ; folder = path.dirname(folder)) {
    for (const place of ['.bin', path.join('node', 'bin')]) {
      const candidate = path.join(folder, 'node_modules', place, name);
      if (!existsSync(candidate)) continue;
      const { status, stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
      if (status === 0 && isNewEnough(stdout.trim())) return candidate;
    }
    if (folder === path.dirname(folder)) return null;
  }
}

const isService = process.argv[2] === 'serve';

const command = () => [
  ...process.execArgv,
  ...(isService ? serviceFlags() : []),
  main,
  ...process.argv.slice(2),
];

/**
 * Node reads its flags at the start, so the process replaces itself. Where that is not possible, it goes on
 * without them.
 */
function becomeService() {
  if (!isService || process.execArgv.includes(serviceFlags()[0]) || typeof process.execve !== 'function')
    return;
  try {
    process.execve(process.execPath, [process.execPath, ...command()]);
  } catch {
    // Windows, or a system that forbids it.
  }
}

/**
 * An old Node cannot replace itself, so there are two processes. The channel ends the second one when the
 * first is killed (`src/command/launcher.ts`).
 */
function handOver(node) {
  const child = spawn(node, command(), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, TRACEWELL_LAUNCHER: 'node' },
  });
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to both processes. A second signal would end the service before it has
      // stopped in order.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`tracewell-server: ${node} cannot be run: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (isNewEnough(process.versions.node)) {
  becomeService();
  await import('./compile-cache.js');
  await import(main);
} else {
  const node = findNode();
  if (node === null) {
    process.stderr.write(
      `tracewell-server needs Node ${NEEDED} or later; this is ${process.versions.node}.\n` +
        'Run `npm install` in the folder of Tracewell, with install scripts allowed: it installs the right Node.\n',
    );
    process.exitCode = 1;
  } else {
    handOver(node);
  }
}

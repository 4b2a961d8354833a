import { spawn } from 'node:child_process';

/**
 * The command that opens an address on each platform. `start` takes a first argument in quotes for a title.
 */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** The address is printed as well, so nothing depends on it: a server or a container has no browser. */
export function openInBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

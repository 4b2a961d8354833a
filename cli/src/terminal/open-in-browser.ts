import { spawn } from 'node:child_process';

/**
 * The command that opens an address on each platform. `start` takes a first argument in quotes for a title.
 */
const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Addresses without characters that a shell would read as its own, because one of the openers is a shell. */
const PLAIN_ADDRESS = /^https?:\/\/[\w.:/?=#[\]-]+$/;

/** The address is printed as well, so nothing depends on it: a server or a container has no browser. */
export function openInBrowser(url: string): void {
  if (!PLAIN_ADDRESS.test(url)) return;
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

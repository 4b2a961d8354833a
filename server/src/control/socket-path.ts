// The socket for commands on the same machine. The operating system limits socket paths to about a hundred
// bytes, so a longer one is opened through a short-lived link.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export const SOCKET = 'control.sock';

const MAX_BYTES = 100;

/** `use` must have bound or connected when its promise is fulfilled, because the link is then removed. */
export async function atSocket<T>(dataDir: string, use: (socketPath: string) => Promise<T>): Promise<T> {
  const direct = path.join(dataDir, SOCKET);
  if (Buffer.byteLength(direct) <= MAX_BYTES) return use(direct);
  const folder = mkdtempSync(path.join(tmpdir(), 'twl-'));
  try {
    const link = path.join(folder, 'd');
    symlinkSync(path.resolve(dataDir), link);
    return await use(path.join(link, SOCKET));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

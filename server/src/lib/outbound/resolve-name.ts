// Resolves names with c-ares instead of the operating system. The system resolver holds a thread of the
// shared pool while a slow name server answers, and a user chooses that name server. /etc/hosts and search
// domains are therefore ignored.
import { Resolver } from 'node:dns/promises';

/** Rejects if there is no address. Stops when the signal aborts. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/** `servers` replaces the system's name servers, as `address:port`. */
export const nameResolver =
  (servers?: readonly string[]): ResolveName =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers) resolver.setServers(servers);
    const stop = () => resolver.cancel();
    signal.addEventListener('abort', stop);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
      const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
      const fault = answers.find((answer) => answer.status === 'rejected');
      if (addresses.length === 0) throw fault?.reason ?? new Error('The name has no addresses.');
      return addresses;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

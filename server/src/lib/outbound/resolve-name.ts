// Names to addresses. c-ares and not the operating system's resolver: that one holds a thread of the shared pool for as long as a
// slow name server likes, and a user chooses which name server that is. So /etc/hosts and search domains are not looked at.
import { Resolver } from 'node:dns/promises';

/** Rejects when there is none; stops looking when the signal says so. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<string[]>;

/** `servers`: other ones than the system's, as `address:port`. */
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

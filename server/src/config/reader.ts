// Reads one setting: text, number, flag, list, URL. The files that read groups of settings share it.

export type Env = Record<string, string | undefined>;

/** Reads settings and collects their faults, so that all can be fixed at once. */
export class SettingsReader {
  readonly faults: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  text(name: string): string | null {
    const value = this.#env[name]?.trim();
    return value === undefined || value === '' ? null : value;
  }

  fault(name: string, message: string): void {
    this.faults.push(`${name} ${message}`);
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    this.fault(name, `must be a whole number from ${min} to ${max}; it is "${text}".`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase();
    if (text === undefined) return fallback;
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    this.fault(name, `must be true or false; it is "${text}".`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = this.text(name);
    if (text === null) return fallback;
    if ((allowed as readonly string[]).includes(text)) return text as T;
    this.fault(name, `must be one of ${allowed.join(', ')}; it is "${text}".`);
    return fallback;
  }

  /** A URL with one of the given schemes. Its text is never echoed, because it may contain a password. */
  url(name: string, schemes: string[]): string | null {
    const text = this.text(name);
    if (text === null) return null;
    const parsed = URL.parse(text);
    if (parsed && schemes.includes(parsed.protocol.slice(0, -1))) return text;
    this.fault(name, `must be a URL that begins with ${schemes.map((s) => `${s}://`).join(' or ')}.`);
    return null;
  }

  list(name: string, fallback: string[]): string[] {
    const text = this.text(name);
    if (text === null) return fallback;
    return text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  }
}

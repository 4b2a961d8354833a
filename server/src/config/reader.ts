// Reads one setting: text, number, flag, list, URL. The files that read groups of settings share it.
import { readFileSync } from 'node:fs';

export type Env = Record<string, string | undefined>;

/** Reads settings and collects their faults, so that all can be fixed at once. */
export class SettingsReader {
  readonly faults: string[] = [];
  readonly #env: Env;
  readonly #files = new Map<string, string | null>();

  constructor(env: Env) {
    this.#env = env;
  }

  /**
   * Every setting of ours may also be in a file that `<name>_FILE` names: container platforms hand out secrets as files, and
   * other processes can see the environment.
   */
  text(name: string): string | null {
    const value = trimmed(this.#env[name]);
    const file = name.startsWith('TRACEWELL_') ? trimmed(this.#env[`${name}_FILE`]) : null;
    if (file === null) return value;
    if (!this.#files.has(name)) this.#files.set(name, this.#fromFile(name, file, value));
    return this.#files.get(name) ?? null;
  }

  #fromFile(name: string, file: string, value: string | null): string | null {
    if (value !== null) {
      this.fault(`${name}_FILE`, `must not be set together with ${name}.`);
      return value;
    }
    try {
      const content = trimmed(readFileSync(file, 'utf8'));
      if (content !== null) return content;
      this.fault(`${name}_FILE`, `must name a file with a value; ${file} is empty.`);
    } catch (error) {
      const { code = 'error' } = error as NodeJS.ErrnoException;
      this.fault(`${name}_FILE`, `must name a file that this user can read; ${file} is not one (${code}).`);
    }
    return null;
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

  /** A number of bytes, with or without a unit. */
  size(name: string, fallback: number, min: number, max: number): number {
    const text = this.text(name);
    if (text === null) return fallback;
    const [, digits = '', unit = ''] = /^(\d{1,12}) ?([kmg]i?b)?$/i.exec(text) ?? [];
    const bytes = digits === '' ? Number.NaN : Number(digits) * (UNITS[unit.toLowerCase()] ?? 1);
    if (bytes >= min && bytes <= max) return bytes;
    this.fault(
      name,
      `must be a size from ${min / MIB} to ${max / MIB} MiB, such as "16 MiB"; it is "${text}".`,
    );
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

const MIB = 2 ** 20;

const UNITS: Readonly<Record<string, number>> = {
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: MIB,
  gib: 2 ** 30,
};

const trimmed = (text: string | undefined): string | null => text?.trim() || null;

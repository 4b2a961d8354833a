// Reads the data module of genai-prices' Python package (genai_prices/data.py): one value, written with literals
// and calls that have only named arguments. The same data as JSON is in its repository, but not in its package.

/** A call becomes an object of its arguments, `Decimal('1.5')` a number, a date or a time text. */
export function pythonValue(source: string, name: string): unknown {
  const start = new RegExp(`^${name}\\b[^=\\n]*= `, 'm').exec(source);
  if (!start) throw new Error(`There is no ${name}.`);
  return new Reader(source.slice(start.index + start[0].length)).value();
}

const TOKEN =
  /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?\d+(?:\.\d+)?)|([A-Za-z_][\w.]*)|([[\]{}(),:=]))/y;
const CONSTANTS: Readonly<Record<string, unknown>> = { None: null, True: true, False: false };
/** Named differently in Python and in JSON. */
const FIELDS: Readonly<Record<string, string>> = { or_: 'or', and_: 'and' };

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  value(): unknown {
    const [, single, double, number, word, sign] = this.#next();
    const text = single ?? double;
    // Texts next to each other are one text.
    if (text !== undefined)
      return unescaped(text) + (/^\s*['"]/.test(this.#rest()) ? String(this.value()) : '');
    if (number !== undefined) return Number(number);
    if (word !== undefined) return word in CONSTANTS ? CONSTANTS[word] : this.#call(word);
    if (sign === '[' || sign === '(') return this.#list(sign === '[' ? ']' : ')');
    if (sign === '{') return Object.fromEntries(this.#pairs('}', ':'));
    throw this.#fault();
  }

  #call(name: string): unknown {
    this.#take('(');
    if (name === 'Decimal') return Number(this.#list(')')[0]);
    if (name === 'datetime.date' || name === 'date') {
      const [year = 0, month = 0, day = 0] = this.#list(')') as number[];
      return [year, two(month), two(day)].join('-');
    }
    if (name === 'datetime.time' || name === 'time') {
      const [hour = 0, minute = 0, second = 0] = this.#arguments();
      return [hour, minute, second].map(Number).map(two).join(':');
    }
    const fields = Object.fromEntries(this.#pairs(')', '=')) as Record<string, unknown>;
    // Match clauses have one field, named as the class.
    return fields;
  }

  /** Positions, and then names, which are left out: the zone of a time is always UTC. */
  #arguments(): unknown[] {
    const list: unknown[] = [];
    while (!this.#has(')')) {
      if (/^\s*\w+=/.test(this.#rest())) {
        this.#next();
        this.#take('=');
        const [, , , , zone] = this.#next();
        if (!/UTC|utc/.test(zone ?? '')) throw this.#fault();
        if (this.#has('(')) this.#list(')');
      } else list.push(this.value());
      this.#has(',');
    }
    return list;
  }

  #list(end: string): unknown[] {
    const list: unknown[] = [];
    while (!this.#has(end)) {
      list.push(this.value());
      this.#has(',');
    }
    return list;
  }

  #pairs(end: string, sign: string): [string, unknown][] {
    const pairs: [string, unknown][] = [];
    while (!this.#has(end)) {
      const [, single, double, , word] = this.#next();
      const key = single ?? double ?? word;
      if (key === undefined) throw this.#fault();
      this.#take(sign);
      pairs.push([FIELDS[key] ?? key, this.value()]);
      this.#has(',');
    }
    return pairs;
  }

  #rest(): string {
    return this.#source.slice(this.#at, this.#at + 100);
  }

  #next(): RegExpExecArray {
    TOKEN.lastIndex = this.#at;
    const token = TOKEN.exec(this.#source);
    if (!token) throw this.#fault();
    this.#at = TOKEN.lastIndex;
    return token;
  }

  #has(sign: string): boolean {
    TOKEN.lastIndex = this.#at;
    if (TOKEN.exec(this.#source)?.[5] !== sign) return false;
    this.#at = TOKEN.lastIndex;
    return true;
  }

  #take(sign: string): void {
    if (!this.#has(sign)) throw this.#fault();
  }

  #fault(): Error {
    return new Error(`Not understood: ${this.#rest().trim()}`);
  }
}

const two = (number: number): string => String(number).padStart(2, '0');

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
const unescaped = (text: string): string =>
  text.replaceAll(/\\(u[\da-f]{4}|x[\da-f]{2}|.)/gi, (_, code: string) =>
    code.length > 1 ? String.fromCodePoint(Number.parseInt(code.slice(1), 16)) : (ESCAPES[code] ?? code),
  );

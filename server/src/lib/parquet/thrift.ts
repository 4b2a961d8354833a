// Values in Thrift's compact protocol, as far as the metadata of a Parquet file needs them.

const TYPES = { i32: 5, i64: 6, text: 8, list: 9, struct: 12 } as const;

export type Thrift =
  | { kind: 'i32' | 'i64'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'list'; of: keyof typeof TYPES; value: readonly Thrift[] }
  | { kind: 'struct'; value: Fields };

/** By the number of the field, in rising order. */
type Fields = readonly (readonly [number: number, value: Thrift])[];

export const thrift = {
  i32: (value: number): Thrift => ({ kind: 'i32', value }),
  i64: (value: number): Thrift => ({ kind: 'i64', value }),
  text: (value: string): Thrift => ({ kind: 'text', value }),
  struct: (...value: Fields): Thrift => ({ kind: 'struct', value }),
  list: (of: keyof typeof TYPES, value: readonly Thrift[]): Thrift => ({ kind: 'list', of, value }),
};

export function thriftBytes(value: Thrift): Buffer {
  const out: Buffer[] = [];
  write(value, out);
  return Buffer.concat(out);
}

function write(given: Thrift, out: Buffer[]): void {
  switch (given.kind) {
    case 'i32':
    case 'i64':
      out.push(thriftVarint(given.value < 0 ? -2 * given.value - 1 : 2 * given.value));
      return;
    case 'text': {
      const bytes = Buffer.from(given.value);
      out.push(thriftVarint(bytes.length), bytes);
      return;
    }
    case 'list': {
      const { length } = given.value;
      out.push(Buffer.of((Math.min(length, 15) << 4) | TYPES[given.of]));
      if (length >= 15) out.push(thriftVarint(length));
      for (const item of given.value) write(item, out);
      return;
    }
    case 'struct': {
      let last = 0;
      for (const [number, value] of given.value) {
        out.push(Buffer.of(((number - last) << 4) | TYPES[value.kind]));
        last = number;
        write(value, out);
      }
      out.push(Buffer.of(0));
    }
  }
}

/** Seven bits a byte, the lowest first. Without shifts, which would cut a number to 32 bits. */
export function thriftVarint(value: number): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 127; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
  return Buffer.from([...bytes, left]);
}

import type { ByteRange, MediaKeys } from './sealed-file.ts';

/** Where files are kept. Ids are chosen by the caller, and never used twice. */
export interface MediaHome {
  readonly kind: 'folder' | 'bucket';
  /** For people. */
  readonly place: string;
  /** The file is durable when this resolves. A write that fails may leave a part of it, which `remove` deletes. */
  write(keys: MediaKeys, id: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<void>;
  /** Null if there is no such file. `bytes`: its length as it was sent. */
  read(keys: MediaKeys, id: string, bytes: number, range?: ByteRange): Promise<AsyncGenerator<Buffer> | null>;
  /** No error if it is gone already. */
  remove(id: string): Promise<void>;
}

/**
 * Gives the memory of a buffer back at once, if it has memory of its own. Nobody may hold a part of it. The collector counts memory
 * outside its heap, and each 64 MB of it make it go through the whole heap, however little there is to find. Buffers that live for
 * microseconds, a few kilobytes for each record, bring that about every few thousand records.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

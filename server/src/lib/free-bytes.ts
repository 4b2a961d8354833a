/**
 * Frees the memory of a buffer at once if it is not shared. No other view of it may be in use. The garbage
 * collector counts external memory, and each 64 MB of it trigger a pass over the whole heap. Short-lived
 * buffers of a few kilobytes per record would cause that every few thousand records.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

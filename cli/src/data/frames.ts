// The files of a day as the service sends them: before each its length in four bytes, and zero behind the last.

const LENGTH_BYTES = 4;
/** The service sends files of about 8 MiB. */
const MAX_FILE_BYTES = 256 * 1_048_576;

/** Ends with an error if the transfer broke off. */
export async function* filesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let bytes = 0;
  let wanted: number | null = null;
  const take = (count: number): Buffer => {
    const all = Buffer.concat(held);
    held = [all.subarray(count)];
    bytes -= count;
    return all.subarray(0, count);
  };
  for await (const chunk of stream) {
    held.push(Buffer.from(chunk));
    bytes += chunk.length;
    for (;;) {
      if (wanted === null) {
        if (bytes < LENGTH_BYTES) break;
        wanted = take(LENGTH_BYTES).readUInt32BE();
        if (wanted === 0) return;
        if (wanted > MAX_FILE_BYTES) throw new Error('The answer is not a list of files.');
      }
      if (bytes < wanted) break;
      yield take(wanted);
      wanted = null;
    }
  }
  throw new Error('The transfer broke off.');
}

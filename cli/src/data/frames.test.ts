import { describe, expect, it } from 'vitest';
import { filesOf } from './frames.ts';

const framed = (...files: string[]): Buffer =>
  Buffer.concat([
    ...files.flatMap((file) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(Buffer.byteLength(file));
      return [length, Buffer.from(file)];
    }),
    Buffer.alloc(4),
  ]);

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = async (bytes: Buffer, size: number): Promise<string[]> => {
  const files: string[] = [];
  for await (const file of filesOf(inPieces(bytes, size))) files.push(file.toString());
  return files;
};

describe('files of a transfer', () => {
  it.each([1, 3, 5, 1_000])('are read whole from pieces of %i bytes', async (size) => {
    expect(await read(framed('one', 'the second', 'x'.repeat(700)), size)).toEqual([
      'one',
      'the second',
      'x'.repeat(700),
    ]);
    expect(await read(framed(), size)).toEqual([]);
  });

  it('end with an error if the transfer breaks off anywhere', async () => {
    const whole = framed('one', 'two');
    for (let end = 0; end < whole.length; end += 1)
      await expect(read(whole.subarray(0, end), 4)).rejects.toThrow('broke off');
    await expect(read(Buffer.from('<html>not found</html>'), 8)).rejects.toThrow('not a list of files');
  });
});

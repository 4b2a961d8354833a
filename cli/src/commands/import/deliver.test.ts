import { expect, it } from 'vitest';
import { deliver } from './deliver.ts';
import type { ImportParcel } from './source.ts';
import { SourceTally } from './tally.ts';

function parcel(index: number, isEnd = true): ImportParcel {
  const tally = new SourceTally();
  tally.read = 1;
  return { path: '/', body: () => String(index), tally, next: isEnd ? { index } : null, share: null };
}

async function* given(parcels: readonly ImportParcel[]): AsyncGenerator<ImportParcel> {
  for (const each of parcels) yield await Promise.resolve(each);
}

function delivery(parcels: readonly ImportParcel[], send: (index: number) => Promise<void>, atOnce = 4) {
  const places: [unknown, number][] = [];
  let read = 0;
  const done = deliver({
    parcels: given(parcels),
    atOnce,
    send: (each) => send(Number(each.body())),
    onStored: ({ index }, tally) => {
      read += tally.read;
      places.push([index, read]);
    },
    onSent: () => {},
  });
  return { places, done };
}

it('the position moves only over parcels that are all stored, whatever the order of the answers', async () => {
  const waits = [30, 0, 10, 0, 0];
  const { places, done } = delivery(
    waits.map((_wait, index) => parcel(index)),
    (index) => new Promise((resolve) => setTimeout(resolve, waits[index])),
  );
  await done;
  expect(places).toEqual([0, 1, 2, 3, 4].map((index) => [index, index + 1]));
});

it('in the middle of a page there is no place to go on from, and its counts come with its end', async () => {
  const { places, done } = delivery([parcel(0, false), parcel(1), parcel(2, false)], () => Promise.resolve());
  await done;
  expect(places).toEqual([[1, 2]]);
});

it('after a failure nothing more is sent, what is under way is awaited, and the position stays before it', async () => {
  const sent: number[] = [];
  const { places, done } = delivery(
    Array.from({ length: 10 }, (_, index) => parcel(index)),
    async (index) => {
      sent.push(index);
      await new Promise((resolve) => setTimeout(resolve, index === 2 ? 0 : 20));
      if (index === 2) throw new Error('no');
    },
    3,
  );
  await expect(done).rejects.toThrow('no');
  expect(sent).toEqual([0, 1, 2]);
  expect(places).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

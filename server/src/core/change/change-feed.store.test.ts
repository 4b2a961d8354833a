import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MetadataConfig } from '#config';
import { Metadata } from '#metadata/open';
import { FakeClock } from '#test/support/clock';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { ChangeFeed, forgetChanges, noteChange } from './change-feed.ts';

const clock = new FakeClock();
let config: MetadataConfig;
let metadata: Metadata;
/** Another process on the same store. */
let elsewhere: Metadata;
beforeAll(async () => {
  config = await freshMetadata(freshFolder());
  metadata = await Metadata.open(config);
  elsewhere = await Metadata.open(config);
});
afterAll(async () => {
  await elsewhere.close();
  await metadata.close();
});

const note = (key: string, topic: 'keys' | 'accounts' = 'keys') =>
  metadata.transaction((db) => noteChange(db, clock, { topic, key }));

let heard: (string | null)[];
let feed: ChangeFeed;
beforeEach(async () => {
  heard = [];
  feed = new ChangeFeed(elsewhere, (error) => {
    throw error;
  });
  feed.on('keys', (key) => heard.push(key));
  await feed.look();
  heard.length = 0;
});

describe('the change feed', () => {
  it('reports each change to another process once, in order', async () => {
    for (const key of ['a', 'b', 'a', 'c']) await note(key);
    await feed.look();
    await feed.look();
    expect(heard).toEqual(['a', 'b', 'a', 'c']);
  });

  it('does not report a change that was rolled back', async () => {
    await metadata
      .transaction(async (db) => {
        await noteChange(db, clock, { topic: 'keys', key: 'never' });
        throw new Error('no');
      })
      .catch(() => undefined);
    await note('real');
    await feed.look();
    expect(heard).toEqual(['real']);
  });

  it('keeps topics separate', async () => {
    const accounts: (string | null)[] = [];
    feed.on('accounts', (key) => accounts.push(key));
    await note('k');
    await note('acc', 'accounts');
    await feed.look();
    expect([heard, accounts]).toEqual([['k'], ['acc']]);
  });

  it('misses none of many concurrent changes', async () => {
    const keys = Array.from({ length: 40 }, (_, at) => `many-${at}`);
    // Polls all the time, so that some polls fall between a change and its commit.
    const making = keys.map((key) => note(key));
    for (const made of making) {
      await feed.look();
      await made;
    }
    await feed.look();
    expect(heard.toSorted()).toEqual(keys.toSorted());
  });

  it('invalidates everything if changes were deleted before it saw them', async () => {
    await note('old');
    await metadata.transaction((db) => forgetChanges(db, clock.now() + 1));
    await note('new');
    await feed.look();
    expect(heard).toEqual([null]);
    await note('next');
    await feed.look();
    expect(heard).toEqual([null, 'next']);
  });

  it('invalidates everything if a change in the middle was deleted', async () => {
    await note('first');
    clock.advance(-10_000);
    await note('second');
    clock.advance(10_000);
    await note('third');
    await metadata.transaction((db) => forgetChanges(db, clock.now() - 5_000));
    await feed.look();
    expect(heard).toEqual([null]);
  });

  it('invalidates everything if all changes were deleted', async () => {
    await note('gone');
    await metadata.transaction((db) => forgetChanges(db, clock.now() + 1));
    await feed.look();
    expect(heard).toEqual([null]);
  });

  it('invalidates everything if an earlier backup was restored', async () => {
    await note('before');
    await feed.look();
    await metadata.transaction((db) =>
      db.updateTable('topics').set({ version: 1 }).where('topic', '=', 'keys').execute(),
    );
    await metadata.transaction((db) => db.deleteFrom('changes').execute());
    heard.length = 0;
    await feed.look();
    expect(heard).toEqual([null]);
    await note('after');
    await feed.look();
    expect(heard).toEqual([null, 'after']);
  });

  it('does not report changes from before its start', async () => {
    await note('past');
    const late = new ChangeFeed(elsewhere, () => undefined);
    const reported: (string | null)[] = [];
    late.on('keys', (key) => reported.push(key));
    await late.start();
    await late.look();
    expect(reported).toEqual([]);
    await note('present');
    await late.look();
    expect(reported).toEqual(['present']);
    await late.stop();
  });
});

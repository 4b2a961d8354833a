import { describe, expect, it } from 'vitest';
import { Pool } from './pool.ts';

describe('Pool', () => {
  it('gives a connection to one caller at a time, in the order of arrival', async () => {
    const pool = new Pool(['a'], 10);
    const seen: number[] = [];
    let running = 0;
    await Promise.all(
      [1, 2, 3].map((turn) =>
        pool.run(async () => {
          running += 1;
          expect(running).toBe(1);
          await Promise.resolve();
          seen.push(turn);
          running -= 1;
        }),
      ),
    );
    expect(seen).toEqual([1, 2, 3]);
  });

  it('takes the connection back from work that failed', async () => {
    const pool = new Pool(['a'], 10);
    await expect(pool.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(pool.run((item) => Promise.resolve(item))).resolves.toBe('a');
  });

  it('rejects work beyond the queue limit', async () => {
    const pool = new Pool(['a'], 1);
    let finish = (): void => undefined;
    const first = pool.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = pool.run(() => Promise.resolve());
    await expect(pool.run(() => Promise.resolve())).rejects.toMatchObject({ reason: 'records_busy' });
    await Promise.resolve();
    finish();
    await Promise.all([first, second]);
  });

  it('closes when the accepted work is done, and accepts no more', async () => {
    const pool = new Pool(['a'], 10);
    const done: string[] = [];
    const work = [1, 2].map((turn) =>
      pool.run(async () => {
        await Promise.resolve();
        done.push(`work ${turn}`);
      }),
    );
    await pool.close().then(() => done.push('closed'));
    await Promise.all(work);
    expect(done).toEqual(['work 1', 'work 2', 'closed']);
    await expect(pool.run(() => Promise.resolve())).rejects.toMatchObject({ code: 'unavailable' });
  });
});

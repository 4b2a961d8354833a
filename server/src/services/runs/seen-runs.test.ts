import { expect, it } from 'vitest';
import { SeenRuns } from './seen-runs.ts';

const run = (at: number, account = 1): number => SeenRuns.numberOf(account, `trace-${at}`);

it('knows every run for what it was seen, and few others', () => {
  const seen = new SeenRuns();
  for (let at = 0; at < 100_000; at += 1)
    expect(seen.add(run(at), at % 2 === 0 ? 'gives' : 'lacks')).toBe(false);
  let wrong = 0;
  for (let at = 0; at < 100_000; at += 1) {
    const [own, other] = at % 2 === 0 ? (['gives', 'lacks'] as const) : (['lacks', 'gives'] as const);
    if (!seen.has(run(at), own)) throw new Error(`Run ${at} is not known.`);
    wrong += Number(seen.has(run(at), other)) + Number(seen.has(run(at, 2), own));
  }
  expect(wrong).toBeLessThan(100);
});

it('forgets the oldest when it is full twice, says so, and keeps what is seen again', () => {
  const seen = new SeenRuns(10);
  const forgot = Array.from({ length: 20 }, (_, at) => seen.add(run(at === 15 ? 3 : at), 'lacks'));
  expect(forgot.flatMap((did, at) => (did ? [at] : []))).toEqual([19]);
  expect([run(0), run(3), run(12)].map((each) => seen.has(each, 'lacks'))).toEqual([false, true, true]);
});

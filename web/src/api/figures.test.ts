import { expect, it } from 'vitest';
import { isApiError } from './api-error.ts';
import { figureBatcher, type Figure } from './figures.ts';

const figure = (at: number): Pick<Figure, 'kind' | 'query'> => ({ kind: 'aggregate', query: { at } });
const answer = ({ id, query }: Figure) => ({
  id,
  result: { groups: [], total: { value: Number(query?.['at']), count: 1 } },
});

it('sends figures that are requested at the same time in one request, thirty at most', async () => {
  const sent: Figure[][] = [];
  const ask = figureBatcher(async (figures) => {
    sent.push(figures);
    return figures.map(answer).toReversed();
  });
  const results = await Promise.all(Array.from({ length: 31 }, (_, at) => ask(figure(at))));
  expect(sent.map(({ length }) => length)).toEqual([30, 1]);
  expect(results.map((result) => ('total' in result ? result.total.value : null))).toEqual(
    Array.from({ length: 31 }, (_, at) => at),
  );
  await ask(figure(7));
  expect(sent).toHaveLength(3);
});

it('a figure that fails does not affect the others; a request that fails, fails them all', async () => {
  const error = { status: 400, error: 'Too long.', reason: 'window_too_long' };
  const ask = figureBatcher(async (figures) =>
    figures.map((one) => (one.query?.['at'] === 1 ? { id: one.id, error } : answer(one))),
  );
  const [well, failed] = await Promise.allSettled([ask(figure(0)), ask(figure(1))]);
  expect(well.status).toBe('fulfilled');
  const reason: unknown = failed.status === 'rejected' ? failed.reason : null;
  expect(isApiError(reason) && [reason.status, reason.reason]).toEqual([400, 'window_too_long']);
  const broken = figureBatcher(() => Promise.reject(new Error('offline')));
  const all = await Promise.allSettled([broken(figure(0)), broken(figure(1))]);
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

// Two apps in one process: they share no memory, and the memory of an app ends with it.
import { expect, it } from 'vitest';
import { perProcess } from '#core/process-state';
import { makeTestApp } from '../support/app.ts';

it('an app has its own memory, created from its own services, until it stops', async () => {
  const ended: number[] = [];
  const markOf = perProcess(({ config }, onEnd) => {
    const mark = { port: config.port };
    onEnd(() => void ended.push(mark.port));
    return mark;
  });
  const one = await makeTestApp({ config: { port: 1 } });
  const two = await makeTestApp({ config: { port: 2 } });
  try {
    expect([markOf(one.services), markOf(two.services)]).toEqual([{ port: 1 }, { port: 2 }]);
    await one.stop();
    expect(ended).toEqual([1]);
    expect((await two.call('GET', '/v1/health/live')).statusCode).toBe(200);
  } finally {
    await two.stop();
  }
  expect(ended).toEqual([1, 2]);
});

import { expect, it } from 'vitest';
import type { Services } from './context.ts';
import { perProcess, processState } from './process-state.ts';

const services = (name: string): Services => {
  const made = { name } as unknown as Services;
  return Object.assign(made, { state: processState(() => made) });
};

const nameOf = perProcess((of) => ({ name: (of as unknown as { name: string }).name }));

it('is created once per process, from the services of that process', () => {
  const one = services('one');
  const request = { ...one, name: 'a request' };
  expect(nameOf(request)).toEqual({ name: 'one' });
  expect(nameOf(one)).toBe(nameOf(request));
  expect(nameOf(services('two'))).toEqual({ name: 'two' });
});

it('ends each created state once, the newest first', async () => {
  const ended: string[] = [];
  const first = perProcess((_, onEnd) => onEnd(() => void ended.push('first')));
  const second = perProcess((of, onEnd) => {
    first(of);
    onEnd(async () => void ended.push('second'));
  });
  const never = perProcess((_, onEnd) => onEnd(() => void ended.push('never used')));
  const one = services('one');
  second(one);
  expect(never).toBeTypeOf('function');
  await one.state.end();
  await one.state.end();
  expect(ended).toEqual(['second', 'first']);
});

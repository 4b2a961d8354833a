import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { mayHaveReferences, referencesOf, splitReferences } from './references.ts';

it('references are read as Langfuse writes them', async () => {
  const read = (inner: string) => splitReferences(`a @@@langfusePrompt:${inner}@@@ b`).pieces[0]?.reference;
  expect(read('name=in/a|label=staging')).toEqual({ name: 'in/a', label: 'staging', number: null });
  expect(read('version=3|name=b')).toEqual({ name: 'b', label: null, number: 3 });
  expect(read('name=b')).toEqual({ name: 'b', label: 'production', number: null });
  for (const bad of ['label=x', 'name=', 'name=a|version=0', 'name=a|version=x', 'x'])
    expect(read(bad)).toBeNull();
  expect(splitReferences('a @@@langfusePrompt:name=b@@@ c')).toMatchObject({
    pieces: [{ before: 'a ' }],
    rest: ' c',
  });
});

it('references of messages are found, each once, and not in names of placeholders', async () => {
  const content = '@@@langfusePrompt:name=a|version=1@@@ "quoted" @@@langfusePrompt:name=a|version=1@@@';
  const template = JSON.stringify([
    { role: 'user', content },
    { type: 'placeholder', name: '@@@langfusePrompt:name=b@@@' },
  ]);
  expect(await referencesOf({ type: 'chat', template })).toEqual([{ name: 'a', label: null, number: 1 }]);
  expect(mayHaveReferences('@@@ langfusePrompt')).toBe(false);
});

it('hard texts are split quickly', () => {
  for (const hard of [
    '@'.repeat(50_000),
    '@@@langfusePrompt:'.repeat(2_777),
    `@@@langfusePrompt:${'a|'.repeat(24_000)}`,
  ])
    expect(leastCpuMs(() => splitReferences(hard), 50)).toBeLessThan(50);
});

import { expect, it } from 'vitest';
import { wrongInput } from '../../../service/fault.ts';
import { importPrompts, type SourcePrompt } from './extras.ts';

const source = (name: string, ...texts: string[]): SourcePrompt => ({
  name,
  versions: texts.map((prompt, at) => ({
    place: `${name} ${at + 1}`,
    read: async () => ({ type: 'text', prompt }),
  })),
});

/** Accepts a version only if what it names in brackets is there. */
function registry() {
  const stored: string[] = [];
  return {
    stored,
    destination: {
      dryRun: false,
      ask: async () => ({ data: [] }),
      send: async ({ body }: { body: () => string | Uint8Array }) => {
        const { name, prompt } = JSON.parse(String(body())) as { name: string; prompt: string };
        const [, needs] = /\[(.+)\]/.exec(prompt) ?? [];
        if (needs !== undefined && !stored.some((each) => each.startsWith(`${needs}:`)))
          throw wrongInput('reference_not_found', `There is no prompt ${needs}.`, 422);
        stored.push(`${name}:${prompt}`);
      },
    },
  };
}

it('prompts that contain others are stored after them, and their versions in order', async () => {
  const { stored, destination } = registry();
  const prompts = [
    source('a', 'plain', '[b]', 'last'),
    source('b', '[c]'),
    source('c', 'C'),
    source('d', '[none]', 'D'),
  ];
  const extra = await importPrompts(
    (async function* () {
      yield* prompts;
    })(),
    destination,
  );
  expect(stored).toEqual(['a:plain', 'c:C', 'b:[c]', 'a:[b]', 'a:last', 'd:D']);
  expect([extra.read, extra.stored]).toEqual([7, 6]);
  expect(extra.rejected).toEqual([{ reason: 'There is no prompt none.', count: 1, example: 'd 1' }]);
});

import { expect, it } from 'vitest';
import { configOfDraft, draftOfConfig } from './config-draft.ts';

it.each([
  {},
  { model: 'gpt-4o-mini', temperature: 0.2 },
  {
    model: 'm',
    settings: { temperature: 0.5, maxOutputTokens: 100, stopSequences: ['x'], topP: 'odd' },
    tools: [{ name: 'look_up', parameters: { type: 'object' } }],
    outputSchema: { type: 'object' },
    own: { a: [1, null] },
  },
  { model: 7, settings: 'fast', tools: {}, outputSchema: [] },
])('a configuration survives the editor: %j', (config) => {
  expect(configOfDraft(draftOfConfig(config))).toEqual({ config });
});

it('faults name their field', () => {
  const draft = draftOfConfig({});
  expect(configOfDraft({ ...draft, tools: '{}' })).toEqual({ fault: 'tools' });
  expect(configOfDraft({ ...draft, schema: '[' })).toEqual({ fault: 'schema' });
  expect(configOfDraft({ ...draft, rest: '1' })).toEqual({ fault: 'config' });
  expect(configOfDraft({ ...draft, settings: { ...draft.settings, topP: 'x' } })).toEqual({ fault: 'topP' });
});

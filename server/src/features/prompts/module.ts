import type { Module } from '#core/module';
import { promptEndpoints } from './endpoints.ts';
import { addSamplePrompts, removeSamplePrompts } from './sample-prompts.ts';

export const promptsModule: Module = {
  tag: {
    name: 'prompts',
    description: 'Prompts by name and version, labels that point to them, and their usage',
  },
  endpoints: promptEndpoints,
  hooks: { onSampleLoaded: addSamplePrompts, onProjectRemoved: removeSamplePrompts },
};

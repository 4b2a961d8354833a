import type { Module } from '#core/module';
import { attentionEndpoints } from './endpoints.ts';

export const attentionModule: Module = {
  tag: { name: 'attention', description: 'What needs attention now' },
  endpoints: attentionEndpoints,
};

import type { Module } from '#core/module';
import { mediaEndpoints } from './endpoints.ts';

export const mediaModule: Module = {
  tag: { name: 'media', description: 'Files of messages: pictures, sound, documents' },
  endpoints: mediaEndpoints,
};

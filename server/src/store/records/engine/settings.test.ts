import { expect, it } from 'vitest';
import { embeddedSettings, exportSettings, READ_SECONDS, serverSettings, WRITE_SECONDS } from './settings.ts';

const memoryOf = (engineBytes?: number): unknown[] =>
  [
    embeddedSettings(READ_SECONDS, engineBytes),
    exportSettings(engineBytes),
    embeddedSettings(WRITE_SECONDS, engineBytes),
  ].map((settings) => settings['max_memory_usage']);

it('a question and an export get a part of the memory of a small engine; a load may take all of it', () => {
  expect(memoryOf(512e6)).toEqual([128e6, 64e6, 512e6]);
  expect(memoryOf(1e9 + 7)).toEqual([250_000_001, 125_000_000, 1e9 + 7]);
});

it('with 4 GB or more, and on a server, they get their maximum', () => {
  for (const engineBytes of [4e9, 64e9, undefined]) expect(memoryOf(engineBytes)).toEqual([1e9, 5e8, 2e9]);
  expect(serverSettings(READ_SECONDS)['max_memory_usage']).toBe(1e9);
});

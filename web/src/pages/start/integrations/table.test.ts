// Ensures that the lines on the page match the docs, which were run with the real clients.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GROUPS, filled, matches } from './integration.ts';
import { INTEGRATIONS, integrationOf } from './table.ts';

const DOCS = new URL('../../../../../docs/', import.meta.url);

const pageOf = (page: string): string => readFileSync(new URL(page, DOCS), 'utf8');

/** The fenced blocks of a page, without their fences. */
const blocksOf = (page: string): string[] =>
  [...pageOf(page).matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);

describe('integrations', () => {
  it('have different ids, a group and something to copy', () => {
    expect(new Set(INTEGRATIONS.map(({ id }) => id)).size).toBe(INTEGRATIONS.length);
    for (const group of GROUPS) expect(INTEGRATIONS.some((one) => one.group === group)).toBe(true);
    expect(INTEGRATIONS.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
  });

  it.each(INTEGRATIONS.flatMap(({ id, blocks }) => blocks.map((block) => ({ id, ...block }))))(
    '$id has the lines of docs/$page',
    ({ page, code }) => {
      // Consecutive whole lines of one block.
      expect(blocksOf(page).some((block) => `\n${block}`.includes(`\n${code}\n`))).toBe(true);
    },
  );

  it('name the settings for messages that the docs name', () => {
    const [, section = ''] = pageOf('integrations/README.md').split('\n## Messages\n');
    const settings = INTEGRATIONS.flatMap(({ messages }) =>
      messages === null ? [] : messages.sent === 'default' ? messages.off : messages.on,
    );
    expect(settings.filter((setting) => !section.includes(`\`${setting}\``))).toEqual([]);
  });

  it('get the URL and the key of the user, and keep nothing of the docs', () => {
    for (const { id, blocks } of INTEGRATIONS) {
      const code = blocks.map((block) => filled(block.code, 'https://tw.acme.io', 'twl_$&1')).join('\n');
      const left = /localhost|127\.0\.0\.1|tracewell\.example|twl_…/.exec(code);
      expect([id, code.includes('https://tw.acme.io'), code.includes('twl_$&1'), left]).toEqual([
        id,
        true,
        true,
        null,
      ]);
    }
  });

  it('are found by the beginnings of their words', () => {
    const found = (query: string) => INTEGRATIONS.filter((one) => matches(one, query)).map(({ id }) => id);
    expect(found('lang py')).toEqual(['langchain-py']);
    expect(found('LangGraph')).toEqual(['langchain-py', 'langchain-js']);
    expect(found('openai')).toEqual(['openai-py', 'openai-agents-py', 'openai-js']);
    expect(found('')).toHaveLength(INTEGRATIONS.length);
    expect(found('nothing like it')).toEqual([]);
    expect([integrationOf('curl')?.name, integrationOf('x'), integrationOf(undefined)]).toEqual([
      'curl',
      null,
      null,
    ]);
  });
});

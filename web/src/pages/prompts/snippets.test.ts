import { expect, it } from 'vitest';
import { folderOf, nameIn } from './folder-names.ts';
import { promptSnippets } from './snippets.ts';

const chat = {
  name: 'support/"hi"',
  type: 'chat' as const,
  template: '',
  messages: [
    { role: 'system', content: 'You help {{name}} in {{the language}}.' },
    { type: 'placeholder' as const, name: 'history' },
  ],
};

it('code names the prompt, its label, its variables and its placeholders', () => {
  const { typescript, python, langfuse, curl } = promptSnippets(chat, 'production', 'http://localhost:4318');
  expect(typescript).toContain(String.raw`get("support/\"hi\"", { label: "production" })`);
  expect(typescript).toContain(`prompt.messages({ name: '…', "the language": '…' }, { history: [] })`);
  expect(langfuse).toContain('type="chat"');
  expect(langfuse).toContain('compile(**{"name": "…", "the language": "…", "history": []})');
  expect(python).toContain('prompt["messages"]');
  expect(curl).toContain('name=support%2F%22hi%22&label=production');
  const plain = promptSnippets(
    { name: 'a b', type: 'text', template: 'Hi', messages: null },
    'x',
    'http://h',
  );
  expect(plain.typescript).toContain('prompt.compile()');
  expect(plain.langfuse).toContain('prompt.compile()');
  expect(plain.curl).toContain('name=a%20b');
});

it('a folder is what is before the last slash', () => {
  expect(['a/b/c', 'a', '/a', ''].map(folderOf)).toEqual(['a/b', '', '', '']);
  expect([nameIn('a', 'a/b'), nameIn('', 'a/b'), nameIn('a', 'a/'), nameIn('x', 'a/b')]).toEqual([
    'b',
    'a/b',
    'a/',
    'a/b',
  ]);
});

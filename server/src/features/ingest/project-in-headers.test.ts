import { expect, it } from 'vitest';
import { projectInHeaders } from './project-in-headers.ts';

const named = (headers: Record<string, string>) => projectInHeaders((name) => headers[name]);

it.each([
  ['Phoenix', { 'x-project-name': 'checkout' }],
  ['Opik', { projectname: 'checkout', 'comet-workspace': 'default' }],
  ['LangSmith', { 'langsmith-project': ' checkout ' }],
  ['Braintrust', { 'x-bt-parent': 'project_name:checkout' }],
])('%s', (_client, headers) => {
  expect(named(headers)).toBe('checkout');
});

it('a percent-encoded name is decoded, and a stray percent sign is kept', () => {
  expect(named({ projectname: 'my%20project' })).toBe('my project');
  expect(named({ projectname: '100%' })).toBe('100%');
});

it('no name: no header, an empty one, and an experiment of Braintrust', () => {
  expect(named({})).toBeUndefined();
  expect(named({ 'x-project-name': ' ' })).toBeUndefined();
  expect(named({ 'x-bt-parent': 'experiment_id:5' })).toBeUndefined();
});

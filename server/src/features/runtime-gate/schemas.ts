// Schemas that budgets, policies and checks share.
import { Type } from 'typebox';
import { OneOf } from '#lib/schema';

const ACTIONS = ['deny', 'require_approval', 'warn'] as const;
export const Action = OneOf(ACTIONS, 'What happens to a step that would exceed the limit; default `deny`');

const FAIL_MODES = ['open', 'closed'] as const;
export const FailMode = OneOf(FAIL_MODES, 'What applies if a needed value is unknown; default `open`');

/** No control characters: no matched value has any. */
export const GlobPattern = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: '`*` matches any text, `?` any one character; case does not matter',
  examples: ['gpt-4*'],
});

// What budgets, policies and checks say in the same words.
import { Type } from 'typebox';
import { OneOf } from '#lib/schema';

export const ACTIONS = ['deny', 'require_approval', 'warn'] as const;
export type ActionName = (typeof ACTIONS)[number];
export const Action = OneOf(ACTIONS, 'What becomes of a step that would go beyond it; `deny` unless given');

export const FAIL_MODES = ['open', 'closed'] as const;
export type FailModeName = (typeof FAIL_MODES)[number];
export const FailMode = OneOf(FAIL_MODES, 'What holds when it cannot be told; `open` unless given');

/** No control characters: nothing that is matched has any. */
export const GlobPattern = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: '`*` is any text, `?` any one character, in either case',
  examples: ['gpt-4*'],
});

// Schemas that budgets, policies and checks share.
import { Type } from 'typebox';
import { OneOf } from '#lib/schema';

const ACTIONS = ['deny', 'require_approval', 'warn'] as const;
export const Action = OneOf(ACTIONS, 'What happens to a step that would exceed the limit; default `deny`');

const FAIL_MODES = ['open', 'closed'] as const;
export const FailMode = OneOf(FAIL_MODES, 'What applies if a needed value is unknown; default `open`');

const ON_UNPRICED = ['allow', 'warn', 'deny'] as const;
export const OnUnpriced = OneOf(
  ON_UNPRICED,
  'What applies to a step while the period has calls without a price, whose cost is unknown: nothing, a reason, or a refusal. It wins over `failMode`; default `warn`',
);

/** No control characters: no matched value has any. */
export const GlobPattern = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: '`*` matches any text, `?` any one character; case does not matter',
  examples: ['gpt-4*'],
});

/** Values for `{name: Type}` placeholders. Nothing that came from outside enters a statement in another way. */
export type Params = Record<string, unknown>;

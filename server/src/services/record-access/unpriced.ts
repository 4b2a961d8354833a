import { Type } from 'typebox';

/** Accompanies every sum of costs: the calls that the sum does not include. */
export const Unpriced = Type.Object(
  {
    calls: Type.Integer({ minimum: 0 }),
    tokens: Type.Number({ minimum: 0 }),
  },
  { title: 'Unpriced', description: 'Calls that used tokens and have no known price: they cost 0 here' },
);

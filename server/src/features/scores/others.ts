// Keys of agents send scores. An agent that is judged by scores of others must not be able to remove or replace
// them.
import { hasScope, type Actor } from '#core/access/actor';

/** Others change only what they sent themselves. */
export const changesScoresOfOthers = (actor: Actor): boolean => hasScope(actor, 'write');

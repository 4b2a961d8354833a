// Negates a text without understanding it, in English and Japanese, by words that carry a negation or could.
// Each rule removes a negation or adds one.
import { sentencesOf } from './words.ts';

type Rule = readonly [pattern: string, contrary: (found: string) => string];

const to = (contrary: string) => () => contrary;
const same = (found: string) => found;
const BE = 'is|are|was|were|am|can|could|will|would|should|must|may|might|has';

// The first matching rule wins.
const ENGLISH: readonly Rule[] = [
  ["\\bwon['’]t\\b", to('will')],
  ["\\bcan(?:not|['’]t)\\b", to('can')],
  [`\\b(?:${BE}|do|does|did|have|had)(?: not|n['’]t)\\b`, (found) => found.replace(/(?: not|n['’]t)$/i, '')],
  ["\\b(?:it|that|there|what|he|she|we|you|they|i)['’](?:s|re|m) not\\b", (found) => found.slice(0, -4)],
  ["\\b(?:it|that|there|he|she|we|you|they|i)['’](?:s|re|m|ll)\\b", (found) => `${found} not`],
  [`\\b(?:${BE})\\b`, (found) => `${found} not`],
  ['\\byes\\b(?=[,.!;: ]|$)', to('no')],
  ['^\\s*no\\b(?=[,.!])', (found) => found.replace(/no$/i, 'yes')],
  ['\\btrue\\b', to('false')],
  ['\\bfalse\\b', to('true')],
  ['\\balways\\b', to('never')],
  ['\\bnever\\b', to('always')],
  ['\\b(?:in|im)(?:correct|valid|possible)\\b', (found) => found.slice(2)],
  ['\\b(?:correct|valid)\\b', (found) => `in${found}`],
  ['\\bpossible\\b', to('impossible')],
];

const JAPANESE: readonly Rule[] = [
  ['(?:では|じゃ)ありませんでした', to('でした')],
  ['(?:では|じゃ)ありません', to('です')],
  ['ませんでした', to('ました')],
  ['ません', to('ます')],
  // A double negation would cancel out, and ますます is not a verb.
  ['ないです|なかったです|ますます', same],
  ['でした', to('ではありませんでした')],
  ['です', to('ではありません')],
  ['ました', to('ませんでした')],
  ['ます', to('ません')],
  ['ではない', to('である')],
  ['である', to('ではない')],
  ['できない', to('できる')],
  ['できる', to('できない')],
  ['だった', to('ではなかった')],
  ['だ(?=[。！]|$)', to('ではない')],
  ['はい(?=[、。])', to('いいえ')],
  ['いいえ(?=[、。])', to('はい')],
];

const RULES = [...ENGLISH, ...JAPANESE];
const ANY = new RegExp(RULES.map(([pattern]) => `(${pattern})`).join('|'), 'gi');

/** If fewer sentences change, the text still says the same. */
const MIN_SHARE = 1 / 3;

export function negated(text: string): string | null {
  const sentences = sentencesOf(text);
  const contrary = sentences.map(negatedSentence);
  const said = sentences.filter((sentence) => /\p{L}/u.test(sentence)).length;
  const changed = contrary.filter((sentence, at) => sentence !== sentences[at]).length;
  return changed === 0 || changed < said * MIN_SHARE ? null : contrary.join('');
}

const negatedSentence = (sentence: string): string =>
  sentence.replace(ANY, (found: string, ...rest: unknown[]) => {
    // Each rule has one group; the group that matched identifies the rule.
    const at = rest.slice(0, RULES.length).findIndex((group) => group !== undefined);
    return inCaseOf(found, RULES[at]?.[1](found) ?? found);
  });

/** Keeps the capital letter: `Yes` becomes `No`. */
const inCaseOf = (found: string, contrary: string): string =>
  /^\s*\p{Lu}/u.test(found) ? contrary.replace(/\p{L}/u, (first) => first.toUpperCase()) : contrary;

// Reasoning that open models write into their text: `<think>…</think>` before the answer. Some servers cut off the opening tag,
// because the prompt ends with it, and an answer that ran out of tokens lacks the closing one.

interface Thought {
  /** Without the tags; empty if the text has none. */
  reasoning: string;
  text: string;
}

const OPENING = /^\s*<(think|thinking)>/;
/** At the end of a line: prose that names the tag goes on after it. */
const CLOSING_ALONE = /<\/(?:think|thinking)>[^\S\n]*(?:\n|$)/;
const ANY_OPENING = /<(?:think|thinking)>/;

export function splitThinking(said: string): Thought {
  const thoughts: string[] = [];
  let text = said;
  for (;;) {
    const opening = OPENING.exec(text);
    if (!opening) break;
    const closing = `</${opening[1]}>`;
    const from = opening[0].length;
    const end = text.indexOf(closing, from);
    thoughts.push(text.slice(from, end < 0 ? undefined : end));
    text = end < 0 ? '' : text.slice(end + closing.length);
  }
  if (thoughts.length === 0) {
    const closing = CLOSING_ALONE.exec(said);
    if (!closing || ANY_OPENING.test(said.slice(0, closing.index))) return { reasoning: '', text: said };
    thoughts.push(said.slice(0, closing.index));
    text = said.slice(closing.index + closing[0].length);
  }
  return {
    reasoning: thoughts
      .map((thought) => thought.trim())
      .filter((thought) => thought !== '')
      .join('\n\n'),
    text: text.trimStart(),
  };
}

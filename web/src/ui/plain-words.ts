/** A text in one line without the marks of Markdown, for lists: `### Answer **yes**` reads as `Answer yes`. */
export const plainWords = (text: string): string =>
  text
    .replace(/^\s*(?:>|[-*])\s+(?=\S)/, '')
    .replaceAll(/(^|\s)#{1,6}\s+(?=\S)/g, '$1')
    .replaceAll(/\*\*(?=\S)([^*]+?)\*\*/g, '$1')
    .replaceAll(/`+([^`]+)`+/g, '$1')
    .trim();

/**
 * The first lines of a long text, cut at the end of a line where one is near. A text that is hardly longer
 * stays whole.
 */
export function beginningOf(text: string, most: { chars: number; lines: number }): string {
  let end = -1;
  for (let line = 0; line < most.lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  const byLines = end < 0 ? text.length : end;
  if (byLines <= most.chars) return text.length - byLines < most.chars / 20 ? text : text.slice(0, byLines);
  if (text.length <= most.chars * 1.1) return text;
  const lineEnd = text.lastIndexOf('\n', most.chars);
  const cut = lineEnd > most.chars / 2 ? lineEnd : most.chars;
  // Half of a surrogate pair is not a character.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut);
}

const MOST = 18;

/** The last words before a search hit: few enough that a narrow column shows the hit itself. */
export function wordsBefore(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MOST) return text;
  const end = characters.slice(-MOST).join('');
  const space = end.indexOf(' ');
  return `…${space >= 0 && space < end.length - 1 ? end.slice(space + 1) : end}`;
}

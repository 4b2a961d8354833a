/** `*` is any text, `?` any one character, anything else itself, in either case. Linear but for the last `*`, whatever the pattern. */
export function matchesGlob(pattern: string, text: string): boolean {
  const wanted = pattern.toLowerCase();
  const given = text.toLowerCase();
  let at = 0;
  let read = 0;
  let star = -1;
  let resume = 0;
  while (read < given.length) {
    if (wanted[at] === '*') {
      star = at;
      resume = read;
      at += 1;
    } else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[read])) {
      at += 1;
      read += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      read = resume;
    } else return false;
  }
  while (wanted[at] === '*') at += 1;
  return at === wanted.length;
}

// Mentions in a text: `@` before the email of a member. While one is written, members are offered for it.

interface Person {
  name: string | null;
  email: string | null;
}

interface Typed {
  /** Where the `@` is. */
  from: number;
  /** What stands between it and the caret. */
  text: string;
}

const LONGEST = 80;

/** The mention that the caret is in; null outside of one, or in one that is finished. */
export function typedMention(text: string, caret: number): Typed | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const found = /(?:^|[^\w@.])@([^\s@]*(?:@[^\s@]*)?)$/u.exec(before);
  const typed = found?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, text: typed };
}

/** Members whose name or email begins with the text, then those that contain it. */
export function offered<Member extends Person>(
  members: readonly Member[],
  typed: string,
  most = 6,
): Member[] {
  const wanted = typed.toLowerCase();
  const places = members.map((member) => {
    const at = [member.name, member.email].flatMap((part) => {
      const place = part?.toLowerCase().indexOf(wanted) ?? -1;
      return place < 0 ? [] : [place];
    });
    return { member, at: at.length === 0 ? -1 : Math.min(...at) };
  });
  return places
    .filter(({ at }) => at >= 0)
    .toSorted((left, right) => Number(left.at > 0) - Number(right.at > 0))
    .slice(0, most)
    .map(({ member }) => member);
}

/** The text with the mention in place of what was typed, and where the caret is then. */
export function withMention(
  text: string,
  { from, text: typed }: Typed,
  email: string,
): { text: string; caret: number } {
  const mention = `@${email} `;
  const after = text.slice(from + typed.length + 1).replace(/^ /, '');
  return { text: `${text.slice(0, from)}${mention}${after}`, caret: from + mention.length };
}

type Part = { text: string } | { mention: string };

/** Names in place of the addresses of those who are mentioned. */
export function mentionParts(text: string, mentions: readonly Person[]): Part[] {
  const nameOf = new Map(
    mentions.flatMap(({ name, email }) => (email === null ? [] : [[email.toLowerCase(), name ?? email]])),
  );
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: found, 1: email = '', index } of text.matchAll(
    /(?<![\w@.])@([^\s@]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*)/gu,
  )) {
    const name = nameOf.get(email.toLowerCase());
    if (name === undefined) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ mention: name });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

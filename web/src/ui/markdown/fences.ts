// Splits a text at its fenced code blocks, so that code of any length is never parsed. Only fences at the
// margin: one inside a list is indented and belongs to the list.

interface Segment {
  isCode: boolean;
  text: string;
  /** The word after the fence. */
  lang: string;
}

const OPENS = /^(`{3,}|~{3,})([^`]*)$/;
const CLOSES = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;

export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let lines: string[] = [];
  let fence = '';
  let lang = '';
  const end = () => {
    if (fence !== '' || lines.length > 0)
      segments.push({ isCode: fence !== '', text: lines.join('\n'), lang });
    lines = [];
  };
  for (const line of text.split(/\r?\n/)) {
    if (fence === '') {
      const [, mark, rest = ''] = OPENS.exec(line) ?? [];
      if (mark === undefined) lines.push(line);
      else {
        end();
        [fence, lang] = [mark, rest.trim().split(/\s/)[0] ?? ''];
      }
    } else {
      const mark = CLOSES.exec(line)?.[1] ?? '';
      if (mark.length < fence.length || mark[0] !== fence[0]) lines.push(line);
      else {
        end();
        [fence, lang] = ['', ''];
      }
    }
  }
  end();
  return segments;
}

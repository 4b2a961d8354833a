// A strict reader for the XML of the reports. It throws if the text is not well-formed.
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

const REFERENCES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ILLEGAL = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

function unescaped(text: string): string {
  if (text.includes('<') || text.includes(']]>')) throw new Error(`raw markup in ${text}`);
  return text.replaceAll(/&([^;]*);?/g, (all, name: string) => {
    const code = /^#(\d+)$/.exec(name)?.[1];
    const character = code === undefined ? REFERENCES[name] : String.fromCodePoint(Number(code));
    if (!all.endsWith(';') || character === undefined || ILLEGAL.test(character))
      throw new Error(`reference ${all}`);
    return character;
  });
}

export function readXml(source: string): Element {
  if (ILLEGAL.test(source) || !source.isWellFormed()) throw new Error('a character that XML does not have');
  const body = source.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  if (body === source) throw new Error('no declaration');
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const tag = /<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)(\/?)>|([^<]+)|(<)/gy;
  for (let found = tag.exec(body); found !== null; found = tag.exec(body)) {
    const [, closing, name = '', attributes = '', empty, text, stray] = found;
    const top = open.at(-1) ?? root;
    if (stray !== undefined) throw new Error(`stray < at ${found.index}`);
    if (text !== undefined) top.text += unescaped(text);
    else if (closing === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes nothing`);
    } else {
      const pairs = Array.from(attributes.matchAll(/ ([a-z]+)="([^"]*)"/g), ([, key = '', value = '']) => [
        key,
        unescaped(value.replaceAll(/[\t\n\r]/g, ' ')),
      ]);
      const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' };
      top.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || root.text.trim() !== '' || document === undefined) {
    throw new Error('not one document');
  }
  return document;
}

// The elements that Markdown becomes. Rendered by `react-dom/server`, so no browser is needed.
import * as fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { leastCpuMs } from '../../../../server/test/support/cpu-time.ts';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { Markdown } = await import('./markdown.tsx');
const { tokensOf, MAX_CHARS } = await import('./parse.ts');
vi.unstubAllGlobals();

/** Without classes and styles. */
const drawn = (text: string): string =>
  renderToStaticMarkup(createElement(Markdown, { text })).replaceAll(/ (?:class|style)="[^"]*"/g, '');

describe('Markdown', () => {
  it.each([
    ['a heading, which is not a heading of the page', '# Title', '<p>Title</p>'],
    ['emphasis', '**a** *b* ~~c~~', '<p><strong>a</strong> <em>b</em> <del>c</del></p>'],
    ['code in a line', 'Run `a < b`.', '<p>Run <code>a &lt; b</code>.</p>'],
    ['line breaks as they were written', 'a\nb', '<p>a<br/>b</p>'],
    ['a quote', '> said', '<blockquote><p>said</p></blockquote>'],
    ['a list', '- a\n- b', '<ul><li>a</li><li>b</li></ul>'],
    ['a list from a number', '3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    [
      'tasks',
      '- [x] done\n- [ ] open',
      '<ul><li><span role="img" aria-label="Done">☑</span>done</li><li><span role="img" aria-label="Not done">☐</span>open</li></ul>',
    ],
    ['a rule', 'a\n\n---\n\nb', '<p>a</p><hr/><p>b</p>'],
    ['references to characters', 'a &lt; b &amp; c', '<p>a &lt; b &amp; c</p>'],
  ])('draws %s', (_, text, expected) => {
    expect(drawn(text)).toBe(`<div>${expected}</div>`);
  });

  it('draws tables with their heads, and breaks lines in cells', () => {
    expect(drawn('| a | b |\n|---|--:|\n| 1<br>2 | 3 |')).toContain(
      '<table><thead><tr><th scope="col">a</th><th scope="col">b</th></tr></thead><tbody><tr><td>1<br/>2</td><td>3</td></tr></tbody></table>',
    );
  });

  it('draws code with its language and a button to copy it', () => {
    const block = drawn('```ts title=x\nconst a = 1;\n```');
    expect(block).toContain('<span>ts</span>');
    expect(block).toContain('aria-label="Copy ts"');
    expect(block).toContain('<code>const a = 1;</code>');
  });

  it('opens links in a new tab, and follows only web and mail links', () => {
    expect(drawn('[site](https://example.com/a)')).toContain(
      '<a href="https://example.com/a" title="https://example.com/a" target="_blank" rel="noreferrer noopener">site</a>',
    );
    expect(drawn('<ada@example.com>')).toContain('href="mailto:ada@example.com"');
    for (const href of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      '&#106;avascript:alert(1)',
      'data:text/html,<script>',
      'vbscript:x',
      'file:///etc/passwd',
      '/settings/keys',
      '//evil.example',
    ])
      expect(drawn(`[here](${href})`)).not.toContain('<a ');
  });

  it('shows HTML as text', () => {
    const hostile = drawn(
      '<script>alert(1)</script>\n\na <img src=x onerror=alert(1)> b\n\n<iframe src="https://evil.example"></iframe>',
    );
    expect(hostile).not.toMatch(/<(?:script|img|iframe)/);
    expect(hostile).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(hostile).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('loads no image without a click', () => {
    const image = drawn('![a cat](https://example.com/cat.png)');
    expect(image).not.toContain('<img');
    expect(image).toContain('Load image from example.com');
    expect(drawn('![dot](data:image/png;base64,AAAA)')).toContain(
      '<img src="data:image/png;base64,AAAA" alt="dot"',
    );
    expect(drawn('![x](data:image/svg+xml;base64,AAAA)')).not.toContain('<img');
  });

  it('never creates a script or a foreign source from text', () => {
    const piece = fc.constantFrom(
      ...'<>"\'`*_[]()!#|\\&;:/ \n-'.split(''),
      'javascript:',
      '<script>',
      '<img src=x onerror=y>',
      'https://e.x',
      'data:',
      '&#x6A;',
      '```',
      '| a |',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const markup = drawn(pieces.join(''));
        expect(markup).not.toMatch(/<(?:script|iframe|object|style|img)\b/i);
        for (const [, href = ''] of markup.matchAll(/href="([^"]*)"/g))
          expect(href).toMatch(/^(?:https?|mailto):/);
      }),
      { numRuns: 300 },
    );
  });
});

describe('text beyond the bounds', () => {
  it.each([
    ['too long', 'word '.repeat(MAX_CHARS / 5 + 1)],
    ['a tangle of emphasis', '*a _b '.repeat(15_000)],
    ['open brackets', '['.repeat(90_000)],
    ['images in images', '![a]('.repeat(18_000)],
    ['backticks', '`` ` '.repeat(18_000)],
    ['tags', '<a '.repeat(30_000)],
    ['comments', '<!-- '.repeat(18_000)],
    ['quotes in quotes', `${'>'.repeat(50_000)} a`],
    ['quotes in quotes, spaced', `${'> '.repeat(40_000)} a`],
    ['lists in lists', `${'- '.repeat(40_000)} a`],
    ['lists to the right', Array.from({ length: 300 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
    ['a table of many cells', `|a|b|\n|-|-|\n${'|1|2|\n'.repeat(15_000)}`],
    ['tildes', '~~a '.repeat(25_000)],
    ['addresses', 'https://a.'.repeat(9_000)],
    ['ampersands', '&'.repeat(90_000)],
    ['spaces', `a${' '.repeat(90_000)}b`],
    ['dashes', '-'.repeat(90_000)],
    ['pipes', '|'.repeat(90_000)],
    ['stars', `${'**'.repeat(3_000)}\n\n`.repeat(15)],
    ['definitions', '[a]: b\n'.repeat(14_000)],
  ])('%s, is shown or left as it was within a moment', (_, text) => {
    expect(drawn(text).startsWith('<p>')).toBe(tokensOf(text) === null);
    // Without the bounds it takes minutes, or the stack.
    expect(leastCpuMs(() => tokensOf(text), 1_000)).toBeLessThan(1_000);
  });

  it('is exactly as it was sent', () => {
    const text = `${'> '.repeat(40)}a **b**`;
    expect(drawn(text)).toBe(`<p>${text.replaceAll('>', '&gt;')}</p>`);
  });

  it('does not take long code or a long answer for it', () => {
    const code = `Here:\n\n\`\`\`js\n${'const a = [b_c, `d`, *e];\n'.repeat(2_000)}\`\`\`\n`;
    const answer = 'A **bold** claim with `code` and a [link](https://a.example).\n\n'.repeat(500);
    const row = `| ${'a wide cell of a table '.repeat(6)}| b |\n`;
    const table = `| a | b |\n|---|---|\n${row.repeat(400)}`;
    expect(table.length).toBeGreaterThan(50_000);
    expect(tokensOf(table)).not.toBeNull();
    expect(tokensOf(code)).not.toBeNull();
    expect(tokensOf(answer)).not.toBeNull();
  });
});

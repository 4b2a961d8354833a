import { expect, it } from 'vitest';
import { write } from './email.ts';

it('user input is text in the HTML of an email, never markup', () => {
  const evil = `<img src=x onerror="alert('1')">&`;
  const { html, text } = write({
    subject: 'A subject',
    heading: evil,
    lines: [evil],
    facts: [{ name: evil, value: evil }],
    link: { text: evil, url: `https://t.example.com/?q=${evil}` },
  });
  expect(html).not.toContain('<img');
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(&#39;1&#39;\)&quot;&gt;&amp;/g)).toHaveLength(6);
  expect(text).toContain(evil);
});

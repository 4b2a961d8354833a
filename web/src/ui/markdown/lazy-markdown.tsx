import { Suspense, lazy } from 'react';
import { PlainText } from '../conversation/plain-text.tsx';

/** If the parser cannot be loaded, the text is still there to read. */
const Markdown = lazy(async () => {
  try {
    const { Markdown: loaded } = await import('./markdown.tsx');
    return { default: loaded };
  } catch {
    return { default: PlainText };
  }
});

export const LazyMarkdown = ({ text }: { text: string }) => (
  <Suspense fallback={<PlainText text={text} />}>
    <Markdown text={text} />
  </Suspense>
);

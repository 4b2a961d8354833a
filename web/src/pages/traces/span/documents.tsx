// What a retrieval found: one card for each document, in the retriever's order, best first.
import type { RetrievedDocument } from '@tracewell/sdk/reading';
import { useState } from 'react';
import { useFormat, useLanguage, useTexts } from '#i18n';
import { Badge, Button, JsonView } from '#ui';
import { spanTexts } from './texts.ts';

const AT_FIRST = 10;

export function SpanDocuments({ documents }: { documents: readonly RetrievedDocument[] }) {
  const texts = useTexts(spanTexts);
  const format = useFormat();
  const [all, setAll] = useState(false);
  const shown = all ? documents : documents.slice(0, AT_FIRST);
  return (
    <>
      <ol className="grid min-w-0 gap-2">
        {shown.map((document, index) => (
          <DocumentCard key={index} document={document} place={index + 1} />
        ))}
      </ol>
      {shown.length < documents.length && (
        <div>
          <Button size="small" look="quiet" onClick={() => setAll(true)}>
            {texts.allDocuments(format.count(documents.length))}
          </Button>
        </div>
      )}
    </>
  );
}

function DocumentCard({ document, place }: { document: RetrievedDocument; place: number }) {
  const texts = useTexts(spanTexts);
  const language = useLanguage();
  const { id, title, text, score, more } = document;
  const name = title ?? id ?? texts.document(place);
  return (
    <li className="grid min-w-0 gap-1.5 rounded-md border bg-sunken p-3">
      <div className="flex min-w-0 items-center justify-between gap-3">
        <p className="min-w-0 truncate font-medium" title={name}>
          {name}
        </p>
        {score !== null && (
          <Badge tone="cool">
            {texts.documentScore(new Intl.NumberFormat(language, { maximumFractionDigits: 3 }).format(score))}
          </Badge>
        )}
      </div>
      {text === null ? (
        <p className="text-sm text-muted">{texts.noDocumentText}</p>
      ) : (
        <LongText text={text} />
      )}
      {title !== null && id !== null && <code className="truncate font-mono text-xs text-muted">{id}</code>}
      {more !== null && (
        <details className="min-w-0">
          <summary className="text-sm text-muted">{texts.documentMore}</summary>
          <div className="pt-1.5">
            <JsonView label={texts.documentMore} value={more} />
          </div>
        </details>
      )}
    </li>
  );
}

const LONG = 600;

function LongText({ text }: { text: string }) {
  const texts = useTexts(spanTexts);
  const [whole, setWhole] = useState(false);
  const isCut = text.length > LONG && !whole;
  return (
    <>
      <p className="min-w-0 break-words whitespace-pre-wrap">{isCut ? `${text.slice(0, LONG)}…` : text}</p>
      {isCut && (
        <div>
          <Button size="small" look="quiet" onClick={() => setWhole(true)}>
            {texts.showWhole}
          </Button>
        </div>
      )}
    </>
  );
}

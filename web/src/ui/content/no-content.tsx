// Says why a call has no messages, and how to get messages for future calls.
import { useFormat, useTexts } from '#i18n';
import { CodeBlock } from '../code-block.tsx';
import { Note, ContentNotStored } from './store-messages.tsx';
import { storageTexts } from './texts.ts';
import { whyEmpty } from './why-empty.ts';

const SENDING = `# OpenTelemetry
OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true
# POST /v1/ingest
"requestMeta": {"input": [{"role": "user", "content": "…"}], "output": "…"}`;

export function NoContent({ call }: { call: { requestMeta?: unknown } }) {
  const texts = useTexts(storageTexts);
  const format = useFormat();
  const found = whyEmpty(call.requestMeta);
  if (found.why === 'not-stored') {
    return (
      <ContentNotStored>
        <p className="text-sm text-muted">{texts.notStoredAbout}</p>
        <p className="text-sm text-muted">
          {found.digests
            .map(({ part, chars }) => texts.digest(texts.parts[part], format.count(chars)))
            .join(' · ')}
        </p>
      </ContentNotStored>
    );
  }
  if (found.why === 'unreadable') {
    return (
      <Note title={texts.unreadable}>
        <p className="text-sm text-muted">{texts.unreadableAbout}</p>
      </Note>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      <Note title={texts.notSent}>
        <p className="text-sm text-muted">{texts.notSentAbout}</p>
      </Note>
      <CodeBlock label={texts.sending} code={SENDING} />
    </div>
  );
}

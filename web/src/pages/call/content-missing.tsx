// Explains why the call has no content, and how to get content for future calls.
import { EyeOff } from 'lucide-react';
import { useMayManage } from '#api';
import { useFormat, useTexts } from '#i18n';
import { isObject } from '#lib/is-object';
import { ButtonLink, CodeBlock, EmptyState } from '#ui';
import type { Meta } from './meta.ts';
import { callTexts } from './texts.ts';

const SENDING = `# OpenTelemetry
OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=true
# POST /v1/ingest
"requestMeta": {"input": [{"role": "user", "content": "…"}], "output": "…"}`;

interface Digest {
  name: 'input' | 'output' | 'toolCalls';
  chars: number;
}

function digestsOf(meta: Meta): Digest[] {
  const digest = meta['contentDigest'];
  if (!isObject(digest)) return [];
  return (['input', 'output', 'toolCalls'] as const).flatMap((name) => {
    const part = digest[name];
    const chars = isObject(part) ? part['chars'] : undefined;
    return typeof chars === 'number' ? [{ name, chars }] : [];
  });
}

export function ContentMissing({ meta }: { meta: Meta }) {
  const texts = useTexts(callTexts);
  const format = useFormat();
  const mayManage = useMayManage();
  const digests = digestsOf(meta);
  const icon = <EyeOff size={22} aria-hidden />;
  if (digests.length > 0) {
    return (
      <EmptyState
        icon={icon}
        title={texts.notStored}
        actions={
          mayManage && (
            <ButtonLink to="/settings/consents" look="main">
              {texts.toConsents}
            </ButtonLink>
          )
        }
      >
        <p>{texts.notStoredAbout}</p>
        <p>
          {digests
            .map(({ name, chars }) => texts.digest(texts.contentParts[name], format.count(chars)))
            .join(' · ')}
        </p>
        <p>{mayManage ? texts.switchOn : texts.askForIt}</p>
      </EmptyState>
    );
  }
  if (meta['input'] === null || meta['output'] === null) {
    return (
      <EmptyState icon={icon} title={texts.unreadable}>
        {texts.unreadableAbout}
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 gap-2">
      <EmptyState icon={icon} title={texts.notSent}>
        {texts.notSentAbout}
      </EmptyState>
      <CodeBlock label={texts.sending} code={SENDING} />
    </div>
  );
}

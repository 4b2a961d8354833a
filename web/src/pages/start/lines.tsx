// The lines of one integration, and whether it sends messages.
import { useTexts } from '#i18n';
import { serviceUrl } from '#lib/base-path';
import { Card, CodeBlock, StoreMessages, useStoresMessages } from '#ui';
import { filled, type Integration } from './integrations/integration.ts';
import { startTexts } from './texts.ts';

export function Lines({ integration, apiKey }: { integration: Integration; apiKey: string }) {
  const texts = useTexts(startTexts);
  return (
    <Card title={texts.sendTitle} about={texts.sendAbouts[integration.group]}>
      {integration.blocks.map(({ label, code }) => (
        <CodeBlock
          key={code}
          wrap
          label={typeof label === 'string' ? texts.blocks[label] : label.file}
          code={filled(code, serviceUrl(), apiKey)}
        />
      ))}
      <MessagesNote integration={integration} />
    </Card>
  );
}

function MessagesNote({ integration: { messages } }: { integration: Integration }) {
  const texts = useTexts(startTexts);
  const stored = useStoresMessages();
  const byDefault = messages?.sent === 'default';
  const settings = messages === null ? [] : byDefault ? messages.off : messages.on;
  return (
    <section aria-label={texts.messages} className="grid gap-2 border-t pt-4">
      <h3 className="text-sm">{texts.messages}</h3>
      {messages !== null && (
        <p className="text-sm">
          {byDefault ? texts.messagesSent : texts.messagesSetting}
          {byDefault && settings.length > 0 && ` ${texts.messagesOff}`}{' '}
          {settings.map((setting, index) => (
            <span key={setting}>
              {index > 0 && ' '}
              <code className="rounded-sm bg-sunken px-1 py-px font-mono text-xs wrap-anywhere">
                {setting}
              </code>
            </span>
          ))}
        </p>
      )}
      {stored === true && <p className="text-sm text-muted">{texts.messagesStored}</p>}
      {stored === false && (
        <>
          <p className="text-sm">{texts.messagesNotStored}</p>
          <StoreMessages />
        </>
      )}
    </section>
  );
}

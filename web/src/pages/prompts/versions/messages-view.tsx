import { useTexts } from '#i18n';
import { Badge, CodeBlock } from '#ui';
import { promptsTexts } from '../texts.ts';
import type { PromptData } from '../types.ts';
import { TemplateText } from './template-text.tsx';

export function MessagesView({ messages }: { messages: NonNullable<PromptData['messages']> }) {
  const texts = useTexts(promptsTexts);
  return (
    <ol aria-label={texts.messages} className="grid gap-2">
      {messages.map((message, index) => (
        <li key={index} className="min-w-0">
          {'role' in message ? (
            <CodeBlock label={message.role} code={message.content}>
              <TemplateText template={message.content} />
            </CodeBlock>
          ) : (
            <p className="flex flex-wrap items-center gap-2 rounded-md border border-dashed px-3.5 py-2 text-sm text-muted">
              {texts.placeholder}
              <Badge>
                <code className="max-w-80 truncate font-mono" title={message.name}>
                  {message.name}
                </code>
              </Badge>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

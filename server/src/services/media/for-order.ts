// An order with the files that its messages refer to, as a model takes them. What is gone, or too large, is named in words.
import type { ChatOrder, ChatPart, ModelChatMessage, StoredPart } from '#services/models';
import { filesForModel } from './for-models.ts';
import type { ReadContext } from './read.ts';

export async function withStoredFiles(ctx: ReadContext, order: ChatOrder): Promise<ChatOrder> {
  const parts = order.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const stored = parts.filter((part) => part.type === 'media');
  if (stored.length === 0) return order;
  const files = await filesForModel(ctx, stored);
  const found = new Map(files.map((file) => [file.name, file]));
  const partOf = (part: ChatPart): ChatPart => {
    if (part.type !== 'media') return part;
    const file = found.get(part.mediaId);
    return file ? { type: 'file', mediaType: file.mediaType, data: file.bytes } : missing(part);
  };
  const withFiles = (message: ModelChatMessage): ModelChatMessage =>
    typeof message.content === 'string' ? message : { ...message, content: message.content.map(partOf) };
  return { ...order, messages: order.messages.map(withFiles) };
}

const missing = ({ contentType }: StoredPart): ChatPart => ({
  type: 'text',
  text: `[a file of type ${contentType} that is no longer stored, or too large to send]`,
});

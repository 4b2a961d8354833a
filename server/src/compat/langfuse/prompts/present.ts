import type { Context } from '#core/context';
import type { NumberedPrompt } from '#features/prompts';
import { LATEST } from '#services/prompts';
import { langfuseProjectId } from '../project.ts';
import type { LangfusePrompt } from './schemas.ts';

export const presentLangfusePrompt = (ctx: Context, { prompt, newest }: NumberedPrompt): LangfusePrompt => ({
  id: String(prompt.id),
  name: prompt.name,
  version: prompt.number,
  type: prompt.type,
  prompt:
    prompt.messages?.map((message) =>
      'role' in message
        ? { type: 'chatmessage' as const, role: message.role, content: message.content }
        : { type: 'placeholder' as const, name: message.name },
    ) ?? prompt.template,
  config: prompt.config,
  labels: [...prompt.deployedLabels.filter((label) => label !== LATEST), ...(newest ? [LATEST] : [])],
  tags: prompt.labels,
  commitMessage: prompt.description,
  projectId: langfuseProjectId(ctx),
  createdAt: prompt.createdAt,
  updatedAt: prompt.updatedAt,
  createdBy: 'API',
  isActive: null,
  resolutionGraph: null,
});

// A stored call as a draft: what the model was asked, in the form in which a run is sent.
import { conversationOf, requestParameters } from '@tracewell/sdk/reading';
import { notFound } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { Context } from '#core/context';
import { selectCall, type CallRecord } from '#records';
import { chatMessages, offeredTools } from '#services/model-runs';
import type { ChatSettings } from '#services/models';
import { scopeOf, withContent } from '#services/record-access';
import { SETTING_LIMITS, type PlaygroundDraft } from './schemas.ts';

export async function draftOfCall(ctx: Context, id: string): Promise<PlaygroundDraft> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  const [call] = found ? await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]) : [];
  if (!call) throw notFound('Call');
  return playgroundDraft(call);
}

type DraftedCall = Pick<CallRecord, 'id' | 'provider' | 'model' | 'requestMeta' | 'toolCalls'>;

export function playgroundDraft(call: DraftedCall): PlaygroundDraft {
  const meta = call.requestMeta ?? {};
  const { input } = conversationOf(call);
  const promptId = meta['promptId'];
  const schema = meta['outputSchema'];
  return {
    callId: call.id,
    provider: call.provider,
    model: call.model,
    hasContent: input.length > 0,
    messages: chatMessages(input),
    tools: offeredTools(meta) as PlaygroundDraft['tools'],
    settings: settingsOf(meta),
    outputSchema: isObject(schema) ? schema : null,
    promptId: typeof promptId === 'number' ? promptId : null,
  };
}

const NUMBERS: Readonly<Record<string, keyof typeof SETTING_LIMITS>> = {
  temperature: 'temperature',
  top_p: 'topP',
  max_tokens: 'maxOutputTokens',
  max_completion_tokens: 'maxOutputTokens',
  max_output_tokens: 'maxOutputTokens',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  seed: 'seed',
};

function settingsOf(meta: Record<string, unknown>): ChatSettings {
  const settings: ChatSettings = {};
  for (const [name, value] of requestParameters(meta)) {
    const known = NUMBERS[name];
    if (known === undefined) continue;
    const { minimum, maximum } = SETTING_LIMITS[known];
    const number = Number(value);
    const isWhole = Number.isInteger(number) || (known !== 'seed' && known !== 'maxOutputTokens');
    if (number >= minimum && number <= maximum && isWhole) settings[known] = number;
  }
  return settings;
}

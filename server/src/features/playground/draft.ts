// A stored call or span as a draft: what it was asked, in the form in which a run is sent.
import {
  conversationOf,
  messagesOf,
  observationContent,
  parsedJson,
  requestParameters,
  requestStops,
  requestTools,
} from '@tracewell/sdk/reading';
import type { RequestTool } from '@tracewell/sdk/reading';
import { notFound } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { Context } from '#core/context';
import { selectCall, selectObservation, type CallRecord, type ObservationRecord } from '#records';
import { chatMessagesOf, modelToolName } from '#services/model-runs';
import { acceptedSettings, type ChatSettings } from '#services/models';
import { scopeOf, withContent } from '#services/record-access';
import type { PlaygroundDraft } from './schemas.ts';

export async function draftOfCall(ctx: Context, id: string): Promise<PlaygroundDraft> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  const [call] = found ? await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]) : [];
  if (!call) throw notFound('Call');
  return playgroundDraft(call);
}

export async function draftOfSpan(ctx: Context, traceId: string, id: string): Promise<PlaygroundDraft> {
  const found = await ctx.records.ask(scopeOf(ctx), selectObservation(traceId, id));
  if (found) {
    const [span] = await withContent(ctx, [{ record: found.observation, hasContent: found.hasContent }]);
    if (span) return spanDraft(span);
  }
  const call = await ctx.records.ask(scopeOf(ctx), selectCall(id));
  if (call?.call.traceId !== traceId) throw notFound('Span');
  return draftOfCall(ctx, id);
}

const word = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What is not messages, such as the arguments of a tool, becomes the message of the user. */
export function spanDraft({ attributes }: Pick<ObservationRecord, 'attributes'>): PlaygroundDraft {
  const { input } = observationContent(attributes);
  const asked = messagesOf(input, 'user');
  const instructions = messagesOf(parsedJson(attributes['gen_ai.system_instructions']), 'system');
  const promptId = Number(attributes['tracewell.prompt.id'] ?? Number.NaN);
  return {
    callId: null,
    provider: word(attributes['gen_ai.provider.name'] ?? attributes['gen_ai.system']),
    model: word(attributes['gen_ai.request.model'] ?? attributes['gen_ai.response.model']),
    hasContent: asked.length > 0,
    messages: chatMessagesOf([...instructions, ...asked], true),
    tools: requestTools({ attributes }).map(draftedTool),
    settings: settingsOf({ attributes }),
    outputSchema: null,
    promptId: Number.isInteger(promptId) && promptId > 0 ? promptId : null,
  };
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
    messages: chatMessagesOf(input, true),
    tools: requestTools(meta).map(draftedTool),
    settings: settingsOf(meta),
    outputSchema: isObject(schema) ? schema : null,
    promptId: typeof promptId === 'number' ? promptId : null,
  };
}

const draftedTool = ({ name, description, parameters }: RequestTool): PlaygroundDraft['tools'][number] => ({
  name: modelToolName(name),
  ...(description === null ? {} : { description: description.slice(0, 4_096) }),
  parameters,
});

const NUMBERS: Readonly<Record<string, keyof ChatSettings>> = {
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
  const numbers = requestParameters(meta).flatMap(([name, value]) => {
    const known = NUMBERS[name];
    return known === undefined ? [] : [[known, Number(value)] as const];
  });
  return acceptedSettings({ ...Object.fromEntries(numbers), stopSequences: requestStops(meta).slice(0, 4) });
}

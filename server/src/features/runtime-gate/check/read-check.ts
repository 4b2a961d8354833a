// Turns the body of a check into the subject of a decision.
import type { Context } from '#core/context';
import { providerNamer, visible } from '#otlp';
import { estimateMicros } from '../money.ts';
import { lowered } from '../view.ts';
import { NONE_APPROVED, type GateRequest } from './decide.ts';
import type { CheckBody } from './schemas.ts';

export type CheckContext = Pick<Context, 'account' | 'project' | 'config' | 'clock' | 'state'>;

export interface GateCheck {
  request: GateRequest;
  /** As sent. */
  provider: string | null;
  model: string | null;
  tool: string | null;
  traceId: string | null;
  sessionId: string | null;
  /** 0 if nothing is held. */
  holdSeconds: number;
  approvalId: string | null;
}

const NO_TAGS: Readonly<Record<string, string>> = Object.freeze({});

const orNull = (text: string | null | undefined): string | null => text ?? null;
const wellFormed = (text: string | null | undefined): string | null => text?.toWellFormed() ?? null;

/** A step belongs to the project that its call will be stored in. */
export function readCheck({ account, project, config }: CheckContext, body: CheckBody): GateCheck {
  const cost = body.estimatedCostUsd ?? null;
  const model = wellFormed(body.model);
  const tool = wellFormed(body.tool);
  const provider = wellFormed(body.provider);
  return {
    request: {
      provider: providerNamer(config.providers)(provider, model),
      model: lowered(model && visible(model)),
      tool: lowered(tool && visible(tool)),
      tags: body.tags ?? NO_TAGS,
      projectId: (project ?? account.defaultProject).id,
      costMicros: cost === null ? null : estimateMicros(cost),
      tokens: body.estimatedTokens ?? null,
      approved: NONE_APPROVED,
    },
    provider,
    model,
    tool,
    traceId: wellFormed(body.traceId),
    sessionId: wellFormed(body.sessionId),
    holdSeconds: cost !== null && cost > 0 ? (body.holdSeconds ?? 0) : 0,
    approvalId: orNull(body.approvalId),
  };
}

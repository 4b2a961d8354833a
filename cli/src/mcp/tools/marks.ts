// What a reader adds to a record: an annotation, a score.
import * as z from 'zod';
import { unwrap } from '@tracewell/sdk';
import { dataRows } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { given, recordId, tool, wrongArgument, type McpTool } from '../tool.ts';

const annotateCall = tool({
  name: 'annotate_call',
  title: 'Annotate a call',
  description: 'Adds a note, a label or a quality score (1 to 5) to a call. People see it in the dashboard.',
  scope: 'write',
  input: {
    callId: recordId('The call'),
    text: z.string().min(1).max(2_000).optional(),
    label: z.string().min(1).max(50).optional(),
    qualityScore: z.int().min(1).max(5).optional(),
  },
  run: async ({ callId, text, label, qualityScore }, { client, links }) => {
    const marks = given({ annotationText: text, label, qualityScore });
    if (Object.keys(marks).length === 0) throw wrongArgument('Give `text`, `label` or `qualityScore`.');
    const { annotation } = await unwrap(client.POST('/v1/annotations', { body: { callId, ...marks } }));
    return { says: [`Annotation ${annotation.id} is stored.`], url: links.call(callId) };
  },
});

const addScore = tool({
  name: 'add_score',
  title: 'Add a score',
  description: 'Adds a named score to a call, a trace, a span or a session.',
  scope: 'write:records',
  input: {
    name: z.string().min(1).max(128),
    value: z.union([z.number(), z.boolean(), z.string().max(10_000)]),
    comment: z.string().max(10_000).optional(),
    callId: recordId('The call').optional(),
    traceId: recordId('The trace').optional(),
    spanId: recordId('The span; needs traceId').optional(),
    sessionId: recordId('The session').optional(),
  },
  run: async ({ name, value, comment, callId, traceId, spanId, sessionId }, { client, links }) => {
    const about = given({ callId, traceId, spanId, sessionId });
    if (Object.keys(about).length === 0) {
      throw wrongArgument('Give `callId`, `traceId`, `spanId` or `sessionId`.');
    }
    const { accepted, rejected, textDropped } = await unwrap(
      client.POST('/v1/scores', { body: { name, value, ...given({ comment }), ...about } }),
    );
    return {
      says: [
        `${countOf(accepted, 'score')} stored.`,
        ...(textDropped > 0
          ? ['The text was not stored: the account has not consented to storing content.']
          : []),
      ],
      url:
        callId !== undefined
          ? links.call(callId)
          : traceId !== undefined
            ? links.trace(traceId, spanId)
            : sessionId !== undefined
              ? links.session(sessionId)
              : links.overview(),
      ...(rejected.length === 0 ? {} : { data: dataRows(rejected) }),
    };
  },
});

export const markTools: readonly McpTool[] = [annotateCall, addScore];

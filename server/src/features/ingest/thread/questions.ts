// What the preparing thread asks the main thread about the spans of a request.
import type { SpanLookUp } from '../make-spans.ts';
import { packLinks, unpackLinks, type SentLinks } from './sent-links.ts';

type Input<Name extends keyof SpanLookUp> = Parameters<SpanLookUp[Name]>;

export type ThreadQuestion =
  | { about: 'links'; project: number; links: SentLinks; request: Input<'matchStored'>[2] }
  | { about: 'projects'; names: Input<'findProjects'>[0] }
  | { about: 'prompts'; numbers: Input<'findPrompts'>[0] }
  | { about: 'events'; project: number; traceIds: Input<'findEvents'>[1] }
  | { about: 'media'; project: number; files: Input<'keepMedia'>[1] };

/** In the preparing thread. */
export const lookUpBy = (
  ask: <Answer>(question: ThreadQuestion, transfer?: ArrayBuffer[]) => Promise<Answer>,
): SpanLookUp => ({
  matchStored: (project, links, request) =>
    ask({ about: 'links', project, links: packLinks(links), request }),
  findProjects: (names) => ask({ about: 'projects', names }),
  findPrompts: (numbers) => ask({ about: 'prompts', numbers }),
  findEvents: (project, traceIds) => ask({ about: 'events', project, traceIds }),
  keepMedia: (project, files) =>
    // Each file has memory of its own (take-media.ts).
    ask(
      { about: 'media', project, files },
      files.map(({ bytes }) => bytes.buffer as ArrayBuffer),
    ),
});

/** In the main thread. */
export async function answerTo(question: ThreadQuestion, lookUp: SpanLookUp): Promise<unknown> {
  if (question.about === 'projects') return lookUp.findProjects(question.names);
  if (question.about === 'prompts') return lookUp.findPrompts(question.numbers);
  if (question.about === 'events') return lookUp.findEvents(question.project, question.traceIds);
  if (question.about === 'media') return lookUp.keepMedia(question.project, question.files);
  return lookUp.matchStored(question.project, unpackLinks(question.links), question.request);
}

// Google's generateContent.
import { ANSWER, GEMINI, TOOL } from './answers.ts';
import { listOf, type Json } from './wire.ts';

export function geminiContent(model: string, body: Json, id: string): Json {
  const parts = listOf(body['contents']).flatMap((content) => listOf(content['parts']));
  const asksTool = listOf(body['tools']).length > 0 && !parts.some((part) => 'functionResponse' in part);
  return {
    candidates: [
      {
        index: 0,
        finishReason: 'STOP',
        content: {
          role: 'model',
          parts: [asksTool ? { functionCall: { name: TOOL.name, args: TOOL.arguments } } : { text: ANSWER }],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: GEMINI.input,
      candidatesTokenCount: GEMINI.output,
      thoughtsTokenCount: GEMINI.thoughts,
      totalTokenCount: GEMINI.input + GEMINI.output + GEMINI.thoughts,
    },
    modelVersion: model,
    responseId: id,
  };
}

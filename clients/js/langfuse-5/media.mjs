import assert from 'node:assert/strict';
import { LangfuseClient } from '@langfuse/client';
import { LangfuseMedia } from '@langfuse/core';
import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { startActiveObservation } from '@langfuse/tracing';
import { NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const provider = new NodeTracerProvider({ spanProcessors: [new LangfuseSpanProcessor()] });
provider.register();
const langfuse = new LangfuseClient();
const media = (contentType, contentBytes) =>
  new LangfuseMedia({ source: 'bytes', contentType, contentBytes });
const files = {
  picture: media('image/png', steps.PICTURE),
  sound: media('audio/wav', steps.SOUND),
  document: media('application/pdf', steps.DOCUMENT),
};

await startActiveObservation('support', async (root) => {
  root.update({ input: files });
  await steps.shown(observeOpenAI(new OpenAI()));
});
await provider.forceFlush();
await langfuse.flush();
await provider.shutdown();

for (const file of Object.values(files)) {
  const obj = { file: await file.getTag() };
  const read = await langfuse.media.resolveReferences({ obj, resolveWith: 'base64DataUri' });
  assert.equal(read.file, file.base64DataUri);
}

// Programs that send a picture, a sound and a document: each must be read back as it was sent.
import { FILES, type Client, type ExpectedCall, type ExpectedFiles } from '../harness/client.ts';
import { LANGFUSE } from './langfuse.ts';
import { LANGSMITH } from './langsmith.ts';
import { OTEL } from './otel.ts';
import { OWN_SDK } from './own-sdk.ts';
import { anthropic, changed, plain, uncached } from './standard.ts';

/** The client of which a program with files is another one. */
function withFiles(
  id: string,
  program: string,
  calls: readonly ExpectedCall[],
  files: ExpectedFiles,
  more: Partial<Client> = {},
): Client {
  const client = [...OWN_SDK, ...LANGFUSE, ...LANGSMITH, ...OTEL].find((each) => each.id === id);
  if (!client || client.language.name === 'app') throw new Error(`No client ${id}`);
  const { language } = client;
  return {
    ...client,
    id: `${id}-files`,
    title: `${client.title.replace(/\)$/, '')}, files)`,
    language:
      language.name === 'js'
        ? { ...language, folder: language.folder ?? id, program }
        : { ...language, program },
    expected: { calls, allTraces: true, files },
    ...more,
  };
}

const ALL: ExpectedFiles = { stored: FILES, inCalls: FILES };
/** They stand for the file in the content, and the client resolves them itself. */
const NAMED: ExpectedFiles = { stored: FILES, inCalls: [] };
const BOTH = [plain, anthropic];

export const WITH_FILES: readonly Client[] = [
  withFiles('tracewell-sdk', 'media', BOTH, ALL, {
    title: 'Tracewell SDK with the clients of OpenAI and Anthropic (JavaScript, files)',
    packages: ['openai', '@anthropic-ai/sdk'],
  }),
  withFiles('langfuse-5', 'media', [plain], NAMED),
  withFiles('langsmith-multipart', 'media', BOTH, ALL),
  // The client of Anthropic sends a span of its own, without content, inside that of the instrumentation.
  withFiles('openinference', 'media', [plain, changed(anthropic, { input: '', output: '' })], ALL, {
    packages: [
      '@arizeai/openinference-instrumentation-openai',
      '@arizeai/openinference-instrumentation-anthropic',
    ],
  }),
  withFiles('ai-sdk', 'media', BOTH, ALL),
  // Its instrumentation of Anthropic does not take the newest client of Anthropic; it sends no cached tokens.
  withFiles('traceloop', 'media', [uncached(plain)], ALL),
  withFiles('langfuse-python-5', 'langfuse_media', [plain], NAMED),
  withFiles('langsmith-python-multipart', 'langsmith_media', [plain], ALL),
  withFiles('langsmith-python-zstd', 'langsmith_media', [plain], ALL),
  withFiles('openinference-python', 'openinference_media', BOTH, ALL, {
    packages: ['openinference-instrumentation-openai', 'openinference-instrumentation-anthropic'],
  }),
];

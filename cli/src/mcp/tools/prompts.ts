import * as z from 'zod';
import {
  TracewellError,
  unwrap,
  type OperationInput,
  type Schemas,
  type TracewellClient,
} from '@tracewell/sdk';
import { compact, nextPage, dataRows, dataValue } from '../answer.ts';
import { countOf } from '../../terminal/amounts.ts';
import { inPeriod, readPeriod, timeRange } from '../filter.ts';
import { given, pageCursor, tool, wrongArgument, type McpTool } from '../tool.ts';

type Prompt = Schemas['Prompt'];

const PAGE = 200;

const name = z.string().min(1).max(200).describe('The name of the prompt');
const version = z.string().min(1).max(100);

async function versionsOf(client: TracewellClient, of: string): Promise<Prompt[]> {
  const found: Prompt[] = [];
  let cursor: string | null = null;
  do {
    const query = given({ name: of, limit: PAGE, cursor: cursor ?? undefined });
    const page: { prompts: Prompt[]; nextCursor: string | null } = await unwrap(
      client.GET('/v1/prompts', { params: { query } }),
    );
    found.push(...page.prompts);
    cursor = page.nextCursor;
  } while (cursor !== null && found.length < 10 * PAGE);
  return found;
}

/** The version of this name, or the newest one. */
async function promptOf(client: TracewellClient, of: string, wanted?: string): Promise<Prompt> {
  const versions = await versionsOf(client, of);
  const found = wanted === undefined ? versions[0] : versions.find((each) => each.version === wanted);
  if (found) return found;
  throw new TracewellError('There is no such prompt, or it has no such version.', {
    status: 404,
    reason: 'prompt_not_found',
  });
}

const prompts = tool({
  name: 'prompts',
  title: 'Prompts',
  description:
    'The prompts in the registry by name, with their newest version and which version each label points to.',
  scope: 'read',
  input: {
    search: z.string().max(200).optional().describe('Part of the name'),
    limit: z.int().min(1).max(100).optional().describe('50 unless set'),
    cursor: pageCursor,
  },
  run: async ({ search, limit = 50, cursor }, { client, links }) => {
    const query = given({ search, limit, cursor });
    const { names, nextCursor } = await unwrap(client.GET('/v1/prompts/names', { params: { query } }));
    return {
      says: [`${countOf(names.length, 'prompt')}.`, ...nextPage(nextCursor)],
      url: links.page('prompts'),
      data: dataRows(names.map(compact)),
    };
  },
});

const getPrompt = tool({
  name: 'get_prompt',
  title: 'Get a prompt',
  description: 'One version of a prompt: by label (what is deployed), by version, or the newest.',
  scope: 'read',
  input: { name, label: z.string().max(100).optional(), version: version.optional() },
  run: async ({ name: of, label, version: wanted }, { client, links }) => {
    if (label !== undefined && wanted !== undefined)
      throw wrongArgument('Give `label` or `version`, not both.');
    const prompt =
      label === undefined
        ? await promptOf(client, of, wanted)
        : (await unwrap(client.GET('/v1/prompts/resolve', { params: { query: { name: of, label } } })))
            .prompt;
    return { says: [], url: links.prompt(of), data: dataValue(compact(prompt)) };
  },
});

const diffPrompts = tool({
  name: 'diff_prompts',
  title: 'Compare versions of a prompt',
  description: 'What changed from one version of a prompt to another: lines, variables, labels, config.',
  scope: 'read',
  input: { name, from: version.describe('The earlier version'), to: version.describe('The later version') },
  run: async ({ name: of, from, to }, { client, links }) => {
    const [before, after] = await Promise.all([promptOf(client, of, from), promptOf(client, of, to)]);
    const diff = await unwrap(
      client.GET('/v1/prompts/{id}/diff', {
        params: { path: { id: before.id }, query: { against: after.id } },
      }),
    );
    return {
      says: [`${diff.addedLines} lines added, ${diff.removedLines} removed.`],
      url: links.prompt(of),
      data: dataValue(diff),
    };
  },
});

const promptUsage = tool({
  name: 'prompt_usage',
  title: 'Usage of a prompt',
  description: 'Calls, cost, latency, errors and scores of each version of a prompt.',
  scope: 'read',
  input: { name, ...timeRange },
  run: async ({ name: of, ...args }, { client, links, now }) => {
    const period = readPeriod(args, now());
    const { id } = await promptOf(client, of);
    const { versions } = await unwrap(
      client.GET('/v1/prompts/{id}/usage', { params: { path: { id }, query: period } }),
    );
    return {
      says: [`${countOf(versions.length, 'version')} with calls or in the registry, ${inPeriod(period)}.`],
      url: links.prompt(of),
      data: dataRows(versions.map(compact)),
    };
  },
});

type NewPrompt = OperationInput<'post', '/v1/prompts'>['body'];

const savePromptVersion = tool({
  name: 'save_prompt_version',
  title: 'Save a version of a prompt',
  description:
    'Stores a version of a prompt, or the first of a new name. Nothing uses it until a label points to it (deploy_prompt).',
  scope: 'write',
  input: {
    name,
    version: version.optional().describe('Messages need none'),
    template: z.string().max(50_000).optional().describe('A text prompt; {{name}} is a variable'),
    messages: z
      .array(
        z.union([
          z.strictObject({ role: z.string().max(64), content: z.string().max(50_000) }),
          z.object({ type: z.literal('placeholder'), name: z.string() }),
        ]),
      )
      .max(1_000)
      .optional()
      .describe('Instead of a template'),
    config: z.looseObject({}).optional(),
    description: z.string().max(500).optional().describe('What changed'),
  },
  run: async ({ name: of, version: made, template, messages, config, description }, { client, links }) => {
    if ((template === undefined) === (messages === undefined)) {
      throw wrongArgument('Give `template` or `messages`, and not both.');
    }
    const type = messages === undefined ? 'text' : 'chat';
    const body = given({
      name: of,
      version: made,
      type,
      template,
      messages,
      config,
      description,
    }) as NewPrompt;
    const { prompt, warnings } = await unwrap(client.POST('/v1/prompts', { body }));
    return {
      says: [`The version is stored with the number ${prompt.number}. It is not deployed.`],
      url: links.prompt(of),
      ...(warnings.length === 0 ? {} : { data: dataValue({ warnings }) }),
    };
  },
});

const deployPrompt = tool({
  name: 'deploy_prompt',
  title: 'Deploy a prompt',
  description:
    'Points a label, such as production, to a version. Running agents use it within seconds. Ask a person first; the dashboard can roll it back.',
  scope: 'write',
  hints: { destructive: true, idempotent: true },
  input: {
    name,
    version,
    label: z.string().min(1).max(100),
    comment: z.string().max(500).optional().describe('Why, for the history'),
  },
  run: async ({ name: of, version: wanted, label, comment }, { client, links }) => {
    const { id } = await promptOf(client, of, wanted);
    const { deployments } = await unwrap(
      client.POST('/v1/prompts/{id}/deploy', { params: { path: { id } }, body: given({ label, comment }) }),
    );
    return {
      says: ['The label points to the version.'],
      url: links.prompt(of),
      data: dataRows(deployments.map(compact)),
    };
  },
});

export const promptTools: readonly McpTool[] = [
  prompts,
  getPrompt,
  diffPrompts,
  promptUsage,
  savePromptVersion,
  deployPrompt,
];

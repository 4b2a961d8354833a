// What people make of the sample data to improve an agent: a dataset of a finding, an experiment, a draft for the
// playground. The recorded model of the sample data answers, so nothing is made up here.
import type { TracewellClient } from '@tracewell/sdk';
import { addCriteria } from './criteria.ts';
import { sure, until } from './sure.ts';

/** Sets them up. Returns the addresses of their pages. */
export async function improve(client: TracewellClient): Promise<Record<string, string>> {
  const finding = await findLoop(client);
  const callIds = finding.evidence.callIds;
  const prompts = sure(
    await client.GET('/v1/prompts', { params: { query: { name: 'sample-refund' } } }),
  ).prompts;
  const idOf = (version: string) => prompts.find((prompt) => prompt.version === version)?.id ?? 0;
  const [used, fixed] = [idOf('2'), idOf('3')];
  const { connections } = sure(await client.GET('/v1/model-connections'));
  const connectionId = connections[0]?.id ?? '';

  const dataset = sure(
    await client.POST('/v1/eval-datasets', {
      body: {
        name: 'Refund loop',
        description: 'Refunds that were tried again and again',
        promptRegistryId: used,
      },
    }),
  );
  sure(
    await client.POST('/v1/eval-datasets/{id}/items/from-calls', {
      params: { path: { id: dataset.id } },
      body: { callIds, as: 'conversation' },
    }),
  );
  const questions = await collectQuestions(client);
  const criterionIds = await addCriteria(client, [
    { name: 'Does not repeat a tool call', type: 'tool_repeats', rubric: '1' },
    { name: 'Hands over to a colleague', type: 'regex', rubric: '(?i)colleague' },
  ]);
  const experiment = sure(
    await client.POST('/v1/experiments', {
      body: {
        name: 'Stop the refund loop',
        datasetId: dataset.id,
        variants: [
          { promptId: used, connectionId, model: 'recorded-small' },
          { promptId: fixed, connectionId, model: 'recorded-small' },
          { promptId: fixed, connectionId, model: 'recorded-large' },
        ],
        criterionIds,
      },
    }),
  );
  const path = { id: experiment.id };
  sure(await client.POST('/v1/experiments/{id}/start', { params: { path } }));
  await until(
    async () => sure(await client.GET('/v1/experiments/{id}', { params: { path } })).status,
    (status) => status === 'done' || status === 'failed',
  );
  const draftId = await draftPlayground(client, callIds[0] ?? '', connectionId, fixed);
  return {
    finding: `/guardian?finding=${finding.id}`,
    dataset: `/evaluations/datasets/${questions}`,
    conversations: `/evaluations/datasets/${dataset.id}`,
    experiment: `/evaluations/experiments/${experiment.id}`,
    playground: `/playground?shared=${draftId}`,
  };
}

/** The guardian looks at the sample a few seconds after it was loaded. */
async function findLoop(client: TracewellClient) {
  const { findings } = await until(
    async () => sure(await client.GET('/v1/guardian/findings', { params: { query: { kind: 'tool_loop' } } })),
    (found) => found.findings.length > 0,
  );
  const [finding] = findings;
  if (!finding) throw new Error('There is no finding about a loop of tools.');
  return finding;
}

/** Questions to the support bot with the answers that it gave. */
async function collectQuestions(client: TracewellClient): Promise<number> {
  const { id } = sure(
    await client.POST('/v1/eval-datasets', {
      body: { name: 'Support questions', description: 'What customers ask, with good answers' },
    }),
  );
  const added = await client.POST('/v1/eval-datasets/{id}/items/from-filter', {
    params: { path: { id } },
    body: {
      filter: {
        tags: { feature: 'chat' },
        error: false,
        where: [{ field: 'finishReason', op: 'is', values: ['stop'] }],
      },
      limit: 40,
      as: 'messages',
    },
  });
  sure(added);
  return id;
}

/** The call of the finding with the prompt that it used, beside the same call with the version that fixes it. */
async function draftPlayground(
  client: TracewellClient,
  callId: string,
  connectionId: string,
  fixedPromptId: number,
): Promise<string> {
  const call = sure(await client.GET('/v1/playground/calls/{id}', { params: { path: { id: callId } } }));
  const { prompt } = sure(await client.GET('/v1/prompts/{id}', { params: { path: { id: fixedPromptId } } }));
  // A short conversation fits into a picture: the question and two tries that failed.
  const messages = call.messages.slice(0, 6);
  const template = JSON.parse(prompt.template) as { role: string; content: string }[];
  const system = template.find(({ role }) => role === 'system')?.content ?? '';
  const fixed = messages.map((message) =>
    message.role === 'system' ? { ...message, content: system } : message,
  );
  const column = { connectionId, model: 'recorded-small', tools: call.tools };
  const draft = sure(
    await client.POST('/v1/playground/drafts', {
      body: {
        columns: [
          { ...column, messages },
          { ...column, messages: fixed },
        ],
        sourceCallId: callId,
      },
    }),
  );
  return draft.id;
}

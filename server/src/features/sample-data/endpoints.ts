import { endpoint, Reply } from '#core/endpoint';
import { loadSampleData, sampleDataOf } from './load.ts';
import { removeSampleData } from './remove.ts';
import { SampleData } from './schemas.ts';
import { selectSample } from './store.ts';

const shared = { path: '/v1/sample-data', tag: 'sample-data' } as const;

export const sampleDataEndpoints = [
  endpoint({
    ...shared,
    id: 'getSampleData',
    method: 'GET',
    summary: 'Whether sample data is loaded, and where',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: SampleData },
    handle: async (ctx) => sampleDataOf(await selectSample(ctx.db, ctx.account.id)),
  }),
  endpoint({
    ...shared,
    id: 'loadSampleData',
    method: 'POST',
    summary: 'Load a week of sample data of three agents into a separate project',
    description:
      'About 500 calls and 60 traces, up to now, with a prompt in two versions and a recorded model that needs no key. The records count towards the monthly quota; if they do not all fit, nothing is stored (429). If sample data is already loaded, the answer is a 200.',
    access: { scope: 'write' },
    project: 'account-wide',
    replies: { 201: SampleData, 200: SampleData },
    errors: [409, 429, 503],
    audit: 'sample_data.load',
    handle: async (ctx) => {
      const { fresh, ...sample } = await loadSampleData(ctx);
      return new Reply(fresh ? 201 : 200, sample);
    },
  }),
  endpoint({
    ...shared,
    id: 'removeSampleData',
    method: 'DELETE',
    summary: 'Delete the sample data project with everything in it',
    description:
      'The project and its keys are deleted at once, its records within about a minute. The used quota is not refunded.',
    access: { scope: 'write' },
    project: 'account-wide',
    replies: { 204: null },
    audit: 'sample_data.remove',
    handle: (ctx) => removeSampleData(ctx),
  }),
];

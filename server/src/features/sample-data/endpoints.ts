import { endpoint, Reply } from '#core/endpoint';
import { loadSampleData } from './load.ts';
import { removeSampleData } from './remove.ts';
import { SampleData } from './schemas.ts';
import { sampleDataOf } from './show.ts';
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
    summary: 'Load a week of three made-up agents into a project of its own',
    description:
      'About 500 calls and 60 traces, up to now. They count towards the monthly quota like any other; where they do not all fit, nothing is stored (429). What is loaded already is answered with 200.',
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
    summary: 'Delete the project of the sample data, and all that is stored of it',
    description:
      'The project and its keys are gone at once, its records within a minute or so, for good. What was charged for them stays charged.',
    access: { scope: 'write' },
    project: 'account-wide',
    replies: { 204: null },
    audit: 'sample_data.remove',
    handle: (ctx) => removeSampleData(ctx),
  }),
];

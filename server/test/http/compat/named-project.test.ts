// Clients that name the project of their spans in a header: Phoenix, Opik, LangSmith and Braintrust.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestApp } from '#test/support/app';
import { exportOf, inference } from '#test/support/sample-spans';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

describe('a project in a header', () => {
  it.each([
    ['x-project-name', 'red'],
    ['projectname', 'green'],
    ['langsmith-project', 'blue'],
    ['x-bt-parent', 'project_name:white'],
  ])('200: %s takes precedence over the name in the resource', async (header, value) => {
    const own = await app.account();
    const body = exportOf([inference()]);
    body.resourceSpans[0]!.resource.attributes.push({
      key: 'openinference.project.name',
      value: { stringValue: 'default' },
    });
    await own.call('POST', '/otel/v1/traces', body, { [header]: value });
    const { projects } = (await own.call('GET', '/v1/projects')).json();
    const name = value.replace('project_name:', '');
    expect(projects.map((project: { name: string }) => project.name)).toEqual(['Default', name]);
    const inside = { 'x-project-id': projects[1].id };
    const { records } = (await own.call('POST', '/v1/query/calls', {}, inside)).json();
    expect(records).toHaveLength(1);
    expect(records[0].tags).not.toHaveProperty('project');
  });

  it('200: a bound key stays in its project, and the name becomes a tag', async () => {
    const own = await app.account();
    const bound = await own.key(['write:records'], { projectId: own.projectId });
    const span = inference();
    await bound.call('POST', '/otel/v1/traces', exportOf([span]), { 'x-project-name': 'elsewhere' });
    const { call } = (await own.call('GET', `/v1/query/calls/${span.traceId}-${span.spanId}`)).json();
    expect(call.tags).toMatchObject({ project: 'elsewhere' });
  });
});

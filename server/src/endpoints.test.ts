// Every endpoint, by its declaration: a required field that is left out is named.
import { describe, expect, it } from 'vitest';
import type { AppError } from '#lib/app-error';
import { inputCheck } from './http/validate.ts';
import { allEndpoints } from './endpoints.ts';

const required = (schema: { required?: unknown } | undefined) => (schema?.required ?? []) as string[];

function detailsOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return (error as AppError).details;
  }
  return 'nothing was refused';
}

const places = allEndpoints
  .flatMap((endpoint) => [
    { id: endpoint.id, place: 'query' as const, fields: required(endpoint.query), endpoint },
    {
      id: endpoint.id,
      place: 'body' as const,
      fields: endpoint.takes ? [] : required(endpoint.body),
      endpoint,
    },
  ])
  .filter(({ fields }) => fields.length > 0);

describe('a required field that is missing', () => {
  it('is asked for in many places', () => {
    expect(places.filter(({ place }) => place === 'query').length).toBeGreaterThan(3);
    expect(places.filter(({ place }) => place === 'body').length).toBeGreaterThan(20);
  });

  it.each(places)('is named: $place of $id', ({ endpoint, place, fields }) => {
    const check = inputCheck(endpoint);
    expect(detailsOf(() => check[place]({}))).toEqual(
      fields.map((path) => ({ path, message: 'is required' })),
    );
  });
});

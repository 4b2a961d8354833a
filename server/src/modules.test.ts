// Checks the declaration of every endpoint: the error names a missing required field, and whole numbers have
// bounds that fit all stores.
import { describe, expect, it } from 'vitest';
import type { AppError } from '#lib/app-error';
import { inputCheck } from './http/validate.ts';
import { allEndpoints } from './modules.ts';

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

interface Part {
  type?: string;
  minimum?: number;
  maximum?: number;
}

/** The paths of integers without such bounds, at any depth of a schema. */
function unbounded(part: unknown, path: string): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, minimum, maximum } = part as Part;
  const isBounded = Number.isSafeInteger(minimum) && Number.isSafeInteger(maximum);
  if (type === 'integer' && !isBounded) return [path];
  return Object.entries(part).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`));
}

it('every whole number of a request has a least and a greatest value', () => {
  const integers = allEndpoints.flatMap(({ id, params, query, body }) =>
    unbounded({ params, query, body }, id),
  );
  expect(integers).toEqual([]);
});

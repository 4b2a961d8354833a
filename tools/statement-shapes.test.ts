import { expect, it } from 'vitest';
import { missingOnPostgres, shapeOf } from './statement-shapes.ts';

it('a statement has the same shape on both engines, for any number of values', () => {
  const shape = 'insert into "t" ("a", "b") values (?) on conflict do nothing';
  expect(shapeOf('insert into "t" ("a", "b") values (?, ?), (?, ?) on conflict do nothing')).toBe(shape);
  expect(shapeOf('insert into "t" ("a", "b") values ($1, $2)\n  on conflict do nothing')).toBe(shape);
  expect(shapeOf('select 1 from "t" where "a" in ($1, $2, $3) for update skip locked')).toBe(
    shapeOf('select 1 from "t" where "a" in (?)'),
  );
  expect(shapeOf('select "a" from "t" order by "a" collate "C"')).toBe('select "a" from "t" order by "a"');
  expect(shapeOf('select "a" from "t"')).not.toBe(shapeOf('select "b" from "t"'));
});

it('finds a statement that only a file on SQLite runs', () => {
  const both = { file: 'both.test.ts', shapes: ['one', 'of sqlite only'] };
  const recorded = [
    { engine: 'sqlite' as const, ...both },
    { engine: 'postgres' as const, file: 'both.test.ts', shapes: ['one', 'two'] },
    { engine: 'sqlite' as const, file: 'alone.test.ts', shapes: ['one', 'two', 'pragma wal_checkpoint'] },
  ];
  expect(missingOnPostgres(recorded)).toEqual(new Map());
  recorded.push({ engine: 'sqlite', file: 'more.test.ts', shapes: ['two', 'three'] });
  expect(missingOnPostgres(recorded)).toEqual(new Map([['three', 'more.test.ts']]));
});

import { expect, it } from 'vitest';
import { coverOf, missingOnPostgres, shapeOf, type Recorded } from './statement-shapes.ts';

it('a statement has the same shape on both engines, for any number of values', () => {
  const shape = 'insert into "t" ("a", "b") values (?) on conflict do nothing';
  expect(shapeOf('insert into "t" ("a", "b") values (?, ?), (?, ?) on conflict do nothing')).toBe(shape);
  expect(shapeOf('insert into "t" ("a", "b") values ($1, $2)\n  on conflict do nothing')).toBe(shape);
  expect(shapeOf('select 1 from "t" where "a" in ($1, $2, $3) for update skip locked')).toBe(
    shapeOf('select 1 from "t" where "a" in (?)'),
  );
  expect(shapeOf('select "a" from "t" order by "a" collate "C"')).toBe('select "a" from "t" order by "a"');
  expect(shapeOf('select substr(a, 1, 4 + instr(a, 6)) from "t2"')).toBe(
    shapeOf('select substr(a, 1, 2 + strpos(a, 3)) from "t2"'),
  );
  expect(shapeOf('select "a" from "t1"')).not.toBe(shapeOf('select "a" from "t2"'));
  expect(shapeOf('select "a" from "t"')).not.toBe(shapeOf('select "b" from "t"'));
});

const onSqlite = (file: string, ...shapes: string[]): Recorded => ({ engine: 'sqlite', file, shapes });

it('finds the statements that PostgreSQL has not run, with their files', () => {
  const recorded = [onSqlite('a', 'one', 'two', 'pragma wal_checkpoint'), onSqlite('b', 'two', 'three')];
  expect(missingOnPostgres(recorded)).toEqual(
    new Map([
      ['one', ['a']],
      ['two', ['a', 'b']],
      ['three', ['b']],
    ]),
  );
  recorded.push({ engine: 'postgres', file: 'b', shapes: ['two', 'three', 'of postgres only'] });
  expect(missingOnPostgres(recorded)).toEqual(new Map([['one', ['a']]]));
});

it('a cover has every statement, and no file that is needless', () => {
  const missing = missingOnPostgres([
    // The best choice at first, and needless in the end.
    onSqlite('middle', 'two', 'three', 'four', 'five'),
    onSqlite('left', 'one', 'two', 'three'),
    onSqlite('right', 'four', 'five', 'six'),
    onSqlite('dear', 'one', 'two', 'three', 'four', 'five', 'six'),
  ]);
  const costOf = (file: string): number => (file === 'dear' ? 100 : 1);
  expect(coverOf(missing, costOf)).toEqual(['left', 'right']);
  expect(coverOf(missing, () => 1)).toEqual(['dear']);
  expect(coverOf(new Map(), () => 1)).toEqual([]);
});

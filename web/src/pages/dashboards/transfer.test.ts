import { expect, it } from 'vitest';
import { exported, fileName, readImport } from './transfer.ts';

const at = '2026-11-15T00:00:00.000Z';
const dashboard = {
  id: 7,
  name: 'Ours',
  description: 'For Mondays',
  widgets: [],
  version: 3,
  createdAt: at,
  updatedAt: at,
};

it('an exported dashboard can be imported, without id and version', () => {
  const input = exported(dashboard);
  expect(input).toEqual({ name: 'Ours', description: 'For Mondays', widgets: [] });
  expect(readImport(JSON.stringify(input, null, 2))).toEqual(input);
  expect(readImport(JSON.stringify({ dashboard }))).toEqual(input);
});

it.each(['', 'no json', '[]', 'null', '{}', '{"name":"x"}', '{"name":7,"widgets":[]}', '{"dashboard":null}'])(
  'is none: %s',
  (text) => expect(readImport(text)).toBeNull(),
);

it('file names are valid on any system', () => {
  expect(fileName('Cost / model: 7 d')).toBe('Cost-model-7-d.json');
  expect(fileName('コスト')).toBe('コスト.json');
  expect(fileName('///')).toBe('dashboard.json');
});

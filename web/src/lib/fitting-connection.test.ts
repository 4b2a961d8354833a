import { describe, expect, it } from 'vitest';
import { fittingConnection, usableConnections, usualConnection } from './fitting-connection.ts';

const connection = (id: string, more: object = {}) => ({
  id,
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  models: [] as string[],
  defaultModel: 'gpt-4o',
  isDefault: false,
  ...more,
});
const recorded = connection('recorded', { provider: 'recorded', baseUrl: 'recorded:prj_s', models: ['r'] });
const main = connection('main', { isDefault: true });
const other = connection('other', { models: ['claude'], defaultModel: 'claude', provider: 'anthropic' });
const asked = { provider: 'anthropic', model: 'claude' };

describe('the connection for a call', () => {
  it('is the recorded model in the project of the sample, and nowhere else', () => {
    const all = [other, recorded, main];
    expect(usableConnections(all, 'prj_s')).toEqual(all);
    expect(usableConnections(all, 'prj_x')).toEqual([other, main]);
    expect(usableConnections(all, null)).toEqual([other, main]);
    expect(usualConnection(all)?.id).toBe('recorded');
    expect(usualConnection([other, main])?.id).toBe('main');
    expect(usualConnection([other])?.id).toBe('other');
    expect(fittingConnection([other, recorded], asked)).toEqual({ connection: recorded, model: '' });
  });

  it('has the model of the call, else is the default one with its own model', () => {
    expect(fittingConnection([main, other], asked)).toEqual({ connection: other, model: 'claude' });
    const mini = { provider: 'openai', model: 'gpt-4o-mini' };
    expect(fittingConnection([other, main], mini)).toEqual({ connection: main, model: 'gpt-4o-mini' });
    expect(fittingConnection([other, main], { provider: 'mistral', model: 'm' })).toEqual({
      connection: main,
      model: '',
    });
    expect(fittingConnection([], asked)).toEqual({ connection: undefined, model: '' });
  });
});

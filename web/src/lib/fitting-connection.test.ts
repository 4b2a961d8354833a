import { describe, expect, it } from 'vitest';
import { fittingConnection, usualConnection } from './fitting-connection.ts';

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
    expect(usualConnection([other, recorded, main], 'prj_s')?.id).toBe('recorded');
    expect(usualConnection([recorded, other, main], 'prj_x')?.id).toBe('main');
    expect(usualConnection([recorded, other], null)?.id).toBe('other');
    expect(usualConnection([recorded], null)?.id).toBe('recorded');
    expect(fittingConnection([other, recorded], asked, 'prj_s')).toEqual({ connection: recorded, model: '' });
  });

  it('has the model of the call, else is the default one with its own model', () => {
    expect(fittingConnection([main, other], asked, null)).toEqual({ connection: other, model: 'claude' });
    const mini = { provider: 'openai', model: 'gpt-4o-mini' };
    expect(fittingConnection([other, main], mini, null)).toEqual({ connection: main, model: 'gpt-4o-mini' });
    expect(fittingConnection([other, main], { provider: 'mistral', model: 'm' }, null)).toEqual({
      connection: main,
      model: '',
    });
    expect(fittingConnection([], asked, null)).toEqual({ connection: undefined, model: '' });
  });
});

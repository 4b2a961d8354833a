// TRACEWELL_INIT_…: the first account of a service that is set up by a program, with a known owner and a
// known key. They apply to the very first start and to no later one.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { isApiKey } from '#lib/api-key-form';
import { Email, Label, Password } from '#lib/schema';
import { ACCOUNT_LIMITS, isAccountLimit } from './limits.ts';
import type { InitConfig, InitLimits } from './settings.ts';
import type { SettingsReader } from './reader.ts';

const MAX_PROJECT = 100;

const fits = (schema: TSchema, value: string | null): boolean =>
  value === null || Compile(schema).Check(value);

export function readInit(reader: SettingsReader): InitConfig {
  return {
    ...readOwner(reader),
    apiKey: readKey(reader),
    project: readProject(reader),
    storeContent: reader.flag('TRACEWELL_INIT_STORE_CONTENT', false),
    limits: readLimits(reader),
  };
}

function readOwner(reader: SettingsReader): Pick<InitConfig, 'email' | 'password'> {
  const email = reader.text('TRACEWELL_INIT_EMAIL');
  const password = reader.text('TRACEWELL_INIT_PASSWORD');
  if (!fits(Email, email))
    reader.fault('TRACEWELL_INIT_EMAIL', `must be an email address; it is "${email}".`);
  if (password !== null && email === null)
    reader.fault(
      'TRACEWELL_INIT_PASSWORD',
      'must come with TRACEWELL_INIT_EMAIL: it is the password of that user.',
    );
  if (!fits(Password, password))
    reader.fault('TRACEWELL_INIT_PASSWORD', 'must have from 10 to 256 characters.');
  return { email, password };
}

/** A key of any other form would be rejected with every request. */
function readKey(reader: SettingsReader): string | null {
  const key = reader.text('TRACEWELL_INIT_API_KEY');
  if (key !== null && !isApiKey(key))
    reader.fault('TRACEWELL_INIT_API_KEY', 'must be a key that `tracewell-server keys generate` printed.');
  return key;
}

function readProject(reader: SettingsReader): string | null {
  const name = reader.text('TRACEWELL_INIT_PROJECT');
  if (!fits(Label(MAX_PROJECT), name))
    reader.fault('TRACEWELL_INIT_PROJECT', `must be one line of at most ${MAX_PROJECT} characters.`);
  return name;
}

/** `recordsPerMonth=5000000,retentionDays=365` */
function readLimits(reader: SettingsReader): InitLimits {
  const name = 'TRACEWELL_INIT_LIMITS';
  const limits: InitLimits = {};
  for (const item of reader.list(name, [])) {
    const [limit = '', text = ''] = item.split('=', 2).map((part) => part.trim());
    if (!isAccountLimit(limit)) {
      reader.fault(
        name,
        `must list ${Object.keys(ACCOUNT_LIMITS).join(', ')} with "=" and a number; "${limit}" is not one of them.`,
      );
      continue;
    }
    const { min, max } = ACCOUNT_LIMITS[limit];
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) limits[limit] = value;
    else reader.fault(name, `must give ${limit} as a whole number from ${min} to ${max}; it is "${text}".`);
  }
  return limits;
}

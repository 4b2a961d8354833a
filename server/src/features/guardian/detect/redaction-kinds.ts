// The kinds of redacted data, and how severe each is.
import type { Severity } from '../kinds.ts';

interface RedactionKind {
  name: string;
  secret: boolean;
  /** The severity in an output. */
  severity: Severity;
}

export const REDACTION_KINDS: Readonly<Record<string, RedactionKind>> = {
  email: { name: 'Email addresses', secret: false, severity: 'low' },
  phone: { name: 'Phone numbers', secret: false, severity: 'low' },
  ip_address: { name: 'IP addresses', secret: false, severity: 'low' },
  credit_card: { name: 'Credit card numbers', secret: false, severity: 'high' },
  iban: { name: 'Bank account numbers (IBAN)', secret: false, severity: 'high' },
  us_ssn: { name: 'US social security numbers', secret: false, severity: 'critical' },
  my_number: { name: 'Japanese My Numbers', secret: false, severity: 'critical' },
  api_key: { name: 'API keys or tokens', secret: true, severity: 'high' },
  jwt: { name: 'JSON web tokens', secret: true, severity: 'high' },
  private_key: { name: 'Private keys', secret: true, severity: 'critical' },
};

const OTHER_KIND: RedactionKind = { name: 'Personal data', secret: false, severity: 'medium' };

export const redactionKind = (kind: string): RedactionKind =>
  (Object.hasOwn(REDACTION_KINDS, kind) ? REDACTION_KINDS[kind] : undefined) ?? OTHER_KIND;

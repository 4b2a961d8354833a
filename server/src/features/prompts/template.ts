// Compares the variables of a template with the declared ones, and checks byte limits, which a schema cannot
// express.
import { invalid } from '#lib/app-error';
import { placeholders } from '#lib/placeholders';
import { TEMPLATE_BYTES, type Variables } from '#services/prompts';
import { CONFIG_BYTES, VARIABLES_BYTES } from './schemas.ts';

const MAX_WARNINGS = 50;

export function warningsFor(template: string, variables: Variables | null): string[] {
  const used = new Set(placeholders(template));
  const declared = new Set(Object.keys(variables ?? {}));
  const warnings = [
    ...[...used]
      .filter((name) => !declared.has(name))
      .map((name) => `The template uses {{${name}}}, which is not declared in variables.`),
    ...[...declared]
      .filter((name) => !used.has(name))
      .map((name) => `The variable "${name}" is declared, but the template does not use it.`),
  ];
  if (warnings.length <= MAX_WARNINGS) return warnings;
  return [...warnings.slice(0, MAX_WARNINGS), `And ${warnings.length - MAX_WARNINGS} more like these.`];
}

interface BoundedFields {
  /** The template in its stored form. */
  template: string | null;
  variables?: Variables | null | undefined;
  config?: Record<string, unknown> | undefined;
}

export function requireBounds({ template, variables, config }: BoundedFields): void {
  if (template !== null) {
    const bytes = Buffer.byteLength(template);
    if (bytes > TEMPLATE_BYTES) {
      throw invalid(
        'template',
        `The template is ${bytes} bytes long in UTF-8; at most ${TEMPLATE_BYTES} are allowed.`,
        'template_too_long',
      );
    }
  }
  if (variables && Buffer.byteLength(JSON.stringify(variables)) > VARIABLES_BYTES) {
    throw invalid('variables', 'The variables are longer than 64 KiB as JSON.', 'variables_too_long');
  }
  if (config && Buffer.byteLength(JSON.stringify(config)) > CONFIG_BYTES) {
    throw invalid('config', 'The configuration is longer than 64 KiB as JSON.', 'config_too_long');
  }
}

// Generates the types of the client library from the OpenAPI document. It is here and not in tools/, because
// the generator has its own TypeScript and must be resolved from this workspace.
import openapiTypescript, { astToString } from 'openapi-typescript';

export async function interfaceTypes(document: Record<string, unknown>): Promise<string> {
  const text = astToString(await openapiTypescript(document as never));
  return `// Generated from openapi/openapi.json by tools/generate.ts. Do not edit.\n${text}`;
}

// Tools that a vendor runs for a model and bills by use, per thousand uses: what the vendor asks for all models,
// if the price table has no price with the model. Anthropic's code execution and Google's cost tokens only, or
// time, and are not counted.
import type { ToolPrices } from './table/form.ts';

const BY_SELLER: Readonly<Record<string, ToolPrices>> = {
  // openai.com/api/pricing, "Built-in tools": web search, file search calls, code interpreter (1 GB session).
  openai: { webSearch: 10, fileSearch: 2.5, codeContainer: 30 },
  // platform.claude.com/docs/en/about-claude/pricing, "Web search tool".
  anthropic: { webSearch: 10 },
  // azure.microsoft.com/pricing/details/cognitive-services/openai-service
  azure: { webSearch: 14, fileSearch: 2.5, codeContainer: 33 },
};

export const toolPricesOf = (seller: string, listed: ToolPrices | undefined): ToolPrices | undefined => {
  const asked = BY_SELLER[seller];
  return asked === undefined || listed === undefined ? (listed ?? asked) : { ...asked, ...listed };
};

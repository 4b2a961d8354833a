// Logos of the products that one connects, from Lobe Icons. They are drawn in one colour, as masks.
import anthropic from '@lobehub/icons-static-svg/icons/anthropic.svg';
import claudeCode from '@lobehub/icons-static-svg/icons/claudecode.svg';
import codex from '@lobehub/icons-static-svg/icons/codex.svg';
import crewai from '@lobehub/icons-static-svg/icons/crewai.svg';
import geminiCli from '@lobehub/icons-static-svg/icons/geminicli.svg';
import langchain from '@lobehub/icons-static-svg/icons/langchain.svg';
import langfuse from '@lobehub/icons-static-svg/icons/langfuse.svg';
import langsmith from '@lobehub/icons-static-svg/icons/langsmith.svg';
import llamaindex from '@lobehub/icons-static-svg/icons/llamaindex.svg';
import mastra from '@lobehub/icons-static-svg/icons/mastra.svg';
import n8n from '@lobehub/icons-static-svg/icons/n8n.svg';
import openai from '@lobehub/icons-static-svg/icons/openai.svg';
import pydanticAi from '@lobehub/icons-static-svg/icons/pydanticai.svg';
import vercel from '@lobehub/icons-static-svg/icons/vercel.svg';

/** URLs by the id of the integration. Products that are not here have no logo in that collection. */
export const LOGOS: Readonly<Record<string, string>> = {
  'openai-py': openai,
  'openai-js': openai,
  'openai-agents-py': openai,
  'anthropic-py': anthropic,
  'anthropic-js': anthropic,
  'langchain-py': langchain,
  'langchain-js': langchain,
  'llamaindex-py': llamaindex,
  'pydantic-ai': pydanticAi,
  crewai,
  'ai-sdk': vercel,
  mastra,
  'claude-code': claudeCode,
  codex,
  'gemini-cli': geminiCli,
  n8n,
  'from-langfuse': langfuse,
  'from-langsmith': langsmith,
};

import type { AgentEvents } from './agent-events.ts';
import { claudeCodeEvents } from './claude-code.ts';
import { codexEvents } from './codex.ts';
import { geminiCliEvents } from './gemini-cli.ts';

/** The coding agents whose events are understood. */
export const AGENTS: readonly AgentEvents[] = [claudeCodeEvents, codexEvents, geminiCliEvents];

// Icon and colour of each span type.
import {
  Binary,
  BookOpen,
  Bot,
  Box,
  Braces,
  CircleDot,
  Database,
  Globe,
  Link2,
  ListTodo,
  Mail,
  Search,
  ShieldCheck,
  Sparkles,
  Split,
  Star,
  Terminal,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import { useTexts } from '#i18n';
import { traceTexts } from '../texts.ts';

export { shortName } from './short-name.ts';

type Kind = keyof typeof traceTexts.en.types;

interface Look {
  icon: LucideIcon;
  ink: string;
  bar: string;
}

const ACCENT = { ink: 'text-accent', bar: 'bg-accent' };
const PLUM = { ink: 'text-plum', bar: 'bg-plum' };
const WARM = { ink: 'text-warm', bar: 'bg-warm' };
const COOL = { ink: 'text-cool', bar: 'bg-cool' };
const PLAIN = { ink: 'text-muted', bar: 'bg-control' };

const LOOKS: Record<Kind, Look> = {
  llm: { icon: Sparkles, ...ACCENT },
  agent: { icon: Bot, ...PLUM },
  tool: { icon: Wrench, ...WARM },
  retriever: { icon: Search, ...COOL },
  embedding: { icon: Binary, ...COOL },
  chain: { icon: Link2, ...PLAIN },
  skill: { icon: BookOpen, ...WARM },
  command: { icon: Terminal, ...WARM },
  decision: { icon: Split, ...ACCENT },
  task: { icon: ListTodo, ...PLUM },
  guardrail: { icon: ShieldCheck, ...WARM },
  evaluator: { icon: Star, ...PLUM },
  http: { icon: Globe, ...COOL },
  db: { icon: Database, ...COOL },
  messaging: { icon: Mail, ...COOL },
  function: { icon: Braces, ...PLAIN },
  span: { icon: Box, ...PLAIN },
};
const UNKNOWN: Look = { icon: CircleDot, ...PLAIN };

export const lookOf = (type: string): Look => (Object.hasOwn(LOOKS, type) ? LOOKS[type as Kind] : UNKNOWN);

export function useTypeName(): (type: string) => string {
  const { types } = useTexts(traceTexts);
  return (type) => (Object.hasOwn(types, type) ? types[type as Kind] : type);
}

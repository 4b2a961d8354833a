// The SDK of this repository, from its source, with files in the messages of two vendors.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { wrapAnthropic } from '../../../sdk/src/providers/anthropic.ts';
import { wrapOpenAI } from '../../../sdk/src/providers/openai.ts';
import { tracewell } from '../../../sdk/src/tracing/index.ts';
import * as steps from '../steps.mjs';

const tw = tracewell({ service: 'support', onError: (error) => console.error(error.message) });
const support = tw.observe(
  async () => {
    await steps.shown(wrapOpenAI(new OpenAI()));
    await steps.shownToAnthropic(wrapAnthropic(new Anthropic()));
  },
  { name: 'support' },
);
await support(steps.QUESTION);
await tw.flush();

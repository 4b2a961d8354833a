import Anthropic from '@anthropic-ai/sdk';
import { Client, RunTree } from 'langsmith';
import { traceable } from 'langsmith/traceable';
import { wrapOpenAI } from 'langsmith/wrappers';
import { wrapAnthropic } from 'langsmith/wrappers/anthropic';
import OpenAI from 'openai';
import * as steps from '../steps.mjs';

const client = new Client();

const support = traceable(
  async () => {
    await steps.shown(wrapOpenAI(new OpenAI(), { client }));
    await steps.shownToAnthropic(wrapAnthropic(new Anthropic(), { client }));
    return 'answered';
  },
  { name: 'support', run_type: 'chain', client },
);
await support(steps.QUESTION);

const look = new RunTree({
  name: 'look',
  run_type: 'tool',
  client,
  inputs: { question: steps.QUESTION },
  attachments: {
    picture: ['image/png', steps.PICTURE],
    sound: ['audio/wav', steps.SOUND],
    document: ['application/pdf', steps.DOCUMENT],
  },
});
await look.postRun();
await look.end({ answer: 'seen' });
await look.patchRun();
await client.awaitPendingTraceBatches();

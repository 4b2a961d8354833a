// A named review queue that two people have worked in.
import type { Browser } from 'playwright-core';
import type { TracewellClient } from '@tracewell/sdk';
import { MEMBER, OWNER, PASSWORD, sendAs, signIn } from './people.ts';
import { sure } from './sure.ts';

const TONES = ['kind', 'plain', 'rude'];

interface Answer {
  helpful: number;
  tone: string;
  resolved: boolean;
}

/** Returns the addresses of its pages. */
export async function reviewTogether(
  browser: Browser,
  url: string,
  projectId: string,
  client: TracewellClient,
  whole: TracewellClient,
): Promise<Record<string, string>> {
  const invited = sure(
    await whole.POST('/v1/team/invitations', { body: { email: MEMBER.email, role: 'member' } }),
  );
  const accepted = await fetch(`${url}/v1/team/invitations/accept`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token: invited.token, name: MEMBER.name, password: PASSWORD }),
  });
  if (!accepted.ok) throw new Error(await accepted.text());

  const queue = sure(
    await client.POST('/v1/review-queues', {
      body: {
        name: 'Support answers',
        instructions:
          'Read the whole conversation.\n\nAn answer is **helpful** if the customer knows what to do next.',
        dimensions: [
          {
            name: 'helpful',
            kind: 'number',
            min: 1,
            max: 5,
            step: 1,
            description: 'Does it answer the question?',
          },
          { name: 'tone', kind: 'category', categories: TONES, description: 'How does it sound?' },
          { name: 'resolved', kind: 'boolean', description: 'Is the customer done?' },
        ],
        reviewersPerItem: 2,
      },
    }),
  );
  const path = { id: queue.id };
  sure(
    await client.POST('/v1/review-queues/{id}/items', {
      params: { path },
      body: { filter: { tags: { feature: 'chat' }, error: false }, limit: 24 },
    }),
  );
  const { items } = sure(await client.GET('/v1/review-queues/{id}/items', { params: { path } }));
  const people = [
    { ...OWNER, count: 14, answer: (at: number): Answer => answerOf(at) },
    { ...MEMBER, count: 10, answer: (at: number): Answer => differing(at) },
  ];
  for (const { email, count, answer } of people) {
    const context = await browser.newContext();
    await signIn(context, url, email);
    for (const [at, { id }] of items.slice(0, count).entries()) {
      const to = `/v1/review-queues/${queue.id}/items/${id}/answer`;
      await sendAs(context, url, projectId, { method: 'PUT', path: to, body: { values: answer(at) } });
    }
    await context.close();
  }
  return {
    queue: `/review-queues/${queue.id}`,
    agreement: `/review-queues/${queue.id}?tab=agreement`,
    'queue-review': `/review-queues/${queue.id}/review`,
  };
}

const answerOf = (at: number): Answer => ({
  helpful: 3 + (at % 3),
  tone: TONES[at % 4 === 1 ? 1 : 0] ?? '',
  resolved: at % 5 !== 2,
});

/** Two people agree on most answers. */
const differing = (at: number): Answer => ({
  ...answerOf(at),
  ...(at % 4 === 2 ? { helpful: 2 } : {}),
  ...(at % 5 === 3 ? { tone: 'plain' } : {}),
});

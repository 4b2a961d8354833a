import type { Context } from '#core/context';
import { addToQueue, answerItem, createQueue, listQueueItems } from '#features/review-queues';

const ITEMS = 12;
const DONE = 6;

/** A queue with two questions, half of it answered. */
export async function makeQueue(ctx: Context): Promise<void> {
  const { id } = await createQueue(ctx, {
    name: 'Sample: answers of the support bot',
    instructions:
      'Read the answer as the customer would. **Right** means: nothing in it has to be taken back.',
    dimensions: [
      { name: 'right', description: 'Is everything in the answer true?', kind: 'boolean' },
      {
        name: 'tone',
        description: 'How does it sound?',
        kind: 'category',
        categories: ['friendly', 'neutral', 'curt'],
      },
    ],
    enabled: false,
  });
  await addToQueue(ctx, id, { filter: { promptName: 'support-reply', error: false }, limit: ITEMS });
  const { items } = await listQueueItems(ctx, id, { limit: DONE });
  for (const [at, item] of items.entries())
    await answerItem(ctx, id, item.id, {
      values: { right: at % 3 !== 2, tone: at % 3 === 2 ? 'curt' : at % 2 === 0 ? 'friendly' : 'neutral' },
    });
}

// The texts of the sample data: short, plausible, and about no real person. Both the sample's records and the
// answers of the recorded model use them.

interface Dialogue {
  /** Questions of the user and answers of the bot, turn by turn. */
  turns: readonly (readonly [asked: string, answered: string])[];
}

export const SUPPORT_SYSTEM =
  'You are the support assistant of a shop for outdoor gear. Answer briefly, and only from the help center and the order system.';

export const DIALOGUES: readonly [Dialogue, ...Dialogue[]] = [
  {
    turns: [
      [
        'Where is my parcel? It should have been here on Tuesday.',
        'It left our warehouse on Monday and is with the carrier. Expect it tomorrow before noon.',
      ],
      [
        'Can I have it left with a neighbour?',
        'Yes. I have noted it for the carrier: house number 14, second floor.',
      ],
      [
        'And if nobody is at home there either?',
        'Then it goes to the parcel shop on the corner, where it waits for seven days.',
      ],
    ],
  },
  {
    turns: [
      [
        'I want to send the tent back, it is too small.',
        'You have 30 days from delivery. I can send you a return label now. Shall I?',
      ],
      [
        'Yes please. Who pays for the parcel?',
        'We do. The label is on its way to you; drop the parcel at any post office.',
      ],
      ['When do I get my money back?', 'Within five working days of its arrival here, the way you paid.'],
      [
        'Can I exchange it for the larger one instead?',
        'Of course. The three-person version is in stock; I have reserved one for you.',
      ],
    ],
  },
  {
    turns: [
      [
        'Is the Alpin 45 backpack waterproof?',
        'It is water-repellent. In heavy rain use the cover in the bottom pocket.',
      ],
      ['Does it fit as cabin luggage?', 'At 54 × 32 × 22 cm it is within the limits of most airlines.'],
    ],
  },
  {
    turns: [
      [
        'My discount code does not work.',
        'That code ended on Sunday. I can offer you free shipping on this order instead.',
      ],
      [
        'It said it was valid until the end of the month.',
        'You are right, the newsletter said so. I have applied ten percent to your basket.',
      ],
      ['Thank you!', 'You are welcome. Enjoy the trip.'],
    ],
  },
  {
    turns: [
      [
        'How do I wash a down jacket?',
        'At 30 degrees on a gentle programme with down detergent, then tumble dry on low with two tennis balls.',
      ],
      ['Can I iron it?', 'No, please do not: the outer fabric would melt.'],
    ],
  },
  {
    turns: [
      [
        'The zip of my sleeping bag broke after two nights.',
        'That should not happen. It has a five-year guarantee; do you want a repair or a new one?',
      ],
      ['A new one.', 'I have ordered it for you. Please send the old one back with the label in the parcel.'],
      ['How long will it take?', 'Three working days.'],
    ],
  },
];

export const REFUND_TOOL = {
  name: 'issue_refund',
  description: 'Refunds an order to the way it was paid.',
  parameters: {
    type: 'object',
    properties: {
      order: { type: 'string', description: 'Such as W-12345' },
      amount: { type: 'number' },
      currency: { type: 'string', enum: ['EUR'] },
    },
    required: ['order', 'amount', 'currency'],
    additionalProperties: false,
  },
};

/** The prompt of the refunds. Version 2 is in use and repeats what fails; version 3 is the fix. */
export const REFUND_PROMPT = {
  name: 'sample-refund',
  description: 'Came with the sample data, and is removed with it.',
  used: {
    version: '2',
    system: `${SUPPORT_SYSTEM} Refund orders with the tool issue_refund. If the refund does not go through, try again.`,
  },
  fixed: {
    version: '3',
    system: `${SUPPORT_SYSTEM} Refund orders with the tool issue_refund. If the tool fails, read its error. Try once more if it is retriable. If it fails again, do not call it a third time: say that a colleague refunds the customer today.`,
  },
} as const;

export const REFUNDS: readonly [{ wish: string; amount: number }, ...{ wish: string; amount: number }[]] = [
  { wish: 'The tent has a hole. I want my money back.', amount: 189 },
  { wish: 'You charged me twice for the stove. Please refund one of them.', amount: 64.9 },
  { wish: 'I cancelled within the hour and was charged all the same. Please refund me.', amount: 42.5 },
];

export const CATALOG_SYSTEM = 'You write short summaries of product lists for the shop’s assistants.';

export const CATALOG_QUESTION =
  'Sum up the spring catalog (412 products, attached as a list) by category, with price ranges and what is new.';

export const CATALOG_ANSWER = `## Spring catalog

| category | products | prices |
| --- | ---: | --- |
| Tents | 38 | 89 – 649 EUR |
| Backpacks | 71 | 35 – 289 EUR |
| Sleeping bags | 44 | 59 – 429 EUR |
| Stoves and cookware | 96 | 12 – 189 EUR |

**New:** the *Alpin 45* backpack, three ultralight tents, and repair kits for every mattress.`;

export const TRIAGE_SYSTEM =
  'Put the ticket into one of these queues: billing, technical, advice, shipping, account.';

export const TICKETS: readonly [readonly [text: string, queue: string], ...(readonly [string, string])[]] = [
  ['Invoice shows the wrong company name', 'billing'],
  ['App signs me out every time I open it', 'technical'],
  ['Can you recommend boots for wide feet?', 'advice'],
  ['Parcel arrived opened, one item is missing', 'shipping'],
  ['Please cancel my newsletter', 'account'],
  ['Charged twice for one order', 'billing'],
  ['Stove does not light in the cold', 'technical'],
];

interface Study {
  question: string;
  searches: readonly [string, ...string[]];
  finding: string;
}

export const RESEARCH_SYSTEM =
  'You are a research agent. Plan first, search, read what you find, and answer with sources. Say so when the sources disagree.';

export const STUDIES: readonly [Study, ...Study[]] = [
  {
    question: 'How much do heat pumps save compared with gas in old buildings?',
    searches: [
      'heat pump seasonal performance retrofit',
      'gas boiler efficiency old building',
      'field study heat pump unrenovated house',
    ],
    finding:
      'Field studies report a seasonal factor of 2.6 to 3.3 in partly renovated houses; running costs fall by a fifth to a third.',
  },
  {
    question: 'What is known about four-day weeks and output?',
    searches: ['four-day week trial results', 'reduced working hours productivity study'],
    finding: 'Trials mostly report stable output and fewer sick days; few of them had a control group.',
  },
  {
    question: 'Which battery chemistries do without cobalt?',
    searches: ['LFP battery market share', 'sodium-ion battery commercial', 'cobalt-free cathode'],
    finding:
      'LFP is established, sodium-ion is sold in small cars and storage, and manganese-rich cathodes are near production.',
  },
  {
    question: 'Do city tolls reduce traffic for good?',
    searches: ['congestion charge long-term effect', 'Stockholm congestion tax evaluation'],
    finding:
      'Traffic across the boundary fell by about a fifth and stayed lower, with adjustments of the charge over the years.',
  },
  {
    question: 'How reliable are satellite estimates of methane leaks?',
    searches: [
      'satellite methane detection limit',
      'methane emission inventory comparison',
      'controlled release test satellite',
    ],
    finding:
      'Large leaks are found well; below about 100 kg an hour the results of instruments differ widely.',
  },
];

interface Change {
  title: string;
  files: readonly [string, string, ...string[]];
  remark: string;
}

export const REVIEW_SYSTEM =
  'You review pull requests. Report bugs, missing tests and unclear names. Do not comment on formatting.';

export const CHANGES: readonly [Change, ...Change[]] = [
  {
    title: 'Retry failed webhooks',
    files: ['src/webhooks/deliver.ts', 'src/webhooks/backoff.ts'],
    remark:
      'The delay grows without a bound: after ten attempts it is more than a day. Cap it:\n\n```ts\nconst delay = Math.min(base * 2 ** attempt, MAX_DELAY_MS);\n```',
  },
  {
    title: 'Cache exchange rates',
    files: ['src/rates/cache.py', 'src/rates/client.py', 'tests/test_rates.py'],
    remark: 'The cache is never invalidated when a request fails; stale rates stay for ever.',
  },
  {
    title: 'Paginate the order list',
    files: ['app/orders/list.go', 'app/orders/cursor.go'],
    remark: 'Two orders of the same second can be skipped between pages. Add the id to the cursor.',
  },
  {
    title: 'Move sessions to Redis',
    files: ['lib/session/store.rb', 'lib/session/redis.rb', 'spec/session_spec.rb'],
    remark: 'The expiry is set on write only, so active sessions end after an hour.',
  },
];

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

/** A prompt that the sample brings into the registry, oldest version first. */
interface SamplePrompt {
  name: string;
  versions: readonly { version: string; system: string }[];
}

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
  ['Which mattress is warm enough for winter?', 'advice'],
  ['The parcel shop says my parcel is not there', 'shipping'],
  ['How do I change my delivery address for good?', 'account'],
  ['I need the invoice as a PDF', 'billing'],
  ['The app shows my old orders only', 'technical'],
  ['Is the three-person tent high enough to stand in?', 'advice'],
  ['Nothing has moved in tracking for five days', 'shipping'],
  ['I forgot my password and the mail does not come', 'account'],
  ['The discount is missing on my invoice', 'billing'],
  ['The size guide does not open on my phone', 'technical'],
  ['Do I need crampons for the Stubai in June?', 'advice'],
  ['The courier left the parcel in the rain', 'shipping'],
  ['Please delete my account', 'account'],
  ['Which card did you charge?', 'billing'],
  ['Checkout hangs after I choose PayPal', 'technical'],
  ['Down or synthetic for a trip to Scotland?', 'advice'],
  ['Can you send it to a packing station?', 'shipping'],
];

/** An older version of the prompt: it does not say what the answer looks like. */
export const OLD_TRIAGE_SYSTEM = 'Say which team should read the ticket.';

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

export const READING_SYSTEM = 'Sum up what the pages say about the question, with the number of each source.';

const { name: refunds, used, fixed } = REFUND_PROMPT;

/** All prompts that the calls of the sample name, with the version that they name. */
export const SAMPLE_PROMPTS: readonly SamplePrompt[] = [
  { name: refunds, versions: [used, fixed] },
  {
    name: 'ticket-triage',
    versions: [
      { version: '2', system: OLD_TRIAGE_SYSTEM },
      { version: '3', system: TRIAGE_SYSTEM },
    ],
  },
  { name: 'support-reply', versions: [{ version: '7', system: SUPPORT_SYSTEM }] },
  { name: 'catalog-summary', versions: [{ version: '1', system: CATALOG_SYSTEM }] },
  { name: 'research-plan', versions: [{ version: '2', system: RESEARCH_SYSTEM }] },
  { name: 'research-read', versions: [{ version: '5', system: READING_SYSTEM }] },
  { name: 'research-answer', versions: [{ version: '4', system: RESEARCH_SYSTEM }] },
  { name: 'review-file', versions: [{ version: '11', system: REVIEW_SYSTEM }] },
];

/** Criteria that compare texts, so that they cost nothing: is it the right queue, and can a program read the answer? */
export const RIGHT_QUEUE = {
  name: 'Sample: right queue',
  type: 'exact_match',
  rubric: '{{expectedOutput}}',
} as const;
export const READABLE_QUEUE = {
  name: 'Sample: readable answer',
  type: 'regex',
  rubric: String.raw`^\{"queue":"[a-z]+"\}$`,
} as const;

import { describe, expect, it } from 'vitest';
import { readConfig } from '#config';
import { outboundClient } from '#lib/outbound/client';
import {
  alertData,
  factsOf,
  headlineOf,
  messageSentence,
  type AlertFiring,
  type AlertMessage,
} from '../message.ts';
import { CHANNEL_KINDS, type ChannelKind } from '../schemas.ts';
import { channelOf } from './table.ts';
import { checkTargets, maskTargets } from './targets.ts';

const firing = (extra: Partial<AlertFiring> = {}): AlertFiring => ({
  id: 42,
  alertId: 7,
  alertName: 'Checkout cost',
  alertType: 'cost_threshold',
  observedValue: 12.345,
  thresholdValue: 10,
  windowMinutes: 60,
  triggeredAt: Date.UTC(2026, 5, 15, 12, 30),
  ...extra,
});

const message = (extra: Partial<AlertFiring> = {}): AlertMessage => ({
  type: 'alert.fired',
  timestamp: '2026-06-15T12:30:00.000Z',
  data: alertData('https://t.example.com', firing(extra)),
});

describe('the format of each service', () => {
  it.each(CHANNEL_KINDS)('%s', (kind) => {
    expect(channelOf(kind).render(message())).toMatchSnapshot();
  });

  it('pagerduty: a cleared condition resolves the incident', () => {
    expect(channelOf('pagerduty').render({ ...message(), type: 'alert.resolved' })).toEqual({
      event_action: 'resolve',
    });
  });

  it('at most ten details are sent', () => {
    const details = Array.from({ length: 12 }, (_, index) => `Finding ${index + 1}`);
    for (const kind of CHANNEL_KINDS.filter((kind) => kind !== 'webhook')) {
      const sent = JSON.stringify(channelOf(kind).render(message({ details })));
      const shown = ['Finding 10', 'Finding 11', 'and 2 more'].map((text) => sent.includes(text));
      expect([kind, shown]).toEqual([kind, [true, false, true]]);
    }
    expect(channelOf('webhook').render(message({ details }))).toMatchObject({ data: { details } });
  });
});

describe('groups that fired together', () => {
  const group = (value: string, observedValue: number, eventId: number) => ({
    dimension: 'user',
    value,
    observedValue,
    eventId,
  });
  const groups = [group('ada', 12, 42), group('bo', 11.5, 43)];
  const fired = { alertType: 'cost_threshold', group: { dimension: 'user', value: 'ada' }, groups };

  it.each(CHANNEL_KINDS.filter((kind) => kind !== 'webhook'))('%s names the first, and lists all', (kind) => {
    const sent = JSON.stringify(channelOf(kind).render(message(fired))).replaceAll('\\', '');
    for (const text of ['User ada', '1 more group fired at the same time.', 'User bo: $11.50'])
      expect(sent).toContain(text);
  });

  it('webhook: the fields of the first event, and the groups', () => {
    expect(channelOf('webhook').render(message(fired))).toMatchObject({
      data: { group: { dimension: 'user', value: 'ada' }, groups },
    });
  });

  it('at most ten of a hundred are named', () => {
    const many = Array.from({ length: 100 }, (_, at) => group(`u${at}`, 100 - at, at + 1));
    const sent = JSON.stringify(channelOf('slack').render(message({ ...fired, groups: many })));
    expect(['User u9:', 'User u10:', 'and 90 more'].map((text) => sent.includes(text))).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('a hostile value is plain text like a hostile name, and cut', () => {
    const value = `<!channel> @everyone [x](https://evil.example) <script>alert("1")</script>${'x'.repeat(300)}`;
    const hostile = { ...fired, group: { dimension: 'tag:<b>', value }, groups: [{ ...groups[0]!, value }] };
    const slack = channelOf('slack').render(message(hostile)) as { text: string };
    expect(slack.text).not.toMatch(/[<>]/);
    const discord = channelOf('discord').render(message(hostile)) as { embeds: { description: string }[] };
    expect(discord.embeds[0]?.description).toContain(String.raw`https\:\/\/evil\.example`);
    const teams = channelOf('teams').render(message(hostile)) as {
      attachments: { content: { fallbackText: string } }[];
    };
    expect(teams.attachments[0]?.content.fallbackText).not.toContain('evil');
    const { html, subject } = channelOf('email').render(message(hostile)) as {
      html: string;
      subject: string;
    };
    expect(html).not.toContain('<script');
    expect(subject.length).toBeLessThanOrEqual(150);
  });
});

describe('a hostile name', () => {
  const alertName =
    '<!channel> <@U1> [x](https://evil.example) **b** @everyone <script>alert("1")</script> & `c`';
  const rendered = (kind: ChannelKind) => channelOf(kind).render(message({ alertName })) as never;

  it('slack: plain text in blocks, and no brackets in the one text field that is not', () => {
    const sent = rendered('slack') as {
      text: string;
      blocks: { text?: { type: string }; fields?: { type: string }[] }[];
    };
    expect(sent.text).not.toMatch(/[<>]/);
    expect(sent.text).toContain('&lt;!channel&gt;');
    const types = JSON.stringify(sent.blocks).match(/"type":"(?:plain_text|mrkdwn)"/g);
    expect(new Set(types)).toEqual(new Set(['"type":"plain_text"']));
  });

  it('discord: every special character escaped, no mentions', () => {
    const sent = rendered('discord') as { allowed_mentions: unknown; embeds: { title: string }[] };
    expect(sent.allowed_mentions).toEqual({ parse: [] });
    expect(sent.embeds[0]?.title.replaceAll(/\\[!-/:-@[-`{-~]/g, '')).toMatch(/^[\w\s…]*$/);
    expect(sent.embeds[0]?.title).toContain(String.raw`https\:\/\/evil\.example`);
  });

  it('teams: only in text runs, which ignore Markdown, and without entities', () => {
    const sent = JSON.stringify(rendered('teams'));
    expect(sent).not.toContain('"TextBlock"');
    expect(sent).not.toContain('"entities"');
    expect(sent.split('evil.example')).toHaveLength(2);
  });

  it('email: no tag or attribute in the HTML, a subject of one line', () => {
    const { html, subject } = rendered('email') as { html: string; subject: string };
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;');
    expect(html.match(/<a /g)).toHaveLength(1);
    const { subject: broken } = channelOf('email').render(message({ alertName: 'a\r\nBcc: x@y.z' })) as {
      subject: string;
    };
    expect([subject, broken].join('')).not.toMatch(/[\r\n]/);
  });

  it('long names are cut to the limit of the service', () => {
    const long = message({ alertName: '💥*'.repeat(500) });
    const slack = channelOf('slack').render(long) as { blocks: { text: { text: string } }[] };
    expect(slack.blocks[0]?.text.text.length).toBeLessThanOrEqual(150);
    const discord = channelOf('discord').render(long) as { embeds: { title: string }[] };
    expect(discord.embeds[0]?.title.length).toBeLessThanOrEqual(256);
    const pagerduty = channelOf('pagerduty').render(long) as { payload: { summary: string } };
    expect(pagerduty.payload.summary.length).toBeLessThanOrEqual(1_024);
    expect(JSON.stringify([slack, discord, pagerduty])).not.toMatch(/\\u[dD][89a-fA-F]/);
  });
});

it.each([
  [
    {
      alertType: 'latency_degradation',
      of: 'runs',
      percentile: 99,
      observedValue: 2_000,
      thresholdValue: 900,
    },
    'The 99th percentile of the latency of runs in the last 15 minutes is 2 s; the threshold is 900 ms.',
  ],
  [
    { alertType: 'error_rate', of: 'spans', group: { dimension: 'tag:env', value: 'prod' } },
    /^Tag env prod: .* of the spans of the last 15 minutes failed; the threshold is/,
  ],
  [
    {
      alertType: 'cost_threshold',
      of: 'runs',
      group: { dimension: 'project', value: 'prj_1', name: 'Shop' },
    },
    /^Project Shop: Runs of the last 15 minutes cost /,
  ],
  [{ alertType: 'latency_degradation', percentile: 99.9 }, /^The 99\.9th percentile of latency in/],
  [{ alertType: 'latency_degradation', percentile: 50 }, /^The 50th percentile/],
] as const)('%j is worded with what is measured', (extra, sentence) => {
  const { data } = message({ windowMinutes: 15, ...extra });
  expect(messageSentence(data)).toMatch(sentence);
});

describe('the sentence', () => {
  it.each([
    [
      'cost_threshold',
      1_234.5,
      1_000,
      60,
      'Calls of the last hour cost $1,234.50; the threshold is $1,000.00.',
    ],
    [
      'cost_threshold',
      0.00042,
      0.0001,
      5,
      'Calls of the last 5 minutes cost $0.00042; the threshold is $0.0001.',
    ],
    [
      'monthly_budget',
      105.2,
      100,
      60,
      'Calls of this month (UTC) cost $105.20 so far; the budget is $100.00.',
    ],
    [
      'error_rate',
      0.1234,
      0.05,
      15,
      '12.34% of the calls of the last 15 minutes failed; the threshold is 5%.',
    ],
    [
      'latency_degradation',
      2_345.6,
      2_000,
      120,
      'The 95th percentile of latency in the last 2 hours is 2.35 s; the threshold is 2 s.',
    ],
    [
      'anomaly_cost',
      4.21,
      3,
      60,
      'The cost of the last hour is 4.21 deviations above what is usual for this time of day; the threshold is 3 deviations.',
    ],
    [
      'eval_score',
      0.6234,
      0.7,
      1_440,
      'The mean score of the last 24 hours is 0.623 of the scale (0 to 1), below the threshold of 0.7.',
    ],
    ['eval_score', 3.25, 3.5, 60, 'The mean score of the last hour is 3.25, below the threshold of 3.5.'],
    [
      'score_below',
      0.6234,
      0.7,
      1_440,
      'The score of the last 24 hours is 0.623, below the threshold of 0.7.',
    ],
    ['score_above', 0.2, 0.1, 60, 'The score of the last hour is 0.2, above the threshold of 0.1.'],
    [
      'latency_degradation',
      950,
      900,
      10_080,
      'The 95th percentile of latency in the last 7 days is 950 ms; the threshold is 900 ms.',
    ],
    ['cost_threshold', 0.246912, 0, 1_440, 'Calls of the last 24 hours cost $0.247; the threshold is $0.00.'],
    ['guardian_findings', 3, 0, 60, "New findings in the guardian's inbox: 3."],
    ['something_new', 1, 2, 90, 'The value of the last 90 minutes is 1; the threshold is 2.'],
  ])('%s', (alertType, observedValue, thresholdValue, windowMinutes, expected) => {
    const data = alertData('', firing({ alertType, observedValue, thresholdValue, windowMinutes }));
    expect(messageSentence(data)).toBe(expected);
  });

  it.each([
    [
      'anomaly_cost',
      0.2469,
      0.0034,
      'The cost of the last hour is $0.247; usual for this time of day is $0.0034.',
    ],
    [
      'anomaly_latency',
      14_415,
      500,
      'The 95th percentile of latency of the last hour is 14.42 s; usual for this time of day is 500 ms.',
    ],
    [
      'anomaly_error_rate',
      0.25,
      0.01,
      'The error rate of the last hour is 25%; usual for this time of day is 1%.',
    ],
  ])('%s: with the observed and the usual value', (alertType, value, usual, expected) => {
    const compared = { value, usual };
    const data = alertData('', firing({ alertType, observedValue: 821.06, thresholdValue: 4.25, compared }));
    const rest = ' That is 821 deviations above it; the threshold is 4.25 deviations.';
    expect(messageSentence(data)).toBe(expected + rest);
    expect(data).toMatchObject({ windowValue: value, usualValue: usual });
    const [observed, usually, difference, threshold] = factsOf(data);
    expect([observed?.name, usually?.name, difference, threshold?.value]).toEqual([
      'Observed',
      'Usual',
      { name: 'Difference', value: '821 deviations' },
      '4.25 deviations',
    ]);
    expect(headlineOf(data, 100)).toBe(`Checkout cost: ${observed?.value} (usual ${usually?.value})`);
  });

  it('a headline keeps the number, however long the name', () => {
    const { data } = message({ alertName: 'x'.repeat(300) });
    expect(headlineOf(data, 60)).toMatch(/^x{20,}…: \$12\.35 \(threshold \$10\.00\)$/);
    expect(headlineOf(data, 60)).toHaveLength(60);
    const findings = message({ alertType: 'guardian_findings', observedValue: 3, alertName: 'New findings' });
    expect(headlineOf(findings.data, 60)).toBe('New findings: 3');
  });
});

describe('targets', () => {
  const config = readConfig({ TRACEWELL_DATA_DIR: 'nowhere' });
  const reasonOf = (kinds: ChannelKind[], targets: Parameters<typeof checkTargets>[2]) => {
    try {
      checkTargets(config, kinds, targets);
      return null;
    } catch (error) {
      const { reason, details } = error as { reason: string; details: { path: string }[] };
      return [reason, details[0]?.path];
    }
  };

  it('400 for a target that is wrong when it is set', () => {
    expect(reasonOf(['email'], {})).toBeNull();
    expect(reasonOf(['slack'], {})).toEqual(['channel_target_required', 'channelTargets.slack']);
    expect(reasonOf(['slack'], { slack: { url: 'http://hooks.slack.com/x' } })).toEqual([
      'not_https',
      'channelTargets.slack.url',
    ]);
    expect(reasonOf([], { webhook: { url: 'https://10.0.0.1/x' } })).toEqual([
      'blocked_address',
      'channelTargets.webhook.url',
    ]);
    expect(reasonOf(['teams'], { teams: { url: 'https://localhost/x' } })).toEqual([
      'blocked_address',
      'channelTargets.teams.url',
    ]);
    expect(reasonOf(['discord'], { discord: { url: 'https://discord.com/…abcd' } })).toEqual([
      'masked_value',
      'channelTargets.discord.url',
    ]);
    expect(reasonOf(['pagerduty'], { pagerduty: { routingKey: 'no' } })).toEqual([
      'invalid_routing_key',
      'channelTargets.pagerduty.routingKey',
    ]);
    expect(reasonOf(['webhook'], { webhook: { url: 'https://a.example/x', secret: '…abcd' } })).toEqual([
      'masked_value',
      'channelTargets.webhook.secret',
    ]);
  });

  const known = {
    email: { to: ['a@b.example'] },
    slack: { url: 'https://hooks.slack.com/services/T0/B0/secretabcd' },
    webhook: { url: 'https://hooks.example.com:8443/in?token=abcdefghijkl', secret: 'whsec_0123456789' },
    pagerduty: { routingKey: '0123456789abcdef0123456789abcdef' },
  };

  it('masked targets can still be distinguished', () => {
    expect(maskTargets(known)).toEqual({
      email: { to: ['a@b.example'] },
      slack: { url: 'https://hooks.slack.com/…abcd' },
      webhook: { url: 'https://hooks.example.com:8443/…ijkl', secret: '…6789' },
      pagerduty: { routingKey: '…cdef' },
    });
    expect(maskTargets({ webhook: { url: 'https://short.example/ab', secret: 'abc' } })).toEqual({
      webhook: { url: 'https://short.example/…', secret: '…' },
    });
  });

  it('a masked value that is sent back keeps the stored one', () => {
    expect(checkTargets(config, ['slack', 'webhook'], maskTargets(known), known)).toEqual(known);
    const moved = checkTargets(
      config,
      ['webhook'],
      { webhook: { url: 'https://new.example/in', secret: '…6789' } },
      known,
    );
    expect(moved).toEqual({ webhook: { url: 'https://new.example/in', secret: 'whsec_0123456789' } });
  });

  it('pagerduty: to the address of the region, with one key per alert', async () => {
    const sent: [string, unknown][] = [];
    const outbound = {
      ...outboundClient({ allow: [] }),
      post: async (url: string, { body }: { body: string | Uint8Array }) => {
        sent.push([url, JSON.parse(String(body))]);
        return { status: 202, headers: {}, body: '', truncated: false, durationMs: 1 };
      },
    };
    const means = {
      outbound,
      mailer: undefined as never,
      log: undefined as never,
      clock: { now: () => 0 },
      owners: async () => [],
      signal: new AbortController().signal,
    };
    const routingKey = known.pagerduty.routingKey;
    const parcel = { id: 'dlv_1', accountId: 'acc_1', message: message() };
    await channelOf('pagerduty').send(means, { routingKey }, parcel);
    await channelOf('pagerduty').send(
      means,
      { routingKey, region: 'eu' },
      { ...parcel, message: { ...message(), type: 'alert.resolved' } },
    );
    const keys = { routing_key: routingKey, dedup_key: 'tracewell/acc_1/alert/7' };
    expect(sent).toEqual([
      [
        'https://events.pagerduty.com/v2/enqueue',
        expect.objectContaining({ ...keys, event_action: 'trigger' }),
      ],
      ['https://events.eu.pagerduty.com/v2/enqueue', { ...keys, event_action: 'resolve' }],
    ]);
  });
});

// Pictures, sound and files of a run: a strip of screenshots, pictures in results of tools, a player, a download.
import { crc32, deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit, type Visitor } from './browser.ts';
import { agent, chatIn, sendSpans, tool, type Span } from './spans.ts';

const PATIENCE = { timeout: 120_000 };
const POLL = { timeout: 60_000, interval: 200 };
const RUN = '3c8efff798038103d269b633813fc60c';
const STEPS = 8;
const chat = chatIn('visitor-9');
const WIDTH = 480;
const HEIGHT = 300;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A page in a browser, with as many lines as the agent has taken steps. */
function screenshot(step: number): string {
  const rows: Buffer[] = [];
  for (let y = 0; y < HEIGHT; y += 1) {
    const row = Buffer.alloc(1 + WIDTH * 3, 250);
    row[0] = 0;
    for (let x = 0; x < WIDTH; x += 1) {
      const isBar = y < 28;
      const isLine =
        y > 44 && (y - 44) % 28 < 14 && (y - 44) / 28 < step + 1 && x > 20 && x < 240 + ((y * 37) % 200);
      const noise = (x * 7 + y * 13 + step * 29) % 5;
      const colour = isBar
        ? [40, 90 + step * 12, 160]
        : isLine
          ? [70 + noise, 80, 95]
          : [248 + noise, 250, 252];
      row.set(colour, 1 + x * 3);
    }
    rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]).toString('base64');
}

function sound(): string {
  const samples = Buffer.from(
    Uint8Array.from({ length: 8_000 }, (_, at) => 128 + 90 * Math.sin((at * 2 * Math.PI * 440) / 8_000)),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]).toString('base64');
}

const spoken = 'Please find a hotel in Paris, for two nights.';
const asked = JSON.stringify([
  {
    role: 'user',
    content: [
      { type: 'input_audio', input_audio: { data: sound(), format: 'wav', transcript: spoken } },
      {
        type: 'file',
        file: {
          filename: 'travel-policy.pdf',
          file_data: `data:application/pdf;base64,${Buffer.from(`%PDF-1.4\n${'% policy\n'.repeat(150)}`).toString('base64')}`,
        },
      },
    ],
  },
]);
const seen = (step: number) =>
  JSON.stringify([
    { type: 'text', text: `Step ${step} is done.` },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: screenshot(step) } },
  ]);

const spans: Span[] = [
  { name: 'invoke_agent Browser', id: 1, from: 0, to: STEPS * 2_000, attributes: agent('Browser') },
  ...Array.from({ length: STEPS }, (_, step): Span[] => [
    {
      name: 'chat gpt-5',
      id: 10 + step * 2,
      under: 1,
      from: step * 2_000 + 10,
      to: step * 2_000 + 900,
      attributes: {
        ...chat('gpt-5', 1_000 + step * 900, 40, '', 'I click on it.'),
        'gen_ai.input.messages':
          step === 0 ? asked : JSON.stringify([{ role: 'tool', content: JSON.parse(seen(step - 1)) }]),
      },
    },
    {
      name: 'execute_tool computer',
      id: 11 + step * 2,
      under: 1,
      from: step * 2_000 + 950,
      to: step * 2_000 + 1_900,
      attributes: {
        ...tool('computer'),
        'gen_ai.tool.call.arguments': '{"action":"left_click","coordinate":[120,80]}',
        'gen_ai.tool.call.result': seen(step),
      },
    },
  ]).flat(),
];

let account: Account | null = null;

async function sent(): Promise<Account> {
  if (account) return account;
  account = await makeAccount();
  await account.api('PUT', '/v1/account/consents/plaintext-storage');
  await sendSpans(account, RUN, Date.now() - 600_000, spans);
  return account;
}

const LOOKS: Visitor[] = [{ theme: 'light' }, { theme: 'dark' }, { theme: 'light', width: 390, height: 844 }];

it.each(LOOKS)('a run shows its pictures, sound and files (%o)', PATIENCE, async (look) => {
  const name = `media-${look.theme}-${look.width ?? 'wide'}`;
  const { page, faults } = await visit(`/traces/${RUN}`, { as: await sent(), ...look });
  const strip = page.getByRole('region', { name: 'Pictures of the run' });
  await strip
    .getByRole('listitem')
    .nth(STEPS - 1)
    .waitFor(POLL);
  await expectFits(page);
  const pictures = strip.locator('img');
  await expect
    .poll(
      () =>
        pictures.evaluateAll((all: HTMLImageElement[]) =>
          all.slice(0, 3).every((one) => one.naturalWidth === 480),
        ),
      POLL,
    )
    .toBe(true);
  await shot(page, `${name}-run`);

  await strip.getByRole('button', { name: /^Picture 4, after/ }).click();
  const inPlace = page.getByRole('img', { name: 'Image of the message' });
  await inPlace.first().waitFor(POLL);
  await shot(page, `${name}-picture`);
  await expectAccessible(page);

  await go(page, `/traces/${RUN}?span=${RUN}-${(10).toString(16).padStart(16, '0')}`);
  await page.getByText(spoken).first().waitFor(POLL);
  await page.locator('audio').first().waitFor(POLL);
  const download = page.getByRole('link', { name: /Download travel-policy\.pdf/ }).first();
  expect(await download.getAttribute('download')).toBe('travel-policy.pdf');
  await shot(page, `${name}-voice`);
  expect(faults).toEqual([]);
});

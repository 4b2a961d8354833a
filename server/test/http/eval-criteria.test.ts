import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evaluate } from '#services/scores';
import { PRESETS } from '#features/eval-criteria';
import { existingCriteria } from '#services/criteria';
import { makeTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

const URL = '/v1/eval-criteria';
const polite = { name: 'Polite', rubric: 'Is it polite?', scaleMin: 1, scaleMax: 5 };

interface Criterion {
  id: number;
  name: string;
  isGlobal: boolean;
}

const create = (from: Caller, changes: Record<string, unknown> = {}) =>
  from.call('POST', URL, { ...polite, ...changes });

/** Returns the newest one in the answer. */
async function made(from: Caller, changes: Record<string, unknown> = {}): Promise<Criterion> {
  const reply = await create(from, changes);
  expect([reply.body, reply.statusCode]).toEqual([reply.body, 200]);
  return reply.json().criteria.at(-1);
}

const own = async (from: Caller): Promise<Criterion[]> =>
  (await from.call('GET', URL)).json().criteria.filter(({ isGlobal }: Criterion) => !isGlobal);

const addScores = (accountId: string, criterionId: number, count: number) =>
  app.services.metadata.transaction(async (db) => {
    await db
      .insertInto('eval_scores')
      .values(
        Array.from({ length: count }, (_, index) => ({
          account_id: accountId,
          project_id: null,
          run_id: null,
          rule_id: null,
          criterion_id: criterionId,
          call_id: `call-${index}`,
          call_timestamp: 0,
          trace_id: null,
          score: 5,
          normalized: 1,
          label: null,
          reasoning: '',
          status: 'scored' as const,
          reason: null,
          judge: null,
          cost_micros: 0,
          created_at: 0,
        })),
      )
      .execute();
  });

const scoresOf = async (accountId: string, criterionId: number) =>
  (
    await app.services.metadata.reader
      .selectFrom('eval_scores')
      .select('id')
      .where('account_id', '=', accountId)
      .where('criterion_id', '=', criterionId)
      .execute()
  ).length;

describe('criteria', () => {
  it('200: every account has the three built-in ones, on any plan', async () => {
    const account = await app.account({ plan: 'free' });
    const { criteria } = (await account.call('GET', URL)).json();
    expect(criteria.map(({ id, name }: Criterion) => [id, name])).toEqual([
      [1, 'Helpfulness'],
      [2, 'Correctness'],
      [3, 'Safety'],
    ]);
    for (const criterion of criteria) {
      expect(criterion).toMatchObject({
        isGlobal: true,
        type: 'llm_judge',
        scoreType: 'numeric',
        scope: 'call',
        scaleMin: 1,
        scaleMax: 5,
      });
      for (const level of [1, 2, 3, 4, 5])
        expect(criterion.rubric).toMatch(new RegExp(`^${level}: .{20,}$`, 'm'));
      expect(criterion.rubric).toMatch(/The output is empty: \d\./);
      expect((await account.call('GET', `${URL}/${criterion.id}`)).json()).toEqual(criterion);
    }
  });

  it('200: created, read, replaced and deleted, each answering with the list and leaving its audit entry', async () => {
    const account = await app.account({ plan: 'pro' });
    const reply = await create(account);
    expect(reply.statusCode).toBe(200);
    expect(reply.json().criteria).toHaveLength(4);
    const criterion = reply.json().criteria[3];
    expect(criterion).toEqual({
      id: expect.any(Number),
      ...polite,
      type: 'llm_judge',
      scoreType: 'numeric',
      scope: 'call',
      isGlobal: false,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    });
    expect(criterion.id).toBeGreaterThan(1_000);
    const url = `${URL}/${criterion.id}`;
    expect((await account.call('GET', url)).json()).toEqual(criterion);
    clock.advance(1_000);
    const next = { name: 'Courteous', rubric: 'Courteous?', scaleMin: -1.5, scaleMax: 2.25 };
    const replaced = await account.call('PATCH', url, next);
    expect(replaced.json().criteria[3]).toEqual({
      ...criterion,
      ...next,
      updatedAt: '2026-03-01T12:00:01.000Z',
    });
    const again = await account.call('PATCH', url, next);
    expect([again.statusCode, again.json()]).toEqual([200, replaced.json()]);
    const gone = await account.call('DELETE', url);
    expect([gone.statusCode, gone.json().criteria.length]).toEqual([200, 3]);
    for (const method of ['GET', 'DELETE']) expect((await account.call(method, url)).statusCode).toBe(404);
    expect((await account.call('PATCH', url, next)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 3)).toMatchObject([
      {
        action: 'eval_criterion.delete',
        targetId: String(criterion.id),
        metadata: { name: 'Courteous', scores: 0 },
      },
      { action: 'eval_criterion.update', metadata: { changed: ['name', 'rubric', 'scaleMin', 'scaleMax'] } },
      { action: 'eval_criterion.create', metadata: { name: 'Polite', type: 'llm_judge' } },
    ]);
    expect(entries[3].action).not.toMatch(/^eval_criterion/);
  });

  it('200: the kind of a criterion stays if it is omitted, and changes if it is given', async () => {
    const account = await app.account();
    const { id } = await made(account, { scope: 'trajectory', scoreType: 'categorical' });
    const kept = (await account.call('PATCH', `${URL}/${id}`, polite)).json().criteria[3];
    expect(kept).toMatchObject({ scope: 'trajectory', scoreType: 'categorical', type: 'llm_judge' });
    const pattern = { ...polite, rubric: '^a', type: 'regex', scope: 'call', scoreType: 'numeric' };
    const changed = (await account.call('PATCH', `${URL}/${id}`, pattern)).json().criteria[3];
    expect(changed).toMatchObject({ type: 'regex', scope: 'call', scoreType: 'numeric' });
    const broken = await account.call('PATCH', `${URL}/${id}`, { ...polite, rubric: '(a' });
    expect([broken.statusCode, broken.json().reason]).toEqual([400, 'invalid_rubric']);
    const trajectory = await account.call('PATCH', `${URL}/${id}`, {
      ...polite,
      rubric: 'a',
      scope: 'trajectory',
    });
    expect(trajectory.statusCode).toBe(400);
  });

  it('200: all presets, the same as the public ones; each can be created', async () => {
    const account = await app.account({ plan: 'free' });
    const { presets } = (await account.call('GET', `${URL}/presets`)).json();
    expect(presets).toEqual(PRESETS);
    expect((await app.call('GET', '/v1/public/presets')).json()).toEqual({ presets });
    expect((await app.call('GET', `${URL}/presets`)).statusCode).toBe(401);
    const paying = await app.account();
    for (const { key: _key, category: _category, descriptionJa: _description, ...preset } of presets) {
      expect(await made(paying, preset)).toMatchObject(preset);
    }
  });

  it('200: deleting a criterion deletes its scores, and no others', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const [gone, stays] = [await made(account), await made(account, { name: 'Stays' })];
    await addScores(account.id, gone.id, 3);
    await addScores(account.id, stays.id, 2);
    await addScores(account.id, 1, 1);
    await addScores(other.id, gone.id, 1);
    expect((await account.call('DELETE', `${URL}/${gone.id}`)).statusCode).toBe(200);
    expect(await scoresOf(account.id, gone.id)).toBe(0);
    expect(await scoresOf(account.id, stays.id)).toBe(2);
    expect(await scoresOf(account.id, 1)).toBe(1);
    expect(await scoresOf(other.id, gone.id)).toBe(1);
    const [entry] = (await account.call('GET', '/v1/audit?action=eval_criterion.delete')).json().entries;
    expect(entry.metadata).toEqual({ name: 'Polite', scores: 3 });
  });

  it('200: scores that are added while their criterion is deleted are deleted with it', async () => {
    const account = await app.account();
    for (let round = 0; round < 4; round += 1) {
      const { id } = await made(account, { name: `Round ${round}` });
      const add = () =>
        app.services.metadata.transaction(async (db) => {
          const there = await existingCriteria(db, account.id, [id, 1, 999_999]);
          expect(there.has(1) && !there.has(999_999)).toBe(true);
          if (!there.has(id)) return;
          await db
            .insertInto('eval_scores')
            .values({
              account_id: account.id,
              criterion_id: id,
              call_id: 'late',
              call_timestamp: 0,
              reasoning: '',
              status: 'scored',
              cost_micros: 0,
              created_at: 0,
            })
            .execute();
        });
      await Promise.all([add(), add(), account.call('DELETE', `${URL}/${id}`), add()]);
      expect(await scoresOf(account.id, id)).toBe(0);
    }
  });

  it('404: built-in ones, those of other accounts and invalid ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { id } = await made(other);
    const strange = [id, 4, 999, 0, -1, 1.5, 'x', '1e9', 2 ** 63, '99999999999999999999'];
    for (const each of strange) {
      for (const [method, body] of [['GET'], ['PATCH', polite], ['DELETE']] as const) {
        const reply = await mine.call(method, `${URL}/${each}`, body);
        expect([each, method, reply.statusCode]).toEqual([each, method, 404]);
      }
    }
    for (const global of [1, 2, 3]) {
      expect((await mine.call('PATCH', `${URL}/${global}`, polite)).statusCode).toBe(404);
      expect((await mine.call('DELETE', `${URL}/${global}`)).statusCode).toBe(404);
    }
    expect(await own(other)).toMatchObject([{ id, name: 'Polite' }]);
    expect(await own(mine)).toEqual([]);
  });

  it('409 name_taken: the same name twice, also concurrently, and the name of a built-in one', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const replies = await Promise.all([1, 2, 3, 4].map(() => create(account, { name: 'Same' })));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409, 409, 409]);
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409)) {
      expect(reply.json().reason).toBe('name_taken');
    }
    expect((await create(other, { name: 'Same' })).statusCode).toBe(200);
    for (const name of ['Helpfulness', 'Correctness', 'Safety']) {
      expect((await create(account, { name })).json().reason).toBe('name_taken');
    }
    const { id } = await made(account, { name: 'Another' });
    for (const name of ['Same', 'Safety']) {
      const reply = await account.call('PATCH', `${URL}/${id}`, { ...polite, name });
      expect([reply.statusCode, reply.json().reason]).toEqual([409, 'name_taken']);
    }
    const { id: third } = await made(account, { name: 'Third' });
    const renamed = await Promise.all(
      [id, third].map((each) => account.call('PATCH', `${URL}/${each}`, { ...polite, name: 'Wanted' })),
    );
    expect(renamed.map((reply) => reply.statusCode).toSorted()).toEqual([200, 409]);
    expect((await own(account)).map(({ name }) => name).toSorted()).toHaveLength(3);
  });

  it('409 limit_reached: the 101st, also with concurrent requests', async () => {
    const account = await app.account();
    for (let batch = 0; batch < 7; batch += 1) {
      await Promise.all(Array.from({ length: 14 }, (_, n) => made(account, { name: `C ${batch} ${n}` })));
    }
    const last = await Promise.all([1, 2, 3, 4].map((n) => create(account, { name: `Last ${n}` })));
    expect(last.map((reply) => reply.statusCode).toSorted()).toEqual([200, 200, 409, 409]);
    expect(last.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('limit_reached');
    const criteria = await own(account);
    expect([criteria.length, new Set(criteria.map(({ id }) => id)).size]).toEqual([100, 100]);
    const ids = criteria.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    await account.call('DELETE', `${URL}/${ids[0]}`);
    expect((await create(account, { name: 'Room' })).statusCode).toBe(200);
  });

  it('400: invalid criteria', async () => {
    const account = await app.account();
    const cases: [changes: Record<string, unknown>, path: string][] = [
      [{ name: '' }, 'name'],
      [{ name: '   ' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: undefined }, 'name'],
      [{ rubric: '' }, 'rubric'],
      [{ rubric: ' \n ' }, 'rubric'],
      [{ rubric: 'x'.repeat(10_001) }, 'rubric'],
      [{ rubric: 'a\u0000b' }, 'rubric'],
      [{ rubric: undefined }, 'rubric'],
      [{ scaleMin: undefined }, 'scaleMin'],
      [{ scaleMax: undefined }, 'scaleMax'],
      [{ scaleMin: '1' }, 'scaleMin'],
      [{ scaleMin: null }, 'scaleMin'],
      [{ scaleMin: -1e10 }, 'scaleMin'],
      [{ scaleMax: 1e10 }, 'scaleMax'],
      [{ scaleMin: 5 }, 'scaleMax'],
      [{ scaleMin: 6 }, 'scaleMax'],
      [{ scoreType: 'boolean' }, 'scaleMax'],
      [{ scoreType: 'boolean', scaleMin: 0, scaleMax: 5 }, 'scaleMax'],
      [{ scoreType: 'boolean', scaleMin: 0.5, scaleMax: 1 }, 'scaleMax'],
      [{ scoreType: 'stars' }, 'scoreType'],
      [{ type: 'vibes' }, 'type'],
      [{ scope: 'run' }, 'scope'],
      [{ type: 'regex', rubric: 'a', scope: 'trajectory' }, 'scope'],
      [{ type: 'exact_match', rubric: 'a', scope: 'trajectory' }, 'scope'],
      [{ id: 7 }, 'id'],
      [{ isGlobal: true }, 'isGlobal'],
    ];
    for (const [changes, path] of cases) {
      const reply = await create(account, changes);
      // For a missing field, the message contains the name.
      const [{ path: place, message }] = reply.json().details;
      expect([changes, reply.statusCode, `${place} ${message}`]).toEqual([
        changes,
        400,
        expect.stringMatching(new RegExp(`^(${path} |.*\\b${path}\\b)`)),
      ]);
    }
    for (const scale of ['1e999', '-1e999', 'NaN']) {
      const body = JSON.stringify(polite).replace('"scaleMax":5', `"scaleMax":${scale}`);
      const reply = await account.call('POST', URL, body, { 'content-type': 'application/json' });
      expect([scale, reply.statusCode]).toEqual([scale, 400]);
    }
    expect(await own(account)).toEqual([]);
  });

  it('200: values just within the limits', async () => {
    const account = await app.account();
    await made(account, { name: 'x'.repeat(100), rubric: 'r' });
    await made(account, { name: 'y', rubric: '語'.repeat(10_000), scaleMin: -1e9, scaleMax: 1e9 });
    await made(account, { name: 'Yes 🚀', scoreType: 'boolean', scaleMin: 0, scaleMax: 1 });
    await made(account, { name: 'Blank', rubric: ' ', type: 'contains' });
    await made(account, { name: 'Path', rubric: '$.a == 1', type: 'json_path' });
    expect((await own(account)).map(({ name }) => name)).toEqual([
      'x'.repeat(100),
      'y',
      'Yes 🚀',
      'Blank',
      'Path',
    ]);
  });

  it('400 invalid_rubric: rubrics that do not compile, with the reason and the position', async () => {
    const account = await app.account();
    const cases: [type: string, rubric: string, says: RegExp][] = [
      ['regex', 'a(b', /missing closing \) \(at character 2\)\.$/],
      ['regex', 'x(?=y)', /does not compile in RE2.*\(at character 2\)\.$/],
      ['json_schema', '{"type": }', /The schema is not valid JSON \(at character 10\)\.$/],
      ['json_schema', '{"type": "objekt"}', /\/type must be equal to one of the allowed values\.$/],
      ['json_schema', '{"$ref": "https://example.org/x"}', /can't resolve reference/],
      ['json_path', '$.a[', /unclosed bracketed selection \(at character 4\)\.$/],
      ['json_path', '$.a == yes', /What stands after == is not valid JSON \(at character 8\)\.$/],
    ];
    for (const [type, rubric, says] of cases) {
      const reply = await create(account, { type, rubric });
      const { reason, details } = reply.json();
      expect([rubric, reply.statusCode, reason, details[0].path]).toEqual([
        rubric,
        400,
        'invalid_rubric',
        'rubric',
      ]);
      expect(details[0].message).toMatch(says);
    }
  });

  it('400 invalid_rubric: one that takes too long to compile is stopped, and the service continues', async () => {
    const account = await app.account();
    const rubric = `(?i)${'[\\x{80}-\\x{10FFFF}]'.repeat(450)}`;
    const [slow, list] = await Promise.all([
      create(account, { type: 'regex', rubric }),
      account.call('GET', URL),
    ]);
    expect(list.statusCode).toBe(200);
    expect([slow.statusCode, slow.json().reason]).toEqual([400, 'invalid_rubric']);
    expect(slow.json().error).toMatch(/takes too long to compile/);
    expect(
      await evaluate(
        { state: app.services.state, account: { id: 'acc_any' } },
        { type: 'regex', rubric: '^a', scaleMin: 0, scaleMax: 1 },
        { output: 'ab', expectedOutput: null },
      ),
    ).toMatchObject({ score: 1, passed: true });
  });

  it('403: Free, viewers and keys without write can read but not change', async () => {
    const account = await app.account({ plan: 'free' });
    const paying = await app.account();
    const { id } = await made(paying);
    const callers = [
      [account, 'plan_required'],
      [await paying.member('viewer'), 'insufficient_role'],
      [await paying.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const;
    for (const [caller, reason] of callers) {
      expect((await caller.call('GET', URL)).statusCode).toBe(200);
      for (const [method, url, body] of [
        ['POST', URL, { ...polite, name: 'New' }],
        ['PATCH', `${URL}/${id}`, polite],
        ['DELETE', `${URL}/${id}`, undefined],
      ] as const) {
        const reply = await caller.call(method, url, body);
        expect([method, reply.statusCode, reply.json().reason]).toEqual([method, 403, reason]);
      }
    }
    const blind = await paying.key(['write:records']);
    expect((await blind.call('GET', URL)).statusCode).toBe(403);
  });

  it('200, 400 or 409: a type change during a concurrent replacement never leaves a wrong rubric', async () => {
    const account = await app.account();
    const { id } = await made(account, { type: 'regex', rubric: '^a' });
    const replies = await Promise.all([
      account.call('PATCH', `${URL}/${id}`, { ...polite, type: 'json_path', rubric: '$.a' }),
      account.call('PATCH', `${URL}/${id}`, { ...polite, rubric: '^b' }),
    ]);
    for (const reply of replies) expect([200, 400, 409]).toContain(reply.statusCode);
    const criterion = (await account.call('GET', `${URL}/${id}`)).json();
    expect([
      ['json_path', '$.a'],
      ['regex', '^b'],
    ]).toContainEqual([criterion.type, criterion.rubric]);
  });
});

import { conversationOf, type Message } from '@tracewell/sdk/reading';
import { describe, expect, it } from 'vitest';
import { firstSentence, newMessages } from './new-messages.ts';

const user = (content: string) => ({ role: 'user', content });
const says = (content: string) => ({ role: 'assistant', content });
const SYSTEM = { role: 'system', content: 'Be kind.' };

/** What each call adds, as `role: text`. */
const news = (...calls: object[]): string[][] =>
  newMessages(calls.map((requestMeta) => conversationOf({ requestMeta, toolCalls: null }))).map((messages) =>
    messages.map(
      ({ role, parts }) =>
        `${role}: ${parts.map((part) => ('text' in part ? part.text : part.kind)).join(' ')}`,
    ),
  );

describe('a session', () => {
  it('shows each message once: seven messages in four calls stay seven, with the instructions once', () => {
    const talk = [user('1'), says('one'), user('2'), says('two'), user('3'), says('three'), user('4')];
    expect(
      news(
        { input: [SYSTEM, ...talk.slice(0, 1)], output: 'one' },
        { input: [SYSTEM, ...talk.slice(0, 3)], output: 'two' },
        { input: [SYSTEM, ...talk.slice(0, 5)], output: 'three' },
        { input: [SYSTEM, ...talk], output: 'four' },
      ),
    ).toEqual([
      ['system: Be kind.', 'user: 1', 'assistant: one'],
      ['user: 2', 'assistant: two'],
      ['user: 3', 'assistant: three'],
      ['user: 4', 'assistant: four'],
    ]);
  });

  it('shows instructions again only if they change, and repeats nothing else then', () => {
    expect(
      news(
        { systemInstructions: 'Today is Monday.', input: [user('1')], output: 'one' },
        {
          systemInstructions: 'Today is Tuesday.',
          input: [user('1'), says('one'), user('2')],
          output: 'two',
        },
      ),
    ).toEqual([
      ['system: Today is Monday.', 'user: 1', 'assistant: one'],
      ['system: Today is Tuesday.', 'user: 2', 'assistant: two'],
    ]);
  });

  it('recognises an answer that comes back in another form, and without its reasoning', () => {
    const output = [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'tool_use', id: 'a', name: 'find', input: { id: 1 } },
        ],
      },
    ];
    const back = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'find', arguments: '{"id":1}' } }],
    };
    expect(
      news(
        { input: [user('1')], output },
        { input: [user('1'), back, { role: 'tool', tool_call_id: 'a', content: 'x' }], output: 'Done' },
        {
          input: [
            user('1'),
            back,
            { role: 'tool', tool_call_id: 'a', content: 'x' },
            says('It is done.'),
            user('2'),
          ],
          output: 'two',
        },
      ),
    ).toEqual([
      ['user: 1', 'assistant: Hm. toolCall'],
      ['tool: toolResult', 'assistant: Done'],
      ['user: 2', 'assistant: two'],
    ]);
  });

  it('recognises a history whose beginning was dropped', () => {
    expect(
      news(
        { input: [user('1'), says('one'), user('2')], output: 'two' },
        { input: [user('2'), says('two'), user('3')], output: 'three' },
      )[1],
    ).toEqual(['user: 3', 'assistant: three']);
  });

  it('shows a question again that is asked again', () => {
    expect(news({ input: 'Status?', output: 'Fine' }, { input: 'Status?', output: 'Still fine' })[1]).toEqual(
      ['user: Status?', 'assistant: Still fine'],
    );
  });

  it('keeps agents apart that work side by side', () => {
    expect(
      news(
        { input: [user('A')], output: 'a' },
        { input: [user('B')], output: 'b' },
        { input: [user('A'), says('a'), user('go on')], output: 'a2' },
        { input: [user('B'), says('b'), user('go on')], output: 'b2' },
      ),
    ).toEqual([
      ['user: A', 'assistant: a'],
      ['user: B', 'assistant: b'],
      ['user: go on', 'assistant: a2'],
      ['user: go on', 'assistant: b2'],
    ]);
  });

  it('has no messages where nothing is stored', () => {
    expect(news({}, { input: [user('1')], output: 'one' }, {})).toEqual([
      [],
      ['user: 1', 'assistant: one'],
      [],
    ]);
  });
});

describe('the title of a session', () => {
  const message = (role: string, text: string): Message => ({ role, parts: [{ kind: 'text', text }] });

  it('is the first sentence of the user', () => {
    expect(
      firstSentence([message('system', 'Be kind.'), message('user', 'Where is\u00a0my order? I waited.')]),
    ).toBe('Where is my order?');
    expect(firstSentence([message('user', '注文はどこですか？ 教えて')])).toBe('注文はどこですか？');
    expect(firstSentence([message('user', 'one line\nand more')])).toBe('one line');
  });

  it('is short, and none if no user said anything', () => {
    expect(firstSentence([message('user', '😀'.repeat(300))])).toBe(`${'😀'.repeat(50)}…`);
    expect(firstSentence([message('user', `a${'😀'.repeat(300)}`)])).toBe(`a${'😀'.repeat(49)}…`);
    expect(firstSentence([message('user', ' \n '), message('assistant', 'Hello')])).toBeNull();
  });
});

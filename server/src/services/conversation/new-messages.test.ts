import { conversationOf, type Conversation } from '@tracewell/sdk/reading';
import { describe, expect, it } from 'vitest';
import { ConversationSoFar, marksOf } from './new-messages.ts';

const user = (content: string) => ({ role: 'user', content });
const says = (content: string) => ({ role: 'assistant', content });
const SYSTEM = { role: 'system', content: 'Be kind.' };

const said = (requestMeta: object) => conversationOf({ requestMeta, toolCalls: null });

/** What each call adds, as `role: text`; what earlier calls had, as its number of messages. */
function stretches(...calls: object[]): (string | number)[][] {
  const soFar = new ConversationSoFar();
  return calls.map((call) => {
    const conversation = said(call);
    const written = (messages: Conversation['output']) =>
      messages.map(
        ({ role, parts }) =>
          `${role}: ${parts.map((part) => ('text' in part ? part.text : part.kind)).join(' ')}`,
      );
    const given = soFar
      .add(conversation)
      .flatMap(({ messages, count }): (string | number)[] =>
        messages === null ? [count] : written(messages),
      );
    return given.concat(written(conversation.output));
  });
}

const news = (...calls: object[]): string[][] =>
  stretches(...calls).map((call) => call.filter((each): each is string => typeof each === 'string'));

describe('what a call adds', () => {
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

  it('counts what earlier calls had, in place', () => {
    expect(
      stretches(
        { input: [SYSTEM, user('1')], output: 'one' },
        { input: [SYSTEM, user('1'), says('one'), user('2')], output: 'two' },
      )[1],
    ).toEqual([3, 'user: 2', 'assistant: two']);
  });

  it('shows only the summary and the question when the history was summarized', () => {
    const talk = [user('1'), says('one'), user('2'), says('two'), user('3')];
    expect(
      stretches(
        { input: [SYSTEM, ...talk], output: 'three' },
        {
          input: [SYSTEM, user('Summary: 1 and 2'), says('two'), user('3'), says('three!'), user('4')],
          output: 'four',
        },
        {
          input: [
            SYSTEM,
            user('Summary: 1 and 2'),
            says('two'),
            user('3'),
            says('three!'),
            user('4'),
            says('four'),
            user('5'),
          ],
          output: 'five',
        },
      ).slice(1),
    ).toEqual([
      [1, 'user: Summary: 1 and 2', 3, 'user: 4', 'assistant: four'],
      [7, 'user: 5', 'assistant: five'],
    ]);
  });

  it('shows what was edited in the middle of a history, and not what is around it', () => {
    const tool = (id: string, content: string) => ({ role: 'tool', tool_call_id: id, content });
    const calls = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, function: { name: 'read', arguments: `{"file":"${id}"}` } }],
    });
    const turns = ['a', 'b', 'c'].flatMap((id) => [calls(id), tool(id, `text of ${id}`)]);
    expect(
      stretches(
        { input: [user('Go'), ...turns], output: [calls('d')] },
        {
          input: [
            user('Go'),
            calls('a'),
            tool('a', '[cleared]'),
            ...turns.slice(2),
            calls('d'),
            tool('d', 'text'),
          ],
          output: 'Done',
        },
      )[1],
    ).toEqual([2, 'tool: toolResult', 5, 'tool: toolResult', 'assistant: Done']);
  });

  it('does not take a short word for a repetition of the same word elsewhere', () => {
    expect(
      stretches(
        { input: [user('1'), says('one'), user('yes'), says('two'), user('3')], output: 'three' },
        { input: [user('1'), says('other'), user('yes'), says('and now?'), user('9')], output: 'nine' },
      )[1],
    ).toEqual([1, 'assistant: other', 'user: yes', 'assistant: and now?', 'user: 9', 'assistant: nine']);
  });

  it('shows what is appended to a text without messages', () => {
    const text = `Human: ${'long question '.repeat(30)}`;
    expect(
      stretches(
        { input: text, output: 'one' },
        { input: `${text}\nAssistant: one\nHuman: two?`, output: 'two' },
        { input: `${text}\nAssistant: one\nHuman: two?\nAssistant: two\nHuman: three?`, output: 'three' },
      ).slice(1),
    ).toEqual([
      [1, 'user: \nAssistant: one\nHuman: two?', 'assistant: two'],
      [1, 'user: \nAssistant: two\nHuman: three?', 'assistant: three'],
    ]);
  });

  it('recognizes calls of which only the marks are kept', () => {
    const soFar = new ConversationSoFar();
    const next = said({ input: [user('1'), says('one'), user('2')], output: 'two' });
    expect(soFar.continues(next)).toBe(false);
    soFar.remember(marksOf(said({ input: [user('1')], output: 'one' })));
    expect(soFar.continues(next)).toBe(true);
    expect(soFar.add(next).map(({ count, messages }) => [count, messages === null])).toEqual([
      [2, true],
      [1, false],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import {
  runBodyOf,
  columnFromCall,
  columnFromPrompt,
  columnFromShared,
  continued,
  emptyColumn,
  mockedResults,
  newMessage,
  newPlaceholder,
  placeholderNames,
  renamedPlaceholders,
  toolNames,
  variablesIn,
  type ColumnDraft,
} from './draft.ts';
import { datasetInputOf } from './dataset-item.ts';

const connection = {
  id: 'mdc_1',
  provider: 'openai',
  defaultModel: 'gpt-4o-mini',
  models: [] as string[],
} as Parameters<typeof columnFromCall>[1][number];
const other = {
  ...connection,
  id: 'mdc_2',
  provider: 'anthropic',
  defaultModel: 'claude',
} as typeof connection;

const column = (changes: Partial<ColumnDraft>): ColumnDraft => ({ ...emptyColumn('mdc_1'), ...changes });
const IMAGE = 'data:image/png;base64,AAAA';

describe('a column', () => {
  it('from a call is sent as it was recorded', () => {
    const draft = {
      callId: 'c',
      provider: 'anthropic',
      model: 'claude-x',
      hasContent: true,
      messages: [
        { role: 'system' as const, content: 'Be brief.' },
        {
          role: 'user' as const,
          content: [
            { type: 'text' as const, text: 'Hi' },
            { type: 'image' as const, image: IMAGE },
          ],
        },
        { role: 'assistant' as const, content: '', toolCalls: [{ id: 't', name: 'now', arguments: {} }] },
        { role: 'tool' as const, content: '12:00', toolCallId: 't' },
      ],
      tools: [{ name: 'now', parameters: { type: 'object' } }],
      settings: { temperature: 0.5, maxOutputTokens: 9, stopSequences: ['END'] },
      outputSchema: { type: 'object' },
      promptId: 7,
    };
    expect(runBodyOf(columnFromCall(draft, [connection, other]), {})).toEqual({
      body: {
        connectionId: 'mdc_2',
        model: 'claude-x',
        messages: draft.messages,
        tools: draft.tools,
        settings: draft.settings,
        outputSchema: draft.outputSchema,
        promptId: 7,
      },
    });
    // No connection offers the model: the first one, with its own.
    expect(columnFromCall({ ...draft, provider: 'google' }, [connection])).toMatchObject({
      connectionId: 'mdc_1',
      model: '',
    });
  });

  it('from a prompt has its messages and configuration', () => {
    const prompt = {
      id: 3,
      messages: [
        { role: 'developer', content: 'Greet {{name}}.' },
        { type: 'placeholder', name: 'history' },
        { role: 'assistant', content: 'Hello' },
      ],
      template: '',
      config: {
        model: 'gpt-4o-mini',
        settings: { temperature: 0 },
        tools: [{ name: 'a', parameters: {} }],
        toolChoice: 'none',
      },
    } as unknown as Parameters<typeof columnFromPrompt>[0];
    const made = columnFromPrompt(prompt, [other, connection]);
    expect(runBodyOf(made, { name: 'Ann' })).toMatchObject({
      body: {
        connectionId: 'mdc_1',
        model: 'gpt-4o-mini',
        messages: [
          { role: 'user', content: 'Greet {{name}}.' },
          { type: 'placeholder', name: 'history' },
          { role: 'assistant', content: 'Hello' },
        ],
        variables: { name: 'Ann' },
        settings: { temperature: 0 },
        promptId: 3,
      },
    });
    const text = { ...prompt, messages: null, template: 'Hi {{ you }}', config: {} };
    expect(variablesIn([columnFromPrompt(text, [connection])])).toEqual(['you']);
  });

  it.each([
    [{ tools: '{' }, 'tools'],
    [{ tools: '{}' }, 'tools'],
    [{ schema: '[]' }, 'schema'],
    [{ messages: [newMessage('user', '  ')] }, 'empty'],
    [{ connectionId: '' }, 'connection'],
  ])('cannot be sent: %j', (changes, fault) => {
    const sent = column({ messages: [newMessage('user', 'Hi')], ...changes });
    expect(runBodyOf(sent, {})).toEqual({ fault });
  });

  it('that was shared is the same column again', () => {
    const shared = {
      connectionId: 'mdc_1',
      model: 'gpt-4o',
      messages: [{ role: 'user' as const, content: 'Hi' }],
      tools: [{ name: 'now', parameters: {} }],
      toolChoice: 'required' as const,
      settings: { temperature: 1, stopSequences: ['END', '\n\n', '\\n'] },
    };
    const column = columnFromShared(shared);
    expect(runBodyOf(column, {})).toEqual({ body: shared });
    expect(column.stops).toBe(String.raw`END
\n\n
\\n`);
  });

  it('has placeholders, whose messages are sent with it', () => {
    const asked = column({
      // One without a name is left out, like a message without text.
      messages: [newPlaceholder('history '), newPlaceholder(' '), newMessage('user', 'Hi')],
    });
    const placeholders = { history: [newMessage('user', 'Before'), newMessage('user', ' ')], other: [] };
    expect(placeholderNames([asked, asked])).toEqual(['history']);
    expect(runBodyOf(asked, {}, placeholders)).toMatchObject({
      body: {
        messages: [
          { type: 'placeholder', name: 'history' },
          { role: 'user', content: 'Hi' },
        ],
        placeholders: { history: [{ role: 'user', content: 'Before' }] },
      },
    });
    const only = column({ messages: asked.messages.slice(0, 1) });
    expect(runBodyOf(only, {})).toEqual({ fault: 'empty' });
    expect(runBodyOf(only, {}, placeholders)).toHaveProperty('body');
    const twice = column({ messages: [...asked.messages, newPlaceholder('history')] });
    expect(runBodyOf(twice, {})).toEqual({ fault: 'samePlaceholder' });
  });

  it('keeps the messages of a placeholder while its name is typed', () => {
    const place = newPlaceholder('past');
    const [first, second] = [column({ messages: [place] }), column({ messages: [place] })];
    const past = [newMessage('user', 'Before')];
    const named = (name: string) => ({ ...first, messages: [{ ...place, placeholder: name }] });
    const renamed = (name: string, columns = [first], given: Record<string, typeof past> = { past }) =>
      renamedPlaceholders(given, columns, named(name));
    expect(renamed('pasts')).toEqual({ pasts: past });
    expect(renamed('')).toEqual({ '': past });
    expect(renamed('past ')).toEqual({ past });
    // Another column still has the old name.
    expect(renamed('pasts', [first, second])).toEqual({ past, pasts: past });
    const other = [newMessage('user', 'Other')];
    expect(renamed('other', [first], { past, other })).toEqual({ past, other });
  });

  it('is the input of a dataset item: a question as text, anything else as messages', () => {
    const question = newMessage('user', 'Hi {{name}} {{other}}');
    const variables = { name: 'Ann' };
    expect(datasetInputOf(column({ messages: [question] }), variables, {})).toEqual({
      input: 'Hi Ann {{other}}',
      isJson: false,
    });
    const call = { id: 't', name: 'now', arguments: {} };
    const made = datasetInputOf(
      column({
        messages: [
          newMessage('system', 'Greet {{name}}.'),
          newPlaceholder('history'),
          { ...question, images: [IMAGE] },
          { ...newMessage('assistant'), toolCalls: [call] },
          { ...newMessage('tool', '12:00'), toolCallId: 't' },
        ],
      }),
      variables,
      { history: [newMessage('assistant', 'I am {{name}}')] },
    );
    expect([made?.isJson, JSON.parse(made?.input ?? '')]).toEqual([
      true,
      [
        { role: 'system', content: 'Greet Ann.' },
        { role: 'assistant', content: 'I am {{name}}' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi Ann {{other}}' },
            { type: 'image_url', image_url: { url: IMAGE } },
          ],
        },
      ],
    ]);
    expect(datasetInputOf(column({}), {}, {})).toBeNull();
  });

  it('has tools whose results can be mocked', () => {
    const tools = '[{"name": "now"}, {"name": "find"}, {"name": ""}, {}, 1]';
    expect(toolNames([column({ tools }), column({ tools: '[{' }), column({ tools })])).toEqual([
      'now',
      'find',
    ]);
    const calls = ['now', 'find', 'now'].map((name, at) => ({ id: `${at}`, name, arguments: {} }));
    expect(mockedResults(calls, { now: '12:00', find: '' })).toEqual({ 0: '12:00', 2: '12:00' });
  });

  it('goes on with its answer, and with results of its tool calls', () => {
    const asked = column({ messages: [newMessage('user', 'Hi')] });
    const call = { id: 't', name: 'now', arguments: {} };
    expect(runBodyOf(continued(asked, { text: '', toolCalls: [call] }, { t: '12:00' }), {})).toMatchObject({
      body: {
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: '', toolCalls: [call] },
          { role: 'tool', content: '12:00', toolCallId: 't' },
        ],
      },
    });
    const { messages } = continued(asked, { text: 'Hello', toolCalls: [] }, {});
    expect(messages.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'Hi'],
      ['assistant', 'Hello'],
      ['user', ''],
    ]);
  });

  it('has variables in what people write, not in what a model or a tool said', () => {
    const text = '{{a}} {{ b }} {{a}}';
    expect(
      variablesIn([column({ messages: [newMessage('user', text), newMessage('tool', '{{c}}')] })]),
    ).toEqual(['a', 'b']);
  });
});

// Log events as a coding agent sends them.
import { hex, MARK, PER_BODY, prose } from './made-up.ts';

/** Events of Claude Code: requests to the model, tools and their approval, and a prompt. All are stored. */
export function agentEvents(r: () => number, content: boolean): unknown {
  const text = (key: string, value: string) => ({ key, value: { stringValue: value } });
  const int = (key: string, value: number) => ({ key, value: { intValue: String(value) } });
  // An export has the events of one session and of a few prompts.
  const [user, session, prompt] = [hex(r, 64), hex(r, 32), hex(r, 31)];
  const logRecords = Array.from({ length: PER_BODY }, (_, at) => {
    const time = `${Date.now() - Math.floor(r() * 3_600_000)}000000`;
    const name =
      at === 0
        ? 'user_prompt'
        : (['tool_result', 'api_request', 'tool_decision', 'api_request'][at % 4] ?? '');
    const request = text('request_id', `req_${hex(r, 8)}${MARK}`);
    const own =
      name === 'api_request'
        ? [
            request,
            text('model', 'claude-sonnet-4-5-20250929'),
            int('input_tokens', Math.floor(r() * 400)),
            int('output_tokens', Math.floor(r() * 1_000)),
            int('cache_read_tokens', Math.floor(r() * 40_000)),
            int('cache_creation_tokens', Math.floor(r() * 2_000)),
            { key: 'cost_usd', value: { doubleValue: r() / 10 } },
            int('duration_ms', Math.floor(r() * 9_000)),
            int('ttft_ms', Math.floor(r() * 900)),
          ]
        : name === 'user_prompt'
          ? [int('prompt_length', 40), ...(content ? [text('prompt', prose(r, 2_000))] : [])]
          : [
              request,
              text('tool_name', 'Bash'),
              text('tool_use_id', `toolu_${hex(r, 8)}${MARK}`),
              text('success', 'true'),
              text('duration_ms', '60'),
              ...(content ? [text('tool_input', prose(r, 1_000))] : []),
            ];
    return {
      timeUnixNano: time,
      observedTimeUnixNano: time,
      body: { stringValue: `claude_code.${name}` },
      attributes: [
        text('user.id', user),
        text('session.id', session),
        text('terminal.type', 'vscode'),
        text('event.name', name),
        text('event.timestamp', '2026-11-15T00:43:06.786Z'),
        int('event.sequence', at),
        text('prompt.id', at === 0 ? `${hex(r, 20)}${MARK}` : `${prompt}${Math.floor(at / 20)}`),
        ...own,
      ],
    };
  });
  return {
    resourceLogs: [
      {
        resource: { attributes: [text('service.name', 'claude-code')] },
        scopeLogs: [{ scope: { name: 'com.anthropic.claude_code.events', version: '2.1.0' }, logRecords }],
      },
    ],
  };
}

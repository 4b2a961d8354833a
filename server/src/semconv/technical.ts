// The allow-list: attributes and members of `requestMeta` whose text is technical. Without consent, only
// these keep a short text; numbers and booleans always stay. Any other text counts as content. What the
// dialects read as a field, a kind or a label belongs to the list too, without an entry here.

/** A longer value is not technical, whatever its name. */
export const MAX_TECHNICAL_TEXT = 200;

/** The tools of a request: a list of names, which may be longer than other lists. */
export const MAX_TOOL_NAMES = 256;
export const MAX_TOOL_NAMES_TEXT = 8_192;

/** For names and ids that the client chose: users, sessions, agents, prompts, spans. */
export const MAX_LABEL_TEXT = 512;

// A prefix and the names after it. Single names, not whole groups: `http.request.header.x` or `url.query` may
// hold anything. Text that a person may have typed is omitted on purpose: paths and queries of URLs, database
// queries, command lines, descriptions of tools and agents, stop sequences, exception messages.
const NAMES: readonly (readonly [beginning: string, names: string])[] = [
  [
    'gen_ai.',
    `agent.version tool.type output.type request.encoding_formats request.reasoning_effort request.reasoning.level request.thinking_type
     openai.api.type openai.response.system_fingerprint response.system_fingerprint evaluation.score.label token.type
     response.status guardrail.component.name guardrail.status guardrail.verdict.type guardrail.verdict.code
     guardrail.action.type guardrail.target.type guardrail.target.subtype guardrail.target.id
     guardrail.security.policy.id guardrail.security.policy.rule.id guardrail.security.risk.category
     guardrail.security.risk.level guardrail.security.content.input.hash guardrail.security.external_finding_id`,
  ],
  ['openai.', 'api.type response.system_fingerprint'],
  ['anthropic.', 'beta provider response.service_tier thinking.type'],
  ['ai.', 'model.provider settings.output response.timestamp request.headers.user-agent'],
  ['aws.bedrock.', 'guardrail.id knowledge_base.id'],
  ['azure.', 'resource_provider.namespace'],
  ['llm.', 'provider system'],
  ['tracewell.', 'duplicate_reason'],
  ['', 'input.mime_type output.mime_type tool_call.function.name'],
  [
    'langfuse.',
    'environment release version trace.tags trace.name observation.usage_details observation.cost_details',
  ],
  ['litellm.', 'call_id call_type cache_key'],
  ['helicone.', 'session.name session.path'],
  ['langsmith.', 'trace.session_name trace.name span.tags reference_example_id usage_metadata'],
  ['traceloop.', 'entity.name entity.path entity.version workflow.name'],
  ['mastra.', 'span.name'],
  [
    'lk.',
    'interruption.source eou.source eou.outcome eou.language speech_id generation_id close_reason tts.label',
  ],
  ['conversation.', 'type'],
  ['turn.', 'type'],
  ['', 'voice_id'],
  ['genkit:', 'name path'],
  // Claude Code.
  [
    '',
    `bash_argv0 bash_command_class decision effort speed llm_request.context query_source_safe parent.source
     terminal.type tool_name tool_name_safe`,
  ],
  ['n8n.', 'node.type node.id workflow.id execution.id execution.mode execution.status'],
  // Log events of coding agents.
  [
    '',
    `event.name event.kind decision.source query_source permission_mode tool_source tool_namespace tool_type auth_mode
     auth_type originator app.version app.entrypoint model_reasoning_effort reasoning_effort`,
  ],
  [
    'http.',
    'method route scheme flavor request.method request.method_original response.status_text status_text',
  ],
  ['url.', 'scheme domain template'],
  ['server.', 'port'],
  ['client.', 'address port'],
  [
    'net.',
    'peer.name peer.ip peer.port host.name host.port host.ip transport protocol.name protocol.version sock.peer.addr',
  ],
  [
    'network.',
    'local.address local.port peer.address peer.port protocol.name protocol.version transport type',
  ],
  ['peer.', 'ipv4 ipv6 service hostname address'],
  [
    'db.',
    'system system.name name namespace operation operation.name collection.name sql.table response.status_code',
  ],
  [
    'messaging.',
    'system operation operation.name operation.type destination destination.name destination.kind consumer.group.name',
  ],
  ['rpc.', 'system service method grpc.status_code'],
  ['faas.', 'name trigger version invoked_name invoked_provider invoked_region coldstart'],
  ['mcp.', 'method.name protocol.version resource.type transport server.name'],
  ['a2a.', 'method.name task.state protocol.version tenant'],
  ['cloud.', 'provider region availability_zone platform account.id'],
  ['host.', 'name arch type id'],
  ['os.', 'type name version'],
  ['process.', 'runtime.name runtime.version executable.name'],
  ['container.', 'name id image.name'],
  ['k8s.', 'cluster.name namespace.name pod.name deployment.name container.name node.name'],
  ['service.', 'name version namespace instance.id'],
  ['deployment.', 'environment environment.name'],
  ['telemetry.', 'sdk.name sdk.version sdk.language distro.name distro.version'],
  ['otel.', 'status_code scope.name scope.version library.name library.version'],
  ['code.', 'function function.name namespace filepath file.path'],
  ['thread.', 'name'],
  ['user_agent.', 'original name version'],
  ['error.', 'type code'],
  ['exception.', 'type'],
  ['express.', 'name type'],
  ['router.', 'name type version'],
  ['next.', 'route span_name span_type'],
  [
    '',
    'operation.name resource.name graph.node.id graph.node.parent_id graph.node.name guardrail.name tag.tags',
  ],
  // Members of `requestMeta`, set by this service or by users' own wrappers.
  [
    '',
    `operation gateway provider responseModel finishReasons finishReason serviceTier speed inferenceGeo costSource truncated contentTruncated
     region environment env deployment apiVersion api sdk sdkName sdkVersion runtime version release reasoningEffort
     modelVersion host errorType errorCode statusCode`,
  ],
];

const LABELS: readonly (readonly [beginning: string, names: string])[] = [
  [
    'gen_ai.',
    `agent.id tool.name tool.call.id data_source.id workflow.name evaluation.name skill.name skill.id
     request.previous_response.id`,
  ],
  ['a2a.', 'agent.name task.id message.id'],
  ['mcp.', 'tool.name session.id'],
  ['jsonrpc.', 'request.id'],
  ['ai.', 'toolCall.id toolCall.name'],
  ['tracewell.', 'duplicate_of'],
  ['', 'tool.name tool_call.id tool_use_id anthropic.request.id prompt.id prompt_id message.uuid turn.id'],
  [
    '',
    `responseId requestId userId sessionId traceId spanId agentName agentId promptId promptName promptVersion promptLabel
     gateCheckId spanName`,
  ],
];

const spelledOut = (table: typeof NAMES): string[] =>
  table.flatMap(([beginning, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => beginning + name),
  );

export const TECHNICAL_NAMES: ReadonlySet<string> = new Set(spelledOut(NAMES));
export const NAME_LISTS: ReadonlySet<string> = new Set(['definedTools']);
export const LABEL_NAMES: ReadonlySet<string> = new Set(spelledOut(LABELS));

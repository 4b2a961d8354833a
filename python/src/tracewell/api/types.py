# Generated from openapi/openapi.json by `npm run generate`. Do not edit.
"""The JSON of requests and answers, as typed dictionaries."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

from typing_extensions import NotRequired, TypeAlias


class AccountLimits(TypedDict):
    recordsPerMonth: int
    retentionDays: int
    exportRows: int
    traceSpans: int
    savedViews: int
    datasetItems: int
    itemCharacters: int


class AccountLimitsChange(TypedDict):
    recordsPerMonth: NotRequired[Union[int, None]]
    retentionDays: NotRequired[Union[int, None]]
    exportRows: NotRequired[Union[int, None]]
    traceSpans: NotRequired[Union[int, None]]
    savedViews: NotRequired[Union[int, None]]
    datasetItems: NotRequired[Union[int, None]]
    itemCharacters: NotRequired[Union[int, None]]


class AccountModelPrice(TypedDict):
    inputPerMTok: float
    outputPerMTok: float
    cacheReadPerMTok: Union[float, None]
    cacheWritePerMTok: Union[float, None]
    cacheWrite1hPerMTok: NotRequired[Union[float, None]]
    longInput: NotRequired[List[LongInputPrices]]
    webSearchPerThousand: NotRequired[Union[float, None]]
    fileSearchPerThousand: NotRequired[Union[float, None]]
    codeContainerPerThousand: NotRequired[Union[float, None]]
    tiers: NotRequired[Dict[str, ServiceTierPrices]]
    provider: Union[str, None]
    model: str


class AccountModelPrices(TypedDict):
    prices: List[AccountModelPrice]
    version: str
    updatedAt: Union[str, None]


class AccountOverviewUsage(TypedDict):
    month: str
    records: int
    quota: int
    remaining: int
    resetsAt: str


class AccountOverview(TypedDict):
    accountId: str
    name: str
    plan: Literal["free", "pro", "team"]
    projectId: str
    usage: AccountOverviewUsage
    retentionDays: int
    limits: PlanLimits
    limitsChangeable: bool
    consents: Consents
    settings: AccountSettings
    deletesAt: Union[str, None]
    unpricedModels: List[str]


class AccountSettings(TypedDict):
    acceptProviders: Literal["four", "any"]


class AccountSettingsChange(TypedDict):
    acceptProviders: Literal["four", "any"]


class AccountSnapshotUsage(TypedDict):
    month: str
    records: int
    quota: int
    remaining: int
    resetsAt: str


class AccountSnapshotKey(TypedDict):
    id: str
    name: str
    scopes: Union[List[Literal["read", "write:records", "write"]], None]


class AccountSnapshot(TypedDict):
    accountId: str
    name: str
    plan: Literal["free", "pro", "team"]
    projectId: str
    usage: AccountSnapshotUsage
    retentionDays: int
    limits: PlanLimits
    limitsChangeable: bool
    consents: Consents
    settings: AccountSettings
    deletesAt: Union[str, None]
    unpricedModels: List[str]
    key: AccountSnapshotKey


class AggregateGroupsItem(TypedDict):
    key: str
    value: Union[float, None]
    count: int
    lastSeen: str
    unpriced: NotRequired[Unpriced]


class AggregateTotal(TypedDict):
    value: Union[float, None]
    count: int
    unpriced: NotRequired[Unpriced]


class AggregateSeriesItemGroupsItem(TypedDict):
    key: str
    value: Union[float, None]
    count: int
    lastSeen: str
    unpriced: NotRequired[Unpriced]


class AggregateSeriesItemTotal(TypedDict):
    value: Union[float, None]
    count: int
    unpriced: NotRequired[Unpriced]


class AggregateSeriesItem(TypedDict):
    key: Union[str, None]
    groups: List[AggregateSeriesItemGroupsItem]
    total: AggregateSeriesItemTotal


class Aggregate(TypedDict):
    groups: List[AggregateGroupsItem]
    total: AggregateTotal
    series: NotRequired[List[AggregateSeriesItem]]


class AggregateQuery(TypedDict):
    of: NotRequired[Literal["calls", "spans", "runs", "sessions"]]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[RunCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]
    groupBy: Literal["provider", "model", "day", "hour", "minute", "tag", "error", "status", "agent", "tool", "user", "userId", "session", "sessionId", "promptName", "promptVersion", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "definedTool", "type", "name"]
    metric: Literal["cost", "latency", "tokens", "count", "error_rate", "input_tokens", "output_tokens", "cached_tokens", "cache_savings", "reasoning_tokens", "audio_tokens", "ttft", "users", "sessions", "calls", "tools"]
    tagKey: NotRequired[str]
    tzOffsetMinutes: NotRequired[int]
    every: NotRequired[int]
    splitBy: NotRequired[Literal["model", "provider", "tag", "error", "status", "agent", "tool", "user", "userId", "session", "sessionId", "promptName", "promptVersion", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "definedTool", "type", "name"]]


class AlertChannelTargetsEmail(TypedDict):
    to: NotRequired[List[str]]


class AlertChannelTargetsSlack(TypedDict):
    url: str


class AlertChannelTargetsWebhook(TypedDict):
    url: str
    secret: NotRequired[str]


class AlertChannelTargetsDiscord(TypedDict):
    url: str


class AlertChannelTargetsTeams(TypedDict):
    url: str


class AlertChannelTargetsPagerduty(TypedDict):
    routingKey: str
    region: NotRequired[Literal["us", "eu"]]


class AlertChannelTargets(TypedDict):
    email: NotRequired[AlertChannelTargetsEmail]
    slack: NotRequired[AlertChannelTargetsSlack]
    webhook: NotRequired[AlertChannelTargetsWebhook]
    discord: NotRequired[AlertChannelTargetsDiscord]
    teams: NotRequired[AlertChannelTargetsTeams]
    pagerduty: NotRequired[AlertChannelTargetsPagerduty]


class Alert(TypedDict):
    id: int
    name: str
    alertType: Literal["cost_threshold", "monthly_budget", "error_rate", "latency_degradation", "anomaly_cost", "anomaly_latency", "anomaly_error_rate", "eval_score", "score_below", "score_above", "guardian_findings"]
    thresholdValue: float
    windowMinutes: int
    channelKinds: List[Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]]
    channelTargets: AlertChannelTargets
    enabled: bool
    evalCriterionId: Union[int, None]
    scoreName: Union[str, None]
    scoreValue: Union[str, None]
    of: Literal["calls", "spans", "runs"]
    filter: Union[RecordFilter, None]
    forEach: Union[Union[Literal["user", "model", "tool", "agent", "project", "release"], str], None]
    percentile: Union[float, None]
    silencedUntil: Union[str, None]
    lastTriggeredAt: Union[str, None]
    lastObservedValue: Union[float, None]
    holds: bool
    createdAt: str
    updatedAt: str


class AlertChangesChannelTargetsEmail(TypedDict):
    to: NotRequired[List[str]]


class AlertChangesChannelTargetsSlack(TypedDict):
    url: str


class AlertChangesChannelTargetsWebhook(TypedDict):
    url: str
    secret: NotRequired[str]


class AlertChangesChannelTargetsDiscord(TypedDict):
    url: str


class AlertChangesChannelTargetsTeams(TypedDict):
    url: str


class AlertChangesChannelTargetsPagerduty(TypedDict):
    routingKey: str
    region: NotRequired[Literal["us", "eu"]]


class AlertChangesChannelTargets(TypedDict):
    email: NotRequired[AlertChangesChannelTargetsEmail]
    slack: NotRequired[AlertChangesChannelTargetsSlack]
    webhook: NotRequired[AlertChangesChannelTargetsWebhook]
    discord: NotRequired[AlertChangesChannelTargetsDiscord]
    teams: NotRequired[AlertChangesChannelTargetsTeams]
    pagerduty: NotRequired[AlertChangesChannelTargetsPagerduty]


class AlertChanges(TypedDict):
    name: NotRequired[str]
    thresholdValue: NotRequired[float]
    windowMinutes: NotRequired[int]
    channelKinds: NotRequired[List[Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]]]
    channelTargets: NotRequired[AlertChangesChannelTargets]
    enabled: NotRequired[bool]
    filter: NotRequired[Union[RecordFilter, None]]
    percentile: NotRequired[Union[float, None]]


class AlertChannel(TypedDict):
    kind: Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]
    deliverable: bool
    reason: Union[Literal["plan_required", "email_unconfigured"], None]


class AlertChannelTestChannelTargetsEmail(TypedDict):
    to: NotRequired[List[str]]


class AlertChannelTestChannelTargetsSlack(TypedDict):
    url: str


class AlertChannelTestChannelTargetsWebhook(TypedDict):
    url: str
    secret: NotRequired[str]


class AlertChannelTestChannelTargetsDiscord(TypedDict):
    url: str


class AlertChannelTestChannelTargetsTeams(TypedDict):
    url: str


class AlertChannelTestChannelTargetsPagerduty(TypedDict):
    routingKey: str
    region: NotRequired[Literal["us", "eu"]]


class AlertChannelTestChannelTargets(TypedDict):
    email: NotRequired[AlertChannelTestChannelTargetsEmail]
    slack: NotRequired[AlertChannelTestChannelTargetsSlack]
    webhook: NotRequired[AlertChannelTestChannelTargetsWebhook]
    discord: NotRequired[AlertChannelTestChannelTargetsDiscord]
    teams: NotRequired[AlertChannelTestChannelTargetsTeams]
    pagerduty: NotRequired[AlertChannelTestChannelTargetsPagerduty]


class AlertChannelTest(TypedDict):
    channel: Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]
    channelTargets: NotRequired[AlertChannelTestChannelTargets]
    alertId: NotRequired[int]
    alertName: NotRequired[str]


class AlertDeliveryAttemptsItem(TypedDict):
    at: str
    status: Union[int, None]
    error: Union[str, None]
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    durationMs: int


class AlertDelivery(TypedDict):
    id: str
    event: str
    status: Literal["pending", "delivered", "failed"]
    attempts: List[AlertDeliveryAttemptsItem]
    createdAt: str
    channel: Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]


class AlertEvent(TypedDict):
    id: int
    alertId: int
    alertName: str
    alertType: Literal["cost_threshold", "monthly_budget", "error_rate", "latency_degradation", "anomaly_cost", "anomaly_latency", "anomaly_error_rate", "eval_score", "score_below", "score_above", "guardian_findings"]
    triggeredAt: str
    observedValue: float
    thresholdValue: float
    windowMinutes: int
    unpriced: Union[Unpriced, None]
    of: Literal["calls", "spans", "runs"]
    percentile: Union[float, None]
    group: Union[AlertGroup, None]
    channelsSent: List[Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]]
    acknowledgedAt: Union[str, None]
    acknowledgedBy: Union[str, None]


class AlertGroup(TypedDict):
    dimension: str
    value: str


class AlertPreviewPointsItem(TypedDict):
    at: str
    value: Union[float, None]
    holds: bool
    fired: bool


class AlertPreviewFiringsItem(TypedDict):
    triggeredAt: str
    observedValue: float
    group: NotRequired[AlertGroup]


class AlertPreviewGroupsItem(TypedDict):
    dimension: str
    value: str
    firings: int


class AlertPreview(TypedDict):
    startTime: str
    endTime: str
    evaluatedEveryMinutes: int
    points: List[AlertPreviewPointsItem]
    firings: List[AlertPreviewFiringsItem]
    groups: Union[List[AlertPreviewGroupsItem], None]


class AlertPreviewInput(TypedDict):
    alertType: NotRequired[Literal["cost_threshold", "monthly_budget", "error_rate", "latency_degradation", "anomaly_cost", "anomaly_latency", "anomaly_error_rate", "eval_score", "score_below", "score_above", "guardian_findings"]]
    thresholdValue: NotRequired[float]
    windowMinutes: NotRequired[int]
    evalCriterionId: NotRequired[Union[int, None]]
    scoreName: NotRequired[Union[str, None]]
    scoreValue: NotRequired[Union[str, None]]
    of: NotRequired[Literal["calls", "spans", "runs"]]
    filter: NotRequired[Union[RecordFilter, None]]
    forEach: NotRequired[Union[Union[Literal["user", "model", "tool", "agent", "project", "release"], str], None]]
    percentile: NotRequired[Union[float, None]]
    templateKey: NotRequired[Literal["monthly-budget", "daily-cost", "error-rate", "outage", "slow-calls", "unusual-cost", "unusual-latency", "unusual-errors", "low-scores", "poor-feedback", "user-cost", "tool-errors", "slow-runs", "guardian-findings"]]


class AlertTemplate(TypedDict):
    key: Literal["monthly-budget", "daily-cost", "error-rate", "outage", "slow-calls", "unusual-cost", "unusual-latency", "unusual-errors", "low-scores", "poor-feedback", "user-cost", "tool-errors", "slow-runs", "guardian-findings"]
    name: str
    description: str
    alertType: Literal["cost_threshold", "monthly_budget", "error_rate", "latency_degradation", "anomaly_cost", "anomaly_latency", "anomaly_error_rate", "eval_score", "score_below", "score_above", "guardian_findings"]
    thresholdValue: float
    windowMinutes: int
    of: Literal["calls", "spans", "runs"]
    filter: Union[RecordFilter, None]
    forEach: Union[Union[Literal["user", "model", "tool", "agent", "project", "release"], str], None]
    percentile: Union[float, None]
    channelKinds: List[Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]]
    plan: Literal["free", "pro", "team"]


class AnnotationAuthor(TypedDict):
    type: str
    id: str


class Annotation(TypedDict):
    id: int
    callId: str
    callTimestamp: str
    annotationText: Union[str, None]
    label: Union[str, None]
    qualityScore: Union[int, None]
    author: AnnotationAuthor
    createdAt: str
    updatedAt: str


class AnnotationChange(TypedDict):
    annotationText: NotRequired[Union[str, None]]
    label: NotRequired[Union[str, None]]
    qualityScore: NotRequired[Union[int, None]]


class AnsweredFigureErrorDetailsItem(TypedDict):
    path: str
    message: str


class AnsweredFigureError(TypedDict):
    status: int
    error: str
    reason: str
    details: NotRequired[List[AnsweredFigureErrorDetailsItem]]


class AnsweredFigure(TypedDict):
    id: str
    result: NotRequired[Union[Aggregate, Percentiles, Distribution, ScoreAggregate]]
    error: NotRequired[AnsweredFigureError]


class ApiKey(TypedDict):
    id: str
    name: str
    hint: str
    scopes: Union[List[Literal["read", "write:records", "write"]], None]
    projectId: Union[str, None]
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]
    createdAt: str


class AppAuthorizationView(TypedDict):
    clientName: str
    redirectTarget: str
    scopes: List[Literal["read", "write:records", "write"]]
    days: int
    denyUrl: str


class AppAuthorized(TypedDict):
    redirectTo: str


class Attention(TypedDict):
    approvals: int
    findings: int
    alerts: int
    mentions: int


class AuditCheck(TypedDict):
    valid: bool
    entries: int
    firstInvalidId: Union[int, None]


class AuditEntry(TypedDict):
    id: int
    action: str
    actorType: str
    actorId: str
    targetType: str
    targetId: str
    metadata: Dict[str, Any]
    ip: Union[str, None]
    createdAt: str


class AuditHead(TypedDict):
    accountId: str
    entries: int
    hash: str
    takenAt: str


class Call(TypedDict):
    id: str
    provider: str
    model: str
    timestamp: str
    promptTokens: float
    completionTokens: float
    totalTokens: float
    costUsd: float
    latencyMs: float
    tags: Union[Dict[str, str], None]
    error: Union[str, None]
    errorDetails: Any
    traceId: Union[str, None]
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    sessionId: Union[str, None]
    toolCalls: Any
    piiRedacted: bool
    redactionMetadata: Any
    requestMeta: Any


class CallCondition(TypedDict):
    field: Union[Literal["provider", "model", "status", "error", "user", "userId", "session", "sessionId", "traceId", "id", "promptName", "promptVersion", "agent", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "tool", "definedTool", "type", "name", "durationMs", "latencyMs", "ttftMs", "totalTokens", "inputTokens", "outputTokens", "costUsd"], str]
    op: Literal["is", "isNot", "atLeast", "atMost"]
    values: List[Union[str, float]]


class CallFilter(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]


class CallScoreRun(TypedDict):
    id: int
    name: Union[str, None]


class CallScoreRule(TypedDict):
    id: int
    name: Union[str, None]


class CallScore(TypedDict):
    criterionId: int
    criterionName: str
    callId: str
    itemKey: str
    traceId: Union[str, None]
    sessionId: Union[str, None]
    status: Literal["scored", "failed"]
    score: Union[float, None]
    normalizedScore: Union[float, None]
    label: Union[str, None]
    reason: Union[str, None]
    reasoning: str
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    judge: Union[str, None]
    costUsd: float
    createdAt: str
    run: Union[CallScoreRun, None]
    rule: Union[CallScoreRule, None]


class CallSelection(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    search: NotRequired[str]


class CallSessionTotals(TypedDict):
    calls: int
    costUsd: float
    unpriced: NotRequired[Unpriced]
    totalTokens: float
    errors: int
    startTime: str
    endTime: str


class CallSession(TypedDict):
    sessionId: str
    calls: List[Call]
    totals: CallSessionTotals
    scores: List[Score]
    truncated: bool


class CallsQuery(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    search: NotRequired[str]
    scores: NotRequired[List[ScoreCondition]]
    limit: NotRequired[int]
    cursor: NotRequired[str]
    sortBy: NotRequired[Literal["timestamp", "provider", "model", "total_tokens", "cost_usd", "latency_ms", "error"]]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    preview: NotRequired[bool]
    content: NotRequired[bool]


class ClosedAccount(TypedDict):
    deletesAt: str


class CommentAuthor(TypedDict):
    type: str
    id: str
    name: Union[str, None]


class CommentMentionsItem(TypedDict):
    id: str
    name: Union[str, None]
    email: Union[str, None]


class Comment(TypedDict):
    id: str
    on: CommentOn
    text: Union[str, None]
    author: CommentAuthor
    mentions: List[CommentMentionsItem]
    isUnread: bool
    mayDelete: bool
    createdAt: str


class CommentOn(TypedDict):
    callId: NotRequired[str]
    traceId: NotRequired[str]
    spanId: NotRequired[str]
    sessionId: NotRequired[str]


class ComparedSpanA(TypedDict):
    id: str
    spanId: Union[str, None]
    offsetMs: float
    durationMs: float
    error: Union[str, None]
    provider: Union[str, None]
    model: Union[str, None]
    totalTokens: Union[float, None]
    costUsd: Union[float, None]


class ComparedSpanB(TypedDict):
    id: str
    spanId: Union[str, None]
    offsetMs: float
    durationMs: float
    error: Union[str, None]
    provider: Union[str, None]
    model: Union[str, None]
    totalTokens: Union[float, None]
    costUsd: Union[float, None]


class ComparedSpan(TypedDict):
    status: Literal["same", "changed", "onlyA", "onlyB"]
    path: str
    depth: int
    name: str
    type: str
    differs: List[Literal["status", "model", "tokens", "cost", "content"]]
    a: Union[ComparedSpanA, None]
    b: Union[ComparedSpanB, None]


class Consents(TypedDict):
    plaintextStorage: bool
    aiHelper: bool
    piiRedaction: bool


class ConversationStep(TypedDict):
    id: str
    kind: Literal["llm", "observation"]
    stored: bool
    omitted: bool
    input: List[MessageStretch]
    output: List[SaidMessage]


class CreatedAccount(TypedDict):
    accountId: str
    userId: str
    apiKey: str


class CreatedApiKey(TypedDict):
    id: str
    name: str
    hint: str
    scopes: Union[List[Literal["read", "write:records", "write"]], None]
    projectId: Union[str, None]
    expiresAt: Union[str, None]
    lastUsedAt: Union[str, None]
    createdAt: str
    apiKey: str


class CreatedInvitation(TypedDict):
    id: str
    email: str
    role: Literal["viewer", "member", "admin", "owner"]
    status: Literal["pending", "accepted", "expired"]
    expiresAt: str
    createdAt: str
    token: str


class CriterionDelta(TypedDict):
    criterionId: int
    name: str
    baselineMean: Union[float, None]
    candidateMean: Union[float, None]
    delta: Union[float, None]
    normalizedDelta: Union[float, None]
    baselineCount: int
    candidateCount: int
    unscoredCount: int
    pairedCount: Union[int, None]
    newFailures: int
    test: Union[Literal["mcnemar", "wilcoxon", "welch"], None]
    pValue: Union[float, None]
    pAdjusted: Union[float, None]
    significant: bool
    effect: Union[float, None]
    direction: Literal["up", "down", "mixed", "none"]
    ciLow: Union[float, None]
    ciHigh: Union[float, None]
    power: Union[float, None]
    itemsNeeded: Union[int, None]
    itemsToDecide: Union[int, None]
    conclusive: bool
    note: Union[str, None]


class Dashboard(TypedDict):
    id: int
    name: str
    description: str
    version: int
    createdAt: str
    updatedAt: str
    widgets: List[Widget]


class DashboardChange(TypedDict):
    name: str
    description: NotRequired[str]
    widgets: List[Widget]
    version: int


class DashboardHead(TypedDict):
    id: int
    name: str
    description: str
    version: int
    createdAt: str
    updatedAt: str
    widgets: int


class DashboardInput(TypedDict):
    name: str
    description: NotRequired[str]
    widgets: List[Widget]


class DataDaysAccount(TypedDict):
    id: str
    name: str


class DataDaysProject(TypedDict):
    id: str
    name: str


class DataDaysProjectsItem(TypedDict):
    id: str
    name: str


DataDaysWindow = TypedDict(
    "DataDaysWindow",
    {
        "from": "str",
        "to": "str",
    },
)


class DataDaysDaysItem(TypedDict):
    table: Literal["calls", "observations", "scores"]
    day: str
    rows: int
    mark: str


class DataDays(TypedDict):
    madeBy: str
    account: DataDaysAccount
    project: Union[DataDaysProject, None]
    projects: List[DataDaysProjectsItem]
    content: bool
    window: DataDaysWindow
    keptSince: str
    days: List[DataDaysDaysItem]


class DataRowsProjectsItem(TypedDict):
    id: str
    name: str


class DataRows(TypedDict):
    account: str
    projects: List[DataRowsProjectsItem]
    table: Literal["calls", "observations", "scores"]
    rows: List[Dict[str, Any]]


class DatasetRefusalFiguresTextTooLong(TypedDict):
    chars: float
    limit: float


class DatasetRefusalFiguresInvalidSplit(TypedDict):
    limit: float


class DatasetRefusalFiguresInvalidId(TypedDict):
    limit: float


class DatasetRefusalFiguresDatasetFull(TypedDict):
    limit: float


class DatasetRefusalFigures(TypedDict):
    unknown_item: Dict[str, Any]
    input_required: Dict[str, Any]
    text_too_long: DatasetRefusalFiguresTextTooLong
    invalid_split: DatasetRefusalFiguresInvalidSplit
    invalid_id: DatasetRefusalFiguresInvalidId
    id_taken: Dict[str, Any]
    invalid_json: Dict[str, Any]
    invalid_row: Dict[str, Any]
    dataset_full: DatasetRefusalFiguresDatasetFull


class DatasetSkipFigures(TypedDict):
    content_not_stored: Dict[str, Any]
    content_unreadable: Dict[str, Any]
    no_input: Dict[str, Any]
    already_in_dataset: Dict[str, Any]
    dataset_full: Dict[str, Any]


class DeliveryAttemptsItem(TypedDict):
    at: str
    status: Union[int, None]
    error: Union[str, None]
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    durationMs: int


class Delivery(TypedDict):
    id: str
    event: str
    status: Literal["pending", "delivered", "failed"]
    attempts: List[DeliveryAttemptsItem]
    createdAt: str


class DeliveryFiguresBlockedAddress(TypedDict):
    host: str


class DeliveryFiguresNotHttps(TypedDict):
    host: str


class DeliveryFiguresDnsFailed(TypedDict):
    host: str


class DeliveryFiguresUnreachable(TypedDict):
    host: str


class DeliveryFiguresClosedEarly(TypedDict):
    host: str


class DeliveryFiguresTlsFailed(TypedDict):
    why: Literal["self_signed", "expired", "not_yet_valid", "other_name", "unknown_authority", "handshake"]
    host: str


class DeliveryFiguresTimeoutName(TypedDict):
    host: str
    seconds: float


class DeliveryFiguresTimeout(TypedDict):
    host: str
    stage: Literal["connect", "tls", "headers", "body"]
    seconds: float


class DeliveryFiguresTooManyHeaders(TypedDict):
    host: str


class DeliveryFiguresNotHttp(TypedDict):
    host: str


class DeliveryFiguresDelivered(TypedDict):
    status: float
    durationMs: float


class DeliveryFiguresEmailTaken(TypedDict):
    durationMs: float


class DeliveryFiguresRedirects(TypedDict):
    status: float


class DeliveryFiguresRejected(TypedDict):
    status: float


class DeliveryFiguresEmailRejected(TypedDict):
    status: float


class DeliveryFigures(TypedDict):
    blocked_address: DeliveryFiguresBlockedAddress
    not_https: DeliveryFiguresNotHttps
    dns_failed: DeliveryFiguresDnsFailed
    unreachable: DeliveryFiguresUnreachable
    closed_early: DeliveryFiguresClosedEarly
    tls_failed: DeliveryFiguresTlsFailed
    timeout_name: DeliveryFiguresTimeoutName
    timeout: DeliveryFiguresTimeout
    too_many_headers: DeliveryFiguresTooManyHeaders
    not_http: DeliveryFiguresNotHttp
    delivered: DeliveryFiguresDelivered
    email_taken: DeliveryFiguresEmailTaken
    redirects: DeliveryFiguresRedirects
    gone: Dict[str, Any]
    rejected: DeliveryFiguresRejected
    email_unconfigured: Dict[str, Any]
    no_owner: Dict[str, Any]
    email_rejected: DeliveryFiguresEmailRejected
    email_failed: Dict[str, Any]
    webhook_disabled: Dict[str, Any]
    cleared: Dict[str, Any]
    fired_again: Dict[str, Any]


class DeviceDecided(TypedDict):
    allowed: bool


class DeviceLoginView(TypedDict):
    clientName: str
    requestedFrom: Union[str, None]
    requestedAt: str
    scopes: List[Literal["read", "write:records", "write"]]
    days: int


class DiagnosticsFiguresNothingArrived(TypedDict):
    url: str
    keysOf: Literal["account", "project"]


class DiagnosticsFiguresInsufficientScope(TypedDict):
    requests: float


class DiagnosticsFiguresQuotaExceeded(TypedDict):
    count: float


class DiagnosticsFiguresUnknownProvider(TypedDict):
    records: float
    provider: str
    providers: str


class DiagnosticsFiguresMissingProvider(TypedDict):
    spans: float
    span: str
    providers: str


class DiagnosticsFiguresTimestampTooOld(TypedDict):
    records: float


class DiagnosticsFiguresTimestampInFuture(TypedDict):
    records: float


class DiagnosticsFiguresOnlyDuplicates(TypedDict):
    duplicates: float


class DiagnosticsFiguresSameSpans(TypedDict):
    records: float


class DiagnosticsFiguresOnlyObservations(TypedDict):
    observations: float


class DiagnosticsFiguresBodyTooLarge(TypedDict):
    requests: float


class DiagnosticsFiguresTooManyRecords(TypedDict):
    requests: float


class DiagnosticsFiguresInvalidJson(TypedDict):
    requests: float


class DiagnosticsFiguresUnsupportedMediaType(TypedDict):
    requests: float


class DiagnosticsFiguresOverloaded(TypedDict):
    requests: float


class DiagnosticsFiguresUnpriced(TypedDict):
    calls: float


class DiagnosticsFiguresLateUpdate(TypedDict):
    updates: float


class DiagnosticsFiguresTooManyOpenSpans(TypedDict):
    requests: float


class DiagnosticsFiguresReservedTag(TypedDict):
    tags: float
    tag: str


class DiagnosticsFigures(TypedDict):
    nothing_arrived: DiagnosticsFiguresNothingArrived
    only_other_signals: Dict[str, Any]
    insufficient_scope: DiagnosticsFiguresInsufficientScope
    quota_exceeded: DiagnosticsFiguresQuotaExceeded
    unknown_provider: DiagnosticsFiguresUnknownProvider
    missing_provider: DiagnosticsFiguresMissingProvider
    timestamp_too_old: DiagnosticsFiguresTimestampTooOld
    timestamp_in_future: DiagnosticsFiguresTimestampInFuture
    only_duplicates: DiagnosticsFiguresOnlyDuplicates
    same_spans: DiagnosticsFiguresSameSpans
    only_observations: DiagnosticsFiguresOnlyObservations
    body_too_large: DiagnosticsFiguresBodyTooLarge
    too_many_records: DiagnosticsFiguresTooManyRecords
    invalid_json: DiagnosticsFiguresInvalidJson
    unsupported_media_type: DiagnosticsFiguresUnsupportedMediaType
    overloaded: DiagnosticsFiguresOverloaded
    unpriced: DiagnosticsFiguresUnpriced
    late_update: DiagnosticsFiguresLateUpdate
    too_many_open_spans: DiagnosticsFiguresTooManyOpenSpans
    reserved_tag: DiagnosticsFiguresReservedTag


class DiffHunkLinesItem(TypedDict):
    kind: Literal["context", "removed", "added"]
    text: str


class DiffHunk(TypedDict):
    oldStart: int
    oldLines: int
    newStart: int
    newLines: int
    lines: List[DiffHunkLinesItem]


DistributionFormItem = TypedDict(
    "DistributionFormItem",
    {
        "from": "float",
        "to": "float",
        "count": "int",
    },
)


DistributionFormOr1BucketsItem = TypedDict(
    "DistributionFormOr1BucketsItem",
    {
        "from": "float",
        "to": "float",
        "count": "int",
    },
)


class DistributionFormOr1StepsItem(TypedDict):
    key: str
    counts: List[int]


class DistributionFormOr1(TypedDict):
    buckets: List[DistributionFormOr1BucketsItem]
    steps: List[DistributionFormOr1StepsItem]


Distribution: TypeAlias = "Union[List[DistributionFormItem], DistributionFormOr1]"


class DistributionQuery(TypedDict):
    of: NotRequired[Literal["calls", "spans", "runs", "sessions"]]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[RunCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]
    metric: NotRequired[Literal["latency", "cost"]]
    buckets: NotRequired[int]
    scale: NotRequired[Literal["linear", "log"]]
    groupBy: NotRequired[Literal["day", "hour", "minute"]]
    tzOffsetMinutes: NotRequired[int]
    every: NotRequired[int]


class Erasure(TypedDict):
    id: str
    kind: Literal["user", "session", "trace", "filter"]
    digest: str
    projectId: Union[str, None]
    status: Literal["queued", "running", "done", "failed"]
    found: int
    erased: int
    error: Union[str, None]
    requestedBy: str
    createdAt: str
    startedAt: Union[str, None]
    finishedAt: Union[str, None]


class ErasureInput(TypedDict):
    userId: NotRequired[str]
    sessionId: NotRequired[str]
    traceId: NotRequired[str]
    filter: NotRequired[CallSelection]


class ErrorDetailsItem(TypedDict):
    path: str
    message: str


class Error(TypedDict):
    error: str
    reason: str
    details: NotRequired[List[ErrorDetailsItem]]


class EvalComparison(TypedDict):
    baseline: EvalRun
    candidate: EvalRun
    criterionDeltas: List[CriterionDelta]
    overall: Union[EvalMeanTest, None]
    itemsAllowed: Union[int, None]
    verdict: Literal["improved", "regressed", "unchanged", "inconclusive"]
    explanation: str


class EvalCriteria(TypedDict):
    criteria: List[EvalCriterion]


class EvalCriterion(TypedDict):
    id: int
    name: str
    rubric: str
    scaleMin: float
    scaleMax: float
    type: Literal["llm_judge", "exact_match", "contains", "regex", "json_schema", "json_path", "tool_repeats", "code", "tool_calls", "trajectory", "embedding_similarity"]
    scoreType: Literal["numeric", "boolean", "categorical"]
    scope: Literal["call", "trajectory", "session"]
    isGlobal: bool
    createdAt: str
    updatedAt: str


class EvalCriterionInput(TypedDict):
    name: str
    rubric: str
    scaleMin: float
    scaleMax: float
    type: NotRequired[Literal["llm_judge", "exact_match", "contains", "regex", "json_schema", "json_path", "tool_repeats", "code", "tool_calls", "trajectory", "embedding_similarity"]]
    scoreType: NotRequired[Literal["numeric", "boolean", "categorical"]]
    scope: NotRequired[Literal["call", "trajectory", "session"]]


class EvalCriterionTest(TypedDict):
    criterion: NotRequired[EvalCriterionInput]
    criterionId: NotRequired[int]
    callIds: NotRequired[List[str]]
    traceIds: NotRequired[List[str]]
    filter: NotRequired[CallFilter]
    datasetId: NotRequired[int]
    samples: NotRequired[List[EvalSample]]
    limit: NotRequired[int]


class EvalCriterionTestResult(TypedDict):
    results: List[EvalTestedCall]
    scoredCount: int
    failedCount: int
    costUsd: float


class EvalDataset(TypedDict):
    id: int
    name: str
    projectId: Union[str, None]
    description: Union[str, None]
    promptRegistryId: Union[int, None]
    frozen: bool
    version: int
    itemCount: int
    createdAt: str
    updatedAt: str
    items: List[EvalDatasetItem]
    itemsTruncated: NotRequired[Literal[True]]


class EvalDatasetAddedSkippedItem(TypedDict):
    index: int
    reason: Literal["content_not_stored", "content_unreadable", "no_input", "already_in_dataset", "dataset_full"]
    message: str


class EvalDatasetAdded(TypedDict):
    dataset: EvalDataset
    added: int
    skipped: List[EvalDatasetAddedSkippedItem]


class EvalDatasetAdditionItemsItem(TypedDict):
    inputText: str
    expectedOutput: NotRequired[Union[str, None]]
    sourceCallId: NotRequired[Union[str, None]]
    sourceTraceId: NotRequired[Union[str, None]]


class EvalDatasetAddition(TypedDict):
    items: List[EvalDatasetAdditionItemsItem]


class EvalDatasetBatch(TypedDict):
    items: NotRequired[List[EvalDatasetItemWrite]]
    remove: NotRequired[List[int]]
    duplicates: NotRequired[Literal["skip", "replace", "keep"]]


class EvalDatasetBatchResultDuplicates(TypedDict):
    skipped: int
    replaced: int
    kept: int


class EvalDatasetBatchResultRefusedItem(TypedDict):
    index: int
    field: str
    reason: Literal["unknown_item", "input_required", "text_too_long", "invalid_split", "invalid_id", "id_taken", "invalid_json", "invalid_row", "dataset_full"]
    values: Dict[str, float]
    message: str


class EvalDatasetBatchResult(TypedDict):
    version: int
    itemCount: int
    added: int
    changed: int
    unchanged: int
    removed: int
    duplicates: EvalDatasetBatchResultDuplicates
    refused: List[EvalDatasetBatchResultRefusedItem]
    notFound: List[int]


class EvalDatasetChangeItemsItem(TypedDict):
    id: NotRequired[int]
    inputText: str
    expectedOutput: NotRequired[Union[str, None]]
    sourceCallId: NotRequired[Union[str, None]]


class EvalDatasetChange(TypedDict):
    name: NotRequired[str]
    description: NotRequired[Union[str, None]]
    promptRegistryId: NotRequired[Union[int, None]]
    frozen: NotRequired[bool]
    items: NotRequired[List[EvalDatasetChangeItemsItem]]


class EvalDatasetFilteredSkippedItem(TypedDict):
    reason: Literal["content_not_stored", "content_unreadable", "no_input", "already_in_dataset", "dataset_full"]
    count: int
    message: str


class EvalDatasetFiltered(TypedDict):
    version: int
    itemCount: int
    read: int
    added: int
    truncated: int
    skipped: List[EvalDatasetFilteredSkippedItem]


class EvalDatasetFromCallsTruncatedItem(TypedDict):
    callId: str
    field: str
    chars: int


class EvalDatasetFromCallsSkippedItem(TypedDict):
    callId: str
    reason: Literal["content_not_stored", "content_unreadable", "no_input", "already_in_dataset", "dataset_full"]
    message: str


class EvalDatasetFromCalls(TypedDict):
    dataset: EvalDataset
    added: int
    truncated: List[EvalDatasetFromCallsTruncatedItem]
    skipped: List[EvalDatasetFromCallsSkippedItem]


EvalDatasetFromFilter = TypedDict(
    "EvalDatasetFromFilter",
    {
        "filter": "CallFilter",
        "limit": "NotRequired[int]",
        "as": "NotRequired[Literal[\"text\", \"messages\", \"conversation\"]]",
    },
)


class EvalDatasetFullItem(TypedDict):
    id: int
    externalId: Union[str, None]
    input: Any
    expectedOutput: Any
    metadata: Union[Dict[str, Any], None]
    split: Union[str, None]
    sourceCallId: Union[str, None]
    archived: bool
    createdAt: Union[str, None]
    updatedAt: Union[str, None]


class EvalDatasetImportDuplicates(TypedDict):
    skipped: int
    replaced: int
    kept: int


class EvalDatasetImportRefusedItem(TypedDict):
    row: int
    field: str
    reason: Literal["unknown_item", "input_required", "text_too_long", "invalid_split", "invalid_id", "id_taken", "invalid_json", "invalid_row", "dataset_full"]
    values: Dict[str, float]
    message: str


class EvalDatasetImport(TypedDict):
    version: int
    itemCount: int
    added: int
    changed: int
    unchanged: int
    removed: int
    duplicates: EvalDatasetImportDuplicates
    rowCount: int
    refusedCount: int
    refused: List[EvalDatasetImportRefusedItem]
    mapping: EvalDatasetMapping


class EvalDatasetInputItemsItem(TypedDict):
    id: NotRequired[int]
    inputText: str
    expectedOutput: NotRequired[Union[str, None]]
    sourceCallId: NotRequired[Union[str, None]]


class EvalDatasetInput(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    promptRegistryId: NotRequired[Union[int, None]]
    frozen: NotRequired[bool]
    items: NotRequired[List[EvalDatasetInputItemsItem]]


class EvalDatasetItem(TypedDict):
    id: int
    inputText: str
    expectedOutput: Union[str, None]
    sourceCallId: Union[str, None]


class EvalDatasetItemWrite(TypedDict):
    id: NotRequired[int]
    externalId: NotRequired[Union[str, None]]
    input: NotRequired[Any]
    expectedOutput: NotRequired[Any]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    split: NotRequired[Union[str, None]]
    sourceCallId: NotRequired[Union[str, None]]
    sourceTraceId: NotRequired[Union[str, None]]
    archived: NotRequired[bool]


class EvalDatasetItemsSplitsItem(TypedDict):
    name: str
    itemCount: int


class EvalDatasetItems(TypedDict):
    version: int
    itemCount: int
    items: List[EvalDatasetFullItem]
    splits: Union[List[EvalDatasetItemsSplitsItem], None]
    nextCursor: Union[str, None]


class EvalDatasetMapping(TypedDict):
    input: Union[str, List[str]]
    expectedOutput: NotRequired[Union[str, List[str]]]
    metadata: NotRequired[List[str]]
    split: NotRequired[str]
    externalId: NotRequired[str]
    sourceCallId: NotRequired[str]
    id: NotRequired[str]


class EvalDatasetPreviewColumnsItem(TypedDict):
    name: str
    example: Union[str, None]


class EvalDatasetPreviewItemsItem(TypedDict):
    row: int
    input: Any
    expectedOutput: Any
    metadata: Union[Dict[str, Any], None]
    split: Union[str, None]
    externalId: Union[str, None]
    sourceCallId: Union[str, None]


class EvalDatasetPreviewRefusedItem(TypedDict):
    row: int
    field: str
    reason: Literal["unknown_item", "input_required", "text_too_long", "invalid_split", "invalid_id", "id_taken", "invalid_json", "invalid_row", "dataset_full"]
    values: Dict[str, float]
    message: str


class EvalDatasetPreview(TypedDict):
    format: Literal["csv", "jsonl", "json", "parquet"]
    columns: List[EvalDatasetPreviewColumnsItem]
    mapping: Union[EvalDatasetMapping, None]
    items: List[EvalDatasetPreviewItemsItem]
    rowCount: int
    refusedCount: int
    refused: List[EvalDatasetPreviewRefusedItem]


class EvalDatasetSummary(TypedDict):
    id: int
    name: str
    projectId: Union[str, None]
    description: Union[str, None]
    promptRegistryId: Union[int, None]
    frozen: bool
    version: int
    itemCount: int
    createdAt: str
    updatedAt: str


class EvalDatasetVersion(TypedDict):
    version: int
    itemCount: int
    added: int
    changed: int
    removed: int
    madeBy: Union[str, None]
    createdAt: str


class EvalGateViolationsItem(TypedDict):
    criterionId: Union[int, None]
    kind: Literal["mean_drop", "criterion_drop", "new_failures", "criterion_not_scored", "unscored", "nothing_compared", "no_baseline"]
    threshold: Union[float, None]
    observed: Union[float, None]
    message: str


class EvalGateCautionDetailsItem(TypedDict):
    code: Literal["inconclusive", "same_outputs"]
    criterionId: Union[int, None]
    threshold: Union[float, None]
    observed: Union[float, None]
    pValue: Union[float, None]
    items: int
    itemsNeeded: Union[int, None]
    itemsAllowed: Union[int, None]
    message: str


class EvalGateBaselineResolved(TypedDict):
    id: int
    name: str


class EvalGateJudgeTrust(TypedDict):
    trustEstablished: bool
    probes: int
    pairedCalls: int


EvalGate = TypedDict(
    "EvalGate",
    {
        "pass": "bool",
        "verdict": "Literal[\"pass\", \"fail\", \"inconclusive\", \"no_baseline\"]",
        "violations": "List[EvalGateViolationsItem]",
        "cautions": "List[Literal[\"inconclusive\", \"same_outputs\"]]",
        "cautionDetails": "List[EvalGateCautionDetailsItem]",
        "baselineResolved": "Union[EvalGateBaselineResolved, None]",
        "criterionDeltas": "List[CriterionDelta]",
        "overall": "Union[EvalMeanTest, None]",
        "itemsAllowed": "Union[int, None]",
        "explanation": "str",
        "judgeTrust": "Union[EvalGateJudgeTrust, None]",
    },
)


class EvalMeanTest(TypedDict):
    test: Literal["sign_flip", "welch"]
    criteria: int
    baselineCount: int
    candidateCount: int
    pairedCount: Union[int, None]
    effect: float
    pValue: Union[float, None]
    pGain: Union[float, None]
    ciLow: Union[float, None]
    ciHigh: Union[float, None]
    itemsNeeded: Union[int, None]


class EvalPreset(TypedDict):
    key: str
    category: Literal["RAG", "quality", "safety"]
    name: str
    rubric: str
    scaleMin: float
    scaleMax: float
    type: Literal["llm_judge", "exact_match", "contains", "regex", "json_schema", "json_path", "tool_repeats", "code", "tool_calls", "trajectory", "embedding_similarity"]
    scoreType: Literal["numeric", "boolean", "categorical"]
    descriptionJa: str


class EvalReasonFigures(TypedDict):
    judge_unavailable: Dict[str, Any]
    judge_timeout: Dict[str, Any]
    judge_rate_limited: Dict[str, Any]
    judge_bad_answer: Dict[str, Any]
    generator_unavailable: Dict[str, Any]
    generator_timeout: Dict[str, Any]
    generator_rate_limited: Dict[str, Any]
    generator_bad_answer: Dict[str, Any]
    embedder_unavailable: Dict[str, Any]
    embedder_timeout: Dict[str, Any]
    embedder_rate_limited: Dict[str, Any]
    embedder_bad_answer: Dict[str, Any]
    off_scale: Dict[str, Any]
    refused: Dict[str, Any]
    no_content: Dict[str, Any]
    unusable_criterion: Dict[str, Any]
    budget_exhausted: Dict[str, Any]
    cancelled: Dict[str, Any]
    no_expected_output: Dict[str, Any]
    output_too_long: Dict[str, Any]
    output_too_deep: Dict[str, Any]
    evaluation_timeout: Dict[str, Any]
    evaluation_failed: Dict[str, Any]
    no_trace: Dict[str, Any]
    no_session: Dict[str, Any]
    call_gone: Dict[str, Any]
    prompt_gone: Dict[str, Any]
    prompt_unreadable: Dict[str, Any]
    output_not_stored: Dict[str, Any]
    quota_exceeded: Dict[str, Any]
    records_unavailable: Dict[str, Any]
    overloaded: Dict[str, Any]
    stopping: Dict[str, Any]
    not_stored: Dict[str, Any]
    disk_full: Dict[str, Any]
    project_gone: Dict[str, Any]
    given_up: Dict[str, Any]
    account_gone: Dict[str, Any]
    plan_required: Dict[str, Any]
    scope_mismatch: Dict[str, Any]
    fell_behind: Dict[str, Any]
    internal: Dict[str, Any]


class EvalRule(TypedDict):
    id: int
    name: Union[str, None]
    criterionId: int
    filter: CallFilter
    scope: Literal["call", "trace", "session"]
    quietSeconds: Union[int, None]
    samplePct: float
    enabled: bool
    createdAt: str
    updatedAt: str
    lastRunAt: Union[str, None]
    scoredCount: int
    failedCount: int
    lastError: Union[str, None]
    lastErrorReason: Union[str, None]


class EvalRuleChanges(TypedDict):
    name: NotRequired[Union[str, None]]
    filter: NotRequired[CallFilter]
    quietSeconds: NotRequired[int]
    samplePct: NotRequired[float]
    enabled: NotRequired[bool]


class EvalRuleEstimateBudget(TypedDict):
    connection: Union[str, None]
    remainingUsd: Union[float, None]
    remainingTodayUsd: Union[float, None]
    lastsDays: Union[float, None]


class EvalRuleEstimate(TypedDict):
    windowDays: float
    matchingCalls: int
    matchingPerDay: float
    contentPct: float
    scoredPerDay: float
    basis: Literal["free", "measured", "tokens", "unknown_price", "no_model"]
    model: Union[str, None]
    measuredScores: int
    sampledCalls: int
    inputTokens: Union[float, None]
    outputTokens: Union[float, None]
    costPerScoreUsd: Union[float, None]
    costPerDayUsd: Union[float, None]
    costPerMonthUsd: Union[float, None]
    budget: Union[EvalRuleEstimateBudget, None]


class EvalRuleEstimateOrder(TypedDict):
    criterionId: int
    filter: NotRequired[CallFilter]
    scope: NotRequired[Literal["call", "trace", "session"]]
    samplePct: float


class EvalRunMeanScoresItem(TypedDict):
    criterionId: int
    name: str
    mean: float
    normalizedMean: float
    count: int


class EvalRun(TypedDict):
    id: int
    name: str
    status: Literal["queued", "running", "completed", "failed", "canceled"]
    source: Literal["recent", "dataset"]
    label: Union[str, None]
    datasetId: Union[int, None]
    datasetVersion: Union[int, None]
    split: Union[str, None]
    promptRegistryId: Union[int, None]
    recentCount: Union[int, None]
    callCount: int
    scoredCount: int
    failedCount: int
    pendingCount: int
    meanScores: List[EvalRunMeanScoresItem]
    costUsd: float
    createdAt: str
    startedAt: Union[str, None]
    completedAt: Union[str, None]
    error: Union[str, None]
    errorReason: Union[str, None]


class EvalSample(TypedDict):
    input: NotRequired[str]
    output: str
    expectedOutput: NotRequired[Union[str, None]]
    toolCalls: NotRequired[List[Dict[str, Any]]]


class EvalScore(TypedDict):
    criterionId: int
    criterionName: str
    callId: str
    itemKey: str
    traceId: Union[str, None]
    sessionId: Union[str, None]
    status: Literal["scored", "failed"]
    score: Union[float, None]
    normalizedScore: Union[float, None]
    label: Union[str, None]
    reason: Union[str, None]
    reasoning: str
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    judge: Union[str, None]
    costUsd: float
    createdAt: str


class EvalTestedCall(TypedDict):
    callId: Union[str, None]
    traceId: Union[str, None]
    itemId: Union[int, None]
    status: Literal["scored", "failed"]
    score: Union[float, None]
    normalizedScore: Union[float, None]
    label: Union[str, None]
    reason: Union[str, None]
    reasoning: str
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    judge: Union[str, None]
    costUsd: float
    durationMs: int


class ExperimentShipped(TypedDict):
    variant: int
    promptId: int
    name: str
    version: str
    label: str
    at: str
    by: str


class Experiment(TypedDict):
    id: str
    name: str
    projectId: Union[str, None]
    status: Literal["draft", "queued", "running", "paused", "cancelled", "done", "failed"]
    reason: Union[str, None]
    message: Union[str, None]
    datasetId: int
    datasetVersion: int
    split: Union[str, None]
    itemCount: int
    variants: List[ExperimentVariant]
    criteria: List[EvalCriterion]
    baseline: int
    repetitions: int
    concurrency: int
    limitUsd: Union[float, None]
    cellCount: int
    doneCount: int
    failedCount: int
    costUsd: float
    shipped: Union[ExperimentShipped, None]
    createdBy: str
    createdAt: str
    startedAt: Union[str, None]
    endedAt: Union[str, None]


class ExperimentCellScoresItem(TypedDict):
    criterionId: int
    score: Union[float, None]
    normalizedScore: Union[float, None]


class ExperimentCell(TypedDict):
    variant: int
    repetition: int
    status: Literal["done", "failed", "uploaded"]
    reason: Union[str, None]
    callId: Union[str, None]
    scores: List[ExperimentCellScoresItem]
    costUsd: float
    latencyMs: Union[int, None]
    inputTokens: Union[int, None]
    outputTokens: Union[int, None]
    attempts: int
    outputValid: Union[bool, None]
    verdict: Union[Literal["good", "bad"], None]
    output: Union[str, None]
    outputTruncated: bool


class ExperimentEstimateVariantsItem(TypedDict):
    name: str
    model: Union[str, None]
    inputTokens: int
    priceKnown: bool
    lowUsd: float
    likelyUsd: float
    highUsd: float


class ExperimentEstimateScoring(TypedDict):
    judgedCells: int
    priceKnown: bool
    lowUsd: float
    likelyUsd: float
    highUsd: float


class ExperimentEstimateTotal(TypedDict):
    lowUsd: float
    likelyUsd: float
    highUsd: float


class ExperimentEstimate(TypedDict):
    itemCount: int
    cellCount: int
    sampledItems: int
    priceKnown: bool
    variants: List[ExperimentEstimateVariantsItem]
    scoring: ExperimentEstimateScoring
    total: ExperimentEstimateTotal


class ExperimentFullCellScoresItem(TypedDict):
    criterionId: int
    score: Union[float, None]
    normalizedScore: Union[float, None]


class ExperimentFullCellNotesItem(TypedDict):
    criterionId: int
    label: Union[str, None]
    reason: Union[str, None]
    reasoning: str
    judge: Union[str, None]


class ExperimentFullCell(TypedDict):
    variant: int
    repetition: int
    status: Literal["done", "failed", "uploaded"]
    reason: Union[str, None]
    callId: Union[str, None]
    scores: List[ExperimentFullCellScoresItem]
    costUsd: float
    latencyMs: Union[int, None]
    inputTokens: Union[int, None]
    outputTokens: Union[int, None]
    attempts: int
    outputValid: Union[bool, None]
    verdict: Union[Literal["good", "bad"], None]
    output: Union[str, None]
    error: Union[str, None]
    notes: List[ExperimentFullCellNotesItem]
    outputProblem: Union[str, None]
    verdictBy: Union[str, None]


class ExperimentFullRow(TypedDict):
    position: int
    itemId: int
    disagreement: Union[float, None]
    score: Union[float, None]
    costUsd: float
    latencyMs: Union[int, None]
    input: str
    expectedOutput: Union[str, None]
    cells: List[ExperimentFullCell]


class ExperimentLeaderboard(TypedDict):
    baseline: int
    winner: Union[int, None]
    verdict: Union[Literal["better", "no_difference", "inconclusive"], None]
    entries: List[LeaderboardEntry]


class ExperimentMessage(TypedDict):
    role: Literal["system", "user", "assistant"]
    content: str


class ExperimentResults(TypedDict):
    rows: List[ExperimentRow]
    nextCursor: Union[str, None]


class ExperimentRow(TypedDict):
    position: int
    itemId: int
    disagreement: Union[float, None]
    score: Union[float, None]
    costUsd: float
    latencyMs: Union[int, None]
    input: str
    expectedOutput: Union[str, None]
    cells: List[ExperimentCell]


class ExperimentSettings(TypedDict):
    temperature: NotRequired[float]
    topP: NotRequired[float]
    maxOutputTokens: NotRequired[int]
    presencePenalty: NotRequired[float]
    frequencyPenalty: NotRequired[float]
    seed: NotRequired[int]
    stopSequences: NotRequired[List[str]]


class ExperimentVariantMessagesItem(TypedDict):
    role: str
    content: str


class ExperimentVariantToolsItem(TypedDict):
    name: str
    description: NotRequired[str]
    parameters: Dict[str, Any]


class ExperimentVariant(TypedDict):
    name: str
    kind: Literal["model", "code"]
    promptId: Union[int, None]
    promptName: Union[str, None]
    promptVersion: Union[str, None]
    messages: List[ExperimentVariantMessagesItem]
    connectionId: Union[str, None]
    model: Union[str, None]
    settings: ExperimentSettings
    tools: List[ExperimentVariantToolsItem]
    toolChoice: NotRequired[Literal["auto", "none", "required"]]
    outputSchema: Union[Dict[str, Any], None]


class ExperimentVerdict(TypedDict):
    variant: int
    repetition: NotRequired[int]
    verdict: Union[Literal["good", "bad"], None]


class Experiments(TypedDict):
    experiments: List[Experiment]
    nextCursor: Union[str, None]


class ExportSettingsScheduleS3(TypedDict):
    endpoint: Union[str, None]
    region: str
    bucket: str
    prefix: str
    accessKeyId: str


class ExportSettingsScheduleLastRun(TypedDict):
    startedAt: str
    finishedAt: str
    daysWritten: int
    error: Union[Literal["s3_unreachable", "s3_unavailable", "s3_refused", "s3_address_refused", "target_not_writable", "disk_full", "folders_not_allowed", "content_not_stored", "export_of_other_data", "export_damaged", "export_newer", "key_unreadable", "failed"], None]
    errorDetail: Union[str, None]


class ExportSettingsSchedule(TypedDict):
    enabled: bool
    content: bool
    folder: Union[str, None]
    s3: Union[ExportSettingsScheduleS3, None]
    state: Literal["idle", "waiting", "running"]
    nextRunAt: Union[str, None]
    exportedThrough: Union[str, None]
    lastRun: Union[ExportSettingsScheduleLastRun, None]
    rows: int
    bytes: int
    files: int
    createdAt: str
    updatedAt: str


class ExportSettings(TypedDict):
    schedule: Union[ExportSettingsSchedule, None]
    foldersAllowed: bool
    contentAllowed: bool


class ExportTargetS3(TypedDict):
    endpoint: NotRequired[Union[str, None]]
    region: str
    bucket: str
    prefix: NotRequired[str]
    accessKeyId: NotRequired[str]
    secretAccessKey: NotRequired[str]


class ExportTarget(TypedDict):
    folder: NotRequired[str]
    s3: NotRequired[ExportTargetS3]


class ExportTest(TypedDict):
    ok: bool
    error: Union[Literal["s3_unreachable", "s3_unavailable", "s3_refused", "s3_address_refused", "target_not_writable", "disk_full", "folders_not_allowed", "content_not_stored", "export_of_other_data", "export_damaged", "export_newer", "key_unreadable", "failed"], None]
    errorDetail: Union[str, None]


class ExportedCallScoresItem(TypedDict):
    id: str
    name: str
    dataType: Literal["numeric", "boolean", "categorical", "text"]
    value: Union[Union[float, bool, str], None]
    source: Literal["api", "human", "judge", "rule"]
    createdAt: str


class ExportedCall(TypedDict):
    id: str
    provider: str
    model: str
    timestamp: str
    promptTokens: float
    completionTokens: float
    totalTokens: float
    costUsd: float
    latencyMs: float
    tags: Union[Dict[str, str], None]
    error: Union[str, None]
    errorDetails: Any
    traceId: Union[str, None]
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    sessionId: Union[str, None]
    toolCalls: Any
    piiRedacted: bool
    redactionMetadata: Any
    requestMeta: Any
    scores: NotRequired[List[ExportedCallScoresItem]]
    input: NotRequired[Any]
    output: NotRequired[Any]


class FacetsFacetsValueItem(TypedDict):
    value: str
    count: int
    calls: NotRequired[int]


class Facets(TypedDict):
    facets: Dict[str, List[FacetsFacetsValueItem]]


class FacetsQuery(TypedDict):
    of: NotRequired[Literal["calls", "spans", "runs", "sessions"]]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[RunCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]
    fields: NotRequired[List[Union[Literal["provider", "model", "error", "status", "agent", "tool", "user", "userId", "session", "sessionId", "promptName", "promptVersion", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "definedTool", "type", "name", "tagKey"], str]]]


class Figure(TypedDict):
    id: str
    kind: Literal["aggregate", "percentiles", "distribution", "scores"]
    query: NotRequired[Dict[str, Any]]


class FigureAnswers(TypedDict):
    figures: List[AnsweredFigure]


class FiguresQuery(TypedDict):
    figures: List[Figure]


class FindingEvidence(TypedDict):
    callIds: List[str]
    traceIds: List[str]
    values: Dict[str, Union[float, str]]


class Finding(TypedDict):
    id: str
    projectId: str
    kind: Literal["tool_loop", "runaway_trace", "error_burst", "cost_spike", "latency_spike", "retry_storm", "pii_leak", "prompt_injection", "secret_in_prompt", "silent_model_change"]
    severity: Literal["low", "medium", "high", "critical"]
    title: str
    detail: str
    evidence: FindingEvidence
    status: Literal["open", "acknowledged", "resolved", "dismissed"]
    firstSeenAt: str
    lastSeenAt: str
    count: int


class FindingChange(TypedDict):
    status: Literal["open", "acknowledged", "resolved", "dismissed"]


class FindingFiguresToolLoop(TypedDict):
    tool: str
    repeats: float
    threshold: float
    traceId: str
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresRunawayTrace(TypedDict):
    traceId: str
    over: Literal["spans", "cost", "both"]
    spans: float
    calls: float
    costUsd: float
    spanLimit: float
    costLimitUsd: float
    usualSpans: float
    usualCostUsd: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresErrorBurst(TypedDict):
    errors: float
    calls: float
    errorRate: float
    usualErrorRate: NotRequired[float]
    error: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    startAt: str
    windowMinutes: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresCostSpike(TypedDict):
    costUsd: float
    limitUsd: float
    usualCostUsd: float
    highestUsualCostUsd: float
    calls: float
    provider: NotRequired[str]
    model: NotRequired[str]
    modelCostUsd: NotRequired[float]
    startAt: str
    windowMinutes: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresLatencySpike(TypedDict):
    provider: str
    model: str
    p75LatencyMs: float
    limitMs: float
    usualP50Ms: float
    usualP95Ms: float
    calls: float
    startAt: str
    windowMinutes: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresRetryStorm(TypedDict):
    provider: str
    model: str
    attempts: float
    failures: float
    windowMinutes: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresPiiLeak(TypedDict):
    redaction: str
    calls: float
    foundIn: Literal["output", "input_and_output"]
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresPromptInjection(TypedDict):
    label: str
    highestScore: float
    calls: float
    flaggedAs: Literal["attack", "content"]
    day: NotRequired[str]
    ownFindings: NotRequired[float]


class FindingFiguresSecretInPrompt(TypedDict):
    redaction: str
    calls: float
    day: NotRequired[str]
    ownFindings: NotRequired[float]


FindingFiguresSilentModelChange = TypedDict(
    "FindingFiguresSilentModelChange",
    {
        "provider": "str",
        "requestedModel": "str",
        "from": "str",
        "to": "str",
        "callsBefore": "float",
        "callsAfter": "float",
        "changedAt": "str",
        "day": "NotRequired[str]",
        "ownFindings": "NotRequired[float]",
    },
)


class FindingFigures(TypedDict):
    tool_loop: FindingFiguresToolLoop
    runaway_trace: FindingFiguresRunawayTrace
    error_burst: FindingFiguresErrorBurst
    cost_spike: FindingFiguresCostSpike
    latency_spike: FindingFiguresLatencySpike
    retry_storm: FindingFiguresRetryStorm
    pii_leak: FindingFiguresPiiLeak
    prompt_injection: FindingFiguresPromptInjection
    secret_in_prompt: FindingFiguresSecretInPrompt
    silent_model_change: FindingFiguresSilentModelChange


class FiringAlertGroup(TypedDict):
    dimension: str
    value: str
    observedValue: Union[float, None]
    firedAt: Union[str, None]


class FixTrail(TypedDict):
    datasets: List[FixTrailDataset]
    experiments: List[FixTrailExperiment]
    runs: List[FixTrailRun]


class FixTrailCalls(TypedDict):
    callIds: List[str]


class FixTrailDataset(TypedDict):
    id: int
    name: str
    itemCount: int
    covered: int
    promptRegistryId: Union[int, None]


class FixTrailExperimentShipped(TypedDict):
    variant: int
    promptId: int
    name: str
    version: str
    label: str
    at: str
    by: str


class FixTrailExperiment(TypedDict):
    id: str
    name: str
    datasetId: int
    status: Literal["draft", "queued", "running", "paused", "cancelled", "done", "failed"]
    criterionIds: List[int]
    shipped: Union[FixTrailExperimentShipped, None]
    createdAt: str


class FixTrailRun(TypedDict):
    id: int
    name: str
    datasetId: int
    status: Literal["queued", "running", "completed", "failed", "canceled"]
    createdAt: str


class GateAnswerBudgetsItem(TypedDict):
    id: str
    name: str
    limitUsd: float
    spentUsd: float
    remainingUsd: float
    heldUsd: float
    unpriced: Unpriced


class GateAnswerHold(TypedDict):
    amountUsd: float
    expiresAt: str


class GateAnswer(TypedDict):
    decision: Literal["allow", "deny", "require_approval"]
    reasons: List[GateReason]
    budgets: List[GateAnswerBudgetsItem]
    approvalId: Union[str, None]
    gateCheckId: str
    hold: Union[GateAnswerHold, None]


class GateApproval(TypedDict):
    id: str
    status: Literal["pending", "approved", "denied", "expired"]
    reasons: List[GateReason]
    provider: Union[str, None]
    model: Union[str, None]
    tool: Union[str, None]
    tags: Dict[str, str]
    projectId: str
    traceId: Union[str, None]
    sessionId: Union[str, None]
    estimatedCostUsd: Union[float, None]
    estimatedTokens: Union[float, None]
    requestedBy: str
    createdAt: str
    expiresAt: str
    decidedAt: Union[str, None]
    decidedBy: Union[str, None]
    comment: Union[str, None]
    usedAt: Union[str, None]


class GateApprovalDecision(TypedDict):
    comment: NotRequired[Union[str, None]]


class GateBudgetScope2(TypedDict):
    provider: Union[str, None]
    model: Union[str, None]
    tags: Union[Dict[str, str], None]
    projectId: Union[str, None]


class GateBudget(TypedDict):
    id: str
    name: str
    limitUsd: float
    period: Literal["day", "week", "month"]
    scope: GateBudgetScope2
    action: Literal["deny", "require_approval", "warn"]
    failMode: Literal["open", "closed"]
    onUnpriced: Literal["allow", "warn", "deny"]
    spentUsd: float
    heldUsd: float
    remainingUsd: float
    unpriced: Unpriced
    periodStart: str
    periodEnd: str
    createdAt: str
    updatedAt: str


class GateBudgetChanges(TypedDict):
    name: NotRequired[str]
    limitUsd: NotRequired[float]
    period: NotRequired[Literal["day", "week", "month"]]
    scope: NotRequired[GateBudgetScope]
    action: NotRequired[Literal["deny", "require_approval", "warn"]]
    failMode: NotRequired[Literal["open", "closed"]]
    onUnpriced: NotRequired[Literal["allow", "warn", "deny"]]


class GateBudgetScope(TypedDict):
    provider: NotRequired[Union[str, None]]
    model: NotRequired[Union[str, None]]
    tags: NotRequired[Union[Dict[str, str], None]]
    projectId: NotRequired[Union[str, None]]


class GateCheck(TypedDict):
    provider: NotRequired[Union[str, None]]
    model: NotRequired[Union[str, None]]
    tool: NotRequired[Union[str, None]]
    estimatedTokens: NotRequired[Union[int, None]]
    estimatedCostUsd: NotRequired[Union[float, None]]
    tags: NotRequired[Union[Dict[str, str], None]]
    traceId: NotRequired[Union[str, None]]
    sessionId: NotRequired[Union[str, None]]
    holdSeconds: NotRequired[Union[int, None]]
    approvalId: NotRequired[Union[str, None]]


class GateFiguresPolicyDenies(TypedDict):
    policy: str


class GateFiguresPolicyAsks(TypedDict):
    policy: str


class GateFiguresBudgetExceeded(TypedDict):
    budget: str
    period: Literal["day", "week", "month"]
    limitUsd: float
    spentUsd: float
    heldUsd: float
    askedUsd: float


class GateFiguresBudgetUnpriced(TypedDict):
    budget: str
    calls: float
    tokens: float
    onUnpriced: Literal["warn", "deny"]


class GateFiguresBudgetUnknown(TypedDict):
    budget: str
    failMode: Literal["open", "closed"]


class GateFiguresBudgetNotHeld(TypedDict):
    budget: str
    failMode: Literal["open", "closed"]


class GateFigures(TypedDict):
    policy_denies: GateFiguresPolicyDenies
    policy_asks: GateFiguresPolicyAsks
    budget_exceeded: GateFiguresBudgetExceeded
    budget_unpriced: GateFiguresBudgetUnpriced
    budget_unknown: GateFiguresBudgetUnknown
    budget_not_held: GateFiguresBudgetNotHeld


class GatePolicyMatch2(TypedDict):
    providers: Union[List[str], None]
    models: Union[List[str], None]
    tools: Union[List[str], None]
    tags: Union[Dict[str, str], None]


class GatePolicy(TypedDict):
    id: str
    name: str
    enabled: bool
    priority: int
    match: GatePolicyMatch2
    effect: Literal["allow", "deny", "require_approval"]
    maxCostUsd: Union[float, None]
    maxTokens: Union[int, None]
    failMode: Literal["open", "closed"]
    approvalMinutes: Union[int, None]
    createdAt: str
    updatedAt: str


class GatePolicyChanges(TypedDict):
    name: NotRequired[str]
    enabled: NotRequired[bool]
    priority: NotRequired[int]
    match: NotRequired[GatePolicyMatch]
    effect: NotRequired[Literal["allow", "deny", "require_approval"]]
    maxCostUsd: NotRequired[Union[float, None]]
    maxTokens: NotRequired[Union[int, None]]
    failMode: NotRequired[Literal["open", "closed"]]
    approvalMinutes: NotRequired[Union[int, None]]


class GatePolicyMatch(TypedDict):
    providers: NotRequired[Union[List[str], None]]
    models: NotRequired[Union[List[str], None]]
    tools: NotRequired[Union[List[str], None]]
    tags: NotRequired[Union[Dict[str, str], None]]


class GateReason(TypedDict):
    policyId: NotRequired[str]
    budgetId: NotRequired[str]
    code: Literal["policy_denies", "policy_asks", "budget_exceeded", "budget_unpriced", "budget_unknown", "budget_not_held"]
    values: Dict[str, Union[float, str]]
    message: str


class GateRelease(TypedDict):
    gateCheckId: str
    releasedUsd: float


class GuardianSummaryBySeverity(TypedDict):
    low: int
    medium: int
    high: int
    critical: int


class GuardianSummaryByKind(TypedDict):
    tool_loop: int
    runaway_trace: int
    error_burst: int
    cost_spike: int
    latency_spike: int
    retry_storm: int
    pii_leak: int
    prompt_injection: int
    secret_in_prompt: int
    silent_model_change: int


class GuardianSummary(TypedDict):
    open: int
    bySeverity: GuardianSummaryBySeverity
    byKind: GuardianSummaryByKind
    last24h: int


class HealthChecks(TypedDict):
    records: Literal["ok", "behind", "unavailable"]
    metadata: Literal["ok", "unavailable"]
    jobs: Literal["ok", "unavailable"]


class HealthBacklog(TypedDict):
    bytes: int
    seconds: float


class Health(TypedDict):
    status: Literal["ok", "starting", "degraded", "stopping", "unavailable"]
    version: str
    checks: HealthChecks
    backlog: HealthBacklog
    clockOffsetMs: int


class HiddenSpans(TypedDict):
    spans: int
    failed: int
    totalTokens: float
    costUsd: float


class ImportedRowsRejectedItem(TypedDict):
    rule: str
    count: int
    example: str


class ImportedRows(TypedDict):
    read: int
    stored: int
    duplicates: int
    rejected: List[ImportedRowsRejectedItem]


class IncomingCall(TypedDict):
    id: str
    provider: str
    model: str
    timestamp: str
    promptTokens: float
    completionTokens: float
    totalTokens: float
    costUsd: float
    latencyMs: float
    tags: NotRequired[Union[Dict[str, str], None]]
    error: NotRequired[Union[str, None]]
    errorDetails: NotRequired[Any]
    traceId: NotRequired[Union[str, None]]
    spanId: NotRequired[Union[str, None]]
    parentSpanId: NotRequired[Union[str, None]]
    sessionId: NotRequired[Union[str, None]]
    toolCalls: NotRequired[Any]
    requestMeta: NotRequired[Any]
    piiRedacted: NotRequired[Union[bool, None]]
    redactionMetadata: NotRequired[Any]


class IngestDiagnosticsTotals(TypedDict):
    requests: int
    accepted: int
    duplicates: int
    observations: int
    unpriced: int
    rejected: int
    refused: int


class IngestDiagnosticsSourcesItemReasonsItem(TypedDict):
    kind: Literal["rejected", "refused", "dropped"]
    reason: str
    cause: str
    code: Literal["unknown_provider", "missing_provider", "invalid_trace_id", "timestamp_too_old", "timestamp_in_future", "record_too_large", "quota_exceeded", "signal_not_stored", "event_not_stored", "too_many_waiting_events", "invalid_json", "invalid_compression", "too_many_records", "insufficient_scope", "body_too_large", "unsupported_media_type", "overloaded", "reserved_tag", "late_update", "invalid_event", "invalid_run", "invalid_feedback", "attachment_not_stored", "unknown_part", "unsafe_json", "too_many_scores", "score_of_another_key", "too_many_open_spans", "field_rule", "other"]
    values: Dict[str, Union[float, str]]
    count: int
    example: str
    lastSeenAt: str


class IngestDiagnosticsSourcesItem(TypedDict):
    keyId: str
    keyName: Union[str, None]
    client: str
    scope: str
    endpoint: str
    requests: int
    accepted: int
    duplicates: int
    observations: int
    unpriced: int
    rejected: int
    refused: int
    lastSeenAt: str
    reasons: List[IngestDiagnosticsSourcesItemReasonsItem]


class IngestDiagnosticsHoursItem(TypedDict):
    hour: str
    accepted: int
    rejected: int
    refused: int


class IngestDiagnosticsMergedItem(TypedDict):
    id: str
    duplicateOf: str
    reason: Literal["same_response", "around_call", "around_calls", "inside_call", "same_span"]
    counted: bool
    at: str


class IngestDiagnosticsCodedHintsItem(TypedDict):
    code: Literal["nothing_arrived", "only_other_signals", "insufficient_scope", "quota_exceeded", "unknown_provider", "missing_provider", "timestamp_too_old", "timestamp_in_future", "only_duplicates", "same_spans", "only_observations", "body_too_large", "too_many_records", "invalid_json", "unsupported_media_type", "overloaded", "unpriced", "late_update", "too_many_open_spans", "reserved_tag"]
    values: Dict[str, Union[float, str]]
    message: str


IngestDiagnostics = TypedDict(
    "IngestDiagnostics",
    {
        "from": "str",
        "to": "str",
        "totals": "IngestDiagnosticsTotals",
        "sources": "List[IngestDiagnosticsSourcesItem]",
        "hours": "List[IngestDiagnosticsHoursItem]",
        "merged": "List[IngestDiagnosticsMergedItem]",
        "hints": "List[str]",
        "codedHints": "List[IngestDiagnosticsCodedHintsItem]",
    },
)


class IngestReplyRejectedItem(TypedDict):
    id: Union[str, None]
    reason: str
    code: Literal["unknown_provider", "timestamp_too_old", "timestamp_in_future", "field_rule"]
    field: Union[str, None]


class IngestReply(TypedDict):
    accepted: int
    rejected: List[IngestReplyRejectedItem]


class Invitation(TypedDict):
    id: str
    email: str
    role: Literal["viewer", "member", "admin", "owner"]
    status: Literal["pending", "accepted", "expired"]
    expiresAt: str
    createdAt: str


class Job(TypedDict):
    id: int
    name: str
    status: Literal["queued", "running", "done", "failed"]
    attempt: int
    maxAttempts: int
    runAt: str
    startedAt: Union[str, None]
    finishedAt: Union[str, None]
    durationMs: Union[int, None]
    error: Union[str, None]
    createdAt: str


class JobRun(TypedDict):
    name: str
    durationMs: int


class JudgeAgreement(TypedDict):
    pairedCalls: int
    meanHuman: Union[float, None]
    meanJudge: Union[float, None]
    meanAbsDiff: Union[float, None]
    meanDiff: Union[float, None]
    meanDiffLow: Union[float, None]
    meanDiffHigh: Union[float, None]
    agreementPctWithin1: Union[float, None]
    agreementLow: Union[float, None]
    agreementHigh: Union[float, None]
    kappa: Union[float, None]
    kappaLow: Union[float, None]
    kappaHigh: Union[float, None]
    pairs: List[JudgeAgreementPair]


class JudgeAgreementPair(TypedDict):
    callId: str
    human: float
    judge: float
    diff: float


class JudgeTrustProbeByKindTruncated(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKindShuffled(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKindSwapped(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKindNegated(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKindEmptied(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKindOffLanguage(TypedDict):
    probes: int
    detected: int
    inverted: int


class JudgeTrustProbeByKind(TypedDict):
    truncated: JudgeTrustProbeByKindTruncated
    shuffled: JudgeTrustProbeByKindShuffled
    swapped: JudgeTrustProbeByKindSwapped
    negated: JudgeTrustProbeByKindNegated
    emptied: JudgeTrustProbeByKindEmptied
    off_language: JudgeTrustProbeByKindOffLanguage


class JudgeTrustProbe(TypedDict):
    probes: int
    uncounted: int
    detectedPct: Union[float, None]
    stablePct: Union[float, None]
    repeatDiffPct: Union[float, None]
    repeatDiffHigh: Union[float, None]
    invertedCount: int
    byKind: JudgeTrustProbeByKind


class JudgeTrustHuman(TypedDict):
    pairedCalls: int
    agreementPctWithin1: Union[float, None]
    meanAbsDiff: Union[float, None]
    meanDiff: Union[float, None]
    meanDiffLow: Union[float, None]
    meanDiffHigh: Union[float, None]
    kappa: Union[float, None]
    kappaLow: Union[float, None]
    kappaHigh: Union[float, None]


class JudgeTrust(TypedDict):
    judge: Union[str, None]
    probe: JudgeTrustProbe
    human: JudgeTrustHuman
    trustEstablished: bool
    missing: List[JudgeTrustMissing]
    lacking: List[str]


class JudgeTrustMissing(TypedDict):
    code: Literal["no_judge", "probes", "detected", "detected_kind", "stable", "pairs", "agreement", "shift", "kappa"]
    kind: Union[Literal["truncated", "shuffled", "swapped", "negated", "emptied", "off_language"], None]
    state: Literal["too_few", "uncertain", "failed"]
    value: Union[float, None]
    bound: Union[float, None]
    needed: Union[float, None]


class LeaderboardEntryScore(TypedDict):
    mean: float
    low: float
    high: float


class LeaderboardEntryCriteriaItemScore(TypedDict):
    mean: float
    low: float
    high: float


class LeaderboardEntryCriteriaItem(TypedDict):
    criterionId: int
    name: str
    count: int
    unscoredCount: int
    score: Union[LeaderboardEntryCriteriaItemScore, None]


class LeaderboardEntryLatencyMs(TypedDict):
    p50: int
    p95: int


class LeaderboardEntryHuman(TypedDict):
    good: int
    bad: int
    mean: float
    low: float
    high: float


class LeaderboardEntryComparisonGateViolationsItem(TypedDict):
    criterionId: Union[int, None]
    kind: Literal["mean_drop", "criterion_drop", "new_failures", "criterion_not_scored", "unscored", "nothing_compared", "no_baseline"]
    threshold: Union[float, None]
    observed: Union[float, None]
    message: str


LeaderboardEntryComparisonGate = TypedDict(
    "LeaderboardEntryComparisonGate",
    {
        "pass": "bool",
        "verdict": "Literal[\"pass\", \"fail\", \"inconclusive\"]",
        "violations": "List[LeaderboardEntryComparisonGateViolationsItem]",
        "cautions": "List[Literal[\"inconclusive\", \"same_outputs\"]]",
    },
)


class LeaderboardEntryComparison(TypedDict):
    verdict: Literal["improved", "regressed", "unchanged", "inconclusive"]
    pBetter: Union[float, None]
    explanation: str
    overall: Union[EvalMeanTest, None]
    criterionDeltas: List[CriterionDelta]
    gate: LeaderboardEntryComparisonGate


class LeaderboardEntry(TypedDict):
    variant: int
    name: str
    doneCount: int
    failedCount: int
    invalidOutputs: Union[int, None]
    score: Union[LeaderboardEntryScore, None]
    criteria: List[LeaderboardEntryCriteriaItem]
    costUsd: float
    costPerAnswerUsd: Union[float, None]
    latencyMs: Union[LeaderboardEntryLatencyMs, None]
    inputTokens: int
    outputTokens: int
    human: Union[LeaderboardEntryHuman, None]
    comparison: Union[LeaderboardEntryComparison, None]


class ListedCall(TypedDict):
    id: str
    provider: str
    model: str
    timestamp: str
    promptTokens: float
    completionTokens: float
    totalTokens: float
    costUsd: float
    latencyMs: float
    tags: Union[Dict[str, str], None]
    error: Union[str, None]
    errorDetails: Any
    traceId: Union[str, None]
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    sessionId: Union[str, None]
    toolCalls: Any
    piiRedacted: bool
    redactionMetadata: Any
    requestMeta: Any
    preview: NotRequired[Preview]
    snippet: NotRequired[Union[Snippet, None]]


class LlmFeatureBudget(TypedDict):
    budgetUsd: float
    spentUsd: float
    remainingUsd: float
    periodStart: str
    defaultBudgetUsd: float
    minBudgetUsd: float
    maxBudgetUsd: float


class LoggedOut(TypedDict):
    endSessionUrl: str


class LongInputPrices(TypedDict):
    aboveTokens: int
    inputPerMTok: float
    outputPerMTok: float
    cacheReadPerMTok: NotRequired[Union[float, None]]
    cacheWritePerMTok: NotRequired[Union[float, None]]
    cacheWrite1hPerMTok: NotRequired[Union[float, None]]


class Member(TypedDict):
    userId: str
    email: str
    name: str
    role: Literal["viewer", "member", "admin", "owner"]
    signsInWith: List[Literal["password", "sso"]]
    joinedAt: str


class MessageStretch(TypedDict):
    at: int
    count: int
    messages: Union[List[SaidMessage], None]


class ModelConnection(TypedDict):
    id: str
    name: str
    provider: Literal["openai", "anthropic", "google", "mistral", "openai-compatible", "recorded"]
    baseUrl: str
    apiKey: Union[str, None]
    defaultModel: str
    embeddingModel: Union[str, None]
    models: List[str]
    isDefault: bool
    dayBudgetUsd: Union[float, None]
    monthBudgetUsd: Union[float, None]
    daySpentUsd: float
    monthSpentUsd: float
    testedAt: Union[str, None]
    testFault: Union[ModelFault, None]
    createdAt: str
    updatedAt: str


class ModelConnectionChanges(TypedDict):
    name: NotRequired[str]
    baseUrl: NotRequired[str]
    apiKey: NotRequired[Union[str, None]]
    defaultModel: NotRequired[str]
    embeddingModel: NotRequired[Union[str, None]]
    models: NotRequired[List[str]]
    isDefault: NotRequired[bool]
    dayBudgetUsd: NotRequired[Union[float, None]]
    monthBudgetUsd: NotRequired[Union[float, None]]
    test: NotRequired[bool]


class ModelConnectionTestResult(TypedDict):
    ok: bool
    model: str
    latencyMs: int
    fault: Union[ModelFault, None]


class ModelFault(TypedDict):
    reason: Literal["wrong_key", "unknown_model", "too_long", "images_refused", "no_credit", "not_recorded", "rejected", "rate_limited", "provider_error", "malformed_answer", "unreachable", "blocked_address", "timeout", "cancelled", "budget_exhausted", "no_price"]
    message: str
    status: Union[int, None]
    detail: Union[str, None]
    retryAfterSeconds: Union[int, None]


class ModelPriceToolsPerThousand(TypedDict):
    webSearch: NotRequired[float]
    fileSearch: NotRequired[float]
    codeContainer: NotRequired[float]


class ModelPrice(TypedDict):
    provider: str
    model: str
    inputPerMTok: Union[float, None]
    outputPerMTok: Union[float, None]
    cacheReadPerMTok: Union[float, None]
    cacheWritePerMTok: Union[float, None]
    contextWindow: NotRequired[int]
    toolsPerThousand: NotRequired[ModelPriceToolsPerThousand]


class NamedReviewQueueCounts(TypedDict):
    pending: int
    inReview: int
    done: int
    disagreement: int
    resolved: int


class NamedReviewQueue(TypedDict):
    id: int
    name: str
    projectId: Union[str, None]
    instructions: str
    dimensions: List[ReviewDimension]
    reviewersPerItem: int
    assignees: List[str]
    datasetId: Union[int, None]
    of: Literal["calls", "runs", "sessions"]
    filter: Union[RecordFilter, None]
    samplePct: float
    enabled: bool
    maxOpen: int
    passedOver: int
    lastFilledAt: Union[str, None]
    counts: NamedReviewQueueCounts
    mayReview: bool
    createdAt: str
    updatedAt: str


class NewAlertChannelTargetsEmail(TypedDict):
    to: NotRequired[List[str]]


class NewAlertChannelTargetsSlack(TypedDict):
    url: str


class NewAlertChannelTargetsWebhook(TypedDict):
    url: str
    secret: NotRequired[str]


class NewAlertChannelTargetsDiscord(TypedDict):
    url: str


class NewAlertChannelTargetsTeams(TypedDict):
    url: str


class NewAlertChannelTargetsPagerduty(TypedDict):
    routingKey: str
    region: NotRequired[Literal["us", "eu"]]


class NewAlertChannelTargets(TypedDict):
    email: NotRequired[NewAlertChannelTargetsEmail]
    slack: NotRequired[NewAlertChannelTargetsSlack]
    webhook: NotRequired[NewAlertChannelTargetsWebhook]
    discord: NotRequired[NewAlertChannelTargetsDiscord]
    teams: NotRequired[NewAlertChannelTargetsTeams]
    pagerduty: NotRequired[NewAlertChannelTargetsPagerduty]


class NewAlert(TypedDict):
    alertType: NotRequired[Literal["cost_threshold", "monthly_budget", "error_rate", "latency_degradation", "anomaly_cost", "anomaly_latency", "anomaly_error_rate", "eval_score", "score_below", "score_above", "guardian_findings"]]
    thresholdValue: NotRequired[float]
    windowMinutes: NotRequired[int]
    evalCriterionId: NotRequired[Union[int, None]]
    scoreName: NotRequired[Union[str, None]]
    scoreValue: NotRequired[Union[str, None]]
    of: NotRequired[Literal["calls", "spans", "runs"]]
    filter: NotRequired[Union[RecordFilter, None]]
    forEach: NotRequired[Union[Union[Literal["user", "model", "tool", "agent", "project", "release"], str], None]]
    percentile: NotRequired[Union[float, None]]
    templateKey: NotRequired[Literal["monthly-budget", "daily-cost", "error-rate", "outage", "slow-calls", "unusual-cost", "unusual-latency", "unusual-errors", "low-scores", "poor-feedback", "user-cost", "tool-errors", "slow-runs", "guardian-findings"]]
    name: NotRequired[str]
    channelKinds: NotRequired[List[Literal["email", "slack", "webhook", "discord", "teams", "pagerduty"]]]
    channelTargets: NotRequired[NewAlertChannelTargets]
    enabled: NotRequired[bool]


class NewAnnotation(TypedDict):
    callId: str
    annotationText: NotRequired[Union[str, None]]
    label: NotRequired[Union[str, None]]
    qualityScore: NotRequired[Union[int, None]]


class NewComment(TypedDict):
    on: CommentOn
    text: str


class NewDatasetRun(TypedDict):
    idempotencyKey: NotRequired[str]
    criterionIds: NotRequired[List[int]]
    version: NotRequired[int]
    split: NotRequired[Union[str, None]]


class NewEvalRule(TypedDict):
    name: NotRequired[Union[str, None]]
    criterionId: int
    filter: NotRequired[CallFilter]
    scope: NotRequired[Literal["call", "trace", "session"]]
    quietSeconds: NotRequired[int]
    samplePct: float
    enabled: NotRequired[bool]


class NewEvalRun(TypedDict):
    name: str
    recentCount: NotRequired[int]
    label: NotRequired[str]
    promptRegistryId: NotRequired[int]
    criterionIds: NotRequired[List[int]]
    filter: NotRequired[CallFilter]
    itemTag: NotRequired[str]
    idempotencyKey: NotRequired[str]


class NewExperiment(TypedDict):
    name: str
    datasetId: int
    datasetVersion: NotRequired[int]
    split: NotRequired[Union[str, None]]
    variants: List[NewExperimentVariant]
    baseline: NotRequired[int]
    repetitions: NotRequired[int]
    concurrency: NotRequired[int]
    criterionIds: NotRequired[List[int]]
    limitUsd: NotRequired[Union[float, None]]


class NewExperimentVariant(TypedDict):
    name: NotRequired[str]
    kind: NotRequired[Literal["model", "code"]]
    promptId: NotRequired[int]
    messages: NotRequired[List[ExperimentMessage]]
    connectionId: NotRequired[str]
    model: NotRequired[str]
    settings: NotRequired[ExperimentSettings]


class NewExportScheduleS3(TypedDict):
    endpoint: NotRequired[Union[str, None]]
    region: str
    bucket: str
    prefix: NotRequired[str]
    accessKeyId: NotRequired[str]
    secretAccessKey: NotRequired[str]


class NewExportSchedule(TypedDict):
    enabled: NotRequired[bool]
    content: NotRequired[bool]
    folder: NotRequired[str]
    s3: NotRequired[NewExportScheduleS3]


class NewGateBudget(TypedDict):
    name: str
    limitUsd: float
    period: Literal["day", "week", "month"]
    scope: NotRequired[GateBudgetScope]
    action: NotRequired[Literal["deny", "require_approval", "warn"]]
    failMode: NotRequired[Literal["open", "closed"]]
    onUnpriced: NotRequired[Literal["allow", "warn", "deny"]]


class NewGatePolicy(TypedDict):
    name: str
    enabled: NotRequired[bool]
    priority: NotRequired[int]
    match: NotRequired[GatePolicyMatch]
    effect: Literal["allow", "deny", "require_approval"]
    maxCostUsd: NotRequired[Union[float, None]]
    maxTokens: NotRequired[Union[int, None]]
    failMode: NotRequired[Literal["open", "closed"]]
    approvalMinutes: NotRequired[Union[int, None]]


class NewLlmFeatureBudget(TypedDict):
    budgetUsd: float


class NewModelConnection(TypedDict):
    name: str
    provider: Literal["openai", "anthropic", "google", "mistral", "openai-compatible"]
    baseUrl: NotRequired[Union[str, None]]
    apiKey: NotRequired[Union[str, None]]
    defaultModel: str
    embeddingModel: NotRequired[Union[str, None]]
    models: NotRequired[List[str]]
    isDefault: NotRequired[bool]
    dayBudgetUsd: NotRequired[Union[float, None]]
    monthBudgetUsd: NotRequired[Union[float, None]]
    test: NotRequired[bool]


class NewModelPrice(TypedDict):
    provider: NotRequired[Union[str, None]]
    model: str
    inputPerMTok: float
    outputPerMTok: float
    cacheReadPerMTok: NotRequired[Union[float, None]]
    cacheWritePerMTok: NotRequired[Union[float, None]]
    cacheWrite1hPerMTok: NotRequired[Union[float, None]]
    longInput: NotRequired[List[LongInputPrices]]
    webSearchPerThousand: NotRequired[Union[float, None]]
    fileSearchPerThousand: NotRequired[Union[float, None]]
    codeContainerPerThousand: NotRequired[Union[float, None]]
    tiers: NotRequired[Dict[str, ServiceTierPrices]]


class NewPrompt(TypedDict):
    name: str
    version: NotRequired[str]
    type: NotRequired[Literal["text", "chat"]]
    template: NotRequired[str]
    messages: NotRequired[List[PromptMessage]]
    variables: NotRequired[Union[Dict[str, PromptVariable], None]]
    labels: NotRequired[List[str]]
    description: NotRequired[Union[str, None]]
    config: NotRequired[Dict[str, Any]]


class NewReviewItems(TypedDict):
    callIds: NotRequired[List[str]]
    traceIds: NotRequired[List[str]]
    sessionIds: NotRequired[List[str]]
    filter: NotRequired[CallFilter]
    traceFilter: NotRequired[TraceSelection]
    sessionFilter: NotRequired[SessionSelection]
    limit: NotRequired[int]
    samplePct: NotRequired[float]


class NewReviewQueue(TypedDict):
    name: str
    dimensions: List[ReviewDimensionInput]
    reviewersPerItem: NotRequired[int]
    instructions: NotRequired[str]
    assignees: NotRequired[List[str]]
    datasetId: NotRequired[Union[int, None]]
    of: NotRequired[Literal["calls", "runs", "sessions"]]
    filter: NotRequired[Union[RecordFilter, None]]
    samplePct: NotRequired[float]
    enabled: NotRequired[bool]
    maxOpen: NotRequired[int]


class NewScore(TypedDict):
    id: NotRequired[str]
    name: str
    dataType: NotRequired[Literal["numeric", "boolean", "categorical", "text"]]
    value: Union[float, bool, str]
    comment: NotRequired[Union[str, None]]
    source: NotRequired[Literal["api", "human", "judge", "rule"]]
    callId: NotRequired[Union[str, None]]
    traceId: NotRequired[Union[str, None]]
    spanId: NotRequired[Union[str, None]]
    sessionId: NotRequired[Union[str, None]]
    runId: NotRequired[Union[str, None]]
    metadata: NotRequired[Union[Dict[str, Any], None]]
    createdAt: NotRequired[str]


class NewSharedPlayground(TypedDict):
    columns: List[PlaygroundColumn]
    variables: NotRequired[Dict[str, str]]
    placeholders: NotRequired[Dict[str, List[PlaygroundMessage]]]
    mocks: NotRequired[Dict[str, str]]
    sourceCallId: NotRequired[Union[str, None]]
    sourceTraceId: NotRequired[Union[str, None]]


class NewWebhook(TypedDict):
    url: str
    events: List[Literal["alert.fired", "alert.acknowledged", "eval_run.completed", "prompt.deployed", "guardian.finding", "gate.approval_requested", "gate.approval_decided", "quota.threshold", "comment.created"]]
    description: NotRequired[Union[str, None]]
    enabled: NotRequired[bool]


class OperatorAccount(TypedDict):
    accountId: str
    name: str
    plan: Literal["free", "pro", "team"]
    subscriptionStatus: Literal["active", "canceled"]
    recordQuota: int
    retentionDays: int
    limits: AccountLimits


class OperatorKey(TypedDict):
    id: str
    apiKey: str


class OrderedScores(TypedDict):
    scores: List[CallScore]


class OutlineLine(TypedDict):
    depth: int
    span: Union[OutlineSpan, None]
    hidden: Union[HiddenSpans, None]


class OutlineSpan(TypedDict):
    id: str
    label: str
    type: str
    name: str
    durationMs: float
    error: Union[str, None]
    model: Union[str, None]
    totalTokens: Union[float, None]
    costUsd: Union[float, None]


class PercentilesForm(TypedDict):
    metric: Literal["latency", "cost"]
    p50: Union[float, None]
    p95: Union[float, None]
    p99: Union[float, None]
    p999: Union[float, None]
    max: Union[float, None]
    count: int


class PercentilesFormOr1ByDayItem(TypedDict):
    key: str
    p50: Union[float, None]
    p95: Union[float, None]
    p99: Union[float, None]
    p999: Union[float, None]
    max: Union[float, None]
    count: int


class PercentilesFormOr1(TypedDict):
    metric: Literal["latency", "cost"]
    byDay: List[PercentilesFormOr1ByDayItem]


Percentiles: TypeAlias = "Union[PercentilesForm, PercentilesFormOr1]"


class PercentilesQuery(TypedDict):
    of: NotRequired[Literal["calls", "spans", "runs", "sessions"]]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[RunCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]
    metric: NotRequired[Literal["latency", "cost"]]
    groupBy: NotRequired[Literal["day", "hour", "minute"]]
    tzOffsetMinutes: NotRequired[int]
    every: NotRequired[int]


class Plan(TypedDict):
    name: Literal["free", "pro", "team"]
    title: str
    recordsPerMonth: int
    retentionDays: int
    exportRecords: int
    alerts: Union[int, None]
    alertChannels: List[str]
    savedViews: int
    datasetItems: int
    teamMembers: bool


class PlanLimits(TypedDict):
    exportRecords: int
    alerts: Union[int, None]
    alertChannels: List[str]
    savedViews: int
    traceSpans: int
    datasetItems: int
    itemCharacters: int
    teamMembers: bool


class PlaygroundColumn(TypedDict):
    connectionId: str
    model: NotRequired[str]
    messages: List[Union[PlaygroundMessage, PlaygroundPlaceholder]]
    tools: NotRequired[List[PlaygroundTool]]
    toolChoice: NotRequired[Literal["auto", "none", "required"]]
    outputSchema: NotRequired[Dict[str, Any]]
    settings: NotRequired[PlaygroundSettings]
    promptId: NotRequired[Union[int, None]]


class PlaygroundDraft(TypedDict):
    callId: Union[str, None]
    provider: Union[str, None]
    model: Union[str, None]
    hasContent: bool
    messages: List[PlaygroundMessage]
    tools: List[PlaygroundTool]
    settings: PlaygroundSettings
    outputSchema: Union[Dict[str, Any], None]
    promptId: Union[float, None]


class PlaygroundMessageContentOr1Item(TypedDict):
    type: Literal["text"]
    text: str


class PlaygroundMessageContentOr1ItemOr1(TypedDict):
    type: Literal["image"]
    image: str


class PlaygroundMessageContentOr1ItemOr2(TypedDict):
    type: Literal["media"]
    mediaId: str
    contentType: str
    bytes: int


class PlaygroundMessageToolCallsItem(TypedDict):
    id: str
    name: str
    arguments: Any


class PlaygroundMessage(TypedDict):
    role: Literal["system", "user", "assistant", "tool"]
    content: Union[str, List[Union[PlaygroundMessageContentOr1Item, PlaygroundMessageContentOr1ItemOr1, PlaygroundMessageContentOr1ItemOr2]]]
    toolCalls: NotRequired[List[PlaygroundMessageToolCallsItem]]
    toolCallId: NotRequired[str]


class PlaygroundPlaceholder(TypedDict):
    type: Literal["placeholder"]
    name: str


class PlaygroundRun(TypedDict):
    connectionId: str
    model: NotRequired[str]
    messages: List[Union[PlaygroundMessage, PlaygroundPlaceholder]]
    tools: NotRequired[List[PlaygroundTool]]
    toolChoice: NotRequired[Literal["auto", "none", "required"]]
    outputSchema: NotRequired[Dict[str, Any]]
    settings: NotRequired[PlaygroundSettings]
    promptId: NotRequired[Union[int, None]]
    variables: NotRequired[Dict[str, str]]
    placeholders: NotRequired[Dict[str, List[PlaygroundMessage]]]


class PlaygroundSettings(TypedDict):
    temperature: NotRequired[float]
    topP: NotRequired[float]
    maxOutputTokens: NotRequired[int]
    presencePenalty: NotRequired[float]
    frequencyPenalty: NotRequired[float]
    seed: NotRequired[int]
    stopSequences: NotRequired[List[str]]


class PlaygroundTool(TypedDict):
    name: str
    description: NotRequired[str]
    parameters: Dict[str, Any]


class Preview(TypedDict):
    input: Union[str, None]
    output: Union[str, None]
    stored: bool


class Previews(TypedDict):
    previews: List[RecordPreview]


class PreviewsQuery(TypedDict):
    ids: List[str]


class Project(TypedDict):
    id: str
    name: str
    isDefault: bool
    createdAt: str
    updatedAt: str


class Prompt(TypedDict):
    id: int
    name: str
    version: str
    number: int
    type: Literal["text", "chat"]
    template: str
    messages: Union[List[PromptMessage], None]
    variables: Union[Dict[str, PromptVariable], None]
    labels: List[str]
    description: Union[str, None]
    config: Dict[str, Any]
    deployedLabels: List[str]
    createdAt: str
    updatedAt: str


class PromptDeploy(TypedDict):
    label: str
    comment: NotRequired[Union[str, None]]


class PromptDeployment(TypedDict):
    name: str
    label: str
    promptId: int
    version: str
    previousPromptId: Union[int, None]
    previousVersion: Union[str, None]
    deployedAt: str
    deployedBy: str


class PromptDeploymentEntry(TypedDict):
    id: int
    name: str
    label: str
    action: Literal["deploy", "rollback"]
    promptId: int
    version: str
    fromPromptId: Union[int, None]
    fromVersion: Union[str, None]
    comment: Union[str, None]
    deployedAt: str
    deployedBy: str


class PromptDeployments(TypedDict):
    deployments: List[PromptDeployment]
    nextCursor: Union[str, None]


class PromptDiffFrom(TypedDict):
    id: int
    name: str
    version: str


class PromptDiffTo(TypedDict):
    id: int
    name: str
    version: str


class PromptDiffVariables(TypedDict):
    added: List[str]
    removed: List[str]
    changed: List[str]


class PromptDiffLabels(TypedDict):
    added: List[str]
    removed: List[str]


PromptDiffDescription = TypedDict(
    "PromptDiffDescription",
    {
        "from": "Union[str, None]",
        "to": "Union[str, None]",
    },
)


class PromptDiffConfig(TypedDict):
    added: List[str]
    removed: List[str]
    changed: List[str]


PromptDiff = TypedDict(
    "PromptDiff",
    {
        "from": "PromptDiffFrom",
        "to": "PromptDiffTo",
        "addedLines": "int",
        "removedLines": "int",
        "hunks": "List[DiffHunk]",
        "configHunks": "List[DiffHunk]",
        "variables": "PromptDiffVariables",
        "labels": "PromptDiffLabels",
        "description": "Union[PromptDiffDescription, None]",
        "config": "PromptDiffConfig",
    },
)


class PromptFolder(TypedDict):
    path: str
    prompts: int


class PromptLinksIncludesItem(TypedDict):
    name: str
    label: Union[str, None]
    number: Union[int, None]
    promptId: Union[int, None]
    version: Union[str, None]


class PromptLinksIncludedByItem(TypedDict):
    promptId: int
    name: str
    version: str
    label: Union[str, None]
    number: Union[int, None]
    deployedLabels: List[str]


class PromptLinksUsesDatasetsItem(TypedDict):
    id: int
    name: str


class PromptLinksUsesRunsItem(TypedDict):
    id: int
    name: str
    status: str
    createdAt: str


class PromptLinksUsesExperimentsItem(TypedDict):
    id: str
    name: str
    status: str
    createdAt: str


class PromptLinksUses(TypedDict):
    datasets: List[PromptLinksUsesDatasetsItem]
    runs: List[PromptLinksUsesRunsItem]
    experiments: List[PromptLinksUsesExperimentsItem]


class PromptLinksComposed(TypedDict):
    template: str
    messages: Union[List[PromptMessage], None]


class PromptLinks(TypedDict):
    includes: List[PromptLinksIncludesItem]
    includedBy: List[PromptLinksIncludedByItem]
    uses: PromptLinksUses
    composed: Union[PromptLinksComposed, None]
    problem: Union[str, None]


class PromptMessageForm(TypedDict):
    role: str
    content: str


class PromptMessageFormOr1(TypedDict):
    type: Literal["placeholder"]
    name: str


PromptMessage: TypeAlias = "Union[PromptMessageForm, PromptMessageFormOr1]"


class PromptNameLabelsItem(TypedDict):
    label: str
    version: str


class PromptName(TypedDict):
    name: str
    versions: int
    latestVersion: str
    latestId: int
    description: Union[str, None]
    updatedAt: str
    labels: List[PromptNameLabelsItem]


class PromptPatch(TypedDict):
    template: NotRequired[str]
    messages: NotRequired[List[PromptMessage]]
    variables: NotRequired[Union[Dict[str, PromptVariable], None]]
    labels: NotRequired[List[str]]
    description: NotRequired[Union[str, None]]
    config: NotRequired[Dict[str, Any]]


class PromptProtectedLabels(TypedDict):
    labels: List[str]


class PromptRename(TypedDict):
    name: str
    version: str


class PromptRollback(TypedDict):
    name: str
    label: str
    comment: NotRequired[Union[str, None]]


class PromptScoresHuman(TypedDict):
    mean: float
    count: int


class PromptScoresJudgeItem(TypedDict):
    criterionId: int
    mean: float
    count: int


class PromptScores(TypedDict):
    human: Union[PromptScoresHuman, None]
    judge: List[PromptScoresJudgeItem]


class PromptUsage(TypedDict):
    name: str
    startTime: str
    endTime: str
    versions: List[PromptVersionUsage]


class PromptVariableFormOr1(TypedDict):
    description: NotRequired[Union[str, None]]
    default: NotRequired[Union[str, float, bool, None]]
    required: NotRequired[bool]


PromptVariable: TypeAlias = "Union[str, PromptVariableFormOr1]"


class PromptVersionUsage(TypedDict):
    version: Union[str, None]
    promptId: Union[int, None]
    calls: int
    costUsd: float
    totalTokens: float
    meanLatencyMs: Union[float, None]
    p95LatencyMs: Union[float, None]
    errorRate: float
    lastCallAt: Union[str, None]
    scores: PromptScores


class Proposal(TypedDict):
    id: str
    kind: Literal["cheaper_model", "prompt_caching", "repeated_calls", "failing_prompt_version", "long_context"]
    title: str
    detail: str
    evidence: ProposalEvidence
    estimatedSavingUsdPerMonth: float
    confidence: float
    status: Literal["open", "accepted", "dismissed", "expired"]
    createdAt: str
    updatedAt: str


class ProposalEvidence(TypedDict):
    callIds: List[str]
    traceIds: List[str]
    values: Dict[str, Union[float, str]]


class ProposalFiguresCheaperModel(TypedDict):
    provider: str
    model: str
    classKind: str
    className: str
    proposedModel: str
    basis: Literal["scores", "simple"]
    calls: float
    spentUsd: float
    listedUsd: float
    proposedUsd: float
    inputP95: float
    outputP95: float
    toolCalls: float
    errorRate: float


class ProposalFiguresPromptCaching(TypedDict):
    provider: str
    model: str
    classKind: str
    className: str
    caching: Literal["explicit", "automatic"]
    calls: float
    hits: float
    writes: float
    cacheableTokens: float
    medianInputTokens: float
    cachedShare: float
    spentUsd: float
    cachedUsd: float
    listedUsd: float
    savedPerHitUsd: float
    extraPerWriteUsd: float


class ProposalFiguresRepeatedCalls(TypedDict):
    provider: str
    model: str
    classKind: str
    className: str
    sameAnswer: Literal["certain", "unknown"]
    calls: float
    repeats: float
    mostInADay: float
    repeatsCostUsd: float


class ProposalFiguresFailingPromptVersion(TypedDict):
    prompt: str
    version: str
    versionBefore: str
    calls: float
    errorsCostUsd: float
    errors: NotRequired[float]
    errorRate: NotRequired[float]
    errorRateLow: NotRequired[float]
    callsBefore: NotRequired[float]
    errorsBefore: NotRequired[float]
    errorRateBefore: NotRequired[float]
    errorRateBeforeHigh: NotRequired[float]
    scoredBy: NotRequired[str]
    scoredVersionBefore: NotRequired[str]
    meanScore: NotRequired[float]
    scores: NotRequired[float]
    meanScoreBefore: NotRequired[float]
    scoresBefore: NotRequired[float]
    pValue: float


class ProposalFiguresLongContext(TypedDict):
    provider: str
    model: str
    classKind: str
    className: str
    threads: float
    longCalls: float
    longestInputTokens: float
    medianInputTokens: float
    cutToTokens: float
    excessTokens: float
    spentUsd: float
    listedUsd: float
    cutUsd: float


class ProposalFigures(TypedDict):
    cheaper_model: ProposalFiguresCheaperModel
    prompt_caching: ProposalFiguresPromptCaching
    repeated_calls: ProposalFiguresRepeatedCalls
    failing_prompt_version: ProposalFiguresFailingPromptVersion
    long_context: ProposalFiguresLongContext


class ProposalLook(TypedDict):
    found: int
    changed: int
    expired: int


class ProposeCriteria(TypedDict):
    useCaseHint: str
    sampleCallIds: NotRequired[List[str]]
    maxCriteria: NotRequired[int]


class ProposedCriteriaPartialFailuresItem(TypedDict):
    callId: str
    reason: str
    message: str


class ProposedCriteria(TypedDict):
    criteria: List[ProposedCriterion]
    partialFailures: List[ProposedCriteriaPartialFailuresItem]
    budgetSpentUsd: float
    proposedRawCount: int
    droppedCount: int


class ProposedCriterion(TypedDict):
    name: str
    rubric: str
    scaleMin: float
    scaleMax: float
    reasoning: str


class ReadMentions(TypedDict):
    ids: List[str]


class RecordFilter(TypedDict):
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[RunCondition]]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]


class RecordPreview(TypedDict):
    id: str
    input: Union[str, None]
    output: Union[str, None]
    stored: bool


class RejectionFiguresUnknownProvider(TypedDict):
    provider: NotRequired[str]


class RejectionFiguresFieldRule(TypedDict):
    field: NotRequired[str]


class RejectionFigures(TypedDict):
    unknown_provider: RejectionFiguresUnknownProvider
    missing_provider: Dict[str, Any]
    invalid_trace_id: Dict[str, Any]
    timestamp_too_old: Dict[str, Any]
    timestamp_in_future: Dict[str, Any]
    record_too_large: Dict[str, Any]
    quota_exceeded: Dict[str, Any]
    signal_not_stored: Dict[str, Any]
    event_not_stored: Dict[str, Any]
    too_many_waiting_events: Dict[str, Any]
    invalid_json: Dict[str, Any]
    invalid_compression: Dict[str, Any]
    too_many_records: Dict[str, Any]
    insufficient_scope: Dict[str, Any]
    body_too_large: Dict[str, Any]
    unsupported_media_type: Dict[str, Any]
    overloaded: Dict[str, Any]
    reserved_tag: Dict[str, Any]
    late_update: Dict[str, Any]
    invalid_event: Dict[str, Any]
    invalid_run: Dict[str, Any]
    invalid_feedback: Dict[str, Any]
    attachment_not_stored: Dict[str, Any]
    unknown_part: Dict[str, Any]
    unsafe_json: Dict[str, Any]
    too_many_scores: Dict[str, Any]
    score_of_another_key: Dict[str, Any]
    too_many_open_spans: Dict[str, Any]
    field_rule: RejectionFiguresFieldRule
    other: Dict[str, Any]


class Repriced(TypedDict):
    applied: bool
    startTime: str
    endTime: str
    records: int
    changedRecords: int
    beforeUsd: float
    afterUsd: float
    differenceUsd: float
    models: List[RepricedModel]


class RepricedModel(TypedDict):
    provider: str
    model: str
    records: int
    changedRecords: int
    beforeUsd: float
    afterUsd: float


class ResumeExperiment(TypedDict):
    limitUsd: NotRequired[Union[float, None]]
    retryFailed: NotRequired[bool]


class ReviewAgreementDimensionsItemPairsItemReviewersItem(TypedDict):
    type: str
    id: str
    name: Union[str, None]


class ReviewAgreementDimensionsItemPairsItem(TypedDict):
    reviewers: List[ReviewAgreementDimensionsItemPairsItemReviewersItem]
    n: int
    agreementPct: Union[float, None]
    kappa: Union[float, None]
    kappaLow: Union[float, None]
    kappaHigh: Union[float, None]


class ReviewAgreementDimensionsItem(TypedDict):
    name: str
    weights: Literal["none", "quadratic"]
    n: int
    agreementPct: Union[float, None]
    kappa: Union[float, None]
    kappaLow: Union[float, None]
    kappaHigh: Union[float, None]
    disagreements: int
    pairs: List[ReviewAgreementDimensionsItemPairsItem]


class ReviewAgreement(TypedDict):
    compared: int
    disagreements: int
    open: int
    dimensions: List[ReviewAgreementDimensionsItem]


class ReviewAnswer(TypedDict):
    values: Dict[str, Union[float, bool, str]]
    comment: NotRequired[Union[str, None]]
    correction: NotRequired[Union[str, None]]


class ReviewClaim(TypedDict):
    windowDays: NotRequired[int]
    limit: NotRequired[int]


class ReviewDimension(TypedDict):
    name: str
    description: Union[str, None]
    kind: Literal["number", "category", "boolean"]
    min: Union[float, None]
    max: Union[float, None]
    step: Union[float, None]
    tolerance: Union[float, None]
    categories: Union[List[str], None]
    optional: bool


class ReviewDimensionInput(TypedDict):
    name: str
    description: NotRequired[Union[str, None]]
    kind: Literal["number", "category", "boolean"]
    min: NotRequired[Union[float, None]]
    max: NotRequired[Union[float, None]]
    step: NotRequired[Union[float, None]]
    tolerance: NotRequired[Union[float, None]]
    categories: NotRequired[Union[List[str], None]]
    optional: NotRequired[bool]


class ReviewProgressCounts(TypedDict):
    pending: int
    inReview: int
    done: int
    disagreement: int
    resolved: int


class ReviewProgressPeopleItemReviewer(TypedDict):
    type: str
    id: str
    name: Union[str, None]


class ReviewProgressPeopleItem(TypedDict):
    reviewer: ReviewProgressPeopleItemReviewer
    answered: int
    resolved: int
    skipped: int
    remaining: int
    medianMs: Union[int, None]
    lastAnsweredAt: Union[str, None]


class ReviewProgress(TypedDict):
    counts: ReviewProgressCounts
    people: List[ReviewProgressPeopleItem]


class ReviewQueueItemsItemScore(TypedDict):
    criterionId: int
    score: Union[float, None]
    normalized: float
    spread: float
    label: Union[str, None]
    reasoning: str
    code: Union[str, None]
    values: Dict[str, Union[float, str]]
    judge: Union[str, None]


class ReviewQueueItemsItemSafety(TypedDict):
    assessmentId: int
    labels: List[str]
    score: float
    reasoning: str
    code: Literal["flagged", "not_flagged"]
    values: Dict[str, Union[float, str]]
    classifierId: str


class ReviewQueueItemsItem(TypedDict):
    call: Call
    reason: Literal["error", "flagged", "low_score", "judge_disagreement", "recent"]
    score: Union[ReviewQueueItemsItemScore, None]
    safety: Union[ReviewQueueItemsItemSafety, None]
    claimedUntil: Union[str, None]


class ReviewQueueCoverage(TypedDict):
    total: int
    reviewed: int
    pending: int
    coveragePct: float


class ReviewQueue(TypedDict):
    items: List[ReviewQueueItemsItem]
    coverage: ReviewQueueCoverage


class ReviewQueueChanges(TypedDict):
    name: NotRequired[str]
    dimensions: NotRequired[List[ReviewDimensionInput]]
    reviewersPerItem: NotRequired[int]
    instructions: NotRequired[str]
    assignees: NotRequired[List[str]]
    datasetId: NotRequired[Union[int, None]]
    of: NotRequired[Literal["calls", "runs", "sessions"]]
    filter: NotRequired[Union[RecordFilter, None]]
    samplePct: NotRequired[float]
    enabled: NotRequired[bool]
    maxOpen: NotRequired[int]


class ReviewQueueItemAnswersItemReviewer(TypedDict):
    type: str
    id: str
    name: Union[str, None]


class ReviewQueueItemAnswersItem(TypedDict):
    reviewer: ReviewQueueItemAnswersItemReviewer
    isMine: bool
    isResolution: bool
    values: Dict[str, Union[float, bool, str]]
    comment: Union[str, None]
    correction: Union[str, None]
    durationMs: Union[int, None]
    answeredAt: str


class ReviewQueueItem(TypedDict):
    id: int
    callId: Union[str, None]
    traceId: Union[str, None]
    sessionId: Union[str, None]
    callTimestamp: str
    state: Literal["pending", "in_review", "done", "disagreement", "resolved"]
    answerCount: int
    answers: List[ReviewQueueItemAnswersItem]
    disagreements: List[str]
    final: Union[Dict[str, Union[float, bool, str]], None]
    correctionOutcome: Union[str, None]
    takenUntil: Union[str, None]
    createdAt: str
    doneAt: Union[str, None]


class RunComparisonTotalsA(TypedDict):
    spans: int
    calls: int
    errors: int
    costUsd: float
    unpriced: Unpriced
    totalTokens: float
    durationMs: float
    startTime: str


class RunComparisonTotalsB(TypedDict):
    spans: int
    calls: int
    errors: int
    costUsd: float
    unpriced: Unpriced
    totalTokens: float
    durationMs: float
    startTime: str


class RunComparisonTotals(TypedDict):
    a: RunComparisonTotalsA
    b: RunComparisonTotalsB


class RunComparisonCounts(TypedDict):
    same: int
    changed: int
    onlyA: int
    onlyB: int


class RunComparison(TypedDict):
    a: str
    b: str
    totals: RunComparisonTotals
    counts: RunComparisonCounts
    rows: List[ComparedSpan]
    contentCompared: Literal["all", "some"]
    truncated: bool


class RunCondition(TypedDict):
    field: Union[Literal["provider", "model", "status", "error", "user", "userId", "session", "sessionId", "traceId", "id", "promptName", "promptVersion", "agent", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "tool", "definedTool", "type", "name", "durationMs", "latencyMs", "ttftMs", "totalTokens", "inputTokens", "outputTokens", "costUsd", "run.costUsd", "run.durationMs", "run.totalTokens", "run.errors", "run.spans", "run.status", "run.agent", "run.tool"], str]
    op: Literal["is", "isNot", "atLeast", "atMost"]
    values: List[Union[str, float]]


class RunConversation(TypedDict):
    steps: List[ConversationStep]
    nextCursor: Union[str, None]


class SafetyAssessment(TypedDict):
    id: int
    call_id: str
    labels: List[str]
    score: float
    reasoning: str
    code: Literal["flagged", "not_flagged"]
    values: Dict[str, Union[float, str]]
    classifier_id: str
    source: Literal["on_demand", "background"]
    createdAt: str


class SafetyFiguresFlagged(TypedDict):
    more: NotRequired[float]
    inputChars: NotRequired[float]
    inputSeen: NotRequired[float]
    outputChars: NotRequired[float]
    outputSeen: NotRequired[float]


class SafetyFiguresNotFlagged(TypedDict):
    more: NotRequired[float]
    inputChars: NotRequired[float]
    inputSeen: NotRequired[float]
    outputChars: NotRequired[float]
    outputSeen: NotRequired[float]


class SafetyFigures(TypedDict):
    flagged: SafetyFiguresFlagged
    not_flagged: SafetyFiguresNotFlagged


class SafetyScan(TypedDict):
    scanned: int
    assessed: int
    flagged: int
    failures: int
    skipped: int


class SaidMessage(TypedDict):
    role: str
    parts: List[SaidPart]


class SaidPartForm(TypedDict):
    kind: Literal["text", "reasoning"]
    text: str


class SaidPartFormOr1(TypedDict):
    kind: Literal["toolCall"]
    id: Union[str, None]
    name: Union[str, None]
    input: Any
    result: NotRequired[Any]
    durationMs: NotRequired[float]
    error: NotRequired[str]


class SaidPartFormOr2(TypedDict):
    kind: Literal["toolResult"]
    id: Union[str, None]
    name: Union[str, None]
    result: Any


class SaidPartFormOr3Stored(TypedDict):
    id: str
    bytes: NotRequired[float]


class SaidPartFormOr3(TypedDict):
    kind: Literal["media"]
    type: str
    url: NotRequired[str]
    mediaType: NotRequired[str]
    stored: NotRequired[SaidPartFormOr3Stored]
    name: NotRequired[str]


class SaidPartFormOr4(TypedDict):
    kind: Literal["json"]
    value: Any


SaidPart: TypeAlias = "Union[SaidPartForm, SaidPartFormOr1, SaidPartFormOr2, SaidPartFormOr3, SaidPartFormOr4]"


class SampleData(TypedDict):
    loaded: bool
    projectId: Union[str, None]
    records: int


class SavedView(TypedDict):
    id: int
    name: str
    filter: Dict[str, Any]
    createdAt: str
    updatedAt: str


class SavedViewInput(TypedDict):
    name: str
    filter: Dict[str, Any]


class ScanSafetyBatch(TypedDict):
    maxRecords: NotRequired[int]


class Score(TypedDict):
    id: str
    name: str
    dataType: Literal["numeric", "boolean", "categorical", "text"]
    value: Union[Union[float, bool, str], None]
    comment: Union[str, None]
    source: Literal["api", "human", "judge", "rule"]
    callId: Union[str, None]
    traceId: Union[str, None]
    spanId: Union[str, None]
    sessionId: Union[str, None]
    runId: Union[str, None]
    metadata: Union[Dict[str, Any], None]
    createdAt: str


class ScoreAggregateScoresItemValuesItem(TypedDict):
    value: str
    count: int


class ScoreAggregateScoresItemSeriesItemValuesItem(TypedDict):
    value: str
    count: int


class ScoreAggregateScoresItemSeriesItem(TypedDict):
    key: str
    count: int
    mean: Union[float, None]
    min: Union[float, None]
    max: Union[float, None]
    values: List[ScoreAggregateScoresItemSeriesItemValuesItem]


class ScoreAggregateScoresItem(TypedDict):
    name: str
    dataType: Literal["numeric", "boolean", "categorical", "text"]
    count: int
    mean: Union[float, None]
    min: Union[float, None]
    max: Union[float, None]
    values: List[ScoreAggregateScoresItemValuesItem]
    series: List[ScoreAggregateScoresItemSeriesItem]


class ScoreAggregate(TypedDict):
    scores: List[ScoreAggregateScoresItem]


class ScoreAggregateQuery(TypedDict):
    name: NotRequired[str]
    source: NotRequired[Literal["api", "human", "judge", "rule"]]
    dataType: NotRequired[Literal["numeric", "boolean", "categorical", "text"]]
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    groupBy: NotRequired[Literal["day", "hour", "minute"]]
    tzOffsetMinutes: NotRequired[int]
    every: NotRequired[int]


class ScoreCondition(TypedDict):
    name: str
    op: Literal["eq", "ne", "lt", "lte", "gt", "gte"]
    value: Union[float, bool, str]


class ScoreFiguresDiffersOnly(TypedDict):
    how: Literal["white_space", "line_ends", "normalisation", "case"]


class ScoreFiguresDiffersLength(TypedDict):
    outputChars: float
    expectedChars: float


ScoreFiguresDiffersFrom = TypedDict(
    "ScoreFiguresDiffersFrom",
    {
        "from": "float",
        "outputChars": "float",
        "expectedChars": "float",
    },
)


ScoreFiguresContains = TypedDict(
    "ScoreFiguresContains",
    {
        "from": "float",
    },
)


ScoreFiguresPatternMatches = TypedDict(
    "ScoreFiguresPatternMatches",
    {
        "from": "float",
        "to": "float",
    },
)


ScoreFiguresPatternMatchesNothing = TypedDict(
    "ScoreFiguresPatternMatchesNothing",
    {
        "from": "float",
    },
)


class ScoreFiguresPathSelects(TypedDict):
    place: str


class ScoreFiguresPathEqual(TypedDict):
    count: float


class ScoreFiguresPathFindsText(TypedDict):
    place: str
    length: float


class ScoreFiguresPathFindsArray(TypedDict):
    place: str
    length: float


class ScoreFiguresPathFindsObject(TypedDict):
    place: str
    length: float


class ScoreFiguresPathFinds(TypedDict):
    place: str
    found: Literal["null", "true", "false", "number"]


class ScoreFiguresRepeatsToolCall(TypedDict):
    repeats: float
    allowed: float


class ScoreFiguresRepeatsToolCallAsAllowed(TypedDict):
    repeats: float
    allowed: float


class ScoreFiguresJsonUnreadable(TypedDict):
    why: Literal["invalid_utf8", "duplicate_key", "forbidden_key", "empty", "code_fence", "too_short"]


class ScoreFiguresJsonUnreadableAt(TypedDict):
    at: float


class ScoreFiguresSchemaEnum(TypedDict):
    place: str


class ScoreFiguresSchemaConst(TypedDict):
    place: str


class ScoreFiguresSchemaLimit(TypedDict):
    place: str
    comparison: Literal["atLeast", "atMost", "above", "below"]
    limit: float


class ScoreFiguresSchemaMultiple(TypedDict):
    place: str
    divisor: float


class ScoreFiguresSchemaType(TypedDict):
    place: str
    type: str


class ScoreFiguresSchemaRequired(TypedDict):
    place: str
    property: str


class ScoreFiguresSchemaSize(TypedDict):
    place: str
    bound: Literal["least", "most"]
    limit: float
    unit: Literal["characters", "items", "properties"]


class ScoreFiguresSchemaPattern(TypedDict):
    place: str
    pattern: str


class ScoreFiguresSchemaFormat(TypedDict):
    place: str
    format: str


class ScoreFiguresSchemaDuplicates(TypedDict):
    place: str
    one: float
    other: float


class ScoreFiguresSchemaContainsRange(TypedDict):
    place: str
    least: float
    most: float


class ScoreFiguresSchemaContains(TypedDict):
    place: str
    least: float


class ScoreFiguresSchemaAdditional(TypedDict):
    place: str


class ScoreFiguresSchemaUnevaluated(TypedDict):
    place: str


class ScoreFiguresSchemaPropertyName(TypedDict):
    place: str


class ScoreFiguresSchemaDependent(TypedDict):
    place: str
    number: Literal["one", "several"]
    properties: str
    property: str


class ScoreFiguresSchemaOneOf(TypedDict):
    place: str


class ScoreFiguresSchemaAnyOf(TypedDict):
    place: str


class ScoreFiguresSchemaNot(TypedDict):
    place: str


class ScoreFiguresSchemaBranch(TypedDict):
    place: str
    branch: str


class ScoreFiguresSchemaFalse(TypedDict):
    place: str


class ScoreFiguresSchemaOther(TypedDict):
    place: str
    rule: str


class ScoreFiguresCodeScored(TypedDict):
    score: float


class ScoreFiguresCodeLabelled(TypedDict):
    label: str


class ScoreFiguresCodeSays(TypedDict):
    reason: str


class ScoreFiguresCodeThrewAt(TypedDict):
    line: float
    problem: str


class ScoreFiguresCodeThrew(TypedDict):
    problem: str


class ScoreFiguresCodeResult(TypedDict):
    why: Literal["nothing", "kind", "not_finite", "promise", "not_boolean"]


class ScoreFiguresCodeOffScale(TypedDict):
    score: float
    min: float
    max: float


class ScoreFiguresToolsRight(TypedDict):
    expected: float


class ScoreFiguresToolsUnexpected(TypedDict):
    expected: float
    unexpected: float


class ScoreFiguresToolsDiffer(TypedDict):
    matched: float
    expected: float
    named: float
    actual: float


class ScoreFiguresTrajectoryHolds(TypedDict):
    checks: float


class ScoreFiguresTrajectoryFails(TypedDict):
    held: float
    checks: float
    failures: str


class ScoreFiguresSimilarity(TypedDict):
    similarity: float
    model: str


class ScoreFiguresSimilarityThreshold(TypedDict):
    similarity: float
    threshold: float
    model: str


class ScoreFiguresOutputTooLong(TypedDict):
    kib: float


class ScoreFiguresOutputTooDeep(TypedDict):
    levels: float


class ScoreFiguresRubricUnusable(TypedDict):
    problem: str


class ScoreFiguresMaterialTooLong(TypedDict):
    kib: float


class ScoreFiguresTraceTooLong(TypedDict):
    steps: float


class ScoreFiguresExpectationUnusable(TypedDict):
    problem: str


class ScoreFiguresModelUnconnected(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    setting: str


class ScoreFiguresModelUnreachable(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    attempts: float


class ScoreFiguresModelFailing(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    status: float
    attempts: float


class ScoreFiguresModelGarbled(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    attempts: float


class ScoreFiguresModelRejects(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    status: float
    why: Literal["key", "address", "too_long", "credit", "unrecorded", "kind"]


class ScoreFiguresModelTimeout(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    attempts: float


class ScoreFiguresModelRateLimited(TypedDict):
    role: Literal["judge", "generator", "embedder"]
    setting: str


class ScoreFiguresJudgeAnswerUnusable(TypedDict):
    why: Literal["empty", "not_json", "no_reasoning"]


class ScoreFiguresJudgeAnswerCutOff(TypedDict):
    tokens: float


class ScoreFiguresJudgeAnswerOffScale(TypedDict):
    min: float
    max: float
    score: float


class ScoreFiguresJudgeAnswerOther(TypedDict):
    problem: str


class ScoreFiguresEmbedderUnconnected(TypedDict):
    setting: str


class ScoreFiguresEmbedderAnswerUnusable(TypedDict):
    why: Literal["count", "length", "zero"]


class ScoreFiguresBudgetExhausted(TypedDict):
    budgetUsd: float
    month: str
    spentUsd: float
    heldUsd: float
    neededUsd: float


class ScoreFiguresConnectionBudgetExhausted(TypedDict):
    name: str
    budgetUsd: float
    period: Literal["day", "month"]
    spentUsd: float
    heldUsd: float
    neededUsd: float


class ScoreFiguresConnectionWithoutPrice(TypedDict):
    model: str
    name: str


class ScoreFigures(TypedDict):
    equal: Dict[str, Any]
    differs_only: ScoreFiguresDiffersOnly
    differs_length: ScoreFiguresDiffersLength
    differs_from: ScoreFiguresDiffersFrom
    contains: ScoreFiguresContains
    contains_other_case: Dict[str, Any]
    contains_not: Dict[str, Any]
    pattern_matches: ScoreFiguresPatternMatches
    pattern_matches_nothing: ScoreFiguresPatternMatchesNothing
    pattern_matches_nowhere: Dict[str, Any]
    path_selects: ScoreFiguresPathSelects
    path_selects_nothing: Dict[str, Any]
    path_equal: ScoreFiguresPathEqual
    path_finds_text: ScoreFiguresPathFindsText
    path_finds_array: ScoreFiguresPathFindsArray
    path_finds_object: ScoreFiguresPathFindsObject
    path_finds: ScoreFiguresPathFinds
    repeats_no_tool_call: Dict[str, Any]
    repeats_tool_call: ScoreFiguresRepeatsToolCall
    repeats_tool_call_as_allowed: ScoreFiguresRepeatsToolCallAsAllowed
    json_unreadable: ScoreFiguresJsonUnreadable
    json_unreadable_at: ScoreFiguresJsonUnreadableAt
    schema_fits: Dict[str, Any]
    schema_enum: ScoreFiguresSchemaEnum
    schema_const: ScoreFiguresSchemaConst
    schema_limit: ScoreFiguresSchemaLimit
    schema_multiple: ScoreFiguresSchemaMultiple
    schema_type: ScoreFiguresSchemaType
    schema_required: ScoreFiguresSchemaRequired
    schema_size: ScoreFiguresSchemaSize
    schema_pattern: ScoreFiguresSchemaPattern
    schema_format: ScoreFiguresSchemaFormat
    schema_duplicates: ScoreFiguresSchemaDuplicates
    schema_contains_range: ScoreFiguresSchemaContainsRange
    schema_contains: ScoreFiguresSchemaContains
    schema_additional: ScoreFiguresSchemaAdditional
    schema_unevaluated: ScoreFiguresSchemaUnevaluated
    schema_property_name: ScoreFiguresSchemaPropertyName
    schema_dependent: ScoreFiguresSchemaDependent
    schema_one_of: ScoreFiguresSchemaOneOf
    schema_any_of: ScoreFiguresSchemaAnyOf
    schema_not: ScoreFiguresSchemaNot
    schema_branch: ScoreFiguresSchemaBranch
    schema_false: ScoreFiguresSchemaFalse
    schema_other: ScoreFiguresSchemaOther
    code_scored: ScoreFiguresCodeScored
    code_labelled: ScoreFiguresCodeLabelled
    code_says: ScoreFiguresCodeSays
    code_threw_at: ScoreFiguresCodeThrewAt
    code_threw: ScoreFiguresCodeThrew
    code_result: ScoreFiguresCodeResult
    code_off_scale: ScoreFiguresCodeOffScale
    code_unknown_label: Dict[str, Any]
    tools_right: ScoreFiguresToolsRight
    tools_unexpected: ScoreFiguresToolsUnexpected
    tools_differ: ScoreFiguresToolsDiffer
    trajectory_holds: ScoreFiguresTrajectoryHolds
    trajectory_fails: ScoreFiguresTrajectoryFails
    similarity: ScoreFiguresSimilarity
    similarity_threshold: ScoreFiguresSimilarityThreshold
    similarity_empty: Dict[str, Any]
    no_expected_output: Dict[str, Any]
    output_too_long: ScoreFiguresOutputTooLong
    output_too_deep: ScoreFiguresOutputTooDeep
    rubric_unusable: ScoreFiguresRubricUnusable
    rubric_too_slow: Dict[str, Any]
    rubric_too_large: Dict[str, Any]
    rubric_circular: Dict[str, Any]
    material_too_long: ScoreFiguresMaterialTooLong
    trace_too_long: ScoreFiguresTraceTooLong
    trace_without_content: Dict[str, Any]
    expectation_unusable: ScoreFiguresExpectationUnusable
    model_unconnected: ScoreFiguresModelUnconnected
    model_unreachable: ScoreFiguresModelUnreachable
    model_failing: ScoreFiguresModelFailing
    model_garbled: ScoreFiguresModelGarbled
    model_rejects: ScoreFiguresModelRejects
    model_timeout: ScoreFiguresModelTimeout
    model_rate_limited: ScoreFiguresModelRateLimited
    model_cancelled: Dict[str, Any]
    judge_refused: Dict[str, Any]
    generator_refused: Dict[str, Any]
    judge_answer_unusable: ScoreFiguresJudgeAnswerUnusable
    judge_answer_cut_off: ScoreFiguresJudgeAnswerCutOff
    judge_answer_off_scale: ScoreFiguresJudgeAnswerOffScale
    judge_answer_other: ScoreFiguresJudgeAnswerOther
    embedder_unconnected: ScoreFiguresEmbedderUnconnected
    embedder_answer_unusable: ScoreFiguresEmbedderAnswerUnusable
    nothing_to_judge: Dict[str, Any]
    budget_exhausted: ScoreFiguresBudgetExhausted
    connection_budget_exhausted: ScoreFiguresConnectionBudgetExhausted
    connection_without_price: ScoreFiguresConnectionWithoutPrice
    call_gone: Dict[str, Any]
    no_content: Dict[str, Any]
    no_trace: Dict[str, Any]
    no_session: Dict[str, Any]
    prompt_gone: Dict[str, Any]
    prompt_unreadable: Dict[str, Any]
    output_not_stored: Dict[str, Any]


class ScoreOrder(TypedDict):
    criterionIds: List[int]


class ScoresPage(TypedDict):
    scores: List[Score]
    nextCursor: Union[str, None]


class ScoresReplyRejectedItem(TypedDict):
    index: int
    id: Union[str, None]
    reason: str
    code: Literal["field_rule", "timestamp_too_old", "timestamp_in_future", "too_many_scores", "score_of_another_key"]
    field: Union[str, None]


class ScoresReply(TypedDict):
    accepted: int
    ids: List[str]
    textDropped: int
    rejected: List[ScoresReplyRejectedItem]


class ServiceTierPrices(TypedDict):
    inputPerMTok: float
    outputPerMTok: float
    cacheReadPerMTok: NotRequired[Union[float, None]]
    cacheWritePerMTok: NotRequired[Union[float, None]]
    cacheWrite1hPerMTok: NotRequired[Union[float, None]]
    longInput: NotRequired[List[LongInputPrices]]


class SessionUser(TypedDict):
    id: str
    email: str
    name: str
    hasPassword: bool


class SessionAccount(TypedDict):
    id: str
    name: str
    plan: Literal["free", "pro", "team"]


class Session(TypedDict):
    user: SessionUser
    account: SessionAccount
    role: Literal["viewer", "member", "admin", "owner"]


class SessionConversation(TypedDict):
    steps: List[SessionStep]
    nextCursor: Union[str, None]


class SessionSelection(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    where: NotRequired[List[RunCondition]]
    sortBy: NotRequired[Literal["endTime", "startTime", "durationMs", "costUsd", "totalTokens", "calls", "errors"]]
    search: NotRequired[str]


class SessionStep(TypedDict):
    id: str
    kind: Literal["llm", "observation"]
    stored: bool
    omitted: bool
    input: List[MessageStretch]
    output: List[SaidMessage]
    call: Call


class SessionSummary(TypedDict):
    sessionId: str
    calls: int
    traces: int
    errors: int
    costUsd: float
    unpriced: NotRequired[Unpriced]
    totalTokens: float
    startTime: str
    endTime: str
    durationMs: float
    users: List[str]
    models: List[str]
    lastModel: str
    firstMessage: NotRequired[Union[str, None]]


class Sessions(TypedDict):
    sessions: List[SessionSummary]
    nextCursor: Union[str, None]
    searchedFrom: Union[str, None]


class SessionsQuery(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    limit: NotRequired[int]
    cursor: NotRequired[str]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    preview: NotRequired[bool]
    where: NotRequired[List[RunCondition]]
    sortBy: NotRequired[Literal["endTime", "startTime", "durationMs", "costUsd", "totalTokens", "calls", "errors"]]
    search: NotRequired[str]


class SharedPlayground(TypedDict):
    id: str
    columns: List[PlaygroundColumn]
    variables: Dict[str, str]
    placeholders: Dict[str, List[PlaygroundMessage]]
    mocks: Dict[str, str]
    sourceCallId: Union[str, None]
    sourceTraceId: Union[str, None]
    createdAt: str


class ShipExperiment(TypedDict):
    variant: int
    label: str
    comment: NotRequired[Union[str, None]]
    force: NotRequired[bool]


class SignInMethodsSso(TypedDict):
    name: str


class SignInMethods(TypedDict):
    password: bool
    sso: Union[SignInMethodsSso, None]


class Snippet(TypedDict):
    before: str
    match: str
    after: str


class SpanList(TypedDict):
    spans: List[SpanRow]
    nextCursor: Union[str, None]
    truncated: bool
    searchedFrom: Union[str, None]


class SpanListQuery(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    search: NotRequired[str]
    scores: NotRequired[List[ScoreCondition]]
    limit: NotRequired[int]
    cursor: NotRequired[str]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    type: NotRequired[str]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    sortBy: NotRequired[Literal["startTime", "durationMs", "costUsd", "totalTokens", "name"]]


class SpanRow(TypedDict):
    id: str
    traceId: Union[str, None]
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    kind: Literal["llm", "observation"]
    type: str
    name: str
    agent: Union[str, None]
    tool: Union[str, None]
    startTime: str
    durationMs: float
    error: Union[str, None]
    sessionId: Union[str, None]
    userId: Union[str, None]
    release: Union[str, None]
    environment: Union[str, None]
    provider: Union[str, None]
    model: Union[str, None]
    totalTokens: Union[float, None]
    costUsd: Union[float, None]


class StatsWriter(TypedDict):
    waitingBytes: int
    waitingRequests: int
    waitingSegments: int
    waitingSeconds: float


class StatsJobs(TypedDict):
    queued: int
    running: int
    done: int
    failed: int
    names: List[str]


class Stats(TypedDict):
    version: str
    uptimeSeconds: int
    accounts: int
    records: int
    bytesOnDisk: int
    writer: StatsWriter
    jobs: StatsJobs


class TestWebhook(TypedDict):
    url: str
    secret: NotRequired[str]
    alertName: NotRequired[str]


class TestWebhookResult(TypedDict):
    ok: bool
    delivered: bool
    message: str
    code: Union[str, None]
    values: Dict[str, Union[float, str]]


class Trace(TypedDict):
    traceId: str
    spans: List[Call]
    nodes: List[TraceNode]
    scores: List[Score]
    truncated: bool


class TraceMediaFilesItem(TypedDict):
    id: str
    contentType: str
    bytes: int
    span: str
    time: str


class TraceMedia(TypedDict):
    files: List[TraceMediaFilesItem]
    truncated: bool


class TraceNode(TypedDict):
    id: str
    kind: Literal["llm", "observation"]
    type: str
    name: str
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    startTime: str
    durationMs: float
    error: Union[str, None]
    attributes: Dict[str, Any]
    call: Union[Call, None]
    children: List[TraceNode]


class TraceOutline(TypedDict):
    lines: List[OutlineLine]
    total: int
    read: int
    failed: int
    inPart: int
    shown: int


class TraceSelection(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    search: NotRequired[str]
    scores: NotRequired[List[ScoreCondition]]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    where: NotRequired[List[RunCondition]]
    sortBy: NotRequired[Literal["startTime", "durationMs", "costUsd", "totalTokens", "errors", "spans"]]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]


class TraceSpan(TypedDict):
    id: str
    kind: Literal["llm", "observation"]
    type: str
    name: str
    spanId: Union[str, None]
    parentSpanId: Union[str, None]
    startTime: str
    durationMs: float
    error: Union[str, None]
    provider: Union[str, None]
    model: Union[str, None]
    totalTokens: Union[float, None]
    costUsd: Union[float, None]
    agent: Union[str, None]
    tool: Union[str, None]
    sessionId: Union[str, None]
    userId: Union[str, None]
    tools: List[str]


class TraceSpans(TypedDict):
    spans: List[TraceSpan]
    total: int
    voice: bool
    nextCursor: Union[str, None]
    truncated: bool


class TraceSummary(TypedDict):
    traceId: str
    name: str
    kind: str
    startTime: str
    endTime: str
    durationMs: float
    calls: int
    spans: int
    errors: int
    failed: bool
    failedTools: int
    inputTokens: float
    outputTokens: float
    totalTokens: float
    costUsd: Union[float, None]
    models: List[str]
    agents: List[str]
    tools: List[str]
    userId: Union[str, None]
    sessionId: Union[str, None]
    tags: Dict[str, str]
    scores: List[Score]
    preview: NotRequired[Preview]


class Traces(TypedDict):
    traces: List[TraceSummary]
    nextCursor: Union[str, None]
    searchedFrom: Union[str, None]


class TracesQuery(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    search: NotRequired[str]
    scores: NotRequired[List[ScoreCondition]]
    limit: NotRequired[int]
    cursor: NotRequired[str]
    sortOrder: NotRequired[Literal["asc", "desc"]]
    preview: NotRequired[bool]
    where: NotRequired[List[RunCondition]]
    sortBy: NotRequired[Literal["startTime", "durationMs", "costUsd", "totalTokens", "errors", "spans"]]
    name: NotRequired[str]
    agent: NotRequired[str]
    tool: NotRequired[str]
    failingTool: NotRequired[bool]
    hasError: NotRequired[bool]


class Unpriced(TypedDict):
    calls: int
    tokens: float


class UploadedMedia(TypedDict):
    id: str
    contentType: str
    bytes: int
    sha256: str


class UploadedResult(TypedDict):
    itemId: int
    variant: int
    repetition: NotRequired[int]
    output: NotRequired[str]
    error: NotRequired[str]
    callId: NotRequired[Union[str, None]]
    costUsd: NotRequired[float]
    latencyMs: NotRequired[int]


class UploadedResults(TypedDict):
    results: List[UploadedResult]


class UserSummary(TypedDict):
    userId: str
    calls: int
    sessions: int
    traces: int
    errors: int
    costUsd: float
    unpriced: NotRequired[Unpriced]
    totalTokens: float
    firstSeen: str
    lastSeen: str


class Users(TypedDict):
    users: List[UserSummary]
    total: int


class UsersQuery(TypedDict):
    startTime: NotRequired[str]
    endTime: NotRequired[str]
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]
    search: NotRequired[str]
    sortBy: NotRequired[Literal["lastSeen", "calls", "sessions", "cost", "tokens", "errors"]]
    limit: NotRequired[int]


class VoiceTurnStages(TypedDict):
    endOfTurnMs: Union[float, None]
    modelMs: Union[float, None]
    speechMs: Union[float, None]


class VoiceTurn(TypedDict):
    id: str
    who: Literal["user", "agent"]
    startTime: str
    durationMs: Union[float, None]
    text: Union[str, None]
    firstSoundMs: Union[float, None]
    stages: Union[VoiceTurnStages, None]
    interrupted: bool
    interruptedBy: Union[str, None]


class VoiceTurnsFiguresFirstSound(TypedDict):
    p50: float
    p95: float
    max: float


class VoiceTurnsFigures(TypedDict):
    users: int
    agents: int
    interruptions: int
    firstSound: Union[VoiceTurnsFiguresFirstSound, None]


class VoiceTurns(TypedDict):
    turns: List[VoiceTurn]
    figures: VoiceTurnsFigures
    truncated: bool


class Webhook(TypedDict):
    id: str
    url: str
    events: List[Literal["alert.fired", "alert.acknowledged", "eval_run.completed", "prompt.deployed", "guardian.finding", "gate.approval_requested", "gate.approval_decided", "quota.threshold", "comment.created"]]
    enabled: bool
    description: Union[str, None]
    createdAt: str
    updatedAt: str


class WebhookChanges(TypedDict):
    url: NotRequired[str]
    events: NotRequired[List[Literal["alert.fired", "alert.acknowledged", "eval_run.completed", "prompt.deployed", "guardian.finding", "gate.approval_requested", "gate.approval_decided", "quota.threshold", "comment.created"]]]
    description: NotRequired[Union[str, None]]
    enabled: NotRequired[bool]


class WebhookWithSecret(TypedDict):
    id: str
    url: str
    events: List[Literal["alert.fired", "alert.acknowledged", "eval_run.completed", "prompt.deployed", "guardian.finding", "gate.approval_requested", "gate.approval_decided", "quota.threshold", "comment.created"]]
    enabled: bool
    description: Union[str, None]
    createdAt: str
    updatedAt: str
    secret: str


class WidgetPosition(TypedDict):
    x: int
    y: int


class WidgetSize(TypedDict):
    w: int
    h: int


class Widget(TypedDict):
    id: str
    title: str
    chart: Literal["number", "line", "stackedBar", "table", "heatmap"]
    question: WidgetQuestion
    position: WidgetPosition
    size: WidgetSize


class WidgetFilter(TypedDict):
    provider: NotRequired[str]
    model: NotRequired[str]
    tags: NotRequired[Dict[str, str]]
    error: NotRequired[Union[bool, str]]
    promptName: NotRequired[str]
    promptVersion: NotRequired[str]
    where: NotRequired[List[CallCondition]]
    includeEvalRuns: NotRequired[bool]
    traceId: NotRequired[str]
    sessionId: NotRequired[str]
    userId: NotRequired[str]
    minLatencyMs: NotRequired[float]
    minCostUsd: NotRequired[float]
    scores: NotRequired[List[ScoreCondition]]


class WidgetQuestion(TypedDict):
    of: NotRequired[Literal["calls", "spans"]]
    metric: Literal["cost", "latency", "tokens", "count", "error_rate", "input_tokens", "output_tokens", "cached_tokens", "cache_savings", "reasoning_tokens", "audio_tokens", "ttft", "users", "sessions", "latency_percentiles", "cost_percentiles", "score"]
    groupBy: NotRequired[Literal["model", "provider", "tag", "error", "status", "agent", "tool", "user", "userId", "session", "sessionId", "promptName", "promptVersion", "release", "environment", "service", "operation", "finishReason", "gateway", "mcpServer", "definedTool", "type", "name"]]
    tagKey: NotRequired[str]
    scoreName: NotRequired[str]
    filter: NotRequired[WidgetFilter]


class WithdrawnPlaintextStorage(TypedDict):
    plaintextStorage: bool
    aiHelper: bool
    piiRedaction: bool
    contentDeletedBy: str


class SignUpBody(TypedDict):
    email: str
    password: str
    name: str
    accountName: NotRequired[str]
    storeMessages: NotRequired[bool]


class ClaimAccountBody(TypedDict):
    token: str
    email: str
    password: str
    name: str
    storeMessages: NotRequired[bool]


class LogInBody(TypedDict):
    email: str
    password: str


class ChangePasswordBody(TypedDict):
    currentPassword: str
    newPassword: str


class RequestPasswordResetBody(TypedDict):
    email: str


class ConfirmPasswordResetBody(TypedDict):
    token: str
    newPassword: str


class IngestRecordsBody(TypedDict):
    records: List[IncomingCall]


class ExportTracesAnswerPartialSuccess(TypedDict):
    rejectedSpans: str
    errorMessage: str


class ExportTracesAnswer(TypedDict):
    partialSuccess: NotRequired[ExportTracesAnswerPartialSuccess]


class ExportLogsAnswerPartialSuccess(TypedDict):
    rejectedLogRecords: str
    errorMessage: str


class ExportLogsAnswer(TypedDict):
    partialSuccess: NotRequired[ExportLogsAnswerPartialSuccess]


class ExportMetricsAnswerPartialSuccess(TypedDict):
    rejectedDataPoints: str
    errorMessage: str


class ExportMetricsAnswer(TypedDict):
    partialSuccess: NotRequired[ExportMetricsAnswerPartialSuccess]


class ExportOpenTracesAnswerPartialSuccess(TypedDict):
    rejectedSpans: str
    errorMessage: str


class ExportOpenTracesAnswer(TypedDict):
    partialSuccess: NotRequired[ExportOpenTracesAnswerPartialSuccess]


class ExportOpenTracesAtRootAnswerPartialSuccess(TypedDict):
    rejectedSpans: str
    errorMessage: str


class ExportOpenTracesAtRootAnswer(TypedDict):
    partialSuccess: NotRequired[ExportOpenTracesAtRootAnswerPartialSuccess]


class ExportOpenLogsAnswerPartialSuccess(TypedDict):
    rejectedLogRecords: str
    errorMessage: str


class ExportOpenLogsAnswer(TypedDict):
    partialSuccess: NotRequired[ExportOpenLogsAnswerPartialSuccess]


class ExportClaudeCodeLogsAnswerPartialSuccess(TypedDict):
    rejectedLogRecords: str
    errorMessage: str


class ExportClaudeCodeLogsAnswer(TypedDict):
    partialSuccess: NotRequired[ExportClaudeCodeLogsAnswerPartialSuccess]


class ExportOpenMetricsAnswerPartialSuccess(TypedDict):
    rejectedDataPoints: str
    errorMessage: str


class ExportOpenMetricsAnswer(TypedDict):
    partialSuccess: NotRequired[ExportOpenMetricsAnswerPartialSuccess]


class QueryCallsAnswer(TypedDict):
    records: List[ListedCall]
    nextCursor: Union[str, None]
    searchedFrom: NotRequired[str]
    truncated: bool


class GetCallAnswer(TypedDict):
    call: Call
    scores: List[Score]


class GetTraceSpanAnswer(TypedDict):
    span: TraceNode


class GetCallStepAnswer(TypedDict):
    step: ConversationStep


class ListErasuresAnswer(TypedDict):
    erasures: List[Erasure]
    nextCursor: Union[str, None]


class ListEvalPresetsAnswer(TypedDict):
    presets: List[EvalPreset]


class ListEvalDatasetsAnswer(TypedDict):
    datasets: List[EvalDatasetSummary]
    nextCursor: Union[str, None]


class DeleteEvalDatasetAnswer(TypedDict):
    ok: Literal[True]


AddCallsToEvalDatasetBody = TypedDict(
    "AddCallsToEvalDatasetBody",
    {
        "callIds": "List[str]",
        "as": "NotRequired[Literal[\"text\", \"messages\", \"conversation\"]]",
    },
)


class CountFilteredCallsForEvalDatasetAnswer(TypedDict):
    matched: int
    room: int


class ListEvalDatasetVersionsAnswer(TypedDict):
    versions: List[EvalDatasetVersion]
    nextCursor: Union[str, None]


class RunEvalDatasetAnswer(TypedDict):
    runId: int
    deduplicated: bool


class RunEvalDatasetAnswer2(TypedDict):
    runId: int
    deduplicated: bool


class ListEvalRunsAnswer(TypedDict):
    runs: List[EvalRun]
    nextCursor: Union[str, None]


class CreateEvalRunAnswer(TypedDict):
    summary: EvalRun
    deduped: bool


class CreateEvalRunAnswer2(TypedDict):
    summary: EvalRun
    deduped: bool


class GetEvalRunAnswer(TypedDict):
    run: EvalRun
    scores: List[EvalScore]
    trajectoryScores: List[EvalScore]
    truncated: bool


class CancelEvalRunAnswer(TypedDict):
    run: EvalRun


class ListCallScoresAnswer(TypedDict):
    scores: List[CallScore]
    nextCursor: Union[str, None]


class UploadExperimentResultsAnswer(TypedDict):
    stored: int
    experiment: Experiment


class ListEvalRulesAnswer(TypedDict):
    rules: List[EvalRule]


class ListEvalRuleScoresAnswer(TypedDict):
    scores: List[EvalScore]
    nextCursor: Union[str, None]


class CreateAnnotationAnswer(TypedDict):
    annotation: Annotation


class GetAnnotationAnswer(TypedDict):
    annotation: Annotation


class UpdateAnnotationAnswer(TypedDict):
    annotation: Annotation


class ListCommentsAnswer(TypedDict):
    comments: List[Comment]
    nextCursor: Union[str, None]


class ListReviewQueuesAnswer(TypedDict):
    queues: List[NamedReviewQueue]


class ListReviewQueueItemsAnswer(TypedDict):
    items: List[ReviewQueueItem]
    nextCursor: Union[str, None]


class AddToReviewQueueAnswer(TypedDict):
    added: int
    known: int
    full: int


class TakeReviewItemBody(TypedDict):
    purpose: NotRequired[Literal["review", "resolve"]]


class TakeReviewItemAnswer(TypedDict):
    item: Union[ReviewQueueItem, None]
    remaining: int


class AnswerReviewItemAnswer(TypedDict):
    item: ReviewQueueItem
    textDropped: bool


class ResolveReviewItemAnswer(TypedDict):
    item: ReviewQueueItem
    textDropped: bool


class CreateScoresBody(TypedDict):
    scores: List[NewScore]


class ListSafetyAssessmentsAnswer(TypedDict):
    assessments: List[SafetyAssessment]
    nextCursor: Union[str, None]


class ListSavedViewsAnswer(TypedDict):
    savedViews: List[SavedView]


class SaveViewAnswer(TypedDict):
    savedView: SavedView


class SaveViewAnswer2(TypedDict):
    savedView: SavedView


class GetSavedViewAnswer(TypedDict):
    savedView: SavedView


class ListDashboardsAnswer(TypedDict):
    dashboards: List[DashboardHead]


class CreateDashboardAnswer(TypedDict):
    dashboard: Dashboard


class GetDashboardAnswer(TypedDict):
    dashboard: Dashboard


class UpdateDashboardAnswer(TypedDict):
    dashboard: Dashboard


class CloseAccountBody(TypedDict):
    password: NotRequired[str]


class ListModelConnectionsAnswer(TypedDict):
    connections: List[ModelConnection]
    instanceModel: Union[str, None]
    instanceEmbeddingModel: Union[str, None]


class TestModelConnectionBody(TypedDict):
    model: NotRequired[str]


class ReplaceAccountModelPricesBody(TypedDict):
    prices: List[NewModelPrice]


class RepriceBody(TypedDict):
    startTime: str
    endTime: str
    dryRun: NotRequired[bool]


class ListPromptsAnswer(TypedDict):
    prompts: List[Prompt]
    nextCursor: Union[str, None]


class CreatePromptAnswer(TypedDict):
    prompt: Prompt
    warnings: List[str]


class ListPromptNamesAnswer(TypedDict):
    names: List[PromptName]
    folders: List[PromptFolder]
    nextCursor: Union[str, None]


class ResolvePromptAnswer(TypedDict):
    prompt: Prompt
    label: str


class ListPromptDeploymentHistoryAnswer(TypedDict):
    entries: List[PromptDeploymentEntry]
    nextCursor: Union[str, None]


class GetPromptAnswer(TypedDict):
    prompt: Prompt


class UpdatePromptAnswer(TypedDict):
    prompt: Prompt
    warnings: List[str]


class DeletePromptAnswer(TypedDict):
    deletedId: int


class RenamePromptAnswer(TypedDict):
    prompt: Prompt


class CreateAlertAnswer(TypedDict):
    id: int


class ListAlertEventsAnswer(TypedDict):
    events: List[AlertEvent]


class GetAlertAnswer(TypedDict):
    alert: Alert
    events: List[AlertEvent]
    groups: List[FiringAlertGroup]


class UpdateAlertAnswer(TypedDict):
    updated: Literal[True]


class DeleteAlertAnswer(TypedDict):
    deleted: Literal[True]


class SilenceAlertBody(TypedDict):
    until: NotRequired[Union[str, None]]


class SilenceAlertAnswer(TypedDict):
    silencedUntil: str


class UnsilenceAlertAnswer(TypedDict):
    silencedUntil: None


class AcknowledgeAlertEventBody(TypedDict):
    source: NotRequired[str]


class AcknowledgeAlertEventAnswer(TypedDict):
    id: int
    acknowledgedAt: str
    acknowledgedBy: str
    alreadyAcknowledged: bool


class ListAlertEventDeliveriesAnswer(TypedDict):
    deliveries: List[AlertDelivery]
    nextCursor: Union[str, None]


class ListGateBudgetsAnswer(TypedDict):
    budgets: List[GateBudget]
    nextCursor: Union[str, None]


class ListGatePoliciesAnswer(TypedDict):
    policies: List[GatePolicy]
    nextCursor: Union[str, None]


class ListGateApprovalsAnswer(TypedDict):
    approvals: List[GateApproval]
    nextCursor: Union[str, None]


class ListFindingsAnswer(TypedDict):
    findings: List[Finding]
    nextCursor: Union[str, None]


class ListWebhooksAnswer(TypedDict):
    webhooks: List[Webhook]
    nextCursor: Union[str, None]


class ListWebhookDeliveriesAnswer(TypedDict):
    deliveries: List[Delivery]
    nextCursor: Union[str, None]


class ListProposalsAnswer(TypedDict):
    proposals: List[Proposal]
    nextCursor: Union[str, None]


class AcceptProposalBody(TypedDict):
    comment: NotRequired[str]


class DismissProposalBody(TypedDict):
    comment: NotRequired[str]


class ListApiKeysAnswer(TypedDict):
    apiKeys: List[ApiKey]
    nextCursor: Union[str, None]


class CreateApiKeyBody(TypedDict):
    name: str
    scopes: NotRequired[Union[List[Literal["read", "write:records", "write"]], None]]
    projectId: NotRequired[Union[str, None]]
    expiresAt: NotRequired[Union[str, None]]


class ListChildApiKeysAnswer(TypedDict):
    apiKeys: List[ApiKey]
    nextCursor: Union[str, None]


class RotateApiKeyBody(TypedDict):
    graceHours: NotRequired[Union[int, None]]


class ApproveAppAuthorizationBody(TypedDict):
    clientId: str
    redirectUri: str
    responseType: Literal["code"]
    codeChallenge: str
    codeChallengeMethod: Literal["S256"]
    state: NotRequired[str]
    scope: NotRequired[str]
    resource: NotRequired[str]
    scopes: List[Literal["read", "write:records", "write"]]


class DecideDeviceLoginBody(TypedDict):
    code: str
    allow: bool
    scopes: NotRequired[List[Literal["read", "write:records", "write"]]]
    projectId: NotRequired[Union[str, None]]


class ListProjectsAnswer(TypedDict):
    projects: List[Project]
    nextCursor: Union[str, None]


class CreateProjectBody(TypedDict):
    name: str


class RenameProjectBody(TypedDict):
    name: str


class ListMembersAnswer(TypedDict):
    members: List[Member]
    nextCursor: Union[str, None]


class ChangeMemberRoleBody(TypedDict):
    role: Literal["viewer", "member", "admin", "owner"]


class ListMemberApiKeysAnswer(TypedDict):
    apiKeys: List[ApiKey]
    nextCursor: Union[str, None]


class ListInvitationsAnswer(TypedDict):
    invitations: List[Invitation]
    nextCursor: Union[str, None]


class CreateInvitationBody(TypedDict):
    email: str
    role: NotRequired[Literal["viewer", "member", "admin", "owner"]]


class AcceptInvitationBody(TypedDict):
    token: str
    name: NotRequired[str]
    password: NotRequired[str]


class ListAuditAnswer(TypedDict):
    entries: List[AuditEntry]
    nextCursor: Union[str, None]


class GetLivenessAnswer(TypedDict):
    status: Literal["ok"]
    version: str


class ListModelPricesAnswer(TypedDict):
    version: str
    date: str
    sources: List[str]
    prices: List[ModelPrice]


class ListPlansAnswer(TypedDict):
    plans: List[Plan]


class ListPublicPresetsAnswer(TypedDict):
    presets: List[EvalPreset]


class OperatorCreateAccountBody(TypedDict):
    email: str
    password: str
    name: NotRequired[str]
    plan: NotRequired[Literal["free", "pro", "team"]]


class OperatorChangeAccountBody(TypedDict):
    plan: NotRequired[Literal["free", "pro", "team"]]
    subscriptionStatus: NotRequired[Literal["active", "canceled"]]
    recordQuota: NotRequired[Union[int, None]]
    retentionDays: NotRequired[Union[int, None]]
    limits: NotRequired[AccountLimitsChange]


class OperatorCreateKeyBody(TypedDict):
    name: NotRequired[str]
    scopes: NotRequired[Union[List[Literal["read", "write:records", "write"]], None]]
    projectId: NotRequired[Union[str, None]]
    expiresAt: NotRequired[Union[str, None]]


class OperatorChangeConsentsBody(TypedDict):
    plaintextStorage: NotRequired[bool]
    aiHelper: NotRequired[bool]
    piiRedaction: NotRequired[bool]


class OperatorListJobsAnswer(TypedDict):
    jobs: List[Job]
    nextCursor: Union[str, None]


class OperatorListAuditAnswer(TypedDict):
    entries: List[AuditEntry]
    nextCursor: Union[str, None]

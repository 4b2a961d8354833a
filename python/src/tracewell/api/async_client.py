# Generated from openapi/openapi.json by `npm run generate`. Do not edit.
"""One method for each operation of the interface, for asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Literal, Union, cast

from tracewell._http import AsyncRequests

if TYPE_CHECKING:
    from tracewell.api import types


class AsyncApi(AsyncRequests):
    """The whole interface. Everything but success is raised as a `TracewellError`."""

    async def sign_up(self, body: types.SignUpBody) -> types.Session:
        """Sign up. POST /v1/auth/signup"""
        return cast("types.Session", await self._send("POST", "/v1/auth/signup", body=body))

    async def claim_account(self, body: types.ClaimAccountBody) -> types.Session:
        """Become the owner with the link of the first start. POST /v1/auth/claim"""
        return cast("types.Session", await self._send("POST", "/v1/auth/claim", body=body))

    async def log_in(self, body: types.LogInBody) -> types.Session:
        """Sign in. POST /v1/auth/login"""
        return cast("types.Session", await self._send("POST", "/v1/auth/login", body=body))

    async def get_sign_in_methods(self) -> types.SignInMethods:
        """How people sign in here. GET /v1/auth/methods"""
        return cast("types.SignInMethods", await self._send("GET", "/v1/auth/methods"))

    async def start_single_sign_on(self, *, next: str | None = None, here: bool | None = None) -> None:
        """Sign in through the provider of single sign-on. GET /v1/auth/oidc/login"""
        await self._send("GET", "/v1/auth/oidc/login", query={"next": next, "here": here})

    async def finish_single_sign_on(self, *, code: str | None = None, state: str | None = None, error: str | None = None, error_description: str | None = None, iss: str | None = None) -> None:
        """Callback of the single sign-on provider. GET /v1/auth/oidc/callback"""
        await self._send("GET", "/v1/auth/oidc/callback", query={"code": code, "state": state, "error": error, "error_description": error_description, "iss": iss})

    async def log_out(self) -> Union[types.LoggedOut, None]:
        """Sign out. POST /v1/auth/logout"""
        return cast("Union[types.LoggedOut, None]", await self._send("POST", "/v1/auth/logout"))

    async def get_session(self, *, project_id: str | None = None) -> types.Session:
        """Who is signed in. GET /v1/auth/session"""
        return cast("types.Session", await self._send("GET", "/v1/auth/session", project_id=project_id))

    async def change_password(self, body: types.ChangePasswordBody, *, project_id: str | None = None) -> None:
        """Change the password. POST /v1/auth/password"""
        await self._send("POST", "/v1/auth/password", body=body, project_id=project_id)

    async def request_password_reset(self, body: types.RequestPasswordResetBody) -> None:
        """Ask for a reset link by email. POST /v1/auth/password-reset"""
        await self._send("POST", "/v1/auth/password-reset", body=body)

    async def confirm_password_reset(self, body: types.ConfirmPasswordResetBody) -> None:
        """Set a new password with the reset link. POST /v1/auth/password-reset/confirm"""
        await self._send("POST", "/v1/auth/password-reset/confirm", body=body)

    async def ingest_records(self, body: types.IngestRecordsBody, *, project_id: str | None = None) -> types.IngestReply:
        """Send records of LLM calls. POST /v1/ingest"""
        return cast("types.IngestReply", await self._send("POST", "/v1/ingest", body=body, project_id=project_id))

    async def export_traces(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportTracesAnswer:
        """Send OpenTelemetry spans. POST /v1/traces"""
        return cast("types.ExportTracesAnswer", await self._send("POST", "/v1/traces", content=content, content_type=content_type, project_id=project_id))

    async def export_logs(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportLogsAnswer:
        """Send log events of coding agents and of spans. POST /v1/logs"""
        return cast("types.ExportLogsAnswer", await self._send("POST", "/v1/logs", content=content, content_type=content_type, project_id=project_id))

    async def export_metrics(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportMetricsAnswer:
        """Metrics are not stored. POST /v1/metrics"""
        return cast("types.ExportMetricsAnswer", await self._send("POST", "/v1/metrics", content=content, content_type=content_type, project_id=project_id))

    async def export_open_traces(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportOpenTracesAnswer:
        """Send OpenTelemetry spans of any client. POST /otel/v1/traces"""
        return cast("types.ExportOpenTracesAnswer", await self._send("POST", "/otel/v1/traces", content=content, content_type=content_type, project_id=project_id))

    async def export_open_traces_at_root(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportOpenTracesAtRootAnswer:
        """The same, for clients that add no path. POST /otel"""
        return cast("types.ExportOpenTracesAtRootAnswer", await self._send("POST", "/otel", content=content, content_type=content_type, project_id=project_id))

    async def export_open_logs(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportOpenLogsAnswer:
        """Send log events of coding agents and of spans. POST /otel/v1/logs"""
        return cast("types.ExportOpenLogsAnswer", await self._send("POST", "/otel/v1/logs", content=content, content_type=content_type, project_id=project_id))

    async def export_claude_code_logs(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportClaudeCodeLogsAnswer:
        """The same, at the path of LangSmith for Claude Code. POST /otel/v1/claude_code"""
        return cast("types.ExportClaudeCodeLogsAnswer", await self._send("POST", "/otel/v1/claude_code", content=content, content_type=content_type, project_id=project_id))

    async def export_open_metrics(self, content: bytes, *, content_type: str, project_id: str | None = None) -> types.ExportOpenMetricsAnswer:
        """Metrics are not stored. POST /otel/v1/metrics"""
        return cast("types.ExportOpenMetricsAnswer", await self._send("POST", "/otel/v1/metrics", content=content, content_type=content_type, project_id=project_id))

    async def get_ingest_diagnostics(self, *, project_id: str | None = None) -> types.IngestDiagnostics:
        """Ingest diagnostics of the last 24 hours. GET /v1/ingest/diagnostics"""
        return cast("types.IngestDiagnostics", await self._send("GET", "/v1/ingest/diagnostics", project_id=project_id))

    async def query_calls(self, body: types.CallsQuery | None = None, *, project_id: str | None = None) -> types.QueryCallsAnswer:
        """Search calls. POST /v1/query/calls"""
        return cast("types.QueryCallsAnswer", await self._send("POST", "/v1/query/calls", body=body, project_id=project_id))

    async def get_call(self, id: str, *, media: Literal["inline"] | None = None, project_id: str | None = None) -> types.GetCallAnswer:
        """One call, with its content and its scores. GET /v1/query/calls/{id}"""
        return cast("types.GetCallAnswer", await self._send("GET", "/v1/query/calls/{id}", path={"id": id}, query={"media": media}, project_id=project_id))

    async def erase_call(self, id: str, *, project_id: str | None = None) -> None:
        """Erase one call permanently. DELETE /v1/query/calls/{id}"""
        await self._send("DELETE", "/v1/query/calls/{id}", path={"id": id}, project_id=project_id)

    async def query_previews(self, body: types.PreviewsQuery, *, project_id: str | None = None) -> types.Previews:
        """One-line previews of calls and observations. POST /v1/query/previews"""
        return cast("types.Previews", await self._send("POST", "/v1/query/previews", body=body, project_id=project_id))

    async def query_traces(self, body: types.TracesQuery | None = None, *, project_id: str | None = None) -> types.Traces:
        """Search traces. POST /v1/query/traces"""
        return cast("types.Traces", await self._send("POST", "/v1/query/traces", body=body, project_id=project_id))

    async def compare_traces(self, *, a: str, b: str, differences: bool | None = None, project_id: str | None = None) -> types.RunComparison:
        """Compare two runs, span by span. GET /v1/query/traces/compare"""
        return cast("types.RunComparison", await self._send("GET", "/v1/query/traces/compare", query={"a": a, "b": b, "differences": differences}, project_id=project_id))

    async def get_trace(self, id: str, *, project_id: str | None = None) -> types.Trace:
        """One trace: its calls, and the tree of all its spans. GET /v1/query/trace/{id}"""
        return cast("types.Trace", await self._send("GET", "/v1/query/trace/{id}", path={"id": id}, project_id=project_id))

    async def get_trace_spans(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.TraceSpans:
        """All spans of a trace as a flat list, without content. GET /v1/query/trace/{id}/spans"""
        return cast("types.TraceSpans", await self._send("GET", "/v1/query/trace/{id}/spans", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def get_trace_outline(self, id: str, *, max_spans: int | None = None, errors_only: bool | None = None, under: str | None = None, project_id: str | None = None) -> types.TraceOutline:
        """The outline of a trace: the spans that explain it. GET /v1/query/trace/{id}/outline"""
        return cast("types.TraceOutline", await self._send("GET", "/v1/query/trace/{id}/outline", path={"id": id}, query={"maxSpans": max_spans, "errorsOnly": errors_only, "under": under}, project_id=project_id))

    async def get_trace_span(self, id: str, record: str, *, project_id: str | None = None) -> types.GetTraceSpanAnswer:
        """One span of a trace, with its attributes and its content. GET /v1/query/trace/{id}/spans/{record}"""
        return cast("types.GetTraceSpanAnswer", await self._send("GET", "/v1/query/trace/{id}/spans/{record}", path={"id": id, "record": record}, project_id=project_id))

    async def query_spans(self, body: types.SpanListQuery | None = None, *, project_id: str | None = None) -> types.SpanList:
        """Search spans of any type. POST /v1/query/spans"""
        return cast("types.SpanList", await self._send("POST", "/v1/query/spans", body=body, project_id=project_id))

    async def export_spans(self, body: types.SpanListQuery | None = None, *, format: Literal["json", "csv"] | None = None, project_id: str | None = None) -> bytes:
        """Export spans as JSON or CSV. POST /v1/query/spans/export"""
        return cast("bytes", await self._send("POST", "/v1/query/spans/export", body=body, query={"format": format}, project_id=project_id, raw=True))

    async def query_sessions(self, body: types.SessionsQuery | None = None, *, project_id: str | None = None) -> types.Sessions:
        """Search sessions. POST /v1/query/sessions"""
        return cast("types.Sessions", await self._send("POST", "/v1/query/sessions", body=body, project_id=project_id))

    async def get_call_session(self, id: str, *, project_id: str | None = None) -> types.CallSession:
        """One session: its calls in the order in which they were made. GET /v1/query/session/{id}"""
        return cast("types.CallSession", await self._send("GET", "/v1/query/session/{id}", path={"id": id}, project_id=project_id))

    async def query_users(self, body: types.UsersQuery | None = None, *, project_id: str | None = None) -> types.Users:
        """Users of your application, with the totals of their calls. POST /v1/query/users"""
        return cast("types.Users", await self._send("POST", "/v1/query/users", body=body, project_id=project_id))

    async def query_aggregate(self, body: types.AggregateQuery, *, project_id: str | None = None) -> types.Aggregate:
        """One number per group of calls, spans, runs or sessions, and in total. POST /v1/query/aggregate"""
        return cast("types.Aggregate", await self._send("POST", "/v1/query/aggregate", body=body, project_id=project_id))

    async def query_percentiles(self, body: types.PercentilesQuery | None = None, *, project_id: str | None = None) -> types.Percentiles:
        """Percentiles of latency or cost. POST /v1/query/percentiles"""
        return cast("types.Percentiles", await self._send("POST", "/v1/query/percentiles", body=body, project_id=project_id))

    async def query_distribution(self, body: types.DistributionQuery | None = None, *, project_id: str | None = None) -> types.Distribution:
        """Histogram of latency or cost. POST /v1/query/distribution"""
        return cast("types.Distribution", await self._send("POST", "/v1/query/distribution", body=body, project_id=project_id))

    async def query_figures(self, body: types.FiguresQuery, *, project_id: str | None = None) -> types.FigureAnswers:
        """Several aggregates, percentiles, distributions and scores at once. POST /v1/query/figures"""
        return cast("types.FigureAnswers", await self._send("POST", "/v1/query/figures", body=body, project_id=project_id))

    async def query_facets(self, body: types.FacetsQuery | None = None, *, project_id: str | None = None) -> types.Facets:
        """Values to filter by, with the number of calls, spans, runs or sessions for each. POST /v1/query/facets"""
        return cast("types.Facets", await self._send("POST", "/v1/query/facets", body=body, project_id=project_id))

    async def export_calls(self, body: types.CallsQuery | None = None, *, format: Literal["json", "csv", "parquet"] | None = None, scores: bool | None = None, content: bool | None = None, project_id: str | None = None) -> bytes:
        """Export calls as JSON, CSV or Parquet. POST /v1/query/export"""
        return cast("bytes", await self._send("POST", "/v1/query/export", body=body, query={"format": format, "scores": scores, "content": content}, project_id=project_id, raw=True))

    async def get_call_step(self, id: str, *, project_id: str | None = None) -> types.GetCallStepAnswer:
        """What one call adds to the conversation. GET /v1/query/calls/{id}/step"""
        return cast("types.GetCallStepAnswer", await self._send("GET", "/v1/query/calls/{id}/step", path={"id": id}, project_id=project_id))

    async def get_trace_conversation(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.RunConversation:
        """A run as one conversation. GET /v1/query/trace/{id}/conversation"""
        return cast("types.RunConversation", await self._send("GET", "/v1/query/trace/{id}/conversation", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def get_session_conversation(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.SessionConversation:
        """A session as one conversation across its runs. GET /v1/query/session/{id}/conversation"""
        return cast("types.SessionConversation", await self._send("GET", "/v1/query/session/{id}/conversation", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def get_trace_turns(self, id: str, *, project_id: str | None = None) -> types.VoiceTurns:
        """The turns of a spoken run. GET /v1/query/trace/{id}/turns"""
        return cast("types.VoiceTurns", await self._send("GET", "/v1/query/trace/{id}/turns", path={"id": id}, project_id=project_id))

    async def upload_media(self, content: bytes, *, content_type: str = "application/octet-stream", project_id: str | None = None) -> types.UploadedMedia:
        """Store a file. POST /v1/media"""
        return cast("types.UploadedMedia", await self._send("POST", "/v1/media", content=content, content_type=content_type, project_id=project_id))

    async def get_media(self, id: str, *, project_id: str | None = None) -> bytes:
        """Get a file. GET /v1/media/{id}"""
        return cast("bytes", await self._send("GET", "/v1/media/{id}", path={"id": id}, project_id=project_id, raw=True))

    async def get_trace_media(self, id: str, *, project_id: str | None = None) -> types.TraceMedia:
        """The files of a trace, without its content. GET /v1/query/trace/{id}/media"""
        return cast("types.TraceMedia", await self._send("GET", "/v1/query/trace/{id}/media", path={"id": id}, project_id=project_id))

    async def list_erasures(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListErasuresAnswer:
        """List erasures, newest first. GET /v1/erasures"""
        return cast("types.ListErasuresAnswer", await self._send("GET", "/v1/erasures", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_erasure(self, body: types.ErasureInput, *, project_id: str | None = None) -> types.Erasure:
        """Erase all records of a user, a session, a trace, or that match a filter. POST /v1/erasures"""
        return cast("types.Erasure", await self._send("POST", "/v1/erasures", body=body, project_id=project_id))

    async def get_erasure(self, id: str, *, project_id: str | None = None) -> types.Erasure:
        """Get an erasure with its progress. GET /v1/erasures/{id}"""
        return cast("types.Erasure", await self._send("GET", "/v1/erasures/{id}", path={"id": id}, project_id=project_id))

    async def list_eval_criteria(self, *, project_id: str | None = None) -> types.EvalCriteria:
        """List criteria. GET /v1/eval-criteria"""
        return cast("types.EvalCriteria", await self._send("GET", "/v1/eval-criteria", project_id=project_id))

    async def create_eval_criterion(self, body: types.EvalCriterionInput, *, project_id: str | None = None) -> types.EvalCriteria:
        """Create a criterion. POST /v1/eval-criteria"""
        return cast("types.EvalCriteria", await self._send("POST", "/v1/eval-criteria", body=body, project_id=project_id))

    async def list_eval_presets(self, *, project_id: str | None = None) -> types.ListEvalPresetsAnswer:
        """Ready-made criteria. GET /v1/eval-criteria/presets"""
        return cast("types.ListEvalPresetsAnswer", await self._send("GET", "/v1/eval-criteria/presets", project_id=project_id))

    async def propose_eval_criteria(self, body: types.ProposeCriteria, *, project_id: str | None = None) -> types.ProposedCriteria:
        """Propose criteria. POST /v1/eval-criteria/propose"""
        return cast("types.ProposedCriteria", await self._send("POST", "/v1/eval-criteria/propose", body=body, project_id=project_id))

    async def get_eval_criterion(self, id: int, *, project_id: str | None = None) -> types.EvalCriterion:
        """Get a criterion. GET /v1/eval-criteria/{id}"""
        return cast("types.EvalCriterion", await self._send("GET", "/v1/eval-criteria/{id}", path={"id": id}, project_id=project_id))

    async def update_eval_criterion(self, id: int, body: types.EvalCriterionInput, *, project_id: str | None = None) -> types.EvalCriteria:
        """Replace a criterion. PATCH /v1/eval-criteria/{id}"""
        return cast("types.EvalCriteria", await self._send("PATCH", "/v1/eval-criteria/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_eval_criterion(self, id: int, *, project_id: str | None = None) -> types.EvalCriteria:
        """Delete a criterion. DELETE /v1/eval-criteria/{id}"""
        return cast("types.EvalCriteria", await self._send("DELETE", "/v1/eval-criteria/{id}", path={"id": id}, project_id=project_id))

    async def list_eval_datasets(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListEvalDatasetsAnswer:
        """List datasets. GET /v1/eval-datasets"""
        return cast("types.ListEvalDatasetsAnswer", await self._send("GET", "/v1/eval-datasets", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_eval_dataset(self, body: types.EvalDatasetInput, *, project_id: str | None = None) -> types.EvalDataset:
        """Create a dataset. POST /v1/eval-datasets"""
        return cast("types.EvalDataset", await self._send("POST", "/v1/eval-datasets", body=body, project_id=project_id))

    async def get_eval_dataset(self, id: int, *, item_limit: int | None = None, project_id: str | None = None) -> types.EvalDataset:
        """Get a dataset with its items. GET /v1/eval-datasets/{id}"""
        return cast("types.EvalDataset", await self._send("GET", "/v1/eval-datasets/{id}", path={"id": id}, query={"itemLimit": item_limit}, project_id=project_id))

    async def update_eval_dataset(self, id: int, body: types.EvalDatasetChange, *, project_id: str | None = None) -> types.EvalDataset:
        """Change a dataset. PATCH /v1/eval-datasets/{id}"""
        return cast("types.EvalDataset", await self._send("PATCH", "/v1/eval-datasets/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_eval_dataset(self, id: int, *, project_id: str | None = None) -> types.DeleteEvalDatasetAnswer:
        """Delete a dataset. DELETE /v1/eval-datasets/{id}"""
        return cast("types.DeleteEvalDatasetAnswer", await self._send("DELETE", "/v1/eval-datasets/{id}", path={"id": id}, project_id=project_id))

    async def list_eval_dataset_items(self, id: int, *, limit: int | None = None, cursor: str | None = None, version: int | None = None, split: str | None = None, search: str | None = None, project_id: str | None = None) -> types.EvalDatasetItems:
        """List the items of a dataset. GET /v1/eval-datasets/{id}/items"""
        return cast("types.EvalDatasetItems", await self._send("GET", "/v1/eval-datasets/{id}/items", path={"id": id}, query={"limit": limit, "cursor": cursor, "version": version, "split": split, "search": search}, project_id=project_id))

    async def add_items_to_eval_dataset(self, id: int, body: types.EvalDatasetAddition, *, project_id: str | None = None) -> types.EvalDatasetAdded:
        """Add items to a dataset. POST /v1/eval-datasets/{id}/items"""
        return cast("types.EvalDatasetAdded", await self._send("POST", "/v1/eval-datasets/{id}/items", path={"id": id}, body=body, project_id=project_id))

    async def add_calls_to_eval_dataset(self, id: int, body: types.AddCallsToEvalDatasetBody, *, project_id: str | None = None) -> types.EvalDatasetFromCalls:
        """Create items from stored calls. POST /v1/eval-datasets/{id}/items/from-calls"""
        return cast("types.EvalDatasetFromCalls", await self._send("POST", "/v1/eval-datasets/{id}/items/from-calls", path={"id": id}, body=body, project_id=project_id))

    async def add_filtered_calls_to_eval_dataset(self, id: int, body: types.EvalDatasetFromFilter, *, project_id: str | None = None) -> types.EvalDatasetFiltered:
        """Create items from the calls that match a filter. POST /v1/eval-datasets/{id}/items/from-filter"""
        return cast("types.EvalDatasetFiltered", await self._send("POST", "/v1/eval-datasets/{id}/items/from-filter", path={"id": id}, body=body, project_id=project_id))

    async def count_filtered_calls_for_eval_dataset(self, id: int, body: types.EvalDatasetFromFilter, *, project_id: str | None = None) -> types.CountFilteredCallsForEvalDatasetAnswer:
        """Count the calls that match a filter. POST /v1/eval-datasets/{id}/items/from-filter/count"""
        return cast("types.CountFilteredCallsForEvalDatasetAnswer", await self._send("POST", "/v1/eval-datasets/{id}/items/from-filter/count", path={"id": id}, body=body, project_id=project_id))

    async def change_eval_dataset_items(self, id: int, body: types.EvalDatasetBatch, *, project_id: str | None = None) -> types.EvalDatasetBatchResult:
        """Add, change and remove items. POST /v1/eval-datasets/{id}/items/batch"""
        return cast("types.EvalDatasetBatchResult", await self._send("POST", "/v1/eval-datasets/{id}/items/batch", path={"id": id}, body=body, project_id=project_id))

    async def list_eval_dataset_versions(self, id: int, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListEvalDatasetVersionsAnswer:
        """List the versions of a dataset. GET /v1/eval-datasets/{id}/versions"""
        return cast("types.ListEvalDatasetVersionsAnswer", await self._send("GET", "/v1/eval-datasets/{id}/versions", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def import_eval_dataset_items(self, id: int, content: bytes, *, content_type: str, mapping: str | None = None, duplicates: Literal["skip", "replace", "keep"] | None = None, project_id: str | None = None) -> types.EvalDatasetImport:
        """Upload a file of items. POST /v1/eval-datasets/{id}/items/import"""
        return cast("types.EvalDatasetImport", await self._send("POST", "/v1/eval-datasets/{id}/items/import", path={"id": id}, content=content, content_type=content_type, query={"mapping": mapping, "duplicates": duplicates}, project_id=project_id))

    async def preview_eval_dataset_import(self, id: int, content: bytes, *, content_type: str, mapping: str | None = None, project_id: str | None = None) -> types.EvalDatasetPreview:
        """Read a file of items without storing it. POST /v1/eval-datasets/{id}/items/import/preview"""
        return cast("types.EvalDatasetPreview", await self._send("POST", "/v1/eval-datasets/{id}/items/import/preview", path={"id": id}, content=content, content_type=content_type, query={"mapping": mapping}, project_id=project_id))

    async def export_eval_dataset(self, id: int, *, format: Literal["jsonl", "csv", "parquet"] | None = None, version: int | None = None, split: str | None = None, project_id: str | None = None) -> bytes:
        """Download the items of a dataset. GET /v1/eval-datasets/{id}/export"""
        return cast("bytes", await self._send("GET", "/v1/eval-datasets/{id}/export", path={"id": id}, query={"format": format, "version": version, "split": split}, project_id=project_id, raw=True))

    async def get_judge_agreement(self, *, project_id: str | None = None) -> types.JudgeAgreement:
        """How far the judge and people agree. GET /v1/eval-runs/judge-agreement"""
        return cast("types.JudgeAgreement", await self._send("GET", "/v1/eval-runs/judge-agreement", project_id=project_id))

    async def get_judge_trust(self, *, project_id: str | None = None) -> types.JudgeTrust:
        """Whether the judge is trusted. GET /v1/eval-runs/judge-trust"""
        return cast("types.JudgeTrust", await self._send("GET", "/v1/eval-runs/judge-trust", project_id=project_id))

    async def run_eval_dataset(self, id: int, body: types.NewDatasetRun | None = None, *, project_id: str | None = None) -> Union[types.RunEvalDatasetAnswer, types.RunEvalDatasetAnswer2]:
        """Run a dataset: generate an output for each item, then score it. POST /v1/eval-datasets/{id}/run"""
        return cast("Union[types.RunEvalDatasetAnswer, types.RunEvalDatasetAnswer2]", await self._send("POST", "/v1/eval-datasets/{id}/run", path={"id": id}, body=body, project_id=project_id))

    async def list_eval_runs(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListEvalRunsAnswer:
        """List runs, newest first. GET /v1/eval-runs"""
        return cast("types.ListEvalRunsAnswer", await self._send("GET", "/v1/eval-runs", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_eval_run(self, body: types.NewEvalRun, *, project_id: str | None = None) -> Union[types.CreateEvalRunAnswer, types.CreateEvalRunAnswer2]:
        """Score recent calls. POST /v1/eval-runs"""
        return cast("Union[types.CreateEvalRunAnswer, types.CreateEvalRunAnswer2]", await self._send("POST", "/v1/eval-runs", body=body, project_id=project_id))

    async def compare_eval_runs(self, *, baseline: int, candidate: int, project_id: str | None = None) -> types.EvalComparison:
        """What changed from one run to another, and whether it is more than noise. GET /v1/eval-runs/compare"""
        return cast("types.EvalComparison", await self._send("GET", "/v1/eval-runs/compare", query={"baseline": baseline, "candidate": candidate}, project_id=project_id))

    async def gate_eval_run(self, *, candidate: int, baseline: int | None = None, baseline_name: str | None = None, max_mean_drop: float | None = None, max_new_failures: int | None = None, max_criterion_drop: float | None = None, allow_missing_baseline: bool | None = None, require_significance: bool | None = None, fail_on_inconclusive: bool | None = None, project_id: str | None = None) -> types.EvalGate:
        """Pass or fail, for CI. GET /v1/eval-runs/gate"""
        return cast("types.EvalGate", await self._send("GET", "/v1/eval-runs/gate", query={"candidate": candidate, "baseline": baseline, "baselineName": baseline_name, "maxMeanDrop": max_mean_drop, "maxNewFailures": max_new_failures, "maxCriterionDrop": max_criterion_drop, "allowMissingBaseline": allow_missing_baseline, "requireSignificance": require_significance, "failOnInconclusive": fail_on_inconclusive}, project_id=project_id))

    async def get_eval_run(self, id: int, *, project_id: str | None = None) -> types.GetEvalRunAnswer:
        """One run with all its scores. GET /v1/eval-runs/{id}"""
        return cast("types.GetEvalRunAnswer", await self._send("GET", "/v1/eval-runs/{id}", path={"id": id}, project_id=project_id))

    async def cancel_eval_run(self, id: int, *, project_id: str | None = None) -> types.CancelEvalRunAnswer:
        """Stop a run and keep its scores. POST /v1/eval-runs/{id}/cancel"""
        return cast("types.CancelEvalRunAnswer", await self._send("POST", "/v1/eval-runs/{id}/cancel", path={"id": id}, project_id=project_id))

    async def list_call_scores(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListCallScoresAnswer:
        """All scores of one call, newest first. GET /v1/query/calls/{id}/scores"""
        return cast("types.ListCallScoresAnswer", await self._send("GET", "/v1/query/calls/{id}/scores", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def score_call(self, id: str, body: types.ScoreOrder, *, project_id: str | None = None) -> types.OrderedScores:
        """Score one call now. POST /v1/query/calls/{id}/scores"""
        return cast("types.OrderedScores", await self._send("POST", "/v1/query/calls/{id}/scores", path={"id": id}, body=body, project_id=project_id))

    async def score_trace(self, id: str, body: types.ScoreOrder, *, project_id: str | None = None) -> types.OrderedScores:
        """Score a whole trace now. POST /v1/query/trace/{id}/scores"""
        return cast("types.OrderedScores", await self._send("POST", "/v1/query/trace/{id}/scores", path={"id": id}, body=body, project_id=project_id))

    async def test_eval_criterion(self, body: types.EvalCriterionTest, *, project_id: str | None = None) -> types.EvalCriterionTestResult:
        """Test a criterion on up to ten calls. POST /v1/eval-criteria/test"""
        return cast("types.EvalCriterionTestResult", await self._send("POST", "/v1/eval-criteria/test", body=body, project_id=project_id))

    async def list_experiments(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.Experiments:
        """List experiments, newest first. GET /v1/experiments"""
        return cast("types.Experiments", await self._send("GET", "/v1/experiments", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_experiment(self, body: types.NewExperiment, *, project_id: str | None = None) -> types.Experiment:
        """Make an experiment: variants x items of a dataset. POST /v1/experiments"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments", body=body, project_id=project_id))

    async def estimate_experiment(self, body: types.NewExperiment, *, project_id: str | None = None) -> types.ExperimentEstimate:
        """Estimate what an experiment would cost. POST /v1/experiments/estimate"""
        return cast("types.ExperimentEstimate", await self._send("POST", "/v1/experiments/estimate", body=body, project_id=project_id))

    async def get_experiment(self, id: str, *, project_id: str | None = None) -> types.Experiment:
        """Get an experiment with its progress and its cost so far. GET /v1/experiments/{id}"""
        return cast("types.Experiment", await self._send("GET", "/v1/experiments/{id}", path={"id": id}, project_id=project_id))

    async def delete_experiment(self, id: str, *, project_id: str | None = None) -> None:
        """Delete an experiment with its results. DELETE /v1/experiments/{id}"""
        await self._send("DELETE", "/v1/experiments/{id}", path={"id": id}, project_id=project_id)

    async def list_experiment_results(self, id: str, *, sort_by: Literal["position", "disagreement", "score", "cost", "latency"] | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ExperimentResults:
        """List the results: items x variants. GET /v1/experiments/{id}/results"""
        return cast("types.ExperimentResults", await self._send("GET", "/v1/experiments/{id}/results", path={"id": id}, query={"sortBy": sort_by, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def upload_experiment_results(self, id: str, body: types.UploadedResults, *, project_id: str | None = None) -> types.UploadExperimentResultsAnswer:
        """Send answers that your own code made. POST /v1/experiments/{id}/results"""
        return cast("types.UploadExperimentResultsAnswer", await self._send("POST", "/v1/experiments/{id}/results", path={"id": id}, body=body, project_id=project_id))

    async def start_experiment(self, id: str, *, project_id: str | None = None) -> types.Experiment:
        """Start a draft. POST /v1/experiments/{id}/start"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments/{id}/start", path={"id": id}, project_id=project_id))

    async def pause_experiment(self, id: str, *, project_id: str | None = None) -> types.Experiment:
        """Pause; answers under way end and are kept. POST /v1/experiments/{id}/pause"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments/{id}/pause", path={"id": id}, project_id=project_id))

    async def resume_experiment(self, id: str, body: types.ResumeExperiment | None = None, *, project_id: str | None = None) -> types.Experiment:
        """Resume where it was paused. POST /v1/experiments/{id}/resume"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments/{id}/resume", path={"id": id}, body=body, project_id=project_id))

    async def cancel_experiment(self, id: str, *, project_id: str | None = None) -> types.Experiment:
        """Cancel; answers under way are aborted, the others are kept. POST /v1/experiments/{id}/cancel"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments/{id}/cancel", path={"id": id}, project_id=project_id))

    async def get_experiment_result(self, id: str, position: int, *, project_id: str | None = None) -> types.ExperimentFullRow:
        """Get one item with the whole answers and what the evaluators said. GET /v1/experiments/{id}/results/{position}"""
        return cast("types.ExperimentFullRow", await self._send("GET", "/v1/experiments/{id}/results/{position}", path={"id": id, "position": position}, project_id=project_id))

    async def set_experiment_verdict(self, id: str, position: int, body: types.ExperimentVerdict, *, project_id: str | None = None) -> None:
        """Say whether an answer is good or bad. PUT /v1/experiments/{id}/results/{position}/verdict"""
        await self._send("PUT", "/v1/experiments/{id}/results/{position}/verdict", path={"id": id, "position": position}, body=body, project_id=project_id)

    async def get_experiment_leaderboard(self, id: str, *, project_id: str | None = None) -> types.ExperimentLeaderboard:
        """Rank the variants and compare each with the baseline. GET /v1/experiments/{id}/leaderboard"""
        return cast("types.ExperimentLeaderboard", await self._send("GET", "/v1/experiments/{id}/leaderboard", path={"id": id}, project_id=project_id))

    async def export_experiment(self, id: str, *, project_id: str | None = None) -> bytes:
        """Download all answers as CSV. GET /v1/experiments/{id}/export"""
        return cast("bytes", await self._send("GET", "/v1/experiments/{id}/export", path={"id": id}, project_id=project_id, raw=True))

    async def ship_experiment(self, id: str, body: types.ShipExperiment, *, project_id: str | None = None) -> types.Experiment:
        """Deploy the prompt version of a variant to a label. POST /v1/experiments/{id}/ship"""
        return cast("types.Experiment", await self._send("POST", "/v1/experiments/{id}/ship", path={"id": id}, body=body, project_id=project_id))

    async def list_eval_rules(self, *, project_id: str | None = None) -> types.ListEvalRulesAnswer:
        """List rules. GET /v1/eval-rules"""
        return cast("types.ListEvalRulesAnswer", await self._send("GET", "/v1/eval-rules", project_id=project_id))

    async def create_eval_rule(self, body: types.NewEvalRule, *, project_id: str | None = None) -> types.EvalRule:
        """Score calls as they arrive, or traces and sessions as they end. POST /v1/eval-rules"""
        return cast("types.EvalRule", await self._send("POST", "/v1/eval-rules", body=body, project_id=project_id))

    async def estimate_eval_rule(self, body: types.EvalRuleEstimateOrder, *, project_id: str | None = None) -> types.EvalRuleEstimate:
        """Estimate what a rule would score and cost. POST /v1/eval-rules/estimate"""
        return cast("types.EvalRuleEstimate", await self._send("POST", "/v1/eval-rules/estimate", body=body, project_id=project_id))

    async def get_eval_rule(self, id: int, *, project_id: str | None = None) -> types.EvalRule:
        """Get a rule. GET /v1/eval-rules/{id}"""
        return cast("types.EvalRule", await self._send("GET", "/v1/eval-rules/{id}", path={"id": id}, project_id=project_id))

    async def update_eval_rule(self, id: int, body: types.EvalRuleChanges, *, project_id: str | None = None) -> types.EvalRule:
        """Change a rule. PATCH /v1/eval-rules/{id}"""
        return cast("types.EvalRule", await self._send("PATCH", "/v1/eval-rules/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_eval_rule(self, id: int, *, project_id: str | None = None) -> None:
        """Delete a rule; its scores stay. DELETE /v1/eval-rules/{id}"""
        await self._send("DELETE", "/v1/eval-rules/{id}", path={"id": id}, project_id=project_id)

    async def list_eval_rule_scores(self, id: int, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListEvalRuleScoresAnswer:
        """List the scores of a rule, newest first. GET /v1/eval-rules/{id}/scores"""
        return cast("types.ListEvalRuleScoresAnswer", await self._send("GET", "/v1/eval-rules/{id}/scores", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def list_annotations(self, *, call_id: str | None = None, label: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> List[types.Annotation]:
        """List annotations of a call or with a label. GET /v1/annotations"""
        return cast("List[types.Annotation]", await self._send("GET", "/v1/annotations", query={"callId": call_id, "label": label, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_annotation(self, body: types.NewAnnotation, *, project_id: str | None = None) -> types.CreateAnnotationAnswer:
        """Annotate a call. POST /v1/annotations"""
        return cast("types.CreateAnnotationAnswer", await self._send("POST", "/v1/annotations", body=body, project_id=project_id))

    async def get_review_queue(self, *, window_days: int | None = None, limit: int | None = None, project_id: str | None = None) -> types.ReviewQueue:
        """List calls that need a quality score. GET /v1/annotations/review-queue"""
        return cast("types.ReviewQueue", await self._send("GET", "/v1/annotations/review-queue", query={"windowDays": window_days, "limit": limit}, project_id=project_id))

    async def claim_reviews(self, body: types.ReviewClaim | None = None, *, project_id: str | None = None) -> types.ReviewQueue:
        """Claim the next calls of the review queue. POST /v1/annotations/review-queue/claim"""
        return cast("types.ReviewQueue", await self._send("POST", "/v1/annotations/review-queue/claim", body=body, project_id=project_id))

    async def get_annotation(self, id: int, *, project_id: str | None = None) -> types.GetAnnotationAnswer:
        """Get an annotation. GET /v1/annotations/{id}"""
        return cast("types.GetAnnotationAnswer", await self._send("GET", "/v1/annotations/{id}", path={"id": id}, project_id=project_id))

    async def update_annotation(self, id: int, body: types.AnnotationChange, *, project_id: str | None = None) -> types.UpdateAnnotationAnswer:
        """Change an annotation. PATCH /v1/annotations/{id}"""
        return cast("types.UpdateAnnotationAnswer", await self._send("PATCH", "/v1/annotations/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_annotation(self, id: int, *, project_id: str | None = None) -> None:
        """Delete an annotation. DELETE /v1/annotations/{id}"""
        await self._send("DELETE", "/v1/annotations/{id}", path={"id": id}, project_id=project_id)

    async def list_comments(self, *, call_id: str | None = None, trace_id: str | None = None, span_id: str | None = None, session_id: str | None = None, mentioned: bool | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListCommentsAnswer:
        """List comments of a call, a span, a run or a session. GET /v1/comments"""
        return cast("types.ListCommentsAnswer", await self._send("GET", "/v1/comments", query={"callId": call_id, "traceId": trace_id, "spanId": span_id, "sessionId": session_id, "mentioned": mentioned, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_comment(self, body: types.NewComment, *, project_id: str | None = None) -> types.Comment:
        """Comment on a call, a span, a run or a session. POST /v1/comments"""
        return cast("types.Comment", await self._send("POST", "/v1/comments", body=body, project_id=project_id))

    async def read_mentions(self, body: types.ReadMentions, *, project_id: str | None = None) -> None:
        """Mark mentions of the caller as read. POST /v1/comments/read"""
        await self._send("POST", "/v1/comments/read", body=body, project_id=project_id)

    async def get_comment(self, id: str, *, project_id: str | None = None) -> types.Comment:
        """Get a comment. GET /v1/comments/{id}"""
        return cast("types.Comment", await self._send("GET", "/v1/comments/{id}", path={"id": id}, project_id=project_id))

    async def delete_comment(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a comment: its author or an admin may. DELETE /v1/comments/{id}"""
        await self._send("DELETE", "/v1/comments/{id}", path={"id": id}, project_id=project_id)

    async def list_review_queues(self, *, project_id: str | None = None) -> types.ListReviewQueuesAnswer:
        """List review queues. GET /v1/review-queues"""
        return cast("types.ListReviewQueuesAnswer", await self._send("GET", "/v1/review-queues", project_id=project_id))

    async def create_review_queue(self, body: types.NewReviewQueue, *, project_id: str | None = None) -> types.NamedReviewQueue:
        """Create a review queue. POST /v1/review-queues"""
        return cast("types.NamedReviewQueue", await self._send("POST", "/v1/review-queues", body=body, project_id=project_id))

    async def get_named_review_queue(self, id: int, *, project_id: str | None = None) -> types.NamedReviewQueue:
        """Get a review queue. GET /v1/review-queues/{id}"""
        return cast("types.NamedReviewQueue", await self._send("GET", "/v1/review-queues/{id}", path={"id": id}, project_id=project_id))

    async def update_review_queue(self, id: int, body: types.ReviewQueueChanges, *, project_id: str | None = None) -> types.NamedReviewQueue:
        """Change a review queue. PATCH /v1/review-queues/{id}"""
        return cast("types.NamedReviewQueue", await self._send("PATCH", "/v1/review-queues/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_review_queue(self, id: int, *, project_id: str | None = None) -> None:
        """Delete a review queue with its items and answers; its scores stay. DELETE /v1/review-queues/{id}"""
        await self._send("DELETE", "/v1/review-queues/{id}", path={"id": id}, project_id=project_id)

    async def list_review_queue_items(self, id: int, *, limit: int | None = None, cursor: str | None = None, state: Literal["pending", "in_review", "done", "disagreement", "resolved"] | None = None, call_id: str | None = None, trace_id: str | None = None, session_id: str | None = None, project_id: str | None = None) -> types.ListReviewQueueItemsAnswer:
        """List the items of a review queue, oldest first. GET /v1/review-queues/{id}/items"""
        return cast("types.ListReviewQueueItemsAnswer", await self._send("GET", "/v1/review-queues/{id}/items", path={"id": id}, query={"limit": limit, "cursor": cursor, "state": state, "callId": call_id, "traceId": trace_id, "sessionId": session_id}, project_id=project_id))

    async def add_to_review_queue(self, id: int, body: types.NewReviewItems, *, project_id: str | None = None) -> types.AddToReviewQueueAnswer:
        """Add calls, runs or sessions to a review queue. POST /v1/review-queues/{id}/items"""
        return cast("types.AddToReviewQueueAnswer", await self._send("POST", "/v1/review-queues/{id}/items", path={"id": id}, body=body, project_id=project_id))

    async def take_review_item(self, id: int, body: types.TakeReviewItemBody | None = None, *, project_id: str | None = None) -> types.TakeReviewItemAnswer:
        """Take the next item. POST /v1/review-queues/{id}/take"""
        return cast("types.TakeReviewItemAnswer", await self._send("POST", "/v1/review-queues/{id}/take", path={"id": id}, body=body, project_id=project_id))

    async def get_review_item(self, id: int, item_id: int, *, project_id: str | None = None) -> types.ReviewQueueItem:
        """Get an item. GET /v1/review-queues/{id}/items/{itemId}"""
        return cast("types.ReviewQueueItem", await self._send("GET", "/v1/review-queues/{id}/items/{itemId}", path={"id": id, "itemId": item_id}, project_id=project_id))

    async def remove_review_item(self, id: int, item_id: int, *, project_id: str | None = None) -> None:
        """Remove an item with its answers; its scores stay. DELETE /v1/review-queues/{id}/items/{itemId}"""
        await self._send("DELETE", "/v1/review-queues/{id}/items/{itemId}", path={"id": id, "itemId": item_id}, project_id=project_id)

    async def skip_review_item(self, id: int, item_id: int, *, project_id: str | None = None) -> None:
        """Skip an item. POST /v1/review-queues/{id}/items/{itemId}/skip"""
        await self._send("POST", "/v1/review-queues/{id}/items/{itemId}/skip", path={"id": id, "itemId": item_id}, project_id=project_id)

    async def answer_review_item(self, id: int, item_id: int, body: types.ReviewAnswer, *, project_id: str | None = None) -> types.AnswerReviewItemAnswer:
        """Answer an item. PUT /v1/review-queues/{id}/items/{itemId}/answer"""
        return cast("types.AnswerReviewItemAnswer", await self._send("PUT", "/v1/review-queues/{id}/items/{itemId}/answer", path={"id": id, "itemId": item_id}, body=body, project_id=project_id))

    async def resolve_review_item(self, id: int, item_id: int, body: types.ReviewAnswer, *, project_id: str | None = None) -> types.ResolveReviewItemAnswer:
        """Decide a disagreement. PUT /v1/review-queues/{id}/items/{itemId}/resolution"""
        return cast("types.ResolveReviewItemAnswer", await self._send("PUT", "/v1/review-queues/{id}/items/{itemId}/resolution", path={"id": id, "itemId": item_id}, body=body, project_id=project_id))

    async def get_review_agreement(self, id: int, *, project_id: str | None = None) -> types.ReviewAgreement:
        """How much reviewers agree. GET /v1/review-queues/{id}/agreement"""
        return cast("types.ReviewAgreement", await self._send("GET", "/v1/review-queues/{id}/agreement", path={"id": id}, project_id=project_id))

    async def get_review_progress(self, id: int, *, project_id: str | None = None) -> types.ReviewProgress:
        """How far each reviewer is. GET /v1/review-queues/{id}/progress"""
        return cast("types.ReviewProgress", await self._send("GET", "/v1/review-queues/{id}/progress", path={"id": id}, project_id=project_id))

    async def export_review_queue(self, id: int, *, format: Literal["csv", "json"] | None = None, content: bool | None = None, project_id: str | None = None) -> bytes:
        """Download the answers of a review queue. GET /v1/review-queues/{id}/export"""
        return cast("bytes", await self._send("GET", "/v1/review-queues/{id}/export", path={"id": id}, query={"format": format, "content": content}, project_id=project_id, raw=True))

    async def list_scores(self, *, name: str | None = None, source: Literal["api", "human", "judge", "rule"] | None = None, data_type: Literal["numeric", "boolean", "categorical", "text"] | None = None, from_: str | None = None, to: str | None = None, call_id: str | None = None, trace_id: str | None = None, session_id: str | None = None, run_id: str | None = None, value: str | None = None, min_value: float | None = None, max_value: float | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ScoresPage:
        """List scores, newest first. GET /v1/scores"""
        return cast("types.ScoresPage", await self._send("GET", "/v1/scores", query={"name": name, "source": source, "dataType": data_type, "from": from_, "to": to, "callId": call_id, "traceId": trace_id, "sessionId": session_id, "runId": run_id, "value": value, "minValue": min_value, "maxValue": max_value, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_scores(self, body: Union[types.CreateScoresBody, types.NewScore], *, project_id: str | None = None) -> types.ScoresReply:
        """Send scores. POST /v1/scores"""
        return cast("types.ScoresReply", await self._send("POST", "/v1/scores", body=body, project_id=project_id))

    async def aggregate_scores(self, body: types.ScoreAggregateQuery | None = None, *, project_id: str | None = None) -> types.ScoreAggregate:
        """Count and average scores by name, over time. POST /v1/scores/aggregate"""
        return cast("types.ScoreAggregate", await self._send("POST", "/v1/scores/aggregate", body=body, project_id=project_id))

    async def delete_score(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a score that was sent. DELETE /v1/scores/{id}"""
        await self._send("DELETE", "/v1/scores/{id}", path={"id": id}, project_id=project_id)

    async def list_safety_assessments(self, *, call_id: str | None = None, flagged: bool | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListSafetyAssessmentsAnswer:
        """List safety assessments. GET /v1/safety-assessments"""
        return cast("types.ListSafetyAssessmentsAnswer", await self._send("GET", "/v1/safety-assessments", query={"call_id": call_id, "flagged": flagged, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def scan_safety_batch(self, body: types.ScanSafetyBatch | None = None, *, project_id: str | None = None) -> types.SafetyScan:
        """Classify the newest calls now. POST /v1/safety-assessments/scan-batch"""
        return cast("types.SafetyScan", await self._send("POST", "/v1/safety-assessments/scan-batch", body=body, project_id=project_id))

    async def get_safety_assessment(self, id: int, *, project_id: str | None = None) -> types.SafetyAssessment:
        """Get an assessment. GET /v1/safety-assessments/{id}"""
        return cast("types.SafetyAssessment", await self._send("GET", "/v1/safety-assessments/{id}", path={"id": id}, project_id=project_id))

    async def list_saved_views(self, *, project_id: str | None = None) -> types.ListSavedViewsAnswer:
        """List saved views. GET /v1/saved-views"""
        return cast("types.ListSavedViewsAnswer", await self._send("GET", "/v1/saved-views", project_id=project_id))

    async def save_view(self, body: types.SavedViewInput, *, project_id: str | None = None) -> Union[types.SaveViewAnswer, types.SaveViewAnswer2]:
        """Save a view. POST /v1/saved-views"""
        return cast("Union[types.SaveViewAnswer, types.SaveViewAnswer2]", await self._send("POST", "/v1/saved-views", body=body, project_id=project_id))

    async def get_saved_view(self, id: int, *, project_id: str | None = None) -> types.GetSavedViewAnswer:
        """Get a saved view. GET /v1/saved-views/{id}"""
        return cast("types.GetSavedViewAnswer", await self._send("GET", "/v1/saved-views/{id}", path={"id": id}, project_id=project_id))

    async def delete_saved_view(self, id: int, *, project_id: str | None = None) -> None:
        """Delete a saved view. DELETE /v1/saved-views/{id}"""
        await self._send("DELETE", "/v1/saved-views/{id}", path={"id": id}, project_id=project_id)

    async def list_dashboards(self, *, project_id: str | None = None) -> types.ListDashboardsAnswer:
        """List dashboards. GET /v1/dashboards"""
        return cast("types.ListDashboardsAnswer", await self._send("GET", "/v1/dashboards", project_id=project_id))

    async def create_dashboard(self, body: types.DashboardInput, *, project_id: str | None = None) -> types.CreateDashboardAnswer:
        """Create or import a dashboard. POST /v1/dashboards"""
        return cast("types.CreateDashboardAnswer", await self._send("POST", "/v1/dashboards", body=body, project_id=project_id))

    async def get_dashboard(self, id: int, *, project_id: str | None = None) -> types.GetDashboardAnswer:
        """Get a dashboard. GET /v1/dashboards/{id}"""
        return cast("types.GetDashboardAnswer", await self._send("GET", "/v1/dashboards/{id}", path={"id": id}, project_id=project_id))

    async def update_dashboard(self, id: int, body: types.DashboardChange, *, project_id: str | None = None) -> types.UpdateDashboardAnswer:
        """Replace the name, the description and the widgets of a dashboard. PUT /v1/dashboards/{id}"""
        return cast("types.UpdateDashboardAnswer", await self._send("PUT", "/v1/dashboards/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_dashboard(self, id: int, *, project_id: str | None = None) -> None:
        """Delete a dashboard. DELETE /v1/dashboards/{id}"""
        await self._send("DELETE", "/v1/dashboards/{id}", path={"id": id}, project_id=project_id)

    async def get_account(self, *, project_id: str | None = None) -> types.AccountSnapshot:
        """Identity snapshot: plan, usage of this month, retention. GET /v1/account"""
        return cast("types.AccountSnapshot", await self._send("GET", "/v1/account", project_id=project_id))

    async def close_account(self, body: types.CloseAccountBody, *, project_id: str | None = None) -> types.ClosedAccount:
        """Close the account; it is deleted after seven days. DELETE /v1/account"""
        return cast("types.ClosedAccount", await self._send("DELETE", "/v1/account", body=body, project_id=project_id))

    async def get_account_overview(self, *, project_id: str | None = None) -> types.AccountOverview:
        """Plan, usage of this month, retention; also for signed-in people. GET /v1/account/overview"""
        return cast("types.AccountOverview", await self._send("GET", "/v1/account/overview", project_id=project_id))

    async def update_account_settings(self, body: types.AccountSettingsChange, *, project_id: str | None = None) -> types.AccountSettings:
        """Change the settings of the account. PATCH /v1/account/settings"""
        return cast("types.AccountSettings", await self._send("PATCH", "/v1/account/settings", body=body, project_id=project_id))

    async def update_account_limits(self, body: types.AccountLimitsChange, *, project_id: str | None = None) -> types.AccountLimits:
        """Change the limits of the account. PATCH /v1/account/limits"""
        return cast("types.AccountLimits", await self._send("PATCH", "/v1/account/limits", body=body, project_id=project_id))

    async def grant_plaintext_storage(self, *, project_id: str | None = None) -> types.Consents:
        """Consent to storing messages, encrypted. PUT /v1/account/consents/plaintext-storage"""
        return cast("types.Consents", await self._send("PUT", "/v1/account/consents/plaintext-storage", project_id=project_id))

    async def withdraw_plaintext_storage(self, *, project_id: str | None = None) -> types.WithdrawnPlaintextStorage:
        """Withdraw the consent to storing messages, encrypted. DELETE /v1/account/consents/plaintext-storage"""
        return cast("types.WithdrawnPlaintextStorage", await self._send("DELETE", "/v1/account/consents/plaintext-storage", project_id=project_id))

    async def grant_ai_helper(self, *, project_id: str | None = None) -> types.Consents:
        """Consent to the AI helper. PUT /v1/account/consents/ai-helper"""
        return cast("types.Consents", await self._send("PUT", "/v1/account/consents/ai-helper", project_id=project_id))

    async def withdraw_ai_helper(self, *, project_id: str | None = None) -> types.Consents:
        """Withdraw the consent to the AI helper. DELETE /v1/account/consents/ai-helper"""
        return cast("types.Consents", await self._send("DELETE", "/v1/account/consents/ai-helper", project_id=project_id))

    async def grant_pii_redaction(self, *, project_id: str | None = None) -> types.Consents:
        """Consent to redaction of personal data. PUT /v1/account/consents/pii-redaction"""
        return cast("types.Consents", await self._send("PUT", "/v1/account/consents/pii-redaction", project_id=project_id))

    async def withdraw_pii_redaction(self, *, project_id: str | None = None) -> types.Consents:
        """Withdraw the consent to redaction of personal data. DELETE /v1/account/consents/pii-redaction"""
        return cast("types.Consents", await self._send("DELETE", "/v1/account/consents/pii-redaction", project_id=project_id))

    async def restore_account(self, *, project_id: str | None = None) -> None:
        """Restore a closed account. POST /v1/account/restore"""
        await self._send("POST", "/v1/account/restore", project_id=project_id)

    async def get_llm_feature_budget(self, *, project_id: str | None = None) -> types.LlmFeatureBudget:
        """Get the LLM-feature budget and spend of this month. GET /v1/account/llm-feature-budget"""
        return cast("types.LlmFeatureBudget", await self._send("GET", "/v1/account/llm-feature-budget", project_id=project_id))

    async def set_llm_feature_budget(self, body: types.NewLlmFeatureBudget, *, project_id: str | None = None) -> types.LlmFeatureBudget:
        """Set the monthly budget of LLM features. PATCH /v1/account/llm-feature-budget"""
        return cast("types.LlmFeatureBudget", await self._send("PATCH", "/v1/account/llm-feature-budget", body=body, project_id=project_id))

    async def list_model_connections(self, *, project_id: str | None = None) -> types.ListModelConnectionsAnswer:
        """List model connections, oldest first. GET /v1/model-connections"""
        return cast("types.ListModelConnectionsAnswer", await self._send("GET", "/v1/model-connections", project_id=project_id))

    async def create_model_connection(self, body: types.NewModelConnection, *, project_id: str | None = None) -> types.ModelConnection:
        """Connect to a provider of models with a key of your own. POST /v1/model-connections"""
        return cast("types.ModelConnection", await self._send("POST", "/v1/model-connections", body=body, project_id=project_id))

    async def get_model_connection(self, id: str, *, project_id: str | None = None) -> types.ModelConnection:
        """Get a model connection. GET /v1/model-connections/{id}"""
        return cast("types.ModelConnection", await self._send("GET", "/v1/model-connections/{id}", path={"id": id}, project_id=project_id))

    async def update_model_connection(self, id: str, body: types.ModelConnectionChanges, *, project_id: str | None = None) -> types.ModelConnection:
        """Change a model connection. PATCH /v1/model-connections/{id}"""
        return cast("types.ModelConnection", await self._send("PATCH", "/v1/model-connections/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_model_connection(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a model connection with its key. DELETE /v1/model-connections/{id}"""
        await self._send("DELETE", "/v1/model-connections/{id}", path={"id": id}, project_id=project_id)

    async def test_model_connection(self, id: str, body: types.TestModelConnectionBody | None = None, *, project_id: str | None = None) -> types.ModelConnectionTestResult:
        """Send one small request through a model connection. POST /v1/model-connections/{id}/test"""
        return cast("types.ModelConnectionTestResult", await self._send("POST", "/v1/model-connections/{id}/test", path={"id": id}, body=body, project_id=project_id))

    async def get_export_schedule(self, *, project_id: str | None = None) -> types.ExportSettings:
        """Get the scheduled export and its last run. GET /v1/account/export-schedule"""
        return cast("types.ExportSettings", await self._send("GET", "/v1/account/export-schedule", project_id=project_id))

    async def set_export_schedule(self, body: types.NewExportSchedule, *, project_id: str | None = None) -> types.ExportSettings:
        """Export all records every day to a folder or a bucket. PUT /v1/account/export-schedule"""
        return cast("types.ExportSettings", await self._send("PUT", "/v1/account/export-schedule", body=body, project_id=project_id))

    async def delete_export_schedule(self, *, project_id: str | None = None) -> None:
        """End the scheduled export. DELETE /v1/account/export-schedule"""
        await self._send("DELETE", "/v1/account/export-schedule", project_id=project_id)

    async def test_export_schedule(self, body: types.ExportTarget | None = None, *, project_id: str | None = None) -> types.ExportTest:
        """Write and remove a small file at the place of the export. POST /v1/account/export-schedule/test"""
        return cast("types.ExportTest", await self._send("POST", "/v1/account/export-schedule/test", body=body, project_id=project_id))

    async def run_export_schedule(self, *, project_id: str | None = None) -> types.ExportSettings:
        """Run the scheduled export now. POST /v1/account/export-schedule/run"""
        return cast("types.ExportSettings", await self._send("POST", "/v1/account/export-schedule/run", project_id=project_id))

    async def list_data_days(self, *, from_: str | None = None, to: str | None = None, content: bool | None = None, project_id: str | None = None) -> types.DataDays:
        """List the days of an export. GET /v1/data"""
        return cast("types.DataDays", await self._send("GET", "/v1/data", query={"from": from_, "to": to, "content": content}, project_id=project_id))

    async def get_data_day(self, table: Literal["calls", "observations", "scores"], day: str, *, content: bool | None = None, project_id: str | None = None) -> bytes:
        """Get the records of a day as Parquet. GET /v1/data/{table}/{day}"""
        return cast("bytes", await self._send("GET", "/v1/data/{table}/{day}", path={"table": table, "day": day}, query={"content": content}, project_id=project_id, raw=True))

    async def import_data(self, body: types.DataRows, *, project_id: str | None = None) -> types.ImportedRows:
        """Import rows of an export. POST /v1/data/import"""
        return cast("types.ImportedRows", await self._send("POST", "/v1/data/import", body=body, project_id=project_id))

    async def get_account_model_prices(self, *, project_id: str | None = None) -> types.AccountModelPrices:
        """Model prices of the account. GET /v1/account/model-prices"""
        return cast("types.AccountModelPrices", await self._send("GET", "/v1/account/model-prices", project_id=project_id))

    async def replace_account_model_prices(self, body: types.ReplaceAccountModelPricesBody, *, project_id: str | None = None) -> types.AccountModelPrices:
        """Set the model prices of the account. PUT /v1/account/model-prices"""
        return cast("types.AccountModelPrices", await self._send("PUT", "/v1/account/model-prices", body=body, project_id=project_id))

    async def reprice(self, body: types.RepriceBody, *, project_id: str | None = None) -> types.Repriced:
        """Apply today’s prices to stored calls. POST /v1/account/model-prices/reprice"""
        return cast("types.Repriced", await self._send("POST", "/v1/account/model-prices/reprice", body=body, project_id=project_id))

    async def list_prompts(self, *, name: str | None = None, label: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListPromptsAnswer:
        """List prompts, newest first. GET /v1/prompts"""
        return cast("types.ListPromptsAnswer", await self._send("GET", "/v1/prompts", query={"name": name, "label": label, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_prompt(self, body: types.NewPrompt, *, project_id: str | None = None) -> types.CreatePromptAnswer:
        """Create a version of a prompt. POST /v1/prompts"""
        return cast("types.CreatePromptAnswer", await self._send("POST", "/v1/prompts", body=body, project_id=project_id))

    async def list_prompt_names(self, *, search: str | None = None, folder: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListPromptNamesAnswer:
        """List prompts by name, with their versions and deployments. GET /v1/prompts/names"""
        return cast("types.ListPromptNamesAnswer", await self._send("GET", "/v1/prompts/names", query={"search": search, "folder": folder, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def resolve_prompt(self, *, name: str, label: str, project_id: str | None = None) -> types.ResolvePromptAnswer:
        """Resolve a label to its version, for running agents. GET /v1/prompts/resolve"""
        return cast("types.ResolvePromptAnswer", await self._send("GET", "/v1/prompts/resolve", query={"name": name, "label": label}, project_id=project_id))

    async def get_protected_prompt_labels(self, *, project_id: str | None = None) -> types.PromptProtectedLabels:
        """List the labels that only admins may move. GET /v1/prompts/protected-labels"""
        return cast("types.PromptProtectedLabels", await self._send("GET", "/v1/prompts/protected-labels", project_id=project_id))

    async def set_protected_prompt_labels(self, body: types.PromptProtectedLabels, *, project_id: str | None = None) -> types.PromptProtectedLabels:
        """Set the labels that only admins may move. PUT /v1/prompts/protected-labels"""
        return cast("types.PromptProtectedLabels", await self._send("PUT", "/v1/prompts/protected-labels", body=body, project_id=project_id))

    async def list_prompt_deployments(self, *, name: str | None = None, label: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.PromptDeployments:
        """List which version each label points to. GET /v1/prompts/deployments"""
        return cast("types.PromptDeployments", await self._send("GET", "/v1/prompts/deployments", query={"name": name, "label": label, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def list_prompt_deployment_history(self, *, name: str | None = None, label: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListPromptDeploymentHistoryAnswer:
        """List the deploys and rollbacks of a label, of a prompt or of all, newest first. GET /v1/prompts/deployments/history"""
        return cast("types.ListPromptDeploymentHistoryAnswer", await self._send("GET", "/v1/prompts/deployments/history", query={"name": name, "label": label, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def roll_back_prompt(self, body: types.PromptRollback, *, project_id: str | None = None) -> types.PromptDeployments:
        """Roll a label back to the previous version. POST /v1/prompts/deployments/rollback"""
        return cast("types.PromptDeployments", await self._send("POST", "/v1/prompts/deployments/rollback", body=body, project_id=project_id))

    async def get_prompt(self, id: int, *, project_id: str | None = None) -> types.GetPromptAnswer:
        """Get a version of a prompt. GET /v1/prompts/{id}"""
        return cast("types.GetPromptAnswer", await self._send("GET", "/v1/prompts/{id}", path={"id": id}, project_id=project_id))

    async def update_prompt(self, id: int, body: types.PromptPatch, *, project_id: str | None = None) -> types.UpdatePromptAnswer:
        """Change template, variables, labels or description. PATCH /v1/prompts/{id}"""
        return cast("types.UpdatePromptAnswer", await self._send("PATCH", "/v1/prompts/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_prompt(self, id: int, *, project_id: str | None = None) -> types.DeletePromptAnswer:
        """Delete a version of a prompt. DELETE /v1/prompts/{id}"""
        return cast("types.DeletePromptAnswer", await self._send("DELETE", "/v1/prompts/{id}", path={"id": id}, project_id=project_id))

    async def rename_prompt(self, id: int, body: types.PromptRename, *, project_id: str | None = None) -> types.RenamePromptAnswer:
        """Give a version another name and version. POST /v1/prompts/{id}/rename"""
        return cast("types.RenamePromptAnswer", await self._send("POST", "/v1/prompts/{id}/rename", path={"id": id}, body=body, project_id=project_id))

    async def deploy_prompt(self, id: int, body: types.PromptDeploy, *, project_id: str | None = None) -> types.PromptDeployments:
        """Point a label to a version. POST /v1/prompts/{id}/deploy"""
        return cast("types.PromptDeployments", await self._send("POST", "/v1/prompts/{id}/deploy", path={"id": id}, body=body, project_id=project_id))

    async def diff_prompts(self, id: int, *, against: int, project_id: str | None = None) -> types.PromptDiff:
        """Compare a version with another one. GET /v1/prompts/{id}/diff"""
        return cast("types.PromptDiff", await self._send("GET", "/v1/prompts/{id}/diff", path={"id": id}, query={"against": against}, project_id=project_id))

    async def get_prompt_usage(self, id: int, *, start_time: str | None = None, end_time: str | None = None, project_id: str | None = None) -> types.PromptUsage:
        """Usage of the versions of a prompt: calls, cost, latency, errors, scores. GET /v1/prompts/{id}/usage"""
        return cast("types.PromptUsage", await self._send("GET", "/v1/prompts/{id}/usage", path={"id": id}, query={"startTime": start_time, "endTime": end_time}, project_id=project_id))

    async def get_prompt_links(self, id: int, *, project_id: str | None = None) -> types.PromptLinks:
        """Get what a prompt version contains, what uses it, and its composed text. GET /v1/prompts/{id}/links"""
        return cast("types.PromptLinks", await self._send("GET", "/v1/prompts/{id}/links", path={"id": id}, project_id=project_id))

    async def get_fix_trail(self, body: types.FixTrailCalls, *, project_id: str | None = None) -> types.FixTrail:
        """What became of calls: datasets with items of them, experiments and runs on those. POST /v1/fix-trail"""
        return cast("types.FixTrail", await self._send("POST", "/v1/fix-trail", body=body, project_id=project_id))

    async def run_playground(self, body: types.PlaygroundRun, *, project_id: str | None = None) -> bytes:
        """Ask a model and stream its answer. POST /v1/playground/runs"""
        return cast("bytes", await self._send("POST", "/v1/playground/runs", body=body, project_id=project_id, raw=True))

    async def get_playground_draft(self, id: str, *, project_id: str | None = None) -> types.PlaygroundDraft:
        """Get a stored call as a draft of a run. GET /v1/playground/calls/{id}"""
        return cast("types.PlaygroundDraft", await self._send("GET", "/v1/playground/calls/{id}", path={"id": id}, project_id=project_id))

    async def get_playground_draft_of_span(self, id: str, record: str, *, project_id: str | None = None) -> types.PlaygroundDraft:
        """Get a span of any kind as a draft of a run. GET /v1/playground/trace/{id}/spans/{record}"""
        return cast("types.PlaygroundDraft", await self._send("GET", "/v1/playground/trace/{id}/spans/{record}", path={"id": id, "record": record}, project_id=project_id))

    async def share_playground(self, body: types.NewSharedPlayground, *, project_id: str | None = None) -> types.SharedPlayground:
        """Save columns of the playground for a link. POST /v1/playground/drafts"""
        return cast("types.SharedPlayground", await self._send("POST", "/v1/playground/drafts", body=body, project_id=project_id))

    async def get_shared_playground(self, id: str, *, project_id: str | None = None) -> types.SharedPlayground:
        """Get saved columns of the playground. GET /v1/playground/drafts/{id}"""
        return cast("types.SharedPlayground", await self._send("GET", "/v1/playground/drafts/{id}", path={"id": id}, project_id=project_id))

    async def list_alerts(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> List[types.Alert]:
        """List alerts. GET /v1/alerts"""
        return cast("List[types.Alert]", await self._send("GET", "/v1/alerts", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_alert(self, body: types.NewAlert, *, project_id: str | None = None) -> types.CreateAlertAnswer:
        """Create an alert. POST /v1/alerts"""
        return cast("types.CreateAlertAnswer", await self._send("POST", "/v1/alerts", body=body, project_id=project_id))

    async def list_alert_events(self, *, limit: int | None = None, alert_id: int | None = None, before_triggered_at: str | None = None, before_id: int | None = None, project_id: str | None = None) -> types.ListAlertEventsAnswer:
        """Firings, newest first. GET /v1/alerts/events"""
        return cast("types.ListAlertEventsAnswer", await self._send("GET", "/v1/alerts/events", query={"limit": limit, "alertId": alert_id, "beforeTriggeredAt": before_triggered_at, "beforeId": before_id}, project_id=project_id))

    async def list_alert_templates(self, *, project_id: str | None = None) -> List[types.AlertTemplate]:
        """Alert templates. GET /v1/alerts/templates"""
        return cast("List[types.AlertTemplate]", await self._send("GET", "/v1/alerts/templates", project_id=project_id))

    async def test_alert_webhook(self, body: types.TestWebhook, *, project_id: str | None = None) -> types.TestWebhookResult:
        """Send a test message to a webhook. POST /v1/alerts/test-webhook"""
        return cast("types.TestWebhookResult", await self._send("POST", "/v1/alerts/test-webhook", body=body, project_id=project_id))

    async def list_alert_channels(self, *, project_id: str | None = None) -> List[types.AlertChannel]:
        """Channels, and whether they can deliver here. GET /v1/alerts/channels"""
        return cast("List[types.AlertChannel]", await self._send("GET", "/v1/alerts/channels", project_id=project_id))

    async def test_alert_channel(self, body: types.AlertChannelTest, *, project_id: str | None = None) -> types.TestWebhookResult:
        """Send a test message to a channel. POST /v1/alerts/test-channel"""
        return cast("types.TestWebhookResult", await self._send("POST", "/v1/alerts/test-channel", body=body, project_id=project_id))

    async def preview_alert(self, body: types.AlertPreviewInput, *, project_id: str | None = None) -> types.AlertPreview:
        """What a rule would have done in the last 14 days. POST /v1/alerts/preview"""
        return cast("types.AlertPreview", await self._send("POST", "/v1/alerts/preview", body=body, project_id=project_id))

    async def get_alert(self, id: int, *, project_id: str | None = None) -> types.GetAlertAnswer:
        """Get an alert, with its latest 20 firings and the groups whose condition holds. GET /v1/alerts/{id}"""
        return cast("types.GetAlertAnswer", await self._send("GET", "/v1/alerts/{id}", path={"id": id}, project_id=project_id))

    async def update_alert(self, id: int, body: types.AlertChanges, *, project_id: str | None = None) -> types.UpdateAlertAnswer:
        """Change an alert. PATCH /v1/alerts/{id}"""
        return cast("types.UpdateAlertAnswer", await self._send("PATCH", "/v1/alerts/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_alert(self, id: int, *, project_id: str | None = None) -> types.DeleteAlertAnswer:
        """Delete an alert with its firings. DELETE /v1/alerts/{id}"""
        return cast("types.DeleteAlertAnswer", await self._send("DELETE", "/v1/alerts/{id}", path={"id": id}, project_id=project_id))

    async def silence_alert(self, id: int, body: types.SilenceAlertBody | None = None, *, project_id: str | None = None) -> types.SilenceAlertAnswer:
        """Silence an alert. POST /v1/alerts/{id}/silence"""
        return cast("types.SilenceAlertAnswer", await self._send("POST", "/v1/alerts/{id}/silence", path={"id": id}, body=body, project_id=project_id))

    async def unsilence_alert(self, id: int, *, project_id: str | None = None) -> types.UnsilenceAlertAnswer:
        """End a silence. DELETE /v1/alerts/{id}/silence"""
        return cast("types.UnsilenceAlertAnswer", await self._send("DELETE", "/v1/alerts/{id}/silence", path={"id": id}, project_id=project_id))

    async def acknowledge_alert_event(self, event_id: int, body: types.AcknowledgeAlertEventBody | None = None, *, project_id: str | None = None) -> types.AcknowledgeAlertEventAnswer:
        """Acknowledge a firing. POST /v1/alerts/events/{eventId}/acknowledge"""
        return cast("types.AcknowledgeAlertEventAnswer", await self._send("POST", "/v1/alerts/events/{eventId}/acknowledge", path={"eventId": event_id}, body=body, project_id=project_id))

    async def list_alert_event_deliveries(self, event_id: int, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListAlertEventDeliveriesAnswer:
        """Deliveries of a firing. GET /v1/alerts/events/{eventId}/deliveries"""
        return cast("types.ListAlertEventDeliveriesAnswer", await self._send("GET", "/v1/alerts/events/{eventId}/deliveries", path={"eventId": event_id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def check_gate(self, body: types.GateCheck | None = None, *, project_id: str | None = None) -> types.GateAnswer:
        """Check whether a step is allowed. POST /v1/gate/check"""
        return cast("types.GateAnswer", await self._send("POST", "/v1/gate/check", body=body, project_id=project_id))

    async def release_gate_check(self, id: str, *, project_id: str | None = None) -> types.GateRelease:
        """Release the hold of a check. POST /v1/gate/checks/{id}/release"""
        return cast("types.GateRelease", await self._send("POST", "/v1/gate/checks/{id}/release", path={"id": id}, project_id=project_id))

    async def list_gate_budgets(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListGateBudgetsAnswer:
        """List budgets with their spend and holds, in the order of creation. GET /v1/gate/budgets"""
        return cast("types.ListGateBudgetsAnswer", await self._send("GET", "/v1/gate/budgets", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_gate_budget(self, body: types.NewGateBudget, *, project_id: str | None = None) -> types.GateBudget:
        """Set a budget. POST /v1/gate/budgets"""
        return cast("types.GateBudget", await self._send("POST", "/v1/gate/budgets", body=body, project_id=project_id))

    async def get_gate_budget(self, id: str, *, project_id: str | None = None) -> types.GateBudget:
        """Get a budget with its spend and holds. GET /v1/gate/budgets/{id}"""
        return cast("types.GateBudget", await self._send("GET", "/v1/gate/budgets/{id}", path={"id": id}, project_id=project_id))

    async def update_gate_budget(self, id: str, body: types.GateBudgetChanges, *, project_id: str | None = None) -> types.GateBudget:
        """Change a budget. PATCH /v1/gate/budgets/{id}"""
        return cast("types.GateBudget", await self._send("PATCH", "/v1/gate/budgets/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_gate_budget(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a budget and its holds. DELETE /v1/gate/budgets/{id}"""
        await self._send("DELETE", "/v1/gate/budgets/{id}", path={"id": id}, project_id=project_id)

    async def list_gate_policies(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListGatePoliciesAnswer:
        """List policies, in the order of creation. GET /v1/gate/policies"""
        return cast("types.ListGatePoliciesAnswer", await self._send("GET", "/v1/gate/policies", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_gate_policy(self, body: types.NewGatePolicy, *, project_id: str | None = None) -> types.GatePolicy:
        """Set a policy. POST /v1/gate/policies"""
        return cast("types.GatePolicy", await self._send("POST", "/v1/gate/policies", body=body, project_id=project_id))

    async def get_gate_policy(self, id: str, *, project_id: str | None = None) -> types.GatePolicy:
        """Get a policy. GET /v1/gate/policies/{id}"""
        return cast("types.GatePolicy", await self._send("GET", "/v1/gate/policies/{id}", path={"id": id}, project_id=project_id))

    async def update_gate_policy(self, id: str, body: types.GatePolicyChanges, *, project_id: str | None = None) -> types.GatePolicy:
        """Change a policy. PATCH /v1/gate/policies/{id}"""
        return cast("types.GatePolicy", await self._send("PATCH", "/v1/gate/policies/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_gate_policy(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a policy. DELETE /v1/gate/policies/{id}"""
        await self._send("DELETE", "/v1/gate/policies/{id}", path={"id": id}, project_id=project_id)

    async def list_gate_approvals(self, *, status: Literal["pending", "approved", "denied", "expired"] | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListGateApprovalsAnswer:
        """List approvals, newest first. GET /v1/gate/approvals"""
        return cast("types.ListGateApprovalsAnswer", await self._send("GET", "/v1/gate/approvals", query={"status": status, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def get_gate_approval(self, id: str, *, wait: int | None = None, project_id: str | None = None) -> types.GateApproval:
        """Get an approval, or wait for its decision. GET /v1/gate/approvals/{id}"""
        return cast("types.GateApproval", await self._send("GET", "/v1/gate/approvals/{id}", path={"id": id}, query={"wait": wait}, project_id=project_id))

    async def approve_gate_approval(self, id: str, body: types.GateApprovalDecision | None = None, *, project_id: str | None = None) -> types.GateApproval:
        """Let a step pass. POST /v1/gate/approvals/{id}/approve"""
        return cast("types.GateApproval", await self._send("POST", "/v1/gate/approvals/{id}/approve", path={"id": id}, body=body, project_id=project_id))

    async def deny_gate_approval(self, id: str, body: types.GateApprovalDecision | None = None, *, project_id: str | None = None) -> types.GateApproval:
        """Refuse a step. POST /v1/gate/approvals/{id}/deny"""
        return cast("types.GateApproval", await self._send("POST", "/v1/gate/approvals/{id}/deny", path={"id": id}, body=body, project_id=project_id))

    async def list_findings(self, *, status: Literal["open", "acknowledged", "resolved", "dismissed"] | None = None, kind: Literal["tool_loop", "runaway_trace", "error_burst", "cost_spike", "latency_spike", "retry_storm", "pii_leak", "prompt_injection", "secret_in_prompt", "silent_model_change"] | None = None, severity: Literal["low", "medium", "high", "critical"] | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListFindingsAnswer:
        """Findings of the guardian. GET /v1/guardian/findings"""
        return cast("types.ListFindingsAnswer", await self._send("GET", "/v1/guardian/findings", query={"status": status, "kind": kind, "severity": severity, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def get_finding(self, id: str, *, project_id: str | None = None) -> types.Finding:
        """Get a finding. GET /v1/guardian/findings/{id}"""
        return cast("types.Finding", await self._send("GET", "/v1/guardian/findings/{id}", path={"id": id}, project_id=project_id))

    async def update_finding(self, id: str, body: types.FindingChange, *, project_id: str | None = None) -> types.Finding:
        """Change the status of a finding. PATCH /v1/guardian/findings/{id}"""
        return cast("types.Finding", await self._send("PATCH", "/v1/guardian/findings/{id}", path={"id": id}, body=body, project_id=project_id))

    async def get_guardian_summary(self, *, project_id: str | None = None) -> types.GuardianSummary:
        """How many findings are open, by severity and kind. GET /v1/guardian/summary"""
        return cast("types.GuardianSummary", await self._send("GET", "/v1/guardian/summary", project_id=project_id))

    async def get_attention(self, *, project_id: str | None = None) -> types.Attention:
        """Count approvals, findings, alerts and mentions that need attention. GET /v1/attention"""
        return cast("types.Attention", await self._send("GET", "/v1/attention", project_id=project_id))

    async def list_webhooks(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListWebhooksAnswer:
        """List webhooks, oldest first. GET /v1/webhooks"""
        return cast("types.ListWebhooksAnswer", await self._send("GET", "/v1/webhooks", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_webhook(self, body: types.NewWebhook, *, project_id: str | None = None) -> types.WebhookWithSecret:
        """Subscribe an address to events. POST /v1/webhooks"""
        return cast("types.WebhookWithSecret", await self._send("POST", "/v1/webhooks", body=body, project_id=project_id))

    async def get_webhook(self, id: str, *, project_id: str | None = None) -> types.Webhook:
        """Get a webhook. GET /v1/webhooks/{id}"""
        return cast("types.Webhook", await self._send("GET", "/v1/webhooks/{id}", path={"id": id}, project_id=project_id))

    async def update_webhook(self, id: str, body: types.WebhookChanges, *, project_id: str | None = None) -> types.Webhook:
        """Change a webhook. PATCH /v1/webhooks/{id}"""
        return cast("types.Webhook", await self._send("PATCH", "/v1/webhooks/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_webhook(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a webhook with its pending deliveries. DELETE /v1/webhooks/{id}"""
        await self._send("DELETE", "/v1/webhooks/{id}", path={"id": id}, project_id=project_id)

    async def list_webhook_deliveries(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListWebhookDeliveriesAnswer:
        """List deliveries, newest first. GET /v1/webhooks/{id}/deliveries"""
        return cast("types.ListWebhookDeliveriesAnswer", await self._send("GET", "/v1/webhooks/{id}/deliveries", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def redeliver(self, id: str, delivery_id: str, *, project_id: str | None = None) -> types.Delivery:
        """Send a delivery again, now. POST /v1/webhooks/{id}/deliveries/{deliveryId}/redeliver"""
        return cast("types.Delivery", await self._send("POST", "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver", path={"id": id, "deliveryId": delivery_id}, project_id=project_id))

    async def rotate_webhook_secret(self, id: str, *, project_id: str | None = None) -> types.WebhookWithSecret:
        """Rotate the secret. POST /v1/webhooks/{id}/rotate-secret"""
        return cast("types.WebhookWithSecret", await self._send("POST", "/v1/webhooks/{id}/rotate-secret", path={"id": id}, project_id=project_id))

    async def list_proposals(self, *, status: Literal["open", "accepted", "dismissed", "expired"] | None = None, kind: Literal["cheaper_model", "prompt_caching", "repeated_calls", "failing_prompt_version", "long_context"] | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListProposalsAnswer:
        """List proposals. GET /v1/proposals"""
        return cast("types.ListProposalsAnswer", await self._send("GET", "/v1/proposals", query={"status": status, "kind": kind, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def look_for_proposals(self, *, project_id: str | None = None) -> types.ProposalLook:
        """Look for proposals now. POST /v1/proposals/look"""
        return cast("types.ProposalLook", await self._send("POST", "/v1/proposals/look", project_id=project_id))

    async def get_proposal(self, id: str, *, project_id: str | None = None) -> types.Proposal:
        """Get a proposal. GET /v1/proposals/{id}"""
        return cast("types.Proposal", await self._send("GET", "/v1/proposals/{id}", path={"id": id}, project_id=project_id))

    async def accept_proposal(self, id: str, body: types.AcceptProposalBody | None = None, *, project_id: str | None = None) -> types.Proposal:
        """Accept a proposal. POST /v1/proposals/{id}/accept"""
        return cast("types.Proposal", await self._send("POST", "/v1/proposals/{id}/accept", path={"id": id}, body=body, project_id=project_id))

    async def dismiss_proposal(self, id: str, body: types.DismissProposalBody | None = None, *, project_id: str | None = None) -> types.Proposal:
        """Dismiss a proposal. POST /v1/proposals/{id}/dismiss"""
        return cast("types.Proposal", await self._send("POST", "/v1/proposals/{id}/dismiss", path={"id": id}, body=body, project_id=project_id))

    async def list_api_keys(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListApiKeysAnswer:
        """List API keys. GET /v1/api-keys"""
        return cast("types.ListApiKeysAnswer", await self._send("GET", "/v1/api-keys", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_api_key(self, body: types.CreateApiKeyBody, *, project_id: str | None = None) -> types.CreatedApiKey:
        """Create an API key. POST /v1/api-keys"""
        return cast("types.CreatedApiKey", await self._send("POST", "/v1/api-keys", body=body, project_id=project_id))

    async def list_child_api_keys(self, id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListChildApiKeysAnswer:
        """List the API keys that were made with a key. GET /v1/api-keys/{id}/api-keys"""
        return cast("types.ListChildApiKeysAnswer", await self._send("GET", "/v1/api-keys/{id}/api-keys", path={"id": id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def rotate_api_key(self, id: str, body: types.RotateApiKeyBody | None = None, *, project_id: str | None = None) -> types.CreatedApiKey:
        """Replace an API key. POST /v1/api-keys/{id}/rotate"""
        return cast("types.CreatedApiKey", await self._send("POST", "/v1/api-keys/{id}/rotate", path={"id": id}, body=body, project_id=project_id))

    async def revoke_api_key(self, id: str, *, with_children: bool | None = None, project_id: str | None = None) -> None:
        """Revoke an API key. DELETE /v1/api-keys/{id}"""
        await self._send("DELETE", "/v1/api-keys/{id}", path={"id": id}, query={"withChildren": with_children}, project_id=project_id)

    async def describe_app_authorization(self, *, client_id: str, redirect_uri: str, response_type: Literal["code"], code_challenge: str, code_challenge_method: Literal["S256"], state: str | None = None, scope: str | None = None, resource: str | None = None, project_id: str | None = None) -> types.AppAuthorizationView:
        """What an application asks a person for. GET /v1/oauth/authorization"""
        return cast("types.AppAuthorizationView", await self._send("GET", "/v1/oauth/authorization", query={"clientId": client_id, "redirectUri": redirect_uri, "responseType": response_type, "codeChallenge": code_challenge, "codeChallengeMethod": code_challenge_method, "state": state, "scope": scope, "resource": resource}, project_id=project_id))

    async def approve_app_authorization(self, body: types.ApproveAppAuthorizationBody, *, project_id: str | None = None) -> types.AppAuthorized:
        """Let an application in. POST /v1/oauth/authorization"""
        return cast("types.AppAuthorized", await self._send("POST", "/v1/oauth/authorization", body=body, project_id=project_id))

    async def describe_device_login(self, *, code: str, project_id: str | None = None) -> types.DeviceLoginView:
        """What a program in a terminal asks a person for. GET /v1/oauth/device"""
        return cast("types.DeviceLoginView", await self._send("GET", "/v1/oauth/device", query={"code": code}, project_id=project_id))

    async def decide_device_login(self, body: types.DecideDeviceLoginBody, *, project_id: str | None = None) -> types.DeviceDecided:
        """Let a program in a terminal in, or refuse. POST /v1/oauth/device"""
        return cast("types.DeviceDecided", await self._send("POST", "/v1/oauth/device", body=body, project_id=project_id))

    async def list_projects(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListProjectsAnswer:
        """List projects. GET /v1/projects"""
        return cast("types.ListProjectsAnswer", await self._send("GET", "/v1/projects", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_project(self, body: types.CreateProjectBody, *, project_id: str | None = None) -> types.Project:
        """Create a project. POST /v1/projects"""
        return cast("types.Project", await self._send("POST", "/v1/projects", body=body, project_id=project_id))

    async def get_project(self, id: str, *, project_id: str | None = None) -> types.Project:
        """Get a project. GET /v1/projects/{id}"""
        return cast("types.Project", await self._send("GET", "/v1/projects/{id}", path={"id": id}, project_id=project_id))

    async def rename_project(self, id: str, body: types.RenameProjectBody, *, project_id: str | None = None) -> types.Project:
        """Rename a project. PATCH /v1/projects/{id}"""
        return cast("types.Project", await self._send("PATCH", "/v1/projects/{id}", path={"id": id}, body=body, project_id=project_id))

    async def delete_project(self, id: str, *, project_id: str | None = None) -> None:
        """Delete a project. DELETE /v1/projects/{id}"""
        await self._send("DELETE", "/v1/projects/{id}", path={"id": id}, project_id=project_id)

    async def get_sample_data(self, *, project_id: str | None = None) -> types.SampleData:
        """Whether sample data is loaded, and where. GET /v1/sample-data"""
        return cast("types.SampleData", await self._send("GET", "/v1/sample-data", project_id=project_id))

    async def load_sample_data(self, *, project_id: str | None = None) -> types.SampleData:
        """Load a week of sample data of three agents into a separate project. POST /v1/sample-data"""
        return cast("types.SampleData", await self._send("POST", "/v1/sample-data", project_id=project_id))

    async def remove_sample_data(self, *, project_id: str | None = None) -> None:
        """Delete the sample data project with everything in it. DELETE /v1/sample-data"""
        await self._send("DELETE", "/v1/sample-data", project_id=project_id)

    async def list_members(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListMembersAnswer:
        """List members, in order of joining. GET /v1/team/members"""
        return cast("types.ListMembersAnswer", await self._send("GET", "/v1/team/members", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def change_member_role(self, user_id: str, body: types.ChangeMemberRoleBody, *, project_id: str | None = None) -> types.Member:
        """Change the role of a member. PATCH /v1/team/members/{userId}"""
        return cast("types.Member", await self._send("PATCH", "/v1/team/members/{userId}", path={"userId": user_id}, body=body, project_id=project_id))

    async def remove_member(self, user_id: str, *, project_id: str | None = None) -> None:
        """Remove a member, or leave. DELETE /v1/team/members/{userId}"""
        await self._send("DELETE", "/v1/team/members/{userId}", path={"userId": user_id}, project_id=project_id)

    async def list_member_api_keys(self, user_id: str, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListMemberApiKeysAnswer:
        """List the API keys that end with a membership. GET /v1/team/members/{userId}/api-keys"""
        return cast("types.ListMemberApiKeysAnswer", await self._send("GET", "/v1/team/members/{userId}/api-keys", path={"userId": user_id}, query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def list_invitations(self, *, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListInvitationsAnswer:
        """List invitations, newest first. GET /v1/team/invitations"""
        return cast("types.ListInvitationsAnswer", await self._send("GET", "/v1/team/invitations", query={"limit": limit, "cursor": cursor}, project_id=project_id))

    async def create_invitation(self, body: types.CreateInvitationBody, *, project_id: str | None = None) -> types.CreatedInvitation:
        """Invite a person by email. POST /v1/team/invitations"""
        return cast("types.CreatedInvitation", await self._send("POST", "/v1/team/invitations", body=body, project_id=project_id))

    async def delete_invitation(self, id: str, *, project_id: str | None = None) -> None:
        """Withdraw an invitation. DELETE /v1/team/invitations/{id}"""
        await self._send("DELETE", "/v1/team/invitations/{id}", path={"id": id}, project_id=project_id)

    async def accept_invitation(self, body: types.AcceptInvitationBody) -> types.Session:
        """Accept an invitation. POST /v1/team/invitations/accept"""
        return cast("types.Session", await self._send("POST", "/v1/team/invitations/accept", body=body))

    async def list_audit(self, *, action: str | None = None, actor: str | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None, project_id: str | None = None) -> types.ListAuditAnswer:
        """List audit entries, newest first. GET /v1/audit"""
        return cast("types.ListAuditAnswer", await self._send("GET", "/v1/audit", query={"action": action, "actor": actor, "from": from_, "to": to, "limit": limit, "cursor": cursor}, project_id=project_id))

    async def verify_audit(self, *, entries: int | None = None, hash: str | None = None, project_id: str | None = None) -> types.AuditCheck:
        """Check the audit chain. GET /v1/audit/verify"""
        return cast("types.AuditCheck", await self._send("GET", "/v1/audit/verify", query={"entries": entries, "hash": hash}, project_id=project_id))

    async def get_audit_head(self, *, project_id: str | None = None) -> types.AuditHead:
        """Get the head of the audit chain. GET /v1/audit/head"""
        return cast("types.AuditHead", await self._send("GET", "/v1/audit/head", project_id=project_id))

    async def get_health(self) -> types.Health:
        """Readiness. GET /v1/health"""
        return cast("types.Health", await self._send("GET", "/v1/health"))

    async def get_liveness(self) -> types.GetLivenessAnswer:
        """Liveness. GET /v1/health/live"""
        return cast("types.GetLivenessAnswer", await self._send("GET", "/v1/health/live"))

    async def list_model_prices(self) -> types.ListModelPricesAnswer:
        """Model prices. GET /v1/public/models"""
        return cast("types.ListModelPricesAnswer", await self._send("GET", "/v1/public/models"))

    async def list_plans(self) -> types.ListPlansAnswer:
        """Plans and their limits. GET /v1/public/plans"""
        return cast("types.ListPlansAnswer", await self._send("GET", "/v1/public/plans"))

    async def list_public_presets(self) -> types.ListPublicPresetsAnswer:
        """Evaluation presets. GET /v1/public/presets"""
        return cast("types.ListPublicPresetsAnswer", await self._send("GET", "/v1/public/presets"))

    async def operator_create_account(self, body: types.OperatorCreateAccountBody) -> types.CreatedAccount:
        """Create an account with its owner and a first key. POST /operator/accounts"""
        return cast("types.CreatedAccount", await self._send("POST", "/operator/accounts", body=body))

    async def operator_change_account(self, id: str, body: types.OperatorChangeAccountBody) -> types.OperatorAccount:
        """Change plan, subscription, quota or retention. PATCH /operator/accounts/{id}"""
        return cast("types.OperatorAccount", await self._send("PATCH", "/operator/accounts/{id}", path={"id": id}, body=body))

    async def operator_create_key(self, id: str, body: types.OperatorCreateKeyBody | None = None) -> types.OperatorKey:
        """Create an API key in an account. POST /operator/accounts/{id}/keys"""
        return cast("types.OperatorKey", await self._send("POST", "/operator/accounts/{id}/keys", path={"id": id}, body=body))

    async def operator_change_consents(self, id: str, body: types.OperatorChangeConsentsBody) -> types.Consents:
        """Set consents of an account. PUT /operator/accounts/{id}/consents"""
        return cast("types.Consents", await self._send("PUT", "/operator/accounts/{id}/consents", path={"id": id}, body=body))

    async def operator_run_job(self, name: str) -> types.JobRun:
        """Run a background job now. POST /operator/jobs/{name}/run"""
        return cast("types.JobRun", await self._send("POST", "/operator/jobs/{name}/run", path={"name": name}))

    async def operator_list_jobs(self, *, name: str | None = None, status: Literal["queued", "running", "done", "failed"] | None = None, limit: int | None = None, cursor: str | None = None) -> types.OperatorListJobsAnswer:
        """List background jobs, newest first. GET /operator/jobs"""
        return cast("types.OperatorListJobsAnswer", await self._send("GET", "/operator/jobs", query={"name": name, "status": status, "limit": limit, "cursor": cursor}))

    async def operator_list_audit(self, *, action: str | None = None, actor: str | None = None, from_: str | None = None, to: str | None = None, limit: int | None = None, cursor: str | None = None) -> types.OperatorListAuditAnswer:
        """List the audit entries of deleted accounts, newest first. GET /operator/audit"""
        return cast("types.OperatorListAuditAnswer", await self._send("GET", "/operator/audit", query={"action": action, "actor": actor, "from": from_, "to": to, "limit": limit, "cursor": cursor}))

    async def operator_stats(self) -> types.Stats:
        """How the service is doing. GET /operator/stats"""
        return cast("types.Stats", await self._send("GET", "/operator/stats"))

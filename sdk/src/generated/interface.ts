// Generated from openapi/openapi.json by tools/generate.ts. Do not edit.
export interface paths {
    "/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign up
         * @description Open for the first user, who becomes the owner; later only with TRACEWELL_OPEN_SIGNUP. Audited as `user.signup`.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Become the owner with the link of the first start
         * @description Audited as `user.claim_account`.
         */
        post: operations["claimAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Audited as `user.login`.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How people sign in here */
        get: operations["getSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oidc/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Sign in through the provider of single sign-on
         * @description For browsers: redirects to the provider. 404 if single sign-on is not configured.
         */
        get: operations["startSingleSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/oidc/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Callback of the single sign-on provider
         * @description For browsers: redirects to the dashboard, signed in, or to the sign-in page with the reason in `sso` and the id of this request in `ref`.
         */
        get: operations["finishSingleSignOn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description For a session that began with single sign-on, the answer has the address that ends the session at the provider, if the provider offers one.
         */
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is signed in
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Ends every other session of the user. Scope `write`, role viewer or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `user.change_password`.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a reset link by email
         * @description Answers 204 whether or not the address is known.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the reset link
         * @description Audited as `user.reset_password`.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send records of LLM calls
         * @description Up to 100 records. Each record is accepted or rejected on its own, with a reason. An accepted record is on disk, and the next query finds it. A record whose id is already stored is skipped, counted as accepted and not charged again. If the new records do not all fit into the monthly quota, nothing is stored (429, Retry-After until the next month). Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["ingestRecords"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send OpenTelemetry spans
         * @description OTLP over HTTP, as JSON or protobuf, uncompressed or compressed with gzip, deflate or zstd. GenAI inference spans become calls, all other spans become observations of their trace. `partialSuccess` counts spans that were not stored, by cause. A used-up quota is reported there too, with status 200. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send log events of coding agents and of spans
         * @description The events of Claude Code, the Claude Agent SDK, Codex and Gemini CLI become calls and observations: requests to models with tokens and cost, prompts, tools. Events of the GenAI conventions are messages, errors and scores of the span that they name, whichever comes first. Any provider, bodies of up to 72 MiB. All other log records are not stored; the response counts them, so that an exporter of all three signals logs one warning and stays quiet. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Metrics are not stored
         * @description The response says so, so that an exporter of all three signals logs one warning and stays quiet. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otel/v1/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send OpenTelemetry spans of any client
         * @description Like POST /v1/traces, for `OTEL_EXPORTER_OTLP_ENDPOINT=…/otel`. It takes any provider and bodies of up to 72 MiB, and the model calls of OpenInference, Langfuse and LangSmith clients become calls. Content is kept whole up to the limit of the deployment, 16 MiB a call; beyond it the newest messages are, and `requestMeta.contentTruncated` says so. A project that the client names is created on first use. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportOpenTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same, for clients that add no path
         * @description LangSmith for Python posts spans to the configured address, without `/v1/traces`. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportOpenTracesAtRoot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otel/v1/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send log events of coding agents and of spans
         * @description As at /v1/logs. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportOpenLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otel/v1/claude_code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same, at the path of LangSmith for Claude Code
         * @description As at /v1/logs. The header `Langsmith-Project` names the project. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportClaudeCodeLogs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/otel/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Metrics are not stored
         * @description As at /v1/metrics. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportOpenMetrics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ingest/diagnostics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ingest diagnostics of the last 24 hours
         * @description Counts of accepted, duplicate and rejected records by key and client, with an example of each reason. Use it when records do not show up. A request without a valid key (401) belongs to no account and is not counted. With a project, only keys bound to it are shown. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getIngestDiagnostics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search calls
         * @description A page of calls, newest first by default, without content unless `content` asks for it; `preview` adds its beginning. A page that would exceed 16 MiB is shorter, has `truncated` set, and continues with `nextCursor`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One call, with its content and its scores
         * @description Files in its content are references, `{type: "media", mediaId, contentType, bytes}`. With `media=inline` they are in the content as they were sent. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        /**
         * Erase one call permanently
         * @description Includes its content, scores, annotations, safety assessments, and dataset items made from it. Sums no longer include it; the monthly quota still does. Scope `write`, role admin or above. A key that is bound to a project acts in that project only. Audited as `call.erase`.
         */
        delete: operations["eraseCall"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One-line previews of calls and observations
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryPreviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/traces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search traces
         * @description A page of traces, latest activity first: by the start of the newest span that matches. A page may be shorter than the limit; it continues with `nextCursor`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryTraces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/traces/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two runs, span by span
         * @description Spans are aligned by their path: the names from the root. `same` ignores times and ids; `changed` means that status, model, tokens, cost or content differ (`differs`). Content is compared where it is stored. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["compareTraces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One trace: its calls, and the tree of all its spans
         * @description At most 500 spans and 16 MiB: the earliest calls, then the earliest observations, then their stored content, earliest first. If something is omitted, `truncated` is set; the flat list has all spans, and each single call has its content. A span whose parent is not among them is a root. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/spans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All spans of a trace as a flat list, without content
         * @description Calls and observations by start time, without content and attributes, for traces with more spans than the tree shows. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceSpans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The outline of a trace: the spans that explain it
         * @description Failed spans with their ancestors first, then the upper levels, longest first. Spans without a line are counted in their place. A trace of thousands of spans becomes an answer that a person or a model can read. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceOutline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/spans/{record}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One span of a trace, with its attributes and its content
         * @description Identified by the `id` of the span in the flat list, for spans that the tree omits. `children` is empty. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceSpan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/spans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search spans of any type
         * @description A page of calls and observations, newest first by default: tools, agents, retrievals and all others, over all traces. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["querySpans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/spans/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export spans as JSON or CSV
         * @description All matching spans, newest first by default, up to the plan's cap; `limit` and `cursor` of the body are ignored. The format is taken from the query, else from `Accept`, else it is JSON. An account has one export at a time (429 `export_running`). A transfer that breaks off is incomplete: request it again. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportSpans"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search sessions
         * @description A page of the sessions with a matching call, or without a filter with any span; latest activity first, with the totals of the whole session. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["querySessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/session/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One session: its calls in the order in which they were made
         * @description The newest 1,000 calls, up to 16 MiB, without content. The totals cover all spans of the session. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getCallSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Users of your application, with the totals of their calls
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One number per group of calls, spans, runs or sessions, and in total
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryAggregate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/percentiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Percentiles of latency or cost
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryPercentiles"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/distribution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Histogram of latency or cost
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryDistribution"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Several aggregates, percentiles, distributions and scores at once
         * @description For dashboards: up to 30 figures, each with the body of its own endpoint. A figure that fails has an `error` and does not affect the others. The request counts as one read; four figures of an account run at once, the others wait. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryFigures"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/facets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Values to filter by, with the number of calls, spans, runs or sessions for each
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["queryFacets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export calls as JSON, CSV or Parquet
         * @description All matching calls, newest first by default, up to the plan's cap, without content unless `content` of the query asks for it; `limit`, `cursor`, `preview` and `content` of the body are ignored. The format is taken from the query, else from `Accept`, else it is JSON. An account has one export at a time (429 `export_running`). A transfer that breaks off is incomplete: request it again. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["exportCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/calls/{id}/step": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What one call adds to the conversation
         * @description Its messages in one form, whatever the client sent, divided into what is new and what calls before it in its run and its session had. The history is recognized even if its beginning was dropped, summarized or edited. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getCallStep"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A run as one conversation
         * @description What each call adds, and the tools in between, by start. A page covers up to `limit` spans (default 60) of any type, so it may have fewer steps. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/session/{id}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A session as one conversation across its runs
         * @description What each call adds, by start; 30 calls a page by default. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getSessionConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/turns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The turns of a spoken run
         * @description Who spoke when, what was said, how long the user waited for the first sound, and what interrupted what: from the spans of LiveKit Agents, of Pipecat, and of the conventions for realtime models. Empty for other runs. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceTurns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a file
         * @description The body is the file, up to 50 MiB; its type is found by its content. A record refers to it with `{"type": "media", "mediaId": "<id>"}` in its content. The same file of a project is stored once. A file that no record refers to is deleted after 24 hours. Needs stored content (403 `plaintext_disabled`); 413 `media_quota` if the files of the account have reached their limit. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description The bytes as they were sent, or a part of them with `Range: bytes=<first>-<last>` (206). Pictures, sound and video have their type; everything else is an attachment. No answer can run a script. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The files of a trace, without its content
         * @description Each file once, with the first span that has it, in the order of time: the screenshots of an agent, for example. At most 500 files. The list of a trace without files, or without stored content, is empty. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getTraceMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures, newest first
         * @description Scope `read`, role admin or above. A key that is bound to a project acts in that project only.
         */
        get: operations["listErasures"];
        put?: never;
        /**
         * Erase all records of a user, a session, a trace, or that match a filter
         * @description Covers everything acknowledged before the request: calls, spans, content, and all data about them. A job does the work; `GET` shows its progress. Records that arrive later are not covered. Scope `write`, role admin or above. A key that is bound to a project acts in that project only. Audited as `erasure.create`.
         */
        post: operations["createErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an erasure with its progress
         * @description Scope `read`, role admin or above. A key that is bound to a project acts in that project only.
         */
        get: operations["getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-criteria": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List criteria
         * @description The global criteria (`isGlobal`), then the account’s own, oldest first. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalCriteria"];
        put?: never;
        /**
         * Create a criterion
         * @description Answers with the updated list. A rubric that does not compile is a 400 `invalid_rubric` with the cause and its position; this concerns all types except `llm_judge`, `exact_match` and `contains`. Without `scope`, it is `call`, or `trajectory` for that type. The 101st criterion of an account is a 409 `limit_reached`. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `eval_criterion.create`.
         */
        post: operations["createEvalCriterion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-criteria/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ready-made criteria
         * @description Each can be created as it is, or changed first. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-criteria/propose": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Propose criteria
         * @description The judge proposes criteria from a description of the application and sample calls. Nothing is created. Needs the AI-helper consent (403 `consent_required`), costs a little of the LLM-feature budget (429 `budget_exhausted`), and is limited to 30 requests a minute. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval.propose_criteria`.
         */
        post: operations["proposeEvalCriteria"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-criteria/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a criterion
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getEvalCriterion"];
        put?: never;
        post?: never;
        /**
         * Delete a criterion
         * @description Also deletes all its scores. Answers with the updated list. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `eval_criterion.delete`.
         */
        delete: operations["deleteEvalCriterion"];
        options?: never;
        head?: never;
        /**
         * Replace a criterion
         * @description Name, rubric and scale are all required; `type`, `scoreType` and `scope` keep their value if missing. Global criteria cannot be changed (404). Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `eval_criterion.update`.
         */
        patch: operations["updateEvalCriterion"];
        trace?: never;
    };
    "/v1/eval-datasets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List datasets
         * @description Without their items, oldest first. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalDatasets"];
        put?: never;
        /**
         * Create a dataset
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.create`.
         */
        post: operations["createEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dataset with its items
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getEvalDataset"];
        put?: never;
        post?: never;
        /**
         * Delete a dataset
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.delete`.
         */
        delete: operations["deleteEvalDataset"];
        options?: never;
        head?: never;
        /**
         * Change a dataset
         * @description Fields that are not sent keep their value; `items` replaces all items. An item with an `id`, or with the input of an existing item, stays the same item. A frozen dataset accepts only a new description (409 `dataset_frozen`). Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.update`.
         */
        patch: operations["updateEvalDataset"];
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a dataset
         * @description In their order, with metadata and split, in the current version or an earlier one. All pages of a list are of the version of its first page. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalDatasetItems"];
        put?: never;
        /**
         * Add items to a dataset
         * @description The items that are there stay as they are. An item that equals one of them in input, expected output and source is skipped, so a request can be repeated. Items that do not fit are skipped too; `skipped` names the reason for each. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.add_items`.
         */
        post: operations["addItemsToEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/from-calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create items from stored calls
         * @description The input of each call becomes `inputText`, its output `expectedOutput`. Calls that cannot be used are listed in `skipped` with the reason, and texts that were cut to the limit of the account (4,000 characters, unless it is raised) in `truncated`. Calls are taken in their order until the dataset is full. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.add_calls`.
         */
        post: operations["addCallsToEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/from-filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create items from the calls that match a filter
         * @description The newest calls up to `limit`, each as `items/from-calls` would add it. `skipped` counts the calls that cannot be used, by reason. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.add_calls`.
         */
        post: operations["addFilteredCallsToEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/from-filter/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the calls that match a filter
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["countFilteredCallsForEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, change and remove items
         * @description Up to 1,000 items in one version. An item with the `id` or the `externalId` of an existing one changes it; fields that are not sent keep their value. Each item is stored or refused by itself: `refused` names the place, the field and the reason. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.change_items`.
         */
        post: operations["changeEvalDatasetItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a dataset
         * @description Newest first, with what each changed. The newest 1,000 versions are kept, fewer if they hold many items. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalDatasetVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file of items
         * @description CSV, JSON lines, JSON or Parquet, by the `Content-Type`; up to 64 MiB and 20,000 rows, optionally compressed. The mapping says which column is which field. All rows become one version; rows that cannot be items are counted in `refused` with the reason. An account reads one file at a time; a few more wait, others get a 429 `import_running`. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_dataset.import`.
         */
        post: operations["importEvalDatasetItems"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/items/import/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a file of items without storing it
         * @description The columns, a mapping by their usual names, the first rows as they would be read, and the rows that would be refused. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only.
         */
        post: operations["previewEvalDatasetImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the items of a dataset
         * @description All items of a version as JSON lines, CSV or Parquet. A transfer that breaks off is incomplete: request it again. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["exportEvalDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/judge-agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far the judge and people agree
         * @description Over calls with a quality score by a person and a score by a judge. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getJudgeAgreement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/judge-trust": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the judge is trusted
         * @description Based on weekly probes of the last 30 days, in which the judge scores deliberately degraded answers, and on its agreement with people. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getJudgeTrust"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-datasets/{id}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a dataset: generate an output for each item, then score it
         * @description The dataset’s prompt generates the outputs. They are stored as calls of the account with the tag `tracewell.eval_run`. At most 10 in 5 minutes. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_run.create`.
         */
        post: operations["runEvalDataset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List runs, newest first
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalRuns"];
        put?: never;
        /**
         * Score recent calls
         * @description The newest matching calls are scored in the background. The answer is the queued run. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_run.create`.
         */
        post: operations["createEvalRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What changed from one run to another, and whether it is more than noise
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["compareEvalRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/gate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pass or fail, for CI
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["gateEvalRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One run with all its scores
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getEvalRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a run and keep its scores
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_run.cancel`.
         */
        post: operations["cancelEvalRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/calls/{id}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All scores of one call, newest first
         * @description Scores by runs and by rules, including failed ones with their reason. 404 if the call does not exist or is not visible. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listCallScores"];
        put?: never;
        /**
         * Score one call now
         * @description By the named criteria, within the LLM-feature budget. The scores are stored and replace earlier ones that were made like this; a failure is answered with its reason and replaces nothing. A criterion over whole traces scores the trace of the call. At most 60 requests a minute. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval.score_call`.
         */
        post: operations["scoreCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/query/trace/{id}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a whole trace now
         * @description As for one call, by criteria with the scope `trajectory`; another one is a 400 `call_criterion`. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval.score_call`.
         */
        post: operations["scoreTrace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-criteria/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test a criterion on up to ten calls
         * @description A draft (`criterion`) or a stored criterion (`criterionId`), on calls, traces, items of a dataset or texts; by default on the ten newest calls. No score is stored. A judge costs a little of the LLM-feature budget (429 `budget_exhausted`). At most 30 requests a minute. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_criterion.test`.
         */
        post: operations["testEvalCriterion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List experiments, newest first
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listExperiments"];
        put?: never;
        /**
         * Make an experiment: variants x items of a dataset
         * @description Stores a draft with a copy of the items and of the prompts; start it to run. A variable of a prompt is filled with `{{input}}`, with the member of an input that is a JSON object, or with its default. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.create`.
         */
        post: operations["createExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate what an experiment would cost
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only.
         */
        post: operations["estimateExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an experiment with its progress and its cost so far
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getExperiment"];
        put?: never;
        post?: never;
        /**
         * Delete an experiment with its results
         * @description The calls that it made stay in the records. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.delete`.
         */
        delete: operations["deleteExperiment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the results: items x variants
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listExperimentResults"];
        put?: never;
        /**
         * Send answers that your own code made
         * @description For variants of the kind `code`, while the experiment is a draft. Starting it scores them. An answer that is there stays as it is. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.upload`.
         */
        post: operations["uploadExperimentResults"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a draft
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.start`.
         */
        post: operations["startExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause; answers under way end and are kept
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.pause`.
         */
        post: operations["pauseExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume where it was paused
         * @description No finished cell runs again, except failed ones with `retryFailed`. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.resume`.
         */
        post: operations["resumeExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel; answers under way are aborted, the others are kept
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `experiment.cancel`.
         */
        post: operations["cancelExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/results/{position}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one item with the whole answers and what the evaluators said
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getExperimentResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/results/{position}/verdict": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Say whether an answer is good or bad
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `experiment.verdict`.
         */
        put: operations["setExperimentVerdict"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/leaderboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rank the variants and compare each with the baseline
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getExperimentLeaderboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all answers as CSV
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["exportExperiment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/experiments/{id}/ship": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deploy the prompt version of a variant to a label
         * @description Like deploying the prompt. 409 `gate_failed` if the variant is worse than the baseline, unless `force` is set; 409 `prompt_changed` if the version is not what was measured. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `experiment.ship`.
         */
        post: operations["shipExperiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List rules
         * @description All rules, at most 50, oldest first. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalRules"];
        put?: never;
        /**
         * Score calls as they arrive, or traces and sessions as they end
         * @description Calls that arrive from now on, match the filter and are in the sample are scored in the background, within the LLM-feature budget. With the scope `trace` or `session`, what is scored is each trace or session with such a call, once no span of it has arrived for `quietSeconds`; spans that arrive later replace its score. A criterion with another scope is a 400 `scope_mismatch`. The 51st rule of an account is a 409 `limit_reached`. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_rule.create`.
         */
        post: operations["createEvalRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-rules/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate what a rule would score and cost
         * @description From the calls of the last 7 days that match, or the traces or sessions that have one, and from past scores of the criterion or the sizes of the calls. A cost that is not known is null, never 0. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only.
         */
        post: operations["estimateEvalRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/eval-rules/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a rule
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getEvalRule"];
        put?: never;
        post?: never;
        /**
         * Delete a rule; its scores stay
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_rule.delete`.
         */
        delete: operations["deleteEvalRule"];
        options?: never;
        head?: never;
        /**
         * Change a rule
         * @description Fields that are not sent keep their value. Criterion and scope cannot be changed: create another rule. A rule that is enabled again starts with calls that arrive from then on. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `eval_rule.update`.
         */
        patch: operations["updateEvalRule"];
        trace?: never;
    };
    "/v1/eval-rules/{id}/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the scores of a rule, newest first
         * @description Includes what could not be scored, with the reason. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listEvalRuleScores"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List annotations of a call or with a label
         * @description Newest first. Give `callId`, `label` or both; with both, both must match. The header `X-Next-Cursor` holds the cursor of the next page. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAnnotations"];
        put?: never;
        /**
         * Annotate a call
         * @description Needs at least one of `annotationText`, `label` and `qualityScore`. A call can have 500 annotations. Scope `write`. A key that is bound to a project acts in that project only. Audited as `annotation.create`.
         */
        post: operations["createAnnotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/annotations/review-queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calls that need a quality score
         * @description Calls of the window without a quality score: first failed ones (newest first), then those flagged by the safety classifier (highest score first), then those with low or contradicting judge scores (lowest first), then the newest. Calls of evaluation runs are excluded. It changes nothing: to review the calls, claim them with `POST /v1/annotations/review-queue/claim`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getReviewQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/annotations/review-queue/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim the next calls of the review queue
         * @description The calls are hidden from all other reviewers for five minutes, or until they get a quality score. Calls that you hold come first, for another five minutes. Scope `write`. A key that is bound to a project acts in that project only.
         */
        post: operations["claimReviews"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/annotations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an annotation
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getAnnotation"];
        put?: never;
        post?: never;
        /**
         * Delete an annotation
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `annotation.delete`.
         */
        delete: operations["deleteAnnotation"];
        options?: never;
        head?: never;
        /**
         * Change an annotation
         * @description Fields that are not sent keep their value, and `null` clears a field; one of the three must remain. The call cannot be changed (400). Scope `write`. A key that is bound to a project acts in that project only. Audited as `annotation.update`.
         */
        patch: operations["updateAnnotation"];
        trace?: never;
    };
    "/v1/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments of a call, a span, a run or a session
         * @description Newest first. With `traceId`, those on the run, on its spans and on its calls. `mentioned=true` alone lists the comments that mention the caller. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listComments"];
        put?: never;
        /**
         * Comment on a call, a span, a run or a session
         * @description The text is stored encrypted, and redacted if the account redacts personal data. `@` before the email of a member mentions them: they get an email, if the service sends mail, and find the comment among their mentions. A record can have 500 comments. Scope `write`. A key that is bound to a project acts in that project only. Audited as `comment.create`.
         */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark mentions of the caller as read
         * @description Unknown comments, and those that do not mention the caller, are passed over. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["readMentions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a comment
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getComment"];
        put?: never;
        post?: never;
        /**
         * Delete a comment: its author or an admin may
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `comment.delete`.
         */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List review queues
         * @description All queues, at most 100, oldest first. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listReviewQueues"];
        put?: never;
        /**
         * Create a review queue
         * @description Up to ten dimensions, each a scale of numbers, categories, or yes and no. With `filter`, calls that arrive from now on, match and are in the sample are added in the background while fewer than `maxOpen` items are open. With two reviewers per item, the answers are compared. The 101st queue of an account is a 409 `limit_reached`. Scope `write`. A key that is bound to a project acts in that project only. Audited as `review_queue.create`.
         */
        post: operations["createReviewQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a review queue
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getNamedReviewQueue"];
        put?: never;
        post?: never;
        /**
         * Delete a review queue with its items and answers; its scores stay
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `review_queue.delete`.
         */
        delete: operations["deleteReviewQueue"];
        options?: never;
        head?: never;
        /**
         * Change a review queue
         * @description Fields that are not sent keep their value. Once there are answers, the dimensions (except their descriptions) and the number of reviewers stay (409 `queue_has_answers`). A dataset that is chosen later gets the corrections of finished items too. Scope `write`. A key that is bound to a project acts in that project only. Audited as `review_queue.update`.
         */
        patch: operations["updateReviewQueue"];
        trace?: never;
    };
    "/v1/review-queues/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the items of a review queue, oldest first
         * @description Until all reviewers of an item have answered, no one sees what another one said. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listReviewQueueItems"];
        put?: never;
        /**
         * Add calls, runs or sessions to a review queue
         * @description Chosen ones, or the newest that match a filter, or a sample of them. A queue has each only once. A queue can have 20,000 items. Scope `write`. A key that is bound to a project acts in that project only. Audited as `review_queue.add_items`.
         */
        post: operations["addToReviewQueue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take the next item
         * @description Holds a place of the item for ten minutes, so that no one else takes it. An item that waits for its second answer comes first, then the oldest; skipped ones come last. Someone who holds an item gets it again. `resolve` takes an item with a disagreement, for a third person or an admin. `item` is null if there is none. Scope `write`. A key that is bound to a project acts in that project only.
         */
        post: operations["takeReviewItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/items/{itemId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an item
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getReviewItem"];
        put?: never;
        post?: never;
        /**
         * Remove an item with its answers; its scores stay
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `review_queue.remove_item`.
         */
        delete: operations["removeReviewItem"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/items/{itemId}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Skip an item
         * @description Gives the place back. The item comes again when the caller has no other one left. Scope `write`. A key that is bound to a project acts in that project only.
         */
        post: operations["skipReviewItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/items/{itemId}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Answer an item
         * @description A value for each dimension that is not optional. An answer replaces an earlier one of the same person, until it has been compared with that of another (409 `already_compared`). With the last answer the item is done, or in disagreement. A finished item becomes a score of the call, the run or the session for each dimension, and the correction of a call an item of the queue’s dataset. Comment and correction are content: they are stored, encrypted, only if the account has consented to stored content. Scope `write`. A key that is bound to a project acts in that project only. Audited as `review.answer`.
         */
        put: operations["answerReviewItem"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/items/{itemId}/resolution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Decide a disagreement
         * @description By someone who did not answer the item, or by an admin. The values of the resolution are the ones that count. Scope `write`. A key that is bound to a project acts in that project only. Audited as `review.resolve`.
         */
        put: operations["resolveReviewItem"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/agreement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How much reviewers agree
         * @description For each dimension the share of items without a disagreement and Cohen's kappa, over all items with two answers and for each pair of people; with quadratic weights for numbers. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getReviewAgreement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far each reviewer is
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getReviewProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/review-queues/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the answers of a review queue
         * @description A line for each answer, as CSV, or the items with their answers as JSON, with the messages of the calls if `content` asks for them. Items that still wait for an answer are left out. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["exportReviewQueue"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scores, newest first
         * @description Scores that clients sent, results of judges and rules (`source` judge and rule, ids `eval-score:…`), and annotations (`source` human, names `quality`, `label` and `note`, ids `annotation:…`). All filters must match. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listScores"];
        put?: never;
        /**
         * Send scores
         * @description One score, or `{scores: […]}` with up to 100. A score is about a call, a span, a trace, a session or an evaluation run, which may arrive after it. A score with a known id replaces the earlier one. In a list, each score is accepted or rejected on its own, with a reason; a single score that is rejected is a 400. Comments, texts and metadata are content: they are stored, encrypted, only if the account has consented to stored content. Scope `write:records`. A key that is bound to a project acts in that project only.
         */
        post: operations["createScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count and average scores by name, over time
         * @description Over the same scores as the list, by the time of the scores: count, mean, lowest and highest, and the count of each category. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["aggregateScores"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/scores/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a score that was sent
         * @description A key without `write` deletes only the scores that it sent. Results of judges and rules are deleted with their criterion or run, annotations with `DELETE /v1/annotations/{id}`: their ids are a 404 here. Scope `write:records` or `write`. A key that is bound to a project acts in that project only.
         */
        delete: operations["deleteScore"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/safety-assessments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List safety assessments
         * @description Newest first, for one call or for all calls. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listSafetyAssessments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/safety-assessments/scan-batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Classify the newest calls now
         * @description Sends calls without an assessment to a third-party moderation classifier; calls of evaluation runs are skipped. API keys only. Needs plaintext storage (403 `plaintext_disabled`), the AI-helper consent (403 `consent_required`) and an active subscription (403 `subscription_canceled`). Without a classifier, the answer is a 503 `classifier_unavailable`. Limited to 30 requests a minute. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only. Audited as `safety.scan_batch_run`.
         */
        post: operations["scanSafetyBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/safety-assessments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an assessment
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getSafetyAssessment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved views
         * @description All views, at most 20, oldest first. Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description 201 for a new name; 200 if the name exists and its filter is replaced. The 21st view of an account is a 409 `limit_reached`. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `saved_view.save`.
         */
        post: operations["saveView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/saved-views/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a saved view
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getSavedView"];
        put?: never;
        post?: never;
        /**
         * Delete a saved view
         * @description Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `saved_view.delete`.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dashboards
         * @description All dashboards, at most 50, oldest first, without their widgets; `widgets` is their number. Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listDashboards"];
        put?: never;
        /**
         * Create or import a dashboard
         * @description At most 30 widgets. The 51st dashboard of an account is a 409 `limit_reached`. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `dashboard.create`.
         */
        post: operations["createDashboard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboards/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a dashboard
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getDashboard"];
        /**
         * Replace the name, the description and the widgets of a dashboard
         * @description Send the `version` that you have read; 409 `version_conflict` if someone changed it since. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `dashboard.update`.
         */
        put: operations["updateDashboard"];
        post?: never;
        /**
         * Delete a dashboard
         * @description Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `dashboard.delete`.
         */
        delete: operations["deleteDashboard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Identity snapshot: plan, usage of this month, retention
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Close the account; it is deleted after seven days
         * @description Needs a signed-in owner and the password. Until `deletesAt` everything works, and `POST /v1/account/restore` restores the account. Then records, content, keys, settings, the audit log and users without another account are deleted permanently. Scope `write`, role owner or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.close`.
         */
        delete: operations["closeAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Plan, usage of this month, retention; also for signed-in people
         * @description The same as `GET /v1/account`, without the field `key`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getAccountOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the account
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.update_settings`.
         */
        patch: operations["updateAccountSettings"];
        trace?: never;
    };
    "/v1/account/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the limits of the account
         * @description For the owner of the first account of the service. The limits of other accounts are set by the operator (403 `operator_only`). A limit of null is that of the plan. Scope `write`, role owner or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.update_limits`.
         */
        patch: operations["updateAccountLimits"];
        trace?: never;
    };
    "/v1/account/consents/plaintext-storage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Consent to storing messages, encrypted
         * @description Scope `write`, role admin or above. Needs the Pro or Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.grant_consent`.
         */
        put: operations["grantPlaintextStorage"];
        post?: never;
        /**
         * Withdraw the consent to storing messages, encrypted
         * @description Stored content is deleted within the hour; `contentDeletedBy` says by when. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.withdraw_consent`.
         */
        delete: operations["withdrawPlaintextStorage"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/consents/ai-helper": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Consent to the AI helper
         * @description Scope `write`, role admin or above. Needs the Pro or Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.grant_consent`.
         */
        put: operations["grantAiHelper"];
        post?: never;
        /**
         * Withdraw the consent to the AI helper
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.withdraw_consent`.
         */
        delete: operations["withdrawAiHelper"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/consents/pii-redaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Consent to redaction of personal data
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.grant_consent`.
         */
        put: operations["grantPiiRedaction"];
        post?: never;
        /**
         * Withdraw the consent to redaction of personal data
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.withdraw_consent`.
         */
        delete: operations["withdrawPiiRedaction"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a closed account
         * @description Scope `write`, role owner or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `account.restore`.
         */
        post: operations["restoreAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/llm-feature-budget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the LLM-feature budget and spend of this month
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getLlmFeatureBudget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the monthly budget of LLM features
         * @description Applies at once, to this month and the following ones. It may be below the amount already spent; then nothing remains. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `llm_budget.set`.
         */
        patch: operations["setLlmFeatureBudget"];
        trace?: never;
    };
    "/v1/model-connections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List model connections, oldest first
         * @description With what each has spent today and this month. Keys are masked. Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listModelConnections"];
        put?: never;
        /**
         * Connect to a provider of models with a key of your own
         * @description Unless `test` is false, one small request is sent first; if it fails, nothing is saved and the 400 says why in `reason`: `wrong_key`, `unknown_model`, `no_credit`, `rate_limited`, `rejected`, `provider_error`, `malformed_answer`, `unreachable`, `blocked_address` or `timeout`. The first connection of an account becomes its default if the operator has configured no judge. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `model_connection.create`.
         */
        post: operations["createModelConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/model-connections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a model connection
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getModelConnection"];
        put?: never;
        post?: never;
        /**
         * Delete a model connection with its key
         * @description Calls that were made through it stay. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `model_connection.delete`.
         */
        delete: operations["deleteModelConnection"];
        options?: never;
        head?: never;
        /**
         * Change a model connection
         * @description Applies to the next request, budgets included. A new key, base URL, default model or embedding model is tested. Unless `test` is false, one small request is sent first; if it fails, nothing is saved and the 400 says why in `reason`: `wrong_key`, `unknown_model`, `no_credit`, `rate_limited`, `rejected`, `provider_error`, `malformed_answer`, `unreachable`, `blocked_address` or `timeout`. A base URL on another host needs the key again. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `model_connection.update`.
         */
        patch: operations["updateModelConnection"];
        trace?: never;
    };
    "/v1/model-connections/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one small request through a model connection
         * @description Tests the default model, or the one in the body. It counts against the budget (429 `budget_exhausted`). At most 5 tests per minute. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        post: operations["testModelConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/export-schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the scheduled export and its last run
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getExportSchedule"];
        /**
         * Export all records every day to a folder or a bucket
         * @description Creates or replaces the setting. Every night (UTC) the days that are over are written as Parquet with a manifest; days with late records are written again. Folders need the permission of the operator (409 `folders_not_allowed`), and content needs the consent of the account (409 `content_not_stored`). An endpoint that is not HTTPS or is a private IP address is a 400. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `export_schedule.set`.
         */
        put: operations["setExportSchedule"];
        post?: never;
        /**
         * End the scheduled export
         * @description Deletes the setting and its access key. Exported files stay. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `export_schedule.delete`.
         */
        delete: operations["deleteExportSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/export-schedule/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write and remove a small file at the place of the export
         * @description Tests the place in the body, or the stored one. At most 5 tests per minute. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        post: operations["testExportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/export-schedule/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run the scheduled export now
         * @description A run that waits for its next attempt is brought forward. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `export_schedule.run`.
         */
        post: operations["runExportSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the days of an export
         * @description `tracewell export` uses it. The files of a day are at `GET /v1/data/{table}/{day}`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listDataDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data/{table}/{day}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the records of a day as Parquet
         * @description Several files: before each its length in four bytes, the highest first, and a length of zero at the end. Without that end the transfer broke off. An account has one export at a time (429 `export_running`). Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getDataDay"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/data/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import rows of an export
         * @description `tracewell import` uses it. Records and scores keep their ids, and an id that is known is not stored again. Rows go to projects with the same id or name, or to the project of the request. Tags that begin with `tracewell.` are dropped, and calls of the current period count towards budgets and alerts. Scope `write` and `write:records`, role admin or above. A key that is bound to a project acts in that project only. Audited as `data.import`.
         */
        post: operations["importData"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/model-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Model prices of the account
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getAccountModelPrices"];
        /**
         * Set the model prices of the account
         * @description Replaces all of them. They take precedence over the prices of the operator and the catalog for calls that arrive from now on; `/v1/account/model-prices/reprice` applies them to the past. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `model_prices.replace`.
         */
        put: operations["replaceAccountModelPrices"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/model-prices/reprice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Apply today’s prices to stored calls
         * @description For calls from `startTime` on and before `endTime`, of the selected project if there is one, whose cost was derived from a price; a cost sent by a client is never changed. A dry run, the default, only reports the difference. One at a time per account (409 `reprice_running`), in turn with other changes of stored records (503 `records_changing`). Gate budgets are updated before the answer. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `model_prices.reprice`.
         */
        post: operations["reprice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts, newest first
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listPrompts"];
        put?: never;
        /**
         * Create a version of a prompt
         * @description Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.create`.
         */
        post: operations["createPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompts by name, with their versions and deployments
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listPromptNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Resolve a label to its version, for running agents
         * @description Answered from memory, even while the metadata store is unavailable, and not counted towards the read limit. Send the `ETag` as `If-None-Match` to get a 304 while nothing has changed. 404 `not_deployed` if the label points to nothing. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["resolvePrompt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/protected-labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels that only admins may move
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getProtectedPromptLabels"];
        /**
         * Set the labels that only admins may move
         * @description Replaces the list. Members and keys with explicit scopes then get a 403 `protected_label` when they move such a label, or change a version that it gives to agents. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.protect_labels`.
         */
        put: operations["setProtectedPromptLabels"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/deployments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List which version each label points to
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listPromptDeployments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/deployments/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deploys and rollbacks of a label, of a prompt or of all, newest first
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listPromptDeploymentHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/deployments/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a label back to the previous version
         * @description Each rollback goes to the previous different version that still exists; 409 `no_previous_version` at the start of the history. Answers with the deployments of the name. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.rollback`.
         */
        post: operations["rollBackPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a version of a prompt
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getPrompt"];
        put?: never;
        post?: never;
        /**
         * Delete a version of a prompt
         * @description A deployed version cannot be deleted (409 `prompt_deployed`). Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.delete`.
         */
        delete: operations["deletePrompt"];
        options?: never;
        head?: never;
        /**
         * Change template, variables, labels or description
         * @description If the version is deployed, running agents get the change with their next resolve. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.update`.
         */
        patch: operations["updatePrompt"];
        trace?: never;
    };
    "/v1/prompts/{id}/rename": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a version another name and version
         * @description Labels that point to it keep doing so under the new name, with their history. 409 `label_taken` if a label of the new name points to another version. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.rename`.
         */
        post: operations["renamePrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}/deploy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Point a label to a version
         * @description Answers with the deployments of the name. Deploying the current version again changes nothing. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `prompt.deploy`.
         */
        post: operations["deployPrompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a version with another one
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["diffPrompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Usage of the versions of a prompt: calls, cost, latency, errors, scores
         * @description Covers all versions of its name, from calls that name them in `requestMeta.promptId` or `promptName` and `promptVersion`. The last 30 days by default. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getPromptUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prompts/{id}/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a prompt version contains, what uses it, and its composed text
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getPromptLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/fix-trail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What became of calls: datasets with items of them, experiments and runs on those
         * @description For a finding, an alert or a group of failing calls: which steps of a fix have been taken. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["getFixTrail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playground/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a model and stream its answer
         * @description Through a model connection, within its budget. The run is stored as a call with its cost and the tag `tracewell.playground`; queries omit such calls unless `includeEvalRuns` is set. Closing the request cancels the run. At most 8 runs of an account at once (429 `too_many_runs`). A fault of the provider is an event `error` with a `reason`, as in model connections. Scope `write`. A key that is bound to a project acts in that project only.
         */
        post: operations["runPlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playground/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a stored call as a draft of a run
         * @description Its messages, tools and settings, in the form in which a run is sent. Without stored messages, `hasContent` is false. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getPlaygroundDraft"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playground/trace/{id}/spans/{record}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a span of any kind as a draft of a run
         * @description As of a call. The input of a span without messages is the message of the user: the arguments of a tool, or the query of a retrieval. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getPlaygroundDraftOfSpan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playground/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save columns of the playground for a link
         * @description Kept for 90 days, encrypted, in the project of the request. Erasing the call or the trace that it was opened from deletes it. Scope `write`. A key that is bound to a project acts in that project only. Audited as `playground.share`.
         */
        post: operations["sharePlayground"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/playground/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get saved columns of the playground
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getSharedPlayground"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Oldest first, with addresses and secrets masked. The header `X-Next-Cursor` holds the cursor of the next page. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Create an alert
         * @description With `templateKey`, missing fields are taken from the template. Free allows at most 3 alerts, the channel `email`, and no anomaly or evaluation alerts (403 `plan_required`). An unknown criterion is a 404. Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert.create`.
         */
        post: operations["createAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Firings, newest first
         * @description For the next page, send `triggeredAt` and `id` of the last event as `beforeTriggeredAt` and `beforeId`. One without the other is a 400. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAlertEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Alert templates
         * @description To create an alert from a template, send its key as `templateKey` to `POST /v1/alerts`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAlertTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/test-webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a webhook
         * @description HTTPS and public addresses only (400). Delivered when the target answers 2xx within 5 seconds. At most 5 per minute. Scope `write`. Needs the Pro or Team plan (403 `plan_required`). A key that is bound to a project acts in that project only.
         */
        post: operations["testAlertWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Channels, and whether they can deliver here
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAlertChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/test-channel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a channel
         * @description Sends to the target in `channelTargets`, or to the stored target of an alert. An incident that a test opens is resolved at once. At most 5 tests per minute. Scope `write`. A key that is bound to a project acts in that project only.
         */
        post: operations["testAlertChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What a rule would have done in the last 14 days
         * @description Uses the same decisions as the evaluation every minute and ignores silences. Takes `alertType`, `thresholdValue` and `windowMinutes`, or a `templateKey`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["previewAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an alert, with its latest 20 firings and the groups whose condition holds
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        /**
         * Delete an alert with its firings
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert.delete`.
         */
        delete: operations["deleteAlert"];
        options?: never;
        head?: never;
        /**
         * Change an alert
         * @description Fields that are not sent keep their value. Targets are replaced channel by channel; a target that is sent back masked, as it was read, is kept. The type, the criterion, the score, `of` and `forEach` cannot be changed (400). Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert.update`.
         */
        patch: operations["updateAlert"];
        trace?: never;
    };
    "/v1/alerts/{id}/silence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Silence an alert
         * @description Until a given time, or forever if `until` is missing or null (shown as `9999-12-31T23:59:59.999Z`). A silenced alert is still evaluated but does not fire. If its condition holds when the silence ends, it fires then. Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert.silence`.
         */
        post: operations["silenceAlert"];
        /**
         * End a silence
         * @description Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert.unsilence`.
         */
        delete: operations["unsilenceAlert"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/events/{eventId}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge a firing
         * @description The first acknowledgement counts. Later requests get the same answer with `alreadyAcknowledged` true. `source` goes into the audit log and to webhooks. Scope `write`. A key that is bound to a project acts in that project only. Audited as `alert_event.acknowledge`.
         */
        post: operations["acknowledgeAlertEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/alerts/events/{eventId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries of a firing
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listAlertEventDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a step is allowed
         * @description Agents call this before each step. It does not count towards the read limit. Without `holdSeconds` it is answered from memory. With `holdSeconds`, the estimate is held until the call arrives with its `gateCheckId`, the hold is released, or the time is over. Parallel agents then cannot spend the same money twice. A hold needs the scope `write:records`. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["checkGate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/checks/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release the hold of a check
         * @description For a step that was not taken. 404 `hold_not_found` if there is no hold. Scope `read`. A key that is bound to a project acts in that project only.
         */
        post: operations["releaseGateCheck"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/budgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List budgets with their spend and holds, in the order of creation
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listGateBudgets"];
        put?: never;
        /**
         * Set a budget
         * @description Spend is the cost of the calls in the period that match the scope, including calls stored before the budget was created. Calls of evaluation runs do not count. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_budget.create`.
         */
        post: operations["createGateBudget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/budgets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a budget with its spend and holds
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getGateBudget"];
        put?: never;
        post?: never;
        /**
         * Delete a budget and its holds
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_budget.delete`.
         */
        delete: operations["deleteGateBudget"];
        options?: never;
        head?: never;
        /**
         * Change a budget
         * @description A given scope replaces the previous one completely. A new scope or period restarts the count of spend. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_budget.update`.
         */
        patch: operations["updateGateBudget"];
        trace?: never;
    };
    "/v1/gate/policies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List policies, in the order of creation
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listGatePolicies"];
        put?: never;
        /**
         * Set a policy
         * @description The first match decides: lower priority first, then older. Without a match, a step is allowed. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_policy.create`.
         */
        post: operations["createGatePolicy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/policies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a policy
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getGatePolicy"];
        put?: never;
        post?: never;
        /**
         * Delete a policy
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_policy.delete`.
         */
        delete: operations["deleteGatePolicy"];
        options?: never;
        head?: never;
        /**
         * Change a policy
         * @description A given match replaces the previous one completely. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `gate_policy.update`.
         */
        patch: operations["updateGatePolicy"];
        trace?: never;
    };
    "/v1/gate/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals, newest first
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listGateApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/approvals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an approval, or wait for its decision
         * @description With `wait`, answers as soon as it is decided or has expired, at the latest after that many seconds. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getGateApproval"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/approvals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a step pass
         * @description Possible once: 409 `already_decided` afterwards, 409 `expired` after its expiry. For owners, admins and keys with write access. Scope `write`, role admin or above. A key that is bound to a project acts in that project only. Audited as `gate_approval.approve`.
         */
        post: operations["approveGateApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/gate/approvals/{id}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Refuse a step
         * @description Possible once: 409 `already_decided` afterwards, 409 `expired` after its expiry. For owners, admins and keys with write access. Scope `write`, role admin or above. A key that is bound to a project acts in that project only. Audited as `gate_approval.deny`.
         */
        post: operations["denyGateApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guardian/findings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Findings of the guardian
         * @description Last seen first. Without `status`, all findings are listed, including dismissed ones. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/guardian/findings/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a finding
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getFinding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the status of a finding
         * @description A `resolved` finding opens again if the same cause is seen more than an hour later. A `dismissed` finding stays dismissed; only its count grows. Scope `write`. A key that is bound to a project acts in that project only. Audited as `guardian_finding.update`.
         */
        patch: operations["updateFinding"];
        trace?: never;
    };
    "/v1/guardian/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many findings are open, by severity and kind
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getGuardianSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count approvals, findings, alerts and mentions that need attention
         * @description Cheap enough to poll: four counts that do not read any record. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getAttention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, oldest first
         * @description Webhooks get the events of the whole account. Keys bound to a project, and requests with `X-Project-Id`, can neither see nor change them (403 `account_wide`). Scope `read`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Subscribe an address to events
         * @description The secret that signs the messages (Standard Webhooks) is in this answer and nowhere else. An address that is not HTTPS or is a private IP address is a 400. A name that resolves to a private address fails when it is called. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `webhook.create`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Scope `read`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its pending deliveries
         * @description Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `webhook.delete`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Pending deliveries go to the new address. Enabling a disabled webhook resets its failures. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `webhook.update`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description Includes every attempt. Kept for 30 days. Scope `read`. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again, now
         * @description Sends the same body with the same id, whatever its status; retries start again. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `webhook.redeliver`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret
         * @description It is in this answer and nowhere else. For 24 hours messages carry two signatures, one by each secret. Scope `write`, role admin or above. Needs the Pro or Team plan (403 `plan_required`). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `webhook.rotate_secret`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description Highest estimated saving first. Lists open proposals unless `status` is given. Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["listProposals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for proposals now
         * @description Does at once what happens once a day: analyses the calls of the whole account. At most three times in ten minutes. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        post: operations["lookForProposals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a proposal
         * @description Scope `read`. A key that is bound to a project acts in that project only.
         */
        get: operations["getProposal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a proposal
         * @description Marks the proposal as done or planned; nothing else changes. It is not proposed again unless its saving, or the number of failures behind it, doubles. Scope `write`. A key that is bound to a project acts in that project only. Audited as `proposal.accept`.
         */
        post: operations["acceptProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/proposals/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a proposal
         * @description It is not proposed again unless its saving, or the number of failures behind it, doubles. Scope `write`. A key that is bound to a project acts in that project only. Audited as `proposal.dismiss`.
         */
        post: operations["dismissProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Without `scopes` the key has full access. The key itself is in this answer and nowhere else. Scope `write`, role admin or above. A key that is bound to a project acts in that project only. Audited as `api_key.create`.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys that were made with a key
         * @description Includes keys made with one of them, but not expired keys. Revoking the key keeps these valid unless `withChildren` is set. Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listChildApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key
         * @description Makes a key with the same name, scopes and project, valid for as long as the old one was made for. The old key works until it is revoked, or for `graceHours`. The new key itself is in this answer and nowhere else. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `api_key.rotate`.
         */
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working within a second in every process. Keys made with it keep working unless `withChildren` is set; the header `X-Live-Child-Keys` has their number, and the audit entry names them. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `api_key.revoke`.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/authorization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What an application asks a person for
         * @description For the consent page of the dashboard. Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["describeAppAuthorization"];
        put?: never;
        /**
         * Let an application in
         * @description Answers with the address that takes a code to the application. The application exchanges it within a minute for a key with the allowed scopes, which is valid for 30 days. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        post: operations["approveAppAuthorization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a program in a terminal asks a person for
         * @description For the page that `tracewell login` opens. Wrong codes are limited. Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["describeDeviceLogin"];
        put?: never;
        /**
         * Let a program in a terminal in, or refuse
         * @description The program then gets a key with the allowed scopes, which is valid for 30 days. A code can be decided once, within 10 minutes. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `device_login.decide`.
         */
        post: operations["decideDeviceLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `project.create`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project
         * @description The default project cannot be deleted (409). API keys bound to the project are revoked with it, its review queues and experiments are deleted, and its alerts are suspended; its records, and what is about them, stay in the account until their retention ends. Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `project.delete`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project
         * @description Scope `write`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `project.rename`.
         */
        patch: operations["renameProject"];
        trace?: never;
    };
    "/v1/sample-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether sample data is loaded, and where
         * @description Scope `read`. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getSampleData"];
        put?: never;
        /**
         * Load a week of sample data of three agents into a separate project
         * @description About 500 calls and 60 traces, up to now, with a prompt in two versions and a recorded model that needs no key. The records count towards the monthly quota; if they do not all fit, nothing is stored (429). If sample data is already loaded, the answer is a 200. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `sample_data.load`.
         */
        post: operations["loadSampleData"];
        /**
         * Delete the sample data project with everything in it
         * @description The project and its keys are deleted at once, its records within about a minute. The used quota is not refunded. Scope `write`. About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `sample_data.remove`.
         */
        delete: operations["removeSampleData"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, in order of joining
         * @description Scope `read`. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or leave
         * @description Ends their sessions in this account and revokes the API keys that they made; `GET /v1/team/members/{userId}/api-keys` lists them. The last owner cannot leave (409). Scope `write`, role viewer or above. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `member.remove`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description No one can grant or change a role above their own. The last owner cannot lose the role (409). Scope `write`, role admin or above. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `member.change_role`.
         */
        patch: operations["changeMemberRole"];
        trace?: never;
    };
    "/v1/team/members/{userId}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys that end with a membership
         * @description Keys that the member made, and keys made with those. Removing the member revokes them. For admins and for the member. Scope `read`. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listMemberApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations, newest first
         * @description Scope `read`, role admin or above. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite a person by email
         * @description Valid for 7 days. The token is in the email and, once, in this answer. Scope `write`, role admin or above. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `invitation.create`.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Withdraw an invitation
         * @description Scope `write`, role admin or above. Needs the Team plan (402). About the whole account: a key that is bound to a project gets a 403 `account_wide`. Audited as `invitation.delete`.
         */
        delete: operations["deleteInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/team/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description For a user signed in with the email of the invitation, the token is enough. A new user also sends a name and a password. The answer signs in to the joined account. Audited as `invitation.accept`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries, newest first
         * @description Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the audit chain
         * @description Recomputes every hash of the chain and reports where it breaks. With `entries` and `hash` of an earlier head, it also checks that the chain still contains it. Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/head": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the head of the audit chain
         * @description Keep a copy outside this service and send it to `/v1/audit/verify` later: it proves that nothing before it was changed or removed. Scope `read`, role admin or above. About the whole account: a key that is bound to a project gets a 403 `account_wide`.
         */
        get: operations["getAuditHead"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness
         * @description 503 `unavailable` when a store does not answer, and `stopping` when the process is about to end and should get no new requests. 200 otherwise: `ok`; `starting` while records acknowledged by an earlier process are loaded into the tables; `degraded` while more than ten seconds or half of the allowed backlog are waiting. In both states records are accepted, and queries on waiting records take longer or get a 503 `records_behind`.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness
         * @description 200 as long as the process answers.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Model prices
         * @description Today’s price per million tokens at the base tier, for the providers of this deployment.
         */
        get: operations["listModelPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Plans and their limits */
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/public/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Evaluation presets */
        get: operations["listPublicPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account with its owner and a first key
         * @description The key has full access and is in this answer and nowhere else. Audited as `account.create`.
         */
        post: operations["operatorCreateAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change plan, subscription, quota or retention
         * @description Missing fields keep their value; null resets quota and retention to those of the plan. Audited as `account.update`.
         */
        patch: operations["operatorChangeAccount"];
        trace?: never;
    };
    "/operator/accounts/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an API key in an account
         * @description Audited as `api_key.create`.
         */
        post: operations["operatorCreateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/accounts/{id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set consents of an account
         * @description Changes the given consents, independent of the plan, and returns all of them. Audited as `account.set_consents`.
         */
        put: operations["operatorChangeConsents"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/jobs/{name}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a background job now
         * @description Answers when the job has ended or failed.
         */
        post: operations["operatorRunJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background jobs, newest first
         * @description Waiting and past runs, with times and errors. Kept for two weeks.
         */
        get: operations["operatorListJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit entries of deleted accounts, newest first
         * @description A deleted account loses its own audit log; the deletion itself is kept here.
         */
        get: operations["operatorListAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operator/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the service is doing */
        get: operations["operatorStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * AccountLimits
         * @description What applies: the limit of the account, else that of its plan
         */
        AccountLimits: {
            /** @description Records that are stored in a month (UTC) */
            recordsPerMonth: number;
            /** @description Days for which a record is kept */
            retentionDays: number;
            /** @description Calls in one export of a query */
            exportRows: number;
            /** @description Spans in the answer of `GET /v1/query/trace/{id}` */
            traceSpans: number;
            /** @description Saved views */
            savedViews: number;
            /** @description Items in a dataset */
            datasetItems: number;
            /** @description Characters of an input or an expected output in a dataset */
            itemCharacters: number;
        };
        /** AccountLimitsChange */
        AccountLimitsChange: {
            recordsPerMonth?: number | null;
            retentionDays?: number | null;
            exportRows?: number | null;
            traceSpans?: number | null;
            savedViews?: number | null;
            datasetItems?: number | null;
            itemCharacters?: number | null;
        };
        /** AccountModelPrice */
        AccountModelPrice: {
            /** @description US dollars per million uncached input tokens */
            inputPerMTok: number;
            /** @description US dollars per million output tokens, reasoning included */
            outputPerMTok: number;
            cacheReadPerMTok: number | null;
            cacheWritePerMTok: number | null;
            cacheWrite1hPerMTok?: number | null;
            /** @description Prices of calls with a longer input, cache included. They apply to all tokens of the call. */
            longInput?: components["schemas"]["LongInputPrices"][];
            webSearchPerThousand?: number | null;
            fileSearchPerThousand?: number | null;
            codeContainerPerThousand?: number | null;
            /** @description Prices of service tiers, by the vendor’s word for the tier, such as `flex` */
            tiers?: {
                [key: string]: components["schemas"]["ServiceTierPrices"];
            };
            provider: string | null;
            model: string;
        };
        /** AccountModelPrices */
        AccountModelPrices: {
            prices: components["schemas"]["AccountModelPrice"][];
            /** @description The value of `requestMeta.pricing.version` for these prices */
            version: string;
            updatedAt: string | null;
        };
        /** AccountOverview */
        AccountOverview: {
            /** @example acc_1a2b3c4d5e6f */
            accountId: string;
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "team";
            /** @description The selected project, else the default one */
            projectId: string;
            usage: {
                /**
                 * @description UTC
                 * @example 2026-06
                 */
                month: string;
                records: number;
                quota: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                resetsAt: string;
            };
            retentionDays: number;
            limits: components["schemas"]["PlanLimits"];
            /** @description True for the first account of the service: its owner may change the limits */
            limitsChangeable: boolean;
            consents: components["schemas"]["Consents"];
            settings: components["schemas"]["AccountSettings"];
            deletesAt: string | null;
            /** @description Models of the last 30 days without a known price; their calls count as 0 USD */
            unpricedModels: string[];
        };
        /** AccountSettings */
        AccountSettings: {
            /**
             * @description `four`: /v1/ingest and /v1/traces take the providers of this deployment. `any`: they take every provider. The paths under /otel always do.
             * @enum {string}
             */
            acceptProviders: "four" | "any";
        };
        /** AccountSettingsChange */
        AccountSettingsChange: {
            /**
             * @description `four`: /v1/ingest and /v1/traces take the providers of this deployment. `any`: they take every provider. The paths under /otel always do.
             * @enum {string}
             */
            acceptProviders: "four" | "any";
        };
        /** AccountSnapshot */
        AccountSnapshot: {
            /** @example acc_1a2b3c4d5e6f */
            accountId: string;
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "team";
            /** @description The selected project, else the default one */
            projectId: string;
            usage: {
                /**
                 * @description UTC
                 * @example 2026-06
                 */
                month: string;
                records: number;
                quota: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                resetsAt: string;
            };
            retentionDays: number;
            limits: components["schemas"]["PlanLimits"];
            /** @description True for the first account of the service: its owner may change the limits */
            limitsChangeable: boolean;
            consents: components["schemas"]["Consents"];
            settings: components["schemas"]["AccountSettings"];
            deletesAt: string | null;
            /** @description Models of the last 30 days without a known price; their calls count as 0 USD */
            unpricedModels: string[];
            key: {
                id: string;
                name: string;
                scopes: ("read" | "write:records" | "write")[] | null;
            };
        };
        /** Aggregate */
        Aggregate: {
            groups: {
                key: string;
                value: number | null;
                count: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                lastSeen: string;
                unpriced?: components["schemas"]["Unpriced"];
            }[];
            total: {
                value: number | null;
                count: number;
                unpriced?: components["schemas"]["Unpriced"];
            };
            /** @description Only with `splitBy`; each call of `groups` is in exactly one series */
            series?: {
                key: string | null;
                groups: {
                    key: string;
                    value: number | null;
                    count: number;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    lastSeen: string;
                    unpriced?: components["schemas"]["Unpriced"];
                }[];
                total: {
                    value: number | null;
                    count: number;
                    unpriced?: components["schemas"]["Unpriced"];
                };
            }[];
        };
        /**
         * AggregateQuery
         * @description Default window: the last 24 hours by hour, 60 minutes by minute, else 30 days. Maximum: 366 days by day, 168 hours by hour, 60 minutes by minute, times `every`.
         */
        AggregateQuery: {
            /**
             * @description What is counted and measured: calls by default; spans are calls and observations together, runs are traces. A run or session belongs to the window and the time of its first span, as a whole, and matches if one of its calls does
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs" | "sessions";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /** @description Only of runs and sessions: whether a tool failed */
            failingTool?: boolean;
            /** @description Only of runs and sessions: whether a span failed */
            hasError?: boolean;
            /**
             * @description Times are in ascending order, without those that have no calls; all others by descending value, at most 10,000. Of calls, `tool` is each tool that the call asked for; of spans, the tool that ran. `type` and `name`: only of spans. A run is in the group of each tool, agent and model it has
             * @enum {string}
             */
            groupBy: "provider" | "model" | "day" | "hour" | "minute" | "tag" | "error" | "status" | "agent" | "tool" | "user" | "userId" | "session" | "sessionId" | "promptName" | "promptVersion" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "definedTool" | "type" | "name";
            /**
             * @description latency and ttft: the mean; error_rate: errors / calls; both null without calls; users and sessions: how many different ones; all others: the sum. Of spans: count, error_rate and latency. Of runs and sessions also cost, tokens, and calls and tools: the mean of each run
             * @enum {string}
             */
            metric: "cost" | "latency" | "tokens" | "count" | "error_rate" | "input_tokens" | "output_tokens" | "cached_tokens" | "cache_savings" | "reasoning_tokens" | "audio_tokens" | "ttft" | "users" | "sessions" | "calls" | "tools";
            /** @description Required with groupBy or splitBy "tag" */
            tagKey?: string;
            /** @description Minutes east of UTC, for the start of days; only with groupBy "day" */
            tzOffsetMinutes?: number;
            /** @description Days, hours or minutes in one step, 1 by default; requires groupBy "day", "hour" or "minute". The maximum window grows with it, up to 366 days. */
            every?: number;
            /**
             * @description Adds `series`: one for each of the 8 values with the highest metric (for a mean: with the most calls). Requires groupBy "day", "hour" or "minute". A call with several tools is in the series of each.
             * @enum {string}
             */
            splitBy?: "model" | "provider" | "tag" | "error" | "status" | "agent" | "tool" | "user" | "userId" | "session" | "sessionId" | "promptName" | "promptVersion" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "definedTool" | "type" | "name";
        };
        /** Alert */
        Alert: {
            id: number;
            name: string;
            /** @enum {string} */
            alertType: "cost_threshold" | "monthly_budget" | "error_rate" | "latency_degradation" | "anomaly_cost" | "anomaly_latency" | "anomaly_error_rate" | "eval_score" | "score_below" | "score_above" | "guardian_findings";
            /** @description USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue */
            thresholdValue: number;
            /** @description Up to 30 days; up to one day for latencies and anomalies */
            windowMinutes: number;
            channelKinds: ("email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty")[];
            /** @description The target of each channel; URLs and secrets are masked when read */
            channelTargets: {
                email?: {
                    /** @description Defaults to the owners */
                    to?: string[];
                };
                slack?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                webhook?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                    /** @description Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is */
                    secret?: string;
                };
                discord?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                teams?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                pagerduty?: {
                    /** @description Integration key of an Events API v2 integration */
                    routingKey: string;
                    /**
                     * @description Region of the PagerDuty account; `us` by default
                     * @enum {string}
                     */
                    region?: "us" | "eu";
                };
            };
            enabled: boolean;
            evalCriterionId: number | null;
            scoreName: string | null;
            scoreValue: string | null;
            /**
             * @description What is measured, calls by default. Only calls and runs have a cost; a budget counts calls
             * @enum {string}
             */
            of: "calls" | "spans" | "runs";
            /** @description As for lists, without times: the window is that of the alert. null: all records */
            filter: components["schemas"]["RecordFilter"] | null;
            forEach: (("user" | "model" | "tool" | "agent" | "project" | "release") | string) | null;
            percentile: number | null;
            silencedUntil: string | null;
            lastTriggeredAt: string | null;
            lastObservedValue: number | null;
            /** @description Whether the condition held in the last evaluation, of any group */
            holds: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** AlertChanges */
        AlertChanges: {
            name?: string;
            /** @description USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue */
            thresholdValue?: number;
            /** @description Up to 30 days; up to one day for latencies and anomalies */
            windowMinutes?: number;
            channelKinds?: ("email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty")[];
            /** @description The target of each channel; URLs and secrets are masked when read */
            channelTargets?: {
                email?: {
                    /** @description Defaults to the owners */
                    to?: string[];
                };
                slack?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                webhook?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                    /** @description Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is */
                    secret?: string;
                };
                discord?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                teams?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                pagerduty?: {
                    /** @description Integration key of an Events API v2 integration */
                    routingKey: string;
                    /**
                     * @description Region of the PagerDuty account; `us` by default
                     * @enum {string}
                     */
                    region?: "us" | "eu";
                };
            };
            enabled?: boolean;
            /** @description As for lists, without times: the window is that of the alert. null: all records */
            filter?: components["schemas"]["RecordFilter"] | null;
            percentile?: number | null;
        };
        /** AlertChannel */
        AlertChannel: {
            /** @enum {string} */
            kind: "email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty";
            deliverable: boolean;
            reason: ("plan_required" | "email_unconfigured") | null;
        };
        /** AlertChannelTest */
        AlertChannelTest: {
            /** @enum {string} */
            channel: "email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty";
            /** @description The target of each channel; URLs and secrets are masked when read */
            channelTargets?: {
                email?: {
                    /** @description Defaults to the owners */
                    to?: string[];
                };
                slack?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                webhook?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                    /** @description Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is */
                    secret?: string;
                };
                discord?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                teams?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                pagerduty?: {
                    /** @description Integration key of an Events API v2 integration */
                    routingKey: string;
                    /**
                     * @description Region of the PagerDuty account; `us` by default
                     * @enum {string}
                     */
                    region?: "us" | "eu";
                };
            };
            /** @description The target of this alert is used if no target is sent, or if it is sent back masked */
            alertId?: number;
            alertName?: string;
        };
        /** AlertDelivery */
        AlertDelivery: {
            /** @example dlv_1a2b3c4d5e6f */
            id: string;
            /** @example alert.fired */
            event: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
                status: number | null;
                error: string | null;
                code: string | null;
                /** @description The figures in the sentence; empty without a code */
                values: {
                    [key: string]: number | string;
                };
                durationMs: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /** @enum {string} */
            channel: "email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty";
        };
        /** AlertEvent */
        AlertEvent: {
            id: number;
            alertId: number;
            alertName: string;
            /** @enum {string} */
            alertType: "cost_threshold" | "monthly_budget" | "error_rate" | "latency_degradation" | "anomaly_cost" | "anomaly_latency" | "anomaly_error_rate" | "eval_score" | "score_below" | "score_above" | "guardian_findings";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            triggeredAt: string;
            observedValue: number;
            /** @description USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue */
            thresholdValue: number;
            /** @description Up to 30 days; up to one day for latencies and anomalies */
            windowMinutes: number;
            unpriced: components["schemas"]["Unpriced"] | null;
            /** @enum {string} */
            of: "calls" | "spans" | "runs";
            percentile: number | null;
            group: components["schemas"]["AlertGroup"] | null;
            /** @description Channels whose delivery succeeded; the deliveries show the others */
            channelsSent: ("email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty")[];
            acknowledgedAt: string | null;
            acknowledgedBy: string | null;
        };
        /** AlertGroup */
        AlertGroup: {
            /** @description As in forEach */
            dimension: string;
            /** @description `[erased]` after an erasure of this user */
            value: string;
        };
        /** AlertPreview */
        AlertPreview: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime: string;
            /** @description Minutes between two evaluations */
            evaluatedEveryMinutes: number;
            /** @description By the hour, at most 400 */
            points: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
                value: number | null;
                holds: boolean;
                fired: boolean;
            }[];
            /** @description In order of time; with groups, the first 1,000 */
            firings: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                triggeredAt: string;
                observedValue: number;
                group?: components["schemas"]["AlertGroup"];
            }[];
            groups: {
                /** @description As in forEach */
                dimension: string;
                /** @description `[erased]` after an erasure of this user */
                value: string;
                firings: number;
            }[] | null;
        };
        /** AlertPreviewInput */
        AlertPreviewInput: {
            /** @enum {string} */
            alertType?: "cost_threshold" | "monthly_budget" | "error_rate" | "latency_degradation" | "anomaly_cost" | "anomaly_latency" | "anomaly_error_rate" | "eval_score" | "score_below" | "score_above" | "guardian_findings";
            /** @description USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue */
            thresholdValue?: number;
            /** @description Up to 30 days; up to one day for latencies and anomalies */
            windowMinutes?: number;
            evalCriterionId?: number | null;
            scoreName?: string | null;
            scoreValue?: string | null;
            /**
             * @description What is measured, calls by default. Only calls and runs have a cost; a budget counts calls
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs";
            /** @description As for lists, without times: the window is that of the alert. null: all records */
            filter?: components["schemas"]["RecordFilter"] | null;
            forEach?: (("user" | "model" | "tool" | "agent" | "project" | "release") | string) | null;
            percentile?: number | null;
            /**
             * @description Missing fields are taken from this template
             * @enum {string}
             */
            templateKey?: "monthly-budget" | "daily-cost" | "error-rate" | "outage" | "slow-calls" | "unusual-cost" | "unusual-latency" | "unusual-errors" | "low-scores" | "poor-feedback" | "user-cost" | "tool-errors" | "slow-runs" | "guardian-findings";
        };
        /** AlertTemplate */
        AlertTemplate: {
            /** @enum {string} */
            key: "monthly-budget" | "daily-cost" | "error-rate" | "outage" | "slow-calls" | "unusual-cost" | "unusual-latency" | "unusual-errors" | "low-scores" | "poor-feedback" | "user-cost" | "tool-errors" | "slow-runs" | "guardian-findings";
            name: string;
            description: string;
            /** @enum {string} */
            alertType: "cost_threshold" | "monthly_budget" | "error_rate" | "latency_degradation" | "anomaly_cost" | "anomaly_latency" | "anomaly_error_rate" | "eval_score" | "score_below" | "score_above" | "guardian_findings";
            thresholdValue: number;
            windowMinutes: number;
            /**
             * @description What is measured, calls by default. Only calls and runs have a cost; a budget counts calls
             * @enum {string}
             */
            of: "calls" | "spans" | "runs";
            /** @description As for lists, without times: the window is that of the alert. null: all records */
            filter: components["schemas"]["RecordFilter"] | null;
            forEach: (("user" | "model" | "tool" | "agent" | "project" | "release") | string) | null;
            percentile: number | null;
            channelKinds: ("email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty")[];
            /** @enum {string} */
            plan: "free" | "pro" | "team";
        };
        /** Annotation */
        Annotation: {
            id: number;
            callId: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            callTimestamp: string;
            annotationText: string | null;
            label: string | null;
            qualityScore: number | null;
            author: {
                /** @description user or key */
                type: string;
                id: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** AnnotationChange */
        AnnotationChange: {
            annotationText?: string | null;
            label?: string | null;
            qualityScore?: number | null;
        };
        /**
         * AnsweredFigure
         * @description Either `result` or `error`
         */
        AnsweredFigure: {
            id: string;
            /** @description The response of the endpoint of this kind */
            result?: components["schemas"]["Aggregate"] | components["schemas"]["Percentiles"] | components["schemas"]["Distribution"] | components["schemas"]["ScoreAggregate"];
            error?: {
                /** @description The status that the endpoint would have returned */
                status: number;
                error: string;
                reason: string;
                details?: {
                    path: string;
                    message: string;
                }[];
            };
        };
        /** ApiKey */
        ApiKey: {
            /** @example key_1a2b3c4d5e6f */
            id: string;
            name: string;
            /**
             * @description First and last characters of the key
             * @example twl_3kd9…Wq0Z
             */
            hint: string;
            scopes: ("read" | "write:records" | "write")[] | null;
            projectId: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** AppAuthorizationView */
        AppAuthorizationView: {
            /** @description As the application calls itself */
            clientName: string;
            /** @description Where the answer goes: a host, or the scheme of an application */
            redirectTarget: string;
            /** @description What it asks for */
            scopes: ("read" | "write:records" | "write")[];
            /** @description How long the key will be valid */
            days: number;
            /** @description Tells the application that the person refused */
            denyUrl: string;
        };
        /** AppAuthorized */
        AppAuthorized: {
            /** @description Takes the code to the application */
            redirectTo: string;
        };
        /** Attention */
        Attention: {
            /** @description Agent steps that wait for approval. */
            approvals: number;
            /** @description Open findings of the guardian. */
            findings: number;
            /** @description Alerts whose condition holds now, without silenced and disabled ones. */
            alerts: number;
            /** @description Unread comments that mention the caller; 0 for a key. */
            mentions: number;
        };
        /** AuditCheck */
        AuditCheck: {
            valid: boolean;
            entries: number;
            firstInvalidId: number | null;
        };
        /** AuditEntry */
        AuditEntry: {
            /** @description Number in the account’s chain, without gaps */
            id: number;
            /** @example project.create */
            action: string;
            /** @description user, key, operator or system */
            actorType: string;
            actorId: string;
            targetType: string;
            targetId: string;
            metadata: {
                [key: string]: unknown;
            };
            ip: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** AuditHead */
        AuditHead: {
            accountId: string;
            /** @description Number of the newest entry */
            entries: number;
            /** @description Keyed hash of that entry and all entries before it */
            hash: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            takenAt: string;
        };
        /** Call */
        Call: {
            id: string;
            provider: string;
            model: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            timestamp: string;
            promptTokens: number;
            completionTokens: number;
            totalTokens: number;
            costUsd: number;
            latencyMs: number;
            tags: {
                [key: string]: string;
            } | null;
            error: string | null;
            errorDetails: unknown;
            traceId: string | null;
            spanId: string | null;
            parentSpanId: string | null;
            sessionId: string | null;
            toolCalls: unknown;
            piiRedacted: boolean;
            redactionMetadata: unknown;
            requestMeta: unknown;
        };
        /** CallCondition */
        CallCondition: {
            field: ("provider" | "model" | "status" | "error" | "user" | "userId" | "session" | "sessionId" | "traceId" | "id" | "promptName" | "promptVersion" | "agent" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "tool" | "definedTool" | "type" | "name" | "durationMs" | "latencyMs" | "ttftMs" | "totalTokens" | "inputTokens" | "outputTokens" | "costUsd") | string;
            /**
             * @description is: one of the values; isNot: none of them, also without a value; atLeast and atMost: for numbers, with one value
             * @enum {string}
             */
            op: "is" | "isNot" | "atLeast" | "atMost";
            /** @description Texts are compared as a whole, an error by its first 256 characters. `status` is ok or failed; `type`, `name` and `durationMs`: only of spans */
            values: (string | number)[];
        };
        /** CallFilter */
        CallFilter: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
        };
        /** CallScore */
        CallScore: {
            criterionId: number;
            criterionName: string;
            callId: string;
            /** @description The call, or the item of the dataset */
            itemKey: string;
            traceId: string | null;
            sessionId: string | null;
            /** @enum {string} */
            status: "scored" | "failed";
            score: number | null;
            normalizedScore: number | null;
            label: string | null;
            reason: string | null;
            /** @description Explanation of the judge or the rule, or why there is no score */
            reasoning: string;
            code: string | null;
            /** @description The figures in `reasoning`; empty without a code */
            values: {
                [key: string]: number | string;
            };
            judge: string | null;
            costUsd: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            run: {
                id: number;
                name: string | null;
            } | null;
            rule: {
                id: number;
                name: string | null;
            } | null;
        };
        /** CallSelection */
        CallSelection: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive */
            search?: string;
        };
        /** CallSession */
        CallSession: {
            sessionId: string;
            /** @description The newest 1,000, by time, without content */
            calls: components["schemas"]["Call"][];
            /** @description Over all spans of the session, including those that the list omits: `errors` counts failed spans, and the times are those of the first beginning and the last end */
            totals: {
                calls: number;
                costUsd: number;
                unpriced?: components["schemas"]["Unpriced"];
                totalTokens: number;
                errors: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                startTime: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                endTime: string;
            };
            /** @description The newest 200 scores of the session itself, newest first */
            scores: components["schemas"]["Score"][];
            /** @description Whether older calls are omitted: there are more than 1,000, or more than fit into 16 MiB */
            truncated: boolean;
        };
        /** CallsQuery */
        CallsQuery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive */
            search?: string;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @default 50 */
            limit: number;
            cursor?: string;
            /** @enum {string} */
            sortBy?: "timestamp" | "provider" | "model" | "total_tokens" | "cost_usd" | "latency_ms" | "error";
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description Adds the beginning of the stored content to each row; false by default */
            preview?: boolean;
            /** @description Adds the stored content to each call, as the single call has it; false by default */
            content?: boolean;
        };
        /**
         * ClosedAccount
         * @description Until then everything works, and the owner can restore the account
         */
        ClosedAccount: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            deletesAt: string;
        };
        /** Comment */
        Comment: {
            /** @example cmt_1a2b3c4d5e6f */
            id: string;
            on: components["schemas"]["CommentOn"];
            text: string | null;
            author: {
                /** @description user or key */
                type: string;
                id: string;
                name: string | null;
            };
            /** @description Members whom the text names as `@email` */
            mentions: {
                /** @example usr_1a2b3c4d5e6f */
                id: string;
                name: string | null;
                email: string | null;
            }[];
            /** @description It mentions the caller, who has not marked it as read */
            isUnread: boolean;
            /** @description Whether the caller may delete it */
            mayDelete: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /**
         * CommentOn
         * @description Exactly one of `callId`, `traceId` and `sessionId`
         */
        CommentOn: {
            callId?: string;
            traceId?: string;
            /** @description With `traceId`: one span of the run */
            spanId?: string;
            sessionId?: string;
        };
        /** ComparedSpan */
        ComparedSpan: {
            /** @enum {string} */
            status: "same" | "changed" | "onlyA" | "onlyB";
            /** @description The names from the root to the span, joined by `/`; a second span of one name has `[2]`. Of more than 500 characters, the end */
            path: string;
            /** @description 0 for a root */
            depth: number;
            /** @description At most 256 characters */
            name: string;
            /** @description llm for a call, else the type of the observation */
            type: string;
            differs: ("status" | "model" | "tokens" | "cost" | "content")[];
            a: {
                id: string;
                spanId: string | null;
                /** @description From the start of its run */
                offsetMs: number;
                durationMs: number;
                error: string | null;
                provider: string | null;
                model: string | null;
                totalTokens: number | null;
                costUsd: number | null;
            } | null;
            b: {
                id: string;
                spanId: string | null;
                /** @description From the start of its run */
                offsetMs: number;
                durationMs: number;
                error: string | null;
                provider: string | null;
                model: string | null;
                totalTokens: number | null;
                costUsd: number | null;
            } | null;
        };
        /** Consents */
        Consents: {
            /** @description Inputs, outputs and tool payloads are stored, encrypted */
            plaintextStorage: boolean;
            /** @description Stored content may be sent to the AI helper */
            aiHelper: boolean;
            /** @description Personal data is replaced before anything is stored */
            piiRedaction: boolean;
        };
        /** ConversationStep */
        ConversationStep: {
            /** @description Of the call or the observation */
            id: string;
            /** @enum {string} */
            kind: "llm" | "observation";
            /** @description False if content was not stored, or cannot be read */
            stored: boolean;
            /** @description Whether the messages are left out because they are too large. The call itself has them. */
            omitted: boolean;
            /** @description System instructions first */
            input: components["schemas"]["MessageStretch"][];
            output: components["schemas"]["SaidMessage"][];
        };
        /** CreatedAccount */
        CreatedAccount: {
            /** @example acc_1a2b3c4d5e6f */
            accountId: string;
            /** @example usr_1a2b3c4d5e6f */
            userId: string;
            /** @description A key with full access. It is shown only once. */
            apiKey: string;
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** @example key_1a2b3c4d5e6f */
            id: string;
            name: string;
            /**
             * @description First and last characters of the key
             * @example twl_3kd9…Wq0Z
             */
            hint: string;
            scopes: ("read" | "write:records" | "write")[] | null;
            projectId: string | null;
            expiresAt: string | null;
            lastUsedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /** @description The key itself. It is shown only once. */
            apiKey: string;
        };
        /** CreatedInvitation */
        CreatedInvitation: {
            /** @example inv_1a2b3c4d5e6f */
            id: string;
            email: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "pending" | "accepted" | "expired";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /** @description Also in the email. It is shown only once. */
            token: string;
        };
        /** CriterionDelta */
        CriterionDelta: {
            criterionId: number;
            name: string;
            baselineMean: number | null;
            candidateMean: number | null;
            delta: number | null;
            normalizedDelta: number | null;
            baselineCount: number;
            candidateCount: number;
            /** @description Items of the candidate that the criterion applies to and that have no score */
            unscoredCount: number;
            pairedCount: number | null;
            newFailures: number;
            test: ("mcnemar" | "wilcoxon" | "welch") | null;
            pValue: number | null;
            pAdjusted: number | null;
            /** @description pValue < 0.05 */
            significant: boolean;
            effect: number | null;
            /**
             * @description Mixed: p < 0.05, and most items moved one way and the mean the other
             * @enum {string}
             */
            direction: "up" | "down" | "mixed" | "none";
            ciLow: number | null;
            ciHigh: number | null;
            power: number | null;
            itemsNeeded: number | null;
            itemsToDecide: number | null;
            conclusive: boolean;
            note: string | null;
        };
        /** Dashboard */
        Dashboard: {
            id: number;
            name: string;
            description: string;
            /** @description Rises by one with each change */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            widgets: components["schemas"]["Widget"][];
        };
        /** DashboardChange */
        DashboardChange: {
            name: string;
            description?: string;
            widgets: components["schemas"]["Widget"][];
            /** @description The version that was read. 409 `version_conflict` if it has changed since */
            version: number;
        };
        /** DashboardHead */
        DashboardHead: {
            id: number;
            name: string;
            description: string;
            /** @description Rises by one with each change */
            version: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            widgets: number;
        };
        /**
         * DashboardInput
         * @description Also the format of an exported dashboard
         */
        DashboardInput: {
            name: string;
            description?: string;
            widgets: components["schemas"]["Widget"][];
        };
        /** DataDays */
        DataDays: {
            /** @example Tracewell 0.1.0 */
            madeBy: string;
            account: {
                id: string;
                name: string;
            };
            project: {
                id: string;
                name: string;
            } | null;
            projects: {
                id: string;
                name: string;
            }[];
            content: boolean;
            window: {
                from: string;
                to: string;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            keptSince: string;
            /** @description Days with rows. A `mark` differs if a record of the day has changed */
            days: {
                /** @enum {string} */
                table: "calls" | "observations" | "scores";
                day: string;
                rows: number;
                mark: string;
            }[];
        };
        /** DataRows */
        DataRows: {
            /** @description Id of the account that was exported */
            account: string;
            /** @description The projects that `projectId` of the rows refers to */
            projects: {
                id: string;
                name: string;
            }[];
            /** @enum {string} */
            table: "calls" | "observations" | "scores";
            /** @description Rows of an exported file, by the names of its columns. Times are text */
            rows: {
                [key: string]: unknown;
            }[];
        };
        /**
         * DatasetRefusalFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        DatasetRefusalFigures: {
            unknown_item: Record<string, never>;
            input_required: Record<string, never>;
            text_too_long: {
                chars: number;
                limit: number;
            };
            invalid_split: {
                limit: number;
            };
            invalid_id: {
                limit: number;
            };
            id_taken: Record<string, never>;
            invalid_json: Record<string, never>;
            invalid_row: Record<string, never>;
            dataset_full: {
                limit: number;
            };
        };
        /**
         * DatasetSkipFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        DatasetSkipFigures: {
            content_not_stored: Record<string, never>;
            content_unreadable: Record<string, never>;
            no_input: Record<string, never>;
            already_in_dataset: Record<string, never>;
            dataset_full: Record<string, never>;
        };
        /** Delivery */
        Delivery: {
            /** @example dlv_1a2b3c4d5e6f */
            id: string;
            /** @example alert.fired */
            event: string;
            /** @enum {string} */
            status: "pending" | "delivered" | "failed";
            attempts: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
                status: number | null;
                error: string | null;
                code: string | null;
                /** @description The figures in the sentence; empty without a code */
                values: {
                    [key: string]: number | string;
                };
                durationMs: number;
            }[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /**
         * DeliveryFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        DeliveryFigures: {
            blocked_address: {
                host: string;
            };
            not_https: {
                host: string;
            };
            dns_failed: {
                host: string;
            };
            unreachable: {
                host: string;
            };
            closed_early: {
                host: string;
            };
            tls_failed: {
                /** @enum {string} */
                why: "self_signed" | "expired" | "not_yet_valid" | "other_name" | "unknown_authority" | "handshake";
                host: string;
            };
            timeout_name: {
                host: string;
                seconds: number;
            };
            timeout: {
                host: string;
                /** @enum {string} */
                stage: "connect" | "tls" | "headers" | "body";
                seconds: number;
            };
            too_many_headers: {
                host: string;
            };
            not_http: {
                host: string;
            };
            delivered: {
                status: number;
                durationMs: number;
            };
            email_taken: {
                durationMs: number;
            };
            redirects: {
                status: number;
            };
            gone: Record<string, never>;
            rejected: {
                status: number;
            };
            email_unconfigured: Record<string, never>;
            no_owner: Record<string, never>;
            email_rejected: {
                status: number;
            };
            email_failed: Record<string, never>;
            webhook_disabled: Record<string, never>;
            cleared: Record<string, never>;
            fired_again: Record<string, never>;
        };
        /** DeviceDecided */
        DeviceDecided: {
            allowed: boolean;
        };
        /** DeviceLoginView */
        DeviceLoginView: {
            /** @description As the program calls itself */
            clientName: string;
            requestedFrom: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            requestedAt: string;
            /** @description What it asks for */
            scopes: ("read" | "write:records" | "write")[];
            /** @description How long the key will be valid */
            days: number;
        };
        /**
         * DiagnosticsFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        DiagnosticsFigures: {
            nothing_arrived: {
                /** @description Public address of this service */
                url: string;
                /**
                 * @description Whose keys were checked
                 * @enum {string}
                 */
                keysOf: "account" | "project";
            };
            only_other_signals: Record<string, never>;
            insufficient_scope: {
                requests: number;
            };
            quota_exceeded: {
                count: number;
            };
            unknown_provider: {
                records: number;
                /** @description The latest unknown provider; empty if it is not known */
                provider: string;
                /** @description Providers of this deployment, separated by commas */
                providers: string;
            };
            missing_provider: {
                spans: number;
                /** @description Name of the latest span */
                span: string;
                /** @description Providers of this deployment, separated by commas */
                providers: string;
            };
            timestamp_too_old: {
                records: number;
            };
            timestamp_in_future: {
                records: number;
            };
            only_duplicates: {
                duplicates: number;
            };
            same_spans: {
                records: number;
            };
            only_observations: {
                observations: number;
            };
            body_too_large: {
                requests: number;
            };
            too_many_records: {
                requests: number;
            };
            invalid_json: {
                requests: number;
            };
            unsupported_media_type: {
                requests: number;
            };
            overloaded: {
                requests: number;
            };
            unpriced: {
                calls: number;
            };
            late_update: {
                updates: number;
            };
            too_many_open_spans: {
                requests: number;
            };
            reserved_tag: {
                tags: number;
                /** @description The latest tag */
                tag: string;
            };
        };
        /** DiffHunk */
        DiffHunk: {
            oldStart: number;
            oldLines: number;
            newStart: number;
            newLines: number;
            lines: {
                /** @enum {string} */
                kind: "context" | "removed" | "added";
                text: string;
            }[];
        };
        /**
         * Distribution
         * @description With groupBy, the counts of each step in the same buckets.
         */
        Distribution: {
            from: number;
            to: number;
            count: number;
        }[] | {
            /** @description From the lowest to the highest value, without gaps. A bucket includes `from` and excludes `to`, except the last one, which includes both. One bucket if all values are equal, none if there are no calls. */
            buckets: {
                from: number;
                to: number;
                count: number;
            }[];
            /** @description By day, hour or minute, in ascending order, without those that have no calls */
            steps: {
                key: string;
                /** @description In the order of the buckets */
                counts: number[];
            }[];
        };
        /**
         * DistributionQuery
         * @description Default window: the last 30 days. With groupBy, windows as for aggregates.
         */
        DistributionQuery: {
            /**
             * @description What is counted and measured: calls by default; spans are calls and observations together, runs are traces. A run or session belongs to the window and the time of its first span, as a whole, and matches if one of its calls does
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs" | "sessions";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /** @description Only of runs and sessions: whether a tool failed */
            failingTool?: boolean;
            /** @description Only of runs and sessions: whether a span failed */
            hasError?: boolean;
            /**
             * @description latency by default
             * @enum {string}
             */
            metric?: "latency" | "cost";
            /** @default 30 */
            buckets: number;
            /**
             * @description linear by default; log puts zeros into the first bucket
             * @enum {string}
             */
            scale?: "linear" | "log";
            /** @enum {string} */
            groupBy?: "day" | "hour" | "minute";
            /** @description Minutes east of UTC, for the start of days; only with groupBy "day" */
            tzOffsetMinutes?: number;
            /** @description Days, hours or minutes in one step, 1 by default; requires groupBy "day", "hour" or "minute". The maximum window grows with it, up to 366 days. */
            every?: number;
        };
        /** Erasure */
        Erasure: {
            /** @example era_1a2b3c4d5e6f */
            id: string;
            /** @enum {string} */
            kind: "user" | "session" | "trace" | "filter";
            /** @description Keyed hash of the selection. The same selection has the same hash within an account; the selection itself is deleted when the erasure ends */
            digest: string;
            projectId: string | null;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed";
            /** @description Records (calls and spans) found so far */
            found: number;
            /** @description Records that are gone from every answer */
            erased: number;
            error: string | null;
            /** @description Id of the user or key */
            requestedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            startedAt: string | null;
            finishedAt: string | null;
        };
        /**
         * ErasureInput
         * @description Exactly one of the four
         */
        ErasureInput: {
            /** @description Calls of this user, and spans that name it */
            userId?: string;
            /** @description Calls and spans of this session */
            sessionId?: string;
            /** @description Calls and spans of this trace */
            traceId?: string;
            filter?: components["schemas"]["CallSelection"];
        };
        Error: {
            /** @description The error message, for people. */
            error: string;
            /** @description The error code, for programs: one snake_case word. */
            reason: string;
            details?: {
                /** @description The faulty or missing field, such as `items.0.inputText`. */
                path: string;
                message: string;
            }[];
        };
        /** EvalComparison */
        EvalComparison: {
            baseline: components["schemas"]["EvalRun"];
            candidate: components["schemas"]["EvalRun"];
            criterionDeltas: components["schemas"]["CriterionDelta"][];
            overall: components["schemas"]["EvalMeanTest"] | null;
            itemsAllowed: number | null;
            /**
             * @description A drop or gain counts if pAdjusted < 0.05
             * @enum {string}
             */
            verdict: "improved" | "regressed" | "unchanged" | "inconclusive";
            explanation: string;
        };
        /** EvalCriteria */
        EvalCriteria: {
            criteria: components["schemas"]["EvalCriterion"][];
        };
        /** EvalCriterion */
        EvalCriterion: {
            id: number;
            name: string;
            rubric: string;
            scaleMin: number;
            scaleMax: number;
            /** @enum {string} */
            type: "llm_judge" | "exact_match" | "contains" | "regex" | "json_schema" | "json_path" | "tool_repeats" | "code" | "tool_calls" | "trajectory" | "embedding_similarity";
            /** @enum {string} */
            scoreType: "numeric" | "boolean" | "categorical";
            /** @enum {string} */
            scope: "call" | "trajectory" | "session";
            /** @description A criterion that every account has and no one can change */
            isGlobal: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** EvalCriterionInput */
        EvalCriterionInput: {
            name: string;
            /** @description Instructions for the judge; the argument of a deterministic type; JavaScript for `code`; the reference text for `embedding_similarity`; JSON for `tool_calls` and `trajectory` */
            rubric: string;
            /** @description Score of a failure */
            scaleMin: number;
            /** @description Score of a pass; greater than scaleMin */
            scaleMax: number;
            /** @enum {string} */
            type?: "llm_judge" | "exact_match" | "contains" | "regex" | "json_schema" | "json_path" | "tool_repeats" | "code" | "tool_calls" | "trajectory" | "embedding_similarity";
            /** @enum {string} */
            scoreType?: "numeric" | "boolean" | "categorical";
            /** @enum {string} */
            scope?: "call" | "trajectory" | "session";
        };
        /** EvalCriterionTest */
        EvalCriterionTest: {
            criterion?: components["schemas"]["EvalCriterionInput"];
            criterionId?: number;
            /** @description Calls of the account */
            callIds?: string[];
            /** @description Whole traces, for a criterion with the scope `trajectory` */
            traceIds?: string[];
            filter?: components["schemas"]["CallFilter"];
            datasetId?: number;
            samples?: components["schemas"]["EvalSample"][];
            /** @description How many of the newest calls that match `filter`, or of the first items of the dataset; 10 by default */
            limit?: number;
        };
        /** EvalCriterionTestResult */
        EvalCriterionTestResult: {
            /** @description In the order of what was tested */
            results: components["schemas"]["EvalTestedCall"][];
            scoredCount: number;
            failedCount: number;
            costUsd: number;
        };
        /** EvalDataset */
        EvalDataset: {
            id: number;
            name: string;
            projectId: string | null;
            description: string | null;
            promptRegistryId: number | null;
            frozen: boolean;
            /** @description Increases with every change of the items */
            version: number;
            itemCount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            items: components["schemas"]["EvalDatasetItem"][];
            /**
             * @description There are more items than these: list them in pages
             * @constant
             */
            itemsTruncated?: true;
        };
        /** EvalDatasetAdded */
        EvalDatasetAdded: {
            dataset: components["schemas"]["EvalDataset"];
            added: number;
            skipped: {
                /** @description Its place in the request */
                index: number;
                /** @enum {string} */
                reason: "content_not_stored" | "content_unreadable" | "no_input" | "already_in_dataset" | "dataset_full";
                message: string;
            }[];
        };
        /** EvalDatasetAddition */
        EvalDatasetAddition: {
            items: {
                inputText: string;
                expectedOutput?: string | null;
                sourceCallId?: string | null;
                sourceTraceId?: string | null;
            }[];
        };
        /** EvalDatasetBatch */
        EvalDatasetBatch: {
            items?: components["schemas"]["EvalDatasetItemWrite"][];
            /** @description Ids of items; they are removed first */
            remove?: number[];
            /**
             * @description What happens to a new item with the input of an existing one: skip it, change the existing one, or keep both. `skip` by default
             * @enum {string}
             */
            duplicates?: "skip" | "replace" | "keep";
        };
        /** EvalDatasetBatchResult */
        EvalDatasetBatchResult: {
            /** @description The version that the request made, or the one there was */
            version: number;
            itemCount: number;
            added: number;
            changed: number;
            unchanged: number;
            removed: number;
            /** @description New items with the input of an existing one */
            duplicates: {
                skipped: number;
                replaced: number;
                kept: number;
            };
            refused: {
                /** @description Its place in the list */
                index: number;
                /** @example input */
                field: string;
                /** @enum {string} */
                reason: "unknown_item" | "input_required" | "text_too_long" | "invalid_split" | "invalid_id" | "id_taken" | "invalid_json" | "invalid_row" | "dataset_full";
                /** @description The figures of the reason */
                values: {
                    [key: string]: number;
                };
                message: string;
            }[];
            notFound: number[];
        };
        /** EvalDatasetChange */
        EvalDatasetChange: {
            name?: string;
            description?: string | null;
            promptRegistryId?: number | null;
            frozen?: boolean;
            /** @description At most as many as a dataset may have: 20, unless the limit of the account is raised */
            items?: {
                id?: number;
                inputText: string;
                expectedOutput?: string | null;
                sourceCallId?: string | null;
            }[];
        };
        /** EvalDatasetFiltered */
        EvalDatasetFiltered: {
            version: number;
            itemCount: number;
            /** @description Calls that were read */
            read: number;
            added: number;
            /** @description Texts that were cut to the limit of the account */
            truncated: number;
            skipped: {
                /** @enum {string} */
                reason: "content_not_stored" | "content_unreadable" | "no_input" | "already_in_dataset" | "dataset_full";
                count: number;
                message: string;
            }[];
        };
        /** EvalDatasetFromCalls */
        EvalDatasetFromCalls: {
            dataset: components["schemas"]["EvalDataset"];
            added: number;
            truncated: {
                callId: string;
                /** @example inputText */
                field: string;
                /** @description Original length of the text; its beginning is kept */
                chars: number;
            }[];
            skipped: {
                callId: string;
                /** @enum {string} */
                reason: "content_not_stored" | "content_unreadable" | "no_input" | "already_in_dataset" | "dataset_full";
                message: string;
            }[];
        };
        /** EvalDatasetFromFilter */
        EvalDatasetFromFilter: {
            filter: components["schemas"]["CallFilter"];
            /**
             * @description The newest calls
             * @default 100
             */
            limit: number;
            /**
             * @description `messages`: the input is the list of messages, with the system message. `conversation`: the input is `{messages, tools}` with tool calls and their results, without the system message and without an expected output, to test prompts on. `text` by default: a text of it
             * @enum {string}
             */
            as?: "text" | "messages" | "conversation";
        };
        /** EvalDatasetFullItem */
        EvalDatasetFullItem: {
            /** @description Unique within the dataset and never reused */
            id: number;
            externalId: string | null;
            /** @description Text, messages (`[{role, content}]`) or any other JSON */
            input: unknown;
            /** @description The same; null if there is none */
            expectedOutput: unknown;
            metadata: {
                [key: string]: unknown;
            } | null;
            split: string | null;
            sourceCallId: string | null;
            /** @description Runs skip the item */
            archived: boolean;
            createdAt: string | null;
            updatedAt: string | null;
        };
        /** EvalDatasetImport */
        EvalDatasetImport: {
            /** @description The version that the request made, or the one there was */
            version: number;
            itemCount: number;
            added: number;
            changed: number;
            unchanged: number;
            removed: number;
            /** @description New items with the input of an existing one */
            duplicates: {
                skipped: number;
                replaced: number;
                kept: number;
            };
            rowCount: number;
            refusedCount: number;
            /** @description The first 100 */
            refused: {
                /** @description The number of the row, without the header */
                row: number;
                /** @example input */
                field: string;
                /** @enum {string} */
                reason: "unknown_item" | "input_required" | "text_too_long" | "invalid_split" | "invalid_id" | "id_taken" | "invalid_json" | "invalid_row" | "dataset_full";
                /** @description The figures of the reason */
                values: {
                    [key: string]: number;
                };
                message: string;
            }[];
            mapping: components["schemas"]["EvalDatasetMapping"];
        };
        /** EvalDatasetInput */
        EvalDatasetInput: {
            name: string;
            description?: string | null;
            promptRegistryId?: number | null;
            frozen?: boolean;
            /** @description At most as many as a dataset may have: 20, unless the limit of the account is raised */
            items?: {
                id?: number;
                inputText: string;
                expectedOutput?: string | null;
                sourceCallId?: string | null;
            }[];
        };
        /** EvalDatasetItem */
        EvalDatasetItem: {
            /** @description Unique within the dataset and never reused */
            id: number;
            inputText: string;
            expectedOutput: string | null;
            sourceCallId: string | null;
        };
        /**
         * EvalDatasetItemWrite
         * @description Fields that are not sent keep their value
         */
        EvalDatasetItemWrite: {
            id?: number;
            externalId?: string | null;
            /** @description Text, messages or any other JSON; a new item needs it */
            input?: unknown;
            /** @description The same; null for none */
            expectedOutput?: unknown;
            metadata?: {
                [key: string]: unknown;
            } | null;
            split?: string | null;
            sourceCallId?: string | null;
            sourceTraceId?: string | null;
            archived?: boolean;
        };
        /** EvalDatasetItems */
        EvalDatasetItems: {
            /** @description All pages of a list are of this version */
            version: number;
            /** @description All items of the dataset in its current version */
            itemCount: number;
            items: components["schemas"]["EvalDatasetFullItem"][];
            splits: {
                name: string;
                itemCount: number;
            }[] | null;
            nextCursor: string | null;
        };
        /**
         * EvalDatasetMapping
         * @description The column of each field, or a path into a column of JSON: `example.messages`
         */
        EvalDatasetMapping: {
            /** @description A column, or several: then the input is an object with one member for each */
            input: string | string[];
            expectedOutput?: string | string[];
            metadata?: string[];
            split?: string;
            externalId?: string;
            sourceCallId?: string;
            /** @description The column with the id of an existing item, to change items of an export */
            id?: string;
        };
        /** EvalDatasetPreview */
        EvalDatasetPreview: {
            /** @enum {string} */
            format: "csv" | "jsonl" | "json" | "parquet";
            columns: {
                name: string;
                example: string | null;
            }[];
            mapping: components["schemas"]["EvalDatasetMapping"] | null;
            /** @description The first rows as they would be read */
            items: {
                row: number;
                /** @description Text, messages (`[{role, content}]`) or any other JSON */
                input: unknown;
                /** @description The same; null if there is none */
                expectedOutput: unknown;
                metadata: {
                    [key: string]: unknown;
                } | null;
                split: string | null;
                externalId: string | null;
                sourceCallId: string | null;
            }[];
            rowCount: number;
            refusedCount: number;
            /** @description The first 100 */
            refused: {
                /** @description The number of the row, without the header */
                row: number;
                /** @example input */
                field: string;
                /** @enum {string} */
                reason: "unknown_item" | "input_required" | "text_too_long" | "invalid_split" | "invalid_id" | "id_taken" | "invalid_json" | "invalid_row" | "dataset_full";
                /** @description The figures of the reason */
                values: {
                    [key: string]: number;
                };
                message: string;
            }[];
        };
        /** EvalDatasetSummary */
        EvalDatasetSummary: {
            id: number;
            name: string;
            projectId: string | null;
            description: string | null;
            promptRegistryId: number | null;
            frozen: boolean;
            /** @description Increases with every change of the items */
            version: number;
            itemCount: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** EvalDatasetVersion */
        EvalDatasetVersion: {
            version: number;
            itemCount: number;
            added: number;
            changed: number;
            removed: number;
            madeBy: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** EvalGate */
        EvalGate: {
            pass: boolean;
            /** @enum {string} */
            verdict: "pass" | "fail" | "inconclusive" | "no_baseline";
            violations: {
                criterionId: number | null;
                /** @enum {string} */
                kind: "mean_drop" | "criterion_drop" | "new_failures" | "criterion_not_scored" | "unscored" | "nothing_compared" | "no_baseline";
                threshold: number | null;
                observed: number | null;
                message: string;
            }[];
            /** @description Each code once; `cautionDetails` has the figures */
            cautions: ("inconclusive" | "same_outputs")[];
            cautionDetails: {
                /** @enum {string} */
                code: "inconclusive" | "same_outputs";
                criterionId: number | null;
                threshold: number | null;
                observed: number | null;
                pValue: number | null;
                items: number;
                itemsNeeded: number | null;
                itemsAllowed: number | null;
                message: string;
            }[];
            baselineResolved: {
                id: number;
                name: string;
            } | null;
            criterionDeltas: components["schemas"]["CriterionDelta"][];
            overall: components["schemas"]["EvalMeanTest"] | null;
            itemsAllowed: number | null;
            explanation: string;
            judgeTrust: {
                trustEstablished: boolean;
                probes: number;
                pairedCalls: number;
            } | null;
        };
        /**
         * EvalMeanTest
         * @description The mean of each item over the criteria, tested once
         */
        EvalMeanTest: {
            /**
             * @description Sign-flip: a permutation test over the same items
             * @enum {string}
             */
            test: "sign_flip" | "welch";
            /** @description Criteria that both runs scored */
            criteria: number;
            baselineCount: number;
            candidateCount: number;
            pairedCount: number | null;
            /** @description Candidate minus baseline, 0 to 1 of the scale */
            effect: number;
            pValue: number | null;
            pGain: number | null;
            ciLow: number | null;
            ciHigh: number | null;
            itemsNeeded: number | null;
        };
        /** EvalPreset */
        EvalPreset: {
            key: string;
            /** @enum {string} */
            category: "RAG" | "quality" | "safety";
            name: string;
            rubric: string;
            scaleMin: number;
            scaleMax: number;
            /** @enum {string} */
            type: "llm_judge" | "exact_match" | "contains" | "regex" | "json_schema" | "json_path" | "tool_repeats" | "code" | "tool_calls" | "trajectory" | "embedding_similarity";
            /** @enum {string} */
            scoreType: "numeric" | "boolean" | "categorical";
            descriptionJa: string;
        };
        /**
         * EvalReasonFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        EvalReasonFigures: {
            judge_unavailable: Record<string, never>;
            judge_timeout: Record<string, never>;
            judge_rate_limited: Record<string, never>;
            judge_bad_answer: Record<string, never>;
            generator_unavailable: Record<string, never>;
            generator_timeout: Record<string, never>;
            generator_rate_limited: Record<string, never>;
            generator_bad_answer: Record<string, never>;
            embedder_unavailable: Record<string, never>;
            embedder_timeout: Record<string, never>;
            embedder_rate_limited: Record<string, never>;
            embedder_bad_answer: Record<string, never>;
            off_scale: Record<string, never>;
            refused: Record<string, never>;
            no_content: Record<string, never>;
            unusable_criterion: Record<string, never>;
            budget_exhausted: Record<string, never>;
            cancelled: Record<string, never>;
            no_expected_output: Record<string, never>;
            output_too_long: Record<string, never>;
            output_too_deep: Record<string, never>;
            evaluation_timeout: Record<string, never>;
            evaluation_failed: Record<string, never>;
            no_trace: Record<string, never>;
            no_session: Record<string, never>;
            call_gone: Record<string, never>;
            prompt_gone: Record<string, never>;
            prompt_unreadable: Record<string, never>;
            output_not_stored: Record<string, never>;
            quota_exceeded: Record<string, never>;
            records_unavailable: Record<string, never>;
            overloaded: Record<string, never>;
            stopping: Record<string, never>;
            not_stored: Record<string, never>;
            disk_full: Record<string, never>;
            project_gone: Record<string, never>;
            given_up: Record<string, never>;
            account_gone: Record<string, never>;
            plan_required: Record<string, never>;
            scope_mismatch: Record<string, never>;
            fell_behind: Record<string, never>;
            internal: Record<string, never>;
        };
        /** EvalRule */
        EvalRule: {
            id: number;
            name: string | null;
            criterionId: number;
            filter: components["schemas"]["CallFilter"];
            /**
             * @description What is scored: each call as it arrives, or a trace or session once it has ended. The criterion has the scope `call`, `trajectory` or `session`
             * @enum {string}
             */
            scope: "call" | "trace" | "session";
            quietSeconds: number | null;
            /** @description Percentage of what matches; the sample is chosen by the id of the call, trace or session */
            samplePct: number;
            enabled: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            lastRunAt: string | null;
            /** @description Total number of scores */
            scoredCount: number;
            /** @description Calls, traces or sessions that could not be scored; each has a reason */
            failedCount: number;
            lastError: string | null;
            lastErrorReason: string | null;
        };
        /** EvalRuleChanges */
        EvalRuleChanges: {
            name?: string | null;
            filter?: components["schemas"]["CallFilter"];
            /** @description A trace or session has ended when no span of it has arrived for so long: 180 by default, 1,800 for sessions. Not for the scope `call` */
            quietSeconds?: number;
            /** @description Percentage of what matches; the sample is chosen by the id of the call, trace or session */
            samplePct?: number;
            enabled?: boolean;
        };
        /** EvalRuleEstimate */
        EvalRuleEstimate: {
            /** @description Days of the last 7 that the figures cover: since the first call that matches */
            windowDays: number;
            /** @description Calls, traces or sessions of the last 7 days that match */
            matchingCalls: number;
            /** @description Calls, traces or sessions a day that match */
            matchingPerDay: number;
            /** @description Percentage of the newest of them whose content is stored; others cannot be scored */
            contentPct: number;
            /** @description Calls, traces or sessions a day that would be scored */
            scoredPerDay: number;
            /**
             * @description How `costPerScoreUsd` was found: no model is asked; the mean of past scores; the sizes of the calls and the price of the model; its price is unknown; there is no model
             * @enum {string}
             */
            basis: "free" | "measured" | "tokens" | "unknown_price" | "no_model";
            model: string | null;
            /** @description Past scores of this criterion by this model */
            measuredScores: number;
            /** @description Calls, traces or sessions whose sizes were read */
            sampledCalls: number;
            inputTokens: number | null;
            outputTokens: number | null;
            costPerScoreUsd: number | null;
            costPerDayUsd: number | null;
            costPerMonthUsd: number | null;
            budget: {
                connection: string | null;
                remainingUsd: number | null;
                remainingTodayUsd: number | null;
                lastsDays: number | null;
            } | null;
        };
        /** EvalRuleEstimateOrder */
        EvalRuleEstimateOrder: {
            criterionId: number;
            filter?: components["schemas"]["CallFilter"];
            /**
             * @description What is scored: each call as it arrives, or a trace or session once it has ended. The criterion has the scope `call`, `trajectory` or `session`
             * @default call
             * @enum {string}
             */
            scope: "call" | "trace" | "session";
            /** @description Percentage of what matches; the sample is chosen by the id of the call, trace or session */
            samplePct: number;
        };
        /** EvalRun */
        EvalRun: {
            id: number;
            name: string;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "canceled";
            /** @enum {string} */
            source: "recent" | "dataset";
            label: string | null;
            datasetId: number | null;
            datasetVersion: number | null;
            split: string | null;
            promptRegistryId: number | null;
            recentCount: number | null;
            callCount: number;
            /** @description Completed scores, of (criterion x call) */
            scoredCount: number;
            /** @description Scores that failed; each has a reason */
            failedCount: number;
            /** @description Scores still to be made */
            pendingCount: number;
            meanScores: {
                criterionId: number;
                name: string;
                mean: number;
                /** @description 0 to 1 of the scale of the criterion */
                normalizedMean: number;
                count: number;
            }[];
            costUsd: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            startedAt: string | null;
            completedAt: string | null;
            error: string | null;
            errorReason: string | null;
        };
        /** EvalSample */
        EvalSample: {
            input?: string;
            output: string;
            expectedOutput?: string | null;
            /** @description As in a record: each with `name` and `arguments` */
            toolCalls?: {
                [key: string]: unknown;
            }[];
        };
        /** EvalScore */
        EvalScore: {
            criterionId: number;
            criterionName: string;
            callId: string;
            /** @description The call, or the item of the dataset */
            itemKey: string;
            traceId: string | null;
            sessionId: string | null;
            /** @enum {string} */
            status: "scored" | "failed";
            score: number | null;
            normalizedScore: number | null;
            label: string | null;
            reason: string | null;
            /** @description Explanation of the judge or the rule, or why there is no score */
            reasoning: string;
            code: string | null;
            /** @description The figures in `reasoning`; empty without a code */
            values: {
                [key: string]: number | string;
            };
            judge: string | null;
            costUsd: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** EvalTestedCall */
        EvalTestedCall: {
            callId: string | null;
            traceId: string | null;
            itemId: number | null;
            /** @enum {string} */
            status: "scored" | "failed";
            score: number | null;
            normalizedScore: number | null;
            label: string | null;
            reason: string | null;
            /** @description Explanation of the judge or the rule, or why there is no score */
            reasoning: string;
            code: string | null;
            /** @description The figures in `reasoning`; empty without a code */
            values: {
                [key: string]: number | string;
            };
            judge: string | null;
            costUsd: number;
            durationMs: number;
        };
        /** Experiment */
        Experiment: {
            /** @example exp_1a2b3c4d5e6f */
            id: string;
            name: string;
            projectId: string | null;
            /** @enum {string} */
            status: "draft" | "queued" | "running" | "paused" | "cancelled" | "done" | "failed";
            reason: string | null;
            message: string | null;
            datasetId: number;
            datasetVersion: number;
            split: string | null;
            itemCount: number;
            variants: components["schemas"]["ExperimentVariant"][];
            criteria: components["schemas"]["EvalCriterion"][];
            baseline: number;
            repetitions: number;
            concurrency: number;
            limitUsd: number | null;
            /** @description Items x variants x repetitions */
            cellCount: number;
            doneCount: number;
            failedCount: number;
            /** @description Spent so far, with the scoring */
            costUsd: number;
            shipped: {
                variant: number;
                promptId: number;
                name: string;
                version: string;
                label: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
                by: string;
            } | null;
            createdBy: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            startedAt: string | null;
            endedAt: string | null;
        };
        /** ExperimentCell */
        ExperimentCell: {
            variant: number;
            repetition: number;
            /**
             * @description `uploaded`: sent by a client and not scored yet
             * @enum {string}
             */
            status: "done" | "failed" | "uploaded";
            reason: string | null;
            callId: string | null;
            scores: {
                criterionId: number;
                score: number | null;
                normalizedScore: number | null;
            }[];
            costUsd: number;
            latencyMs: number | null;
            inputTokens: number | null;
            outputTokens: number | null;
            attempts: number;
            outputValid: boolean | null;
            verdict: ("good" | "bad") | null;
            output: string | null;
            outputTruncated: boolean;
        };
        /**
         * ExperimentEstimate
         * @description Low: no output. Likely: an output as long as the expected one, or 300 tokens. High: the longest output.
         */
        ExperimentEstimate: {
            itemCount: number;
            cellCount: number;
            /** @description The items that the estimate was made from */
            sampledItems: number;
            /** @description False if a model has no known price; it then counts as free */
            priceKnown: boolean;
            variants: {
                name: string;
                model: string | null;
                /** @description Of all cells, about */
                inputTokens: number;
                priceKnown: boolean;
                lowUsd: number;
                likelyUsd: number;
                highUsd: number;
            }[];
            scoring: {
                judgedCells: number;
                priceKnown: boolean;
                lowUsd: number;
                likelyUsd: number;
                highUsd: number;
            };
            total: {
                lowUsd: number;
                likelyUsd: number;
                highUsd: number;
            };
        };
        /** ExperimentFullCell */
        ExperimentFullCell: {
            variant: number;
            repetition: number;
            /**
             * @description `uploaded`: sent by a client and not scored yet
             * @enum {string}
             */
            status: "done" | "failed" | "uploaded";
            reason: string | null;
            callId: string | null;
            scores: {
                criterionId: number;
                score: number | null;
                normalizedScore: number | null;
            }[];
            costUsd: number;
            latencyMs: number | null;
            inputTokens: number | null;
            outputTokens: number | null;
            attempts: number;
            outputValid: boolean | null;
            verdict: ("good" | "bad") | null;
            output: string | null;
            error: string | null;
            notes: {
                criterionId: number;
                label: string | null;
                reason: string | null;
                reasoning: string;
                judge: string | null;
            }[];
            outputProblem: string | null;
            verdictBy: string | null;
        };
        /** ExperimentFullRow */
        ExperimentFullRow: {
            position: number;
            itemId: number;
            disagreement: number | null;
            score: number | null;
            costUsd: number;
            latencyMs: number | null;
            input: string;
            expectedOutput: string | null;
            cells: components["schemas"]["ExperimentFullCell"][];
        };
        /** ExperimentLeaderboard */
        ExperimentLeaderboard: {
            baseline: number;
            winner: number | null;
            verdict: ("better" | "no_difference" | "inconclusive") | null;
            /** @description Best first */
            entries: components["schemas"]["LeaderboardEntry"][];
        };
        /** ExperimentMessage */
        ExperimentMessage: {
            /** @enum {string} */
            role: "system" | "user" | "assistant";
            /** @description Text with `{{input}}` and other variables */
            content: string;
        };
        /** ExperimentResults */
        ExperimentResults: {
            rows: components["schemas"]["ExperimentRow"][];
            nextCursor: string | null;
        };
        /** ExperimentRow */
        ExperimentRow: {
            position: number;
            itemId: number;
            disagreement: number | null;
            score: number | null;
            costUsd: number;
            latencyMs: number | null;
            /** @description The beginning of a long one; of a conversation, its first question and its tool calls */
            input: string;
            expectedOutput: string | null;
            cells: components["schemas"]["ExperimentCell"][];
        };
        /** ExperimentSettings */
        ExperimentSettings: {
            temperature?: number;
            topP?: number;
            /** @description 4096 unless given */
            maxOutputTokens?: number;
            presencePenalty?: number;
            frequencyPenalty?: number;
            seed?: number;
            stopSequences?: string[];
        };
        /** ExperimentVariant */
        ExperimentVariant: {
            name: string;
            /** @enum {string} */
            kind: "model" | "code";
            promptId: number | null;
            promptName: string | null;
            promptVersion: string | null;
            messages: {
                role: string;
                content: string;
            }[];
            connectionId: string | null;
            model: string | null;
            settings: components["schemas"]["ExperimentSettings"];
            /** @description Of the prompt version */
            tools: {
                name: string;
                description?: string;
                /** @description A JSON Schema */
                parameters: {
                    [key: string]: unknown;
                };
            }[];
            /** @enum {string} */
            toolChoice?: "auto" | "none" | "required";
            outputSchema: {
                [key: string]: unknown;
            } | null;
        };
        /** ExperimentVerdict */
        ExperimentVerdict: {
            variant: number;
            /** @description From 0; 0 unless given */
            repetition?: number;
            verdict: ("good" | "bad") | null;
        };
        /** Experiments */
        Experiments: {
            experiments: components["schemas"]["Experiment"][];
            nextCursor: string | null;
        };
        /** ExportSettings */
        ExportSettings: {
            schedule: {
                enabled: boolean;
                content: boolean;
                folder: string | null;
                s3: {
                    endpoint: string | null;
                    /**
                     * @description Region of the bucket
                     * @example eu-central-1
                     */
                    region: string;
                    /** @example my-exports */
                    bucket: string;
                    /**
                     * @description Folder in the bucket; empty for the whole bucket
                     * @example tracewell/acme
                     */
                    prefix: string;
                    /**
                     * @description Masked
                     * @example …MPLE
                     */
                    accessKeyId: string;
                } | null;
                /**
                 * @description `waiting`: a run is due, or is tried again at `nextRunAt`
                 * @enum {string}
                 */
                state: "idle" | "waiting" | "running";
                nextRunAt: string | null;
                exportedThrough: string | null;
                lastRun: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    startedAt: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    finishedAt: string;
                    /** @description Days of a table that the run wrote */
                    daysWritten: number;
                    error: ("s3_unreachable" | "s3_unavailable" | "s3_refused" | "s3_address_refused" | "target_not_writable" | "disk_full" | "folders_not_allowed" | "content_not_stored" | "export_of_other_data" | "export_damaged" | "export_newer" | "key_unreadable" | "failed") | null;
                    errorDetail: string | null;
                } | null;
                /** @description Rows of the whole export after the last successful run */
                rows: number;
                bytes: number;
                files: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                createdAt: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                updatedAt: string;
            } | null;
            /** @description Whether the operator has named a folder for exports */
            foldersAllowed: boolean;
            /** @description Whether the account stores messages */
            contentAllowed: boolean;
        };
        /** ExportTarget */
        ExportTarget: {
            /**
             * @description A folder below that of the account in the export folder of the operator. Give either `folder` or `s3`
             * @example daily
             */
            folder?: string;
            s3?: {
                endpoint?: string | null;
                /**
                 * @description Region of the bucket
                 * @example eu-central-1
                 */
                region: string;
                /** @example my-exports */
                bucket: string;
                /**
                 * @description Folder in the bucket; empty for the whole bucket
                 * @example tracewell/acme
                 */
                prefix?: string;
                /** @description Leave it and `secretAccessKey` out to keep the stored key of the same bucket */
                accessKeyId?: string;
                /** @description Stored encrypted and never shown */
                secretAccessKey?: string;
            };
        };
        /** ExportTest */
        ExportTest: {
            /** @description A file was written, found and removed */
            ok: boolean;
            error: ("s3_unreachable" | "s3_unavailable" | "s3_refused" | "s3_address_refused" | "target_not_writable" | "disk_full" | "folders_not_allowed" | "content_not_stored" | "export_of_other_data" | "export_damaged" | "export_newer" | "key_unreadable" | "failed") | null;
            errorDetail: string | null;
        };
        /** ExportedCall */
        ExportedCall: {
            id: string;
            provider: string;
            model: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            timestamp: string;
            promptTokens: number;
            completionTokens: number;
            totalTokens: number;
            costUsd: number;
            latencyMs: number;
            tags: {
                [key: string]: string;
            } | null;
            error: string | null;
            errorDetails: unknown;
            traceId: string | null;
            spanId: string | null;
            parentSpanId: string | null;
            sessionId: string | null;
            toolCalls: unknown;
            piiRedacted: boolean;
            redactionMetadata: unknown;
            requestMeta: unknown;
            /** @description Only with `scores=true` */
            scores?: {
                id: string;
                name: string;
                /** @enum {string} */
                dataType: "numeric" | "boolean" | "categorical" | "text";
                value: (number | boolean | string) | null;
                /**
                 * @description api: a program; human: a person; judge: a model; rule: a deterministic check
                 * @enum {string}
                 */
                source: "api" | "human" | "judge" | "rule";
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                createdAt: string;
            }[];
            /** @description Only with `content=true`; null if no input is stored */
            input?: unknown;
            /** @description Only with `content=true`; null if no output is stored */
            output?: unknown;
        };
        /** Facets */
        Facets: {
            /** @description The values of each field, the most frequent first */
            facets: {
                [key: string]: {
                    value: string;
                    count: number;
                    /** @description The same number, if the subject is calls */
                    calls?: number;
                }[];
            };
        };
        /**
         * FacetsQuery
         * @description Default window: the last 30 days. Conditions on a field do not narrow the values of that field.
         */
        FacetsQuery: {
            /**
             * @description What is counted and measured: calls by default; spans are calls and observations together, runs are traces. A run or session belongs to the window and the time of its first span, as a whole, and matches if one of its calls does
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs" | "sessions";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /** @description Only of runs and sessions: whether a tool failed */
            failingTool?: boolean;
            /** @description Only of runs and sessions: whether a span failed */
            hasError?: boolean;
            /** @description By default provider, model and tagKey; tag:<key> for the values of a tag */
            fields?: (("provider" | "model" | "error" | "status" | "agent" | "tool" | "user" | "userId" | "session" | "sessionId" | "promptName" | "promptVersion" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "definedTool" | "type" | "name" | "tagKey") | string)[];
        };
        /** Figure */
        Figure: {
            /** @description Your choice; the answer has the same id */
            id: string;
            /** @enum {string} */
            kind: "aggregate" | "percentiles" | "distribution" | "scores";
            /** @description The body of `POST /v1/query/aggregate`, `/v1/query/percentiles`, `/v1/query/distribution` or `/v1/scores/aggregate` */
            query?: {
                [key: string]: unknown;
            };
        };
        /** FigureAnswers */
        FigureAnswers: {
            /** @description In the order of the request */
            figures: components["schemas"]["AnsweredFigure"][];
        };
        /** FiguresQuery */
        FiguresQuery: {
            figures: components["schemas"]["Figure"][];
        };
        /** Finding */
        Finding: {
            id: string;
            projectId: string;
            /** @enum {string} */
            kind: "tool_loop" | "runaway_trace" | "error_burst" | "cost_spike" | "latency_spike" | "retry_storm" | "pii_leak" | "prompt_injection" | "secret_in_prompt" | "silent_model_change";
            /** @enum {string} */
            severity: "low" | "medium" | "high" | "critical";
            title: string;
            detail: string;
            evidence: {
                /** @description For GET /v1/query/calls/{id} */
                callIds: string[];
                /** @description For GET /v1/query/trace/{id} */
                traceIds: string[];
                /** @description The figures by name, with units in the names. They cover every number in title and detail */
                values: {
                    [key: string]: number | string;
                };
            };
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved" | "dismissed";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            firstSeenAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            lastSeenAt: string;
            /** @description Number of records that show it */
            count: number;
        };
        /** FindingChange */
        FindingChange: {
            /** @enum {string} */
            status: "open" | "acknowledged" | "resolved" | "dismissed";
        };
        /**
         * FindingFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        FindingFigures: {
            tool_loop: {
                /** @description Empty if the tool has no name */
                tool: string;
                repeats: number;
                threshold: number;
                traceId: string;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            runaway_trace: {
                traceId: string;
                /**
                 * @description The limits that the trace exceeds
                 * @enum {string}
                 */
                over: "spans" | "cost" | "both";
                spans: number;
                calls: number;
                costUsd: number;
                spanLimit: number;
                costLimitUsd: number;
                /** @description 0 if there is no baseline */
                usualSpans: number;
                usualCostUsd: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            error_burst: {
                errors: number;
                calls: number;
                /** @description Failures of the same input count once */
                errorRate: number;
                usualErrorRate?: number;
                /** @description Error of one of the failed calls */
                error?: string;
                provider?: string;
                /** @description Model of most of the failed calls */
                model?: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                startAt: string;
                windowMinutes: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            cost_spike: {
                costUsd: number;
                limitUsd: number;
                usualCostUsd: number;
                highestUsualCostUsd: number;
                calls: number;
                provider?: string;
                /** @description Model with the largest share of the cost */
                model?: string;
                modelCostUsd?: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                startAt: string;
                windowMinutes: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            latency_spike: {
                provider: string;
                model: string;
                p75LatencyMs: number;
                limitMs: number;
                usualP50Ms: number;
                usualP95Ms: number;
                calls: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                startAt: string;
                windowMinutes: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            retry_storm: {
                provider: string;
                model: string;
                attempts: number;
                failures: number;
                windowMinutes: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            pii_leak: {
                /**
                 * @example email
                 * @example phone
                 * @example ip_address
                 * @example credit_card
                 * @example iban
                 * @example us_ssn
                 * @example my_number
                 * @example api_key
                 * @example jwt
                 * @example private_key
                 */
                redaction: string;
                calls: number;
                /** @enum {string} */
                foundIn: "output" | "input_and_output";
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            prompt_injection: {
                label: string;
                highestScore: number;
                calls: number;
                /**
                 * @description Whether the label names an attack on the model or harmful content
                 * @enum {string}
                 */
                flaggedAs: "attack" | "content";
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            secret_in_prompt: {
                /**
                 * @example email
                 * @example phone
                 * @example ip_address
                 * @example credit_card
                 * @example iban
                 * @example us_ssn
                 * @example my_number
                 * @example api_key
                 * @example jwt
                 * @example private_key
                 */
                redaction: string;
                calls: number;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
            silent_model_change: {
                provider: string;
                requestedModel: string;
                from: string;
                to: string;
                callsBefore: number;
                callsAfter: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                changedAt: string;
                /**
                 * Format: date
                 * @description The finding merges the others of this day
                 */
                day?: string;
                /** @description Number of separate findings on that day */
                ownFindings?: number;
            };
        };
        /** FiringAlertGroup */
        FiringAlertGroup: {
            /** @description As in forEach */
            dimension: string;
            /** @description `[erased]` after an erasure of this user */
            value: string;
            observedValue: number | null;
            firedAt: string | null;
        };
        /** FixTrail */
        FixTrail: {
            /** @description With items made from these calls, newest first */
            datasets: components["schemas"]["FixTrailDataset"][];
            /** @description On one of the datasets, newest first */
            experiments: components["schemas"]["FixTrailExperiment"][];
            /** @description Evaluation runs of one of the datasets, as the CI gate starts them, newest first */
            runs: components["schemas"]["FixTrailRun"][];
        };
        /** FixTrailCalls */
        FixTrailCalls: {
            callIds: string[];
        };
        /** FixTrailDataset */
        FixTrailDataset: {
            id: number;
            name: string;
            itemCount: number;
            /** @description How many of these calls it has items of */
            covered: number;
            promptRegistryId: number | null;
        };
        /** FixTrailExperiment */
        FixTrailExperiment: {
            id: string;
            name: string;
            datasetId: number;
            /** @enum {string} */
            status: "draft" | "queued" | "running" | "paused" | "cancelled" | "done" | "failed";
            criterionIds: number[];
            shipped: {
                variant: number;
                promptId: number;
                name: string;
                version: string;
                label: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
                by: string;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** FixTrailRun */
        FixTrailRun: {
            id: number;
            name: string;
            datasetId: number;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "canceled";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** GateAnswer */
        GateAnswer: {
            /** @enum {string} */
            decision: "allow" | "deny" | "require_approval";
            reasons: components["schemas"]["GateReason"][];
            /** @description The budgets that the step counts towards */
            budgets: {
                id: string;
                name: string;
                limitUsd: number;
                spentUsd: number;
                remainingUsd: number;
                heldUsd: number;
                unpriced: components["schemas"]["Unpriced"];
            }[];
            approvalId: string | null;
            /** @description Send it as `requestMeta.gateCheckId` of the call */
            gateCheckId: string;
            hold: {
                amountUsd: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                expiresAt: string;
            } | null;
        };
        /** GateApproval */
        GateApproval: {
            /** @example apr_1a2b3c4d5e6f */
            id: string;
            /** @enum {string} */
            status: "pending" | "approved" | "denied" | "expired";
            reasons: components["schemas"]["GateReason"][];
            provider: string | null;
            model: string | null;
            tool: string | null;
            tags: {
                [key: string]: string;
            };
            projectId: string;
            traceId: string | null;
            sessionId: string | null;
            estimatedCostUsd: number | null;
            estimatedTokens: number | null;
            /** @description Id of the key or the user */
            requestedBy: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expiresAt: string;
            decidedAt: string | null;
            decidedBy: string | null;
            comment: string | null;
            usedAt: string | null;
        };
        /** GateApprovalDecision */
        GateApprovalDecision: {
            comment?: string | null;
        };
        /** GateBudget */
        GateBudget: {
            /** @example bud_1a2b3c4d5e6f */
            id: string;
            name: string;
            limitUsd: number;
            /**
             * @description In UTC; weeks begin on Monday
             * @enum {string}
             */
            period: "day" | "week" | "month";
            scope: {
                provider: string | null;
                model: string | null;
                tags: {
                    [key: string]: string;
                } | null;
                projectId: string | null;
            };
            /**
             * @description What happens to a step that would exceed the limit; default `deny`
             * @enum {string}
             */
            action: "deny" | "require_approval" | "warn";
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode: "open" | "closed";
            /**
             * @description What applies to a step while the period has calls without a price, whose cost is unknown: nothing, a reason, or a refusal. It wins over `failMode`; default `warn`
             * @enum {string}
             */
            onUnpriced: "allow" | "warn" | "deny";
            /** @description Cost of the calls of this period that have arrived */
            spentUsd: number;
            /** @description Held by checks whose calls have not arrived */
            heldUsd: number;
            remainingUsd: number;
            unpriced: components["schemas"]["Unpriced"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            periodStart: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            periodEnd: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** GateBudgetChanges */
        GateBudgetChanges: {
            name?: string;
            /** @description US dollars, in steps of 0.000001; a limit of 0 rejects everything */
            limitUsd?: number;
            /**
             * @description In UTC; weeks begin on Monday
             * @enum {string}
             */
            period?: "day" | "week" | "month";
            scope?: components["schemas"]["GateBudgetScope"];
            /**
             * @description What happens to a step that would exceed the limit; default `deny`
             * @enum {string}
             */
            action?: "deny" | "require_approval" | "warn";
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode?: "open" | "closed";
            /**
             * @description What applies to a step while the period has calls without a price, whose cost is unknown: nothing, a reason, or a refusal. It wins over `failMode`; default `warn`
             * @enum {string}
             */
            onUnpriced?: "allow" | "warn" | "deny";
        };
        /**
         * GateBudgetScope
         * @description Which calls count; all fields must match
         */
        GateBudgetScope: {
            provider?: string | null;
            model?: string | null;
            tags?: {
                [key: string]: string;
            } | null;
            projectId?: string | null;
        };
        /** GateCheck */
        GateCheck: {
            provider?: string | null;
            model?: string | null;
            tool?: string | null;
            estimatedTokens?: number | null;
            estimatedCostUsd?: number | null;
            tags?: {
                [key: string]: string;
            } | null;
            traceId?: string | null;
            sessionId?: string | null;
            holdSeconds?: number | null;
            approvalId?: string | null;
        };
        /**
         * GateFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        GateFigures: {
            policy_denies: {
                /** @description Its name */
                policy: string;
            };
            policy_asks: {
                /** @description Its name */
                policy: string;
            };
            budget_exceeded: {
                /** @description Its name */
                budget: string;
                /** @enum {string} */
                period: "day" | "week" | "month";
                limitUsd: number;
                spentUsd: number;
                heldUsd: number;
                /** @description 0 if no cost was estimated */
                askedUsd: number;
            };
            budget_unpriced: {
                /** @description Its name */
                budget: string;
                /** @description Calls of the period without a price */
                calls: number;
                tokens: number;
                /**
                 * @description warn: the step is allowed all the same
                 * @enum {string}
                 */
                onUnpriced: "warn" | "deny";
            };
            budget_unknown: {
                /** @description Its name */
                budget: string;
                /**
                 * @description open: the step is allowed all the same
                 * @enum {string}
                 */
                failMode: "open" | "closed";
            };
            budget_not_held: {
                /** @description Its name */
                budget: string;
                /**
                 * @description open: the step is allowed all the same
                 * @enum {string}
                 */
                failMode: "open" | "closed";
            };
        };
        /** GatePolicy */
        GatePolicy: {
            /** @example pol_1a2b3c4d5e6f */
            id: string;
            name: string;
            /** @description `true` unless given */
            enabled: boolean;
            /** @description Lower first, then older; default 100 */
            priority: number;
            match: {
                providers: string[] | null;
                models: string[] | null;
                tools: string[] | null;
                tags: {
                    [key: string]: string;
                } | null;
            };
            /** @enum {string} */
            effect: "allow" | "deny" | "require_approval";
            maxCostUsd: number | null;
            maxTokens: number | null;
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode: "open" | "closed";
            approvalMinutes: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** GatePolicyChanges */
        GatePolicyChanges: {
            name?: string;
            /** @description `true` unless given */
            enabled?: boolean;
            /** @description Lower first, then older; default 100 */
            priority?: number;
            match?: components["schemas"]["GatePolicyMatch"];
            /** @enum {string} */
            effect?: "allow" | "deny" | "require_approval";
            maxCostUsd?: number | null;
            maxTokens?: number | null;
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode?: "open" | "closed";
            approvalMinutes?: number | null;
        };
        /**
         * GatePolicyMatch
         * @description Which steps the policy matches: one entry of each list, and all tags. Omitted fields match everything
         */
        GatePolicyMatch: {
            providers?: string[] | null;
            models?: string[] | null;
            tools?: string[] | null;
            tags?: {
                [key: string]: string;
            } | null;
        };
        /**
         * GateReason
         * @description A reason against the step: a policy or a budget
         */
        GateReason: {
            policyId?: string;
            budgetId?: string;
            /** @enum {string} */
            code: "policy_denies" | "policy_asks" | "budget_exceeded" | "budget_unpriced" | "budget_unknown" | "budget_not_held";
            /** @description The figures of the message, by code */
            values: {
                [key: string]: number | string;
            };
            message: string;
        };
        /** GateRelease */
        GateRelease: {
            gateCheckId: string;
            releasedUsd: number;
        };
        /** GuardianSummary */
        GuardianSummary: {
            /** @description Findings with status `open` */
            open: number;
            bySeverity: {
                low: number;
                medium: number;
                high: number;
                critical: number;
            };
            byKind: {
                tool_loop: number;
                runaway_trace: number;
                error_burst: number;
                cost_spike: number;
                latency_spike: number;
                retry_storm: number;
                pii_leak: number;
                prompt_injection: number;
                secret_in_prompt: number;
                silent_model_change: number;
            };
            /** @description Findings created in the last 24 hours, with any status */
            last24h: number;
        };
        /** Health */
        Health: {
            /** @enum {string} */
            status: "ok" | "starting" | "degraded" | "stopping" | "unavailable";
            version: string;
            checks: {
                /** @enum {string} */
                records: "ok" | "behind" | "unavailable";
                /** @enum {string} */
                metadata: "ok" | "unavailable";
                /** @enum {string} */
                jobs: "ok" | "unavailable";
            };
            /** @description Records that are not in the tables yet */
            backlog: {
                /** @description Acknowledged or about to be, but not in the tables yet */
                bytes: number;
                /** @description Age of the oldest waiting record */
                seconds: number;
            };
            /** @description How far the clock of this machine is ahead of the shared clock; 0 with SQLite. */
            clockOffsetMs: number;
        };
        /**
         * HiddenSpans
         * @description Spans that have no line
         */
        HiddenSpans: {
            spans: number;
            failed: number;
            totalTokens: number;
            costUsd: number;
        };
        /** ImportedRows */
        ImportedRows: {
            read: number;
            stored: number;
            /** @description Rows that were already stored */
            duplicates: number;
            rejected: {
                rule: string;
                count: number;
                example: string;
            }[];
        };
        /** IncomingCall */
        IncomingCall: {
            /** @description Unique per call; a repeated id is stored once. */
            id: string;
            /** @description One of the providers of this deployment. */
            provider: string;
            model: string;
            /** Format: date-time */
            timestamp: string;
            /** @description Input tokens, including cached ones. */
            promptTokens: number;
            /** @description Output tokens, including reasoning. */
            completionTokens: number;
            /** @description Stored as sent; need not be the sum. */
            totalTokens: number;
            /** @description Cost of the call in USD. */
            costUsd: number;
            /** @description From the request to the last byte, in milliseconds. */
            latencyMs: number;
            tags?: {
                [key: string]: string;
            } | null;
            error?: string | null;
            /** @description {type, code, status, message, stack}, or any other JSON. */
            errorDetails?: unknown;
            traceId?: string | null;
            spanId?: string | null;
            parentSpanId?: string | null;
            sessionId?: string | null;
            /** @description [{id, name, arguments, result, durationMs, error}] */
            toolCalls?: unknown;
            /** @description An object; the documentation lists its known members. Other members with text are content. */
            requestMeta?: unknown;
            piiRedacted?: boolean | null;
            /** @description Set by a client that redacted before sending: {version, total, kinds, fields}. */
            redactionMetadata?: unknown;
        };
        /** IngestDiagnostics */
        IngestDiagnostics: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            to: string;
            totals: {
                requests: number;
                /** @description Newly stored calls and observations */
                accepted: number;
                /** @description Records whose id was already stored */
                duplicates: number;
                /** @description Spans among the accepted and duplicates that are not model calls */
                observations: number;
                /** @description Calls among the accepted and duplicates whose model has no price; stored with cost 0 */
                unpriced: number;
                /** @description Rejected records and spans */
                rejected: number;
                /** @description Requests that were rejected as a whole */
                refused: number;
            };
            /** @description Last active first; at most 200 */
            sources: {
                /** @description Empty for senders beyond 200 in an hour */
                keyId: string;
                keyName: string | null;
                /** @description User agent */
                client: string;
                /** @description Names of the instrumentation scopes; empty if there are none */
                scope: string;
                /**
                 * @example ingest
                 * @example traces
                 * @example logs
                 * @example metrics
                 * @example scores
                 */
                endpoint: string;
                requests: number;
                /** @description Newly stored calls and observations */
                accepted: number;
                /** @description Records whose id was already stored */
                duplicates: number;
                /** @description Spans among the accepted and duplicates that are not model calls */
                observations: number;
                /** @description Calls among the accepted and duplicates whose model has no price; stored with cost 0 */
                unpriced: number;
                /** @description Rejected records and spans */
                rejected: number;
                /** @description Requests that were rejected as a whole */
                refused: number;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                lastSeenAt: string;
                reasons: {
                    /**
                     * @description The counted unit: records and spans, whole requests, or parts that were dropped from stored records
                     * @enum {string}
                     */
                    kind: "rejected" | "refused" | "dropped";
                    /**
                     * @description The reason sent to the client: a code for traces, a rule in words for JSON
                     * @example unknown_provider
                     */
                    reason: string;
                    /**
                     * @description The cause as a code, also where `reason` is a sentence
                     * @example unknown_provider
                     * @example invalid_span_id
                     */
                    cause: string;
                    /**
                     * @description Code of the remedy; several causes may share it
                     * @enum {string}
                     */
                    code: "unknown_provider" | "missing_provider" | "invalid_trace_id" | "timestamp_too_old" | "timestamp_in_future" | "record_too_large" | "quota_exceeded" | "signal_not_stored" | "event_not_stored" | "too_many_waiting_events" | "invalid_json" | "invalid_compression" | "too_many_records" | "insufficient_scope" | "body_too_large" | "unsupported_media_type" | "overloaded" | "reserved_tag" | "late_update" | "invalid_event" | "invalid_run" | "invalid_feedback" | "attachment_not_stored" | "unknown_part" | "unsafe_json" | "too_many_scores" | "score_of_another_key" | "too_many_open_spans" | "field_rule" | "other";
                    /** @description By code */
                    values: {
                        [key: string]: number | string;
                    };
                    count: number;
                    /** @description The latest example, redacted and cut to 200 characters */
                    example: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    lastSeenAt: string;
                }[];
            }[];
            /** @description Every hour, oldest first */
            hours: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                hour: string;
                accepted: number;
                rejected: number;
                refused: number;
            }[];
            /** @description Records that repeat a call, the newest first; at most 200. Those that are not counted are stored as observations, with the attribute `tracewell.duplicate_of` */
            merged: {
                /** @description The record that repeats another one */
                id: string;
                /** @description The call that is counted */
                duplicateOf: string;
                /**
                 * @description `same_response`: both have one response id, and ran at the same time. `around_call`: the span is around the call, and has its counts or none. `around_calls`: it is around several calls, of which this is one, and has their sum. `inside_call`: it is inside of the call, and has no counts. `same_span`: a record with the trace and span id of another one
                 * @enum {string}
                 */
                reason: "same_response" | "around_call" | "around_calls" | "inside_call" | "same_span";
                /** @description Whether the record is counted all the same, because only its sender knows if it is a duplicate */
                counted: boolean;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                at: string;
            }[];
            /** @description Hints as sentences */
            hints: string[];
            /** @description The same hints for programs and other languages */
            codedHints: {
                /** @enum {string} */
                code: "nothing_arrived" | "only_other_signals" | "insufficient_scope" | "quota_exceeded" | "unknown_provider" | "missing_provider" | "timestamp_too_old" | "timestamp_in_future" | "only_duplicates" | "same_spans" | "only_observations" | "body_too_large" | "too_many_records" | "invalid_json" | "unsupported_media_type" | "overloaded" | "unpriced" | "late_update" | "too_many_open_spans" | "reserved_tag";
                /** @description The figures in the message, by code */
                values: {
                    [key: string]: number | string;
                };
                /** @description The same as in `hints` */
                message: string;
            }[];
        };
        /** IngestReply */
        IngestReply: {
            /** @description Stored now or before: a repeated id counts, but is stored once. */
            accepted: number;
            rejected: {
                id: string | null;
                /** @description The field, the rule and the value, as a sentence. Its wording may change. */
                reason: string;
                /**
                 * @description Machine-readable form of `reason`
                 * @enum {string}
                 */
                code: "unknown_provider" | "timestamp_too_old" | "timestamp_in_future" | "field_rule";
                field: string | null;
            }[];
        };
        /** Invitation */
        Invitation: {
            /** @example inv_1a2b3c4d5e6f */
            id: string;
            email: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @enum {string} */
            status: "pending" | "accepted" | "expired";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** Job */
        Job: {
            id: number;
            name: string;
            /** @enum {string} */
            status: "queued" | "running" | "done" | "failed";
            /** @description Runs started so far */
            attempt: number;
            maxAttempts: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            runAt: string;
            startedAt: string | null;
            finishedAt: string | null;
            durationMs: number | null;
            error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /**
         * JobRun
         * @description The job is done.
         */
        JobRun: {
            name: string;
            durationMs: number;
        };
        /** JudgeAgreement */
        JudgeAgreement: {
            /** @description Calls scored by people and a judge; the newest 5,000 count */
            pairedCalls: number;
            meanHuman: number | null;
            meanJudge: number | null;
            meanAbsDiff: number | null;
            meanDiff: number | null;
            meanDiffLow: number | null;
            meanDiffHigh: number | null;
            agreementPctWithin1: number | null;
            agreementLow: number | null;
            agreementHigh: number | null;
            kappa: number | null;
            kappaLow: number | null;
            kappaHigh: number | null;
            /** @description The newest 200 */
            pairs: components["schemas"]["JudgeAgreementPair"][];
        };
        /** JudgeAgreementPair */
        JudgeAgreementPair: {
            callId: string;
            /** @description Mean of the quality scores of people */
            human: number;
            /** @description Mean of the judge’s scores, from the scales of the criteria to 1-5 */
            judge: number;
            /** @description Judge minus human */
            diff: number;
        };
        /** JudgeTrust */
        JudgeTrust: {
            judge: string | null;
            /** @description Probes of the last 30 days */
            probe: {
                /** @description Probes of answers that could fall: both scores of the answer are above the worst */
                probes: number;
                /** @description Probes of answers with the worst score; they count only for stability */
                uncounted: number;
                detectedPct: number | null;
                stablePct: number | null;
                repeatDiffPct: number | null;
                repeatDiffHigh: number | null;
                invertedCount: number;
                byKind: {
                    truncated: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                    shuffled: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                    swapped: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                    negated: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                    emptied: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                    off_language: {
                        probes: number;
                        detected: number;
                        inverted: number;
                    };
                };
            };
            human: {
                pairedCalls: number;
                agreementPctWithin1: number | null;
                meanAbsDiff: number | null;
                meanDiff: number | null;
                meanDiffLow: number | null;
                meanDiffHigh: number | null;
                kappa: number | null;
                kappaLow: number | null;
                kappaHigh: number | null;
            };
            trustEstablished: boolean;
            /** @description What trust still needs; empty when it is established */
            missing: components["schemas"]["JudgeTrustMissing"][];
            /** @description The same in words, in the same order */
            lacking: string[];
        };
        /** JudgeTrustMissing */
        JudgeTrustMissing: {
            /** @enum {string} */
            code: "no_judge" | "probes" | "detected" | "detected_kind" | "stable" | "pairs" | "agreement" | "shift" | "kappa";
            kind: ("truncated" | "shuffled" | "swapped" | "negated" | "emptied" | "off_language") | null;
            /**
             * @description too_few: more probes or pairs are needed; uncertain: the value is good enough, but its interval exceeds the limit or is unknown; failed: the value is not good enough
             * @enum {string}
             */
            state: "too_few" | "uncertain" | "failed";
            value: number | null;
            bound: number | null;
            needed: number | null;
        };
        /** LeaderboardEntry */
        LeaderboardEntry: {
            variant: number;
            name: string;
            doneCount: number;
            failedCount: number;
            invalidOutputs: number | null;
            score: {
                mean: number;
                low: number;
                high: number;
            } | null;
            criteria: {
                criterionId: number;
                name: string;
                count: number;
                unscoredCount: number;
                score: {
                    mean: number;
                    low: number;
                    high: number;
                } | null;
            }[];
            costUsd: number;
            costPerAnswerUsd: number | null;
            latencyMs: {
                p50: number;
                p95: number;
            } | null;
            inputTokens: number;
            outputTokens: number;
            human: {
                good: number;
                bad: number;
                mean: number;
                low: number;
                high: number;
            } | null;
            comparison: {
                /**
                 * @description A drop or gain counts if pAdjusted < 0.05
                 * @enum {string}
                 */
                verdict: "improved" | "regressed" | "unchanged" | "inconclusive";
                pBetter: number | null;
                explanation: string;
                overall: components["schemas"]["EvalMeanTest"] | null;
                criterionDeltas: components["schemas"]["CriterionDelta"][];
                gate: {
                    pass: boolean;
                    /** @enum {string} */
                    verdict: "pass" | "fail" | "inconclusive";
                    violations: {
                        criterionId: number | null;
                        /** @enum {string} */
                        kind: "mean_drop" | "criterion_drop" | "new_failures" | "criterion_not_scored" | "unscored" | "nothing_compared" | "no_baseline";
                        threshold: number | null;
                        observed: number | null;
                        message: string;
                    }[];
                    /** @description Each code once; `cautionDetails` has the figures */
                    cautions: ("inconclusive" | "same_outputs")[];
                };
            } | null;
        };
        /**
         * ListedCall
         * @description `preview` is set if it was requested. With `search`, `snippet` is also set; it is null if no stored content matches.
         */
        ListedCall: {
            id: string;
            provider: string;
            model: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            timestamp: string;
            promptTokens: number;
            completionTokens: number;
            totalTokens: number;
            costUsd: number;
            latencyMs: number;
            tags: {
                [key: string]: string;
            } | null;
            error: string | null;
            errorDetails: unknown;
            traceId: string | null;
            spanId: string | null;
            parentSpanId: string | null;
            sessionId: string | null;
            toolCalls: unknown;
            piiRedacted: boolean;
            redactionMetadata: unknown;
            requestMeta: unknown;
            preview?: components["schemas"]["Preview"];
            snippet?: components["schemas"]["Snippet"] | null;
        };
        /** LlmFeatureBudget */
        LlmFeatureBudget: {
            /** @description US dollars a month; on Free always the default */
            budgetUsd: number;
            /** @description Spent this month; may exceed a budget that was lowered */
            spentUsd: number;
            /** @description Budget minus spend; never below 0 */
            remainingUsd: number;
            /**
             * @description The month, by UTC
             * @example 2026-06
             */
            periodStart: string;
            /** @description Default budget */
            defaultBudgetUsd: number;
            /** @description Smallest allowed budget */
            minBudgetUsd: number;
            /** @description Largest allowed budget */
            maxBudgetUsd: number;
        };
        /** LoggedOut */
        LoggedOut: {
            /** @description Open it in the browser to end the session at the provider of single sign-on too */
            endSessionUrl: string;
        };
        /** LongInputPrices */
        LongInputPrices: {
            /** @description Input tokens */
            aboveTokens: number;
            /** @description US dollars per million uncached input tokens */
            inputPerMTok: number;
            /** @description US dollars per million output tokens, reasoning included */
            outputPerMTok: number;
            cacheReadPerMTok?: number | null;
            cacheWritePerMTok?: number | null;
            cacheWrite1hPerMTok?: number | null;
        };
        /** Member */
        Member: {
            /** @example usr_1a2b3c4d5e6f */
            userId: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
            /** @description A password, single sign-on, or both. Empty for a user who has neither yet. */
            signsInWith: ("password" | "sso")[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            joinedAt: string;
        };
        /**
         * MessageStretch
         * @description Consecutive messages of an input
         */
        MessageStretch: {
            /** @description Position of the first one among the messages of the input */
            at: number;
            count: number;
            messages: components["schemas"]["SaidMessage"][] | null;
        };
        /** ModelConnection */
        ModelConnection: {
            /** @example mdc_1a2b3c4d5e6f */
            id: string;
            /** @example OpenAI */
            name: string;
            /**
             * @description `recorded`: the recorded model of the sample data. It needs no key, and answers inputs of the sample only
             * @enum {string}
             */
            provider: "openai" | "anthropic" | "google" | "mistral" | "openai-compatible" | "recorded";
            /** @example https://api.openai.com/v1 */
            baseUrl: string;
            apiKey: string | null;
            /** @example gpt-4o-mini */
            defaultModel: string;
            embeddingModel: string | null;
            /** @description The models that may be called. Empty means any. */
            models: string[];
            /** @description The judge and the generator use the default connection */
            isDefault: boolean;
            dayBudgetUsd: number | null;
            monthBudgetUsd: number | null;
            /** @description US dollars spent this day (UTC), by the price table, with what requests under way may still cost */
            daySpentUsd: number;
            /** @description US dollars spent this month (UTC), by the price table, with what requests under way may still cost */
            monthSpentUsd: number;
            testedAt: string | null;
            testFault: components["schemas"]["ModelFault"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** ModelConnectionChanges */
        ModelConnectionChanges: {
            name?: string;
            /**
             * @description HTTPS on the public internet, or a network that the operator allows
             * @example https://api.groq.com/openai/v1
             */
            baseUrl?: string;
            apiKey?: string | null;
            /** @example gpt-4o-mini */
            defaultModel?: string;
            embeddingModel?: string | null;
            models?: string[];
            isDefault?: boolean;
            dayBudgetUsd?: number | null;
            monthBudgetUsd?: number | null;
            /** @description Send one small request first, and save only if it is answered. `true` unless given. */
            test?: boolean;
        };
        /** ModelConnectionTestResult */
        ModelConnectionTestResult: {
            ok: boolean;
            model: string;
            latencyMs: number;
            fault: components["schemas"]["ModelFault"] | null;
        };
        /** ModelFault */
        ModelFault: {
            /**
             * @description Why the request failed
             * @enum {string}
             */
            reason: "wrong_key" | "unknown_model" | "too_long" | "images_refused" | "no_credit" | "not_recorded" | "rejected" | "rate_limited" | "provider_error" | "malformed_answer" | "unreachable" | "blocked_address" | "timeout" | "cancelled" | "budget_exhausted" | "no_price";
            message: string;
            status: number | null;
            detail: string | null;
            retryAfterSeconds: number | null;
        };
        /** ModelPrice */
        ModelPrice: {
            provider: string;
            model: string;
            inputPerMTok: number | null;
            outputPerMTok: number | null;
            cacheReadPerMTok: number | null;
            cacheWritePerMTok: number | null;
            contextWindow?: number;
            /** @description US dollars per thousand uses of a tool that the vendor runs */
            toolsPerThousand?: {
                /** @description Includes grounding with a search engine */
                webSearch?: number;
                fileSearch?: number;
                codeContainer?: number;
            };
        };
        /** NamedReviewQueue */
        NamedReviewQueue: {
            id: number;
            name: string;
            projectId: string | null;
            /** @description Markdown */
            instructions: string;
            dimensions: components["schemas"]["ReviewDimension"][];
            reviewersPerItem: number;
            /** @description Empty: everyone who may annotate */
            assignees: string[];
            datasetId: number | null;
            /**
             * @description What the filter adds: calls as they arrive (default), or runs or sessions once they have ended: no span of a run has arrived for 3 minutes, of a session for 30
             * @enum {string}
             */
            of: "calls" | "runs" | "sessions";
            filter: components["schemas"]["RecordFilter"] | null;
            /** @description Percentage of what matches; the sample is chosen by id */
            samplePct: number;
            /** @description Whether the filter adds what is new */
            enabled: boolean;
            maxOpen: number;
            /** @description What matched while the queue was full */
            passedOver: number;
            lastFilledAt: string | null;
            counts: {
                /** @description Nobody works on them */
                pending: number;
                /** @description Someone works on them, or an answer is missing */
                inReview: number;
                /** @description Answered, without a disagreement */
                done: number;
                /** @description Waiting for a decision between two answers */
                disagreement: number;
                /** @description Decided after a disagreement */
                resolved: number;
            };
            /** @description Whether the caller may answer */
            mayReview: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /**
         * NewAlert
         * @description Without `templateKey`: `name`, `alertType`, `thresholdValue`, `windowMinutes` and `channelKinds` are required.
         */
        NewAlert: {
            /** @enum {string} */
            alertType?: "cost_threshold" | "monthly_budget" | "error_rate" | "latency_degradation" | "anomaly_cost" | "anomaly_latency" | "anomaly_error_rate" | "eval_score" | "score_below" | "score_above" | "guardian_findings";
            /** @description USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue */
            thresholdValue?: number;
            /** @description Up to 30 days; up to one day for latencies and anomalies */
            windowMinutes?: number;
            evalCriterionId?: number | null;
            scoreName?: string | null;
            scoreValue?: string | null;
            /**
             * @description What is measured, calls by default. Only calls and runs have a cost; a budget counts calls
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs";
            /** @description As for lists, without times: the window is that of the alert. null: all records */
            filter?: components["schemas"]["RecordFilter"] | null;
            forEach?: (("user" | "model" | "tool" | "agent" | "project" | "release") | string) | null;
            percentile?: number | null;
            /**
             * @description Missing fields are taken from this template
             * @enum {string}
             */
            templateKey?: "monthly-budget" | "daily-cost" | "error-rate" | "outage" | "slow-calls" | "unusual-cost" | "unusual-latency" | "unusual-errors" | "low-scores" | "poor-feedback" | "user-cost" | "tool-errors" | "slow-runs" | "guardian-findings";
            name?: string;
            channelKinds?: ("email" | "slack" | "webhook" | "discord" | "teams" | "pagerduty")[];
            /** @description The target of each channel; URLs and secrets are masked when read */
            channelTargets?: {
                email?: {
                    /** @description Defaults to the owners */
                    to?: string[];
                };
                slack?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                webhook?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                    /** @description Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is */
                    secret?: string;
                };
                discord?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                teams?: {
                    /**
                     * @description HTTPS, to a public address
                     * @example https://hooks.example.com/tracewell
                     */
                    url: string;
                };
                pagerduty?: {
                    /** @description Integration key of an Events API v2 integration */
                    routingKey: string;
                    /**
                     * @description Region of the PagerDuty account; `us` by default
                     * @enum {string}
                     */
                    region?: "us" | "eu";
                };
            };
            /** @default true */
            enabled: boolean;
        };
        /** NewAnnotation */
        NewAnnotation: {
            /** @description Id of a call of this account */
            callId: string;
            annotationText?: string | null;
            label?: string | null;
            qualityScore?: number | null;
        };
        /** NewComment */
        NewComment: {
            on: components["schemas"]["CommentOn"];
            text: string;
        };
        /** NewDatasetRun */
        NewDatasetRun: {
            /** @description The same key within 60 minutes returns the run of the first request */
            idempotencyKey?: string;
            /** @description Defaults to all criteria of the account and the global ones */
            criterionIds?: number[];
            /** @description Version of the dataset; the current one by default */
            version?: number;
            split?: string | null;
        };
        /** NewEvalRule */
        NewEvalRule: {
            name?: string | null;
            criterionId: number;
            filter?: components["schemas"]["CallFilter"];
            /**
             * @description What is scored: each call as it arrives, or a trace or session once it has ended. The criterion has the scope `call`, `trajectory` or `session`
             * @default call
             * @enum {string}
             */
            scope: "call" | "trace" | "session";
            /** @description A trace or session has ended when no span of it has arrived for so long: 180 by default, 1,800 for sessions. Not for the scope `call` */
            quietSeconds?: number;
            /** @description Percentage of what matches; the sample is chosen by the id of the call, trace or session */
            samplePct: number;
            /** @default true */
            enabled: boolean;
        };
        /** NewEvalRun */
        NewEvalRun: {
            name: string;
            /**
             * @description Number of newest calls
             * @default 50
             */
            recentCount: number;
            label?: string;
            promptRegistryId?: number;
            /** @description Defaults to all criteria of the account and the global ones */
            criterionIds?: number[];
            filter?: components["schemas"]["CallFilter"];
            /** @description The tag whose value names the item that a call answers. Runs are then compared item by item. A value of the form `dataset/item`, two ids, also gives criteria the expected output of that item. */
            itemTag?: string;
            /** @description The same key within 60 minutes returns the run of the first request */
            idempotencyKey?: string;
        };
        /** NewExperiment */
        NewExperiment: {
            name: string;
            datasetId: number;
            /** @description The current one unless given */
            datasetVersion?: number;
            split?: string | null;
            variants: components["schemas"]["NewExperimentVariant"][];
            /** @description The variant that the others are compared with, from 0; the first unless given */
            baseline?: number;
            /** @description 1 unless given */
            repetitions?: number;
            /** @description 8 unless given */
            concurrency?: number;
            /** @description Criteria that score each answer; none unless given */
            criterionIds?: number[];
            limitUsd?: number | null;
        };
        /** NewExperimentVariant */
        NewExperimentVariant: {
            name?: string;
            /**
             * @description `model` unless given: the service asks a model. `code`: a client uploads its own answers.
             * @enum {string}
             */
            kind?: "model" | "code";
            promptId?: number;
            /** @description Instead of `promptId` */
            messages?: components["schemas"]["ExperimentMessage"][];
            /** @example mdc_1a2b3c4d5e6f */
            connectionId?: string;
            /** @description The default model of the connection unless given */
            model?: string;
            settings?: components["schemas"]["ExperimentSettings"];
        };
        /** NewExportSchedule */
        NewExportSchedule: {
            /** @description `true` unless given */
            enabled?: boolean;
            /** @description With messages, arguments and results, if the account stores them. `false` unless given */
            content?: boolean;
            /**
             * @description A folder below that of the account in the export folder of the operator. Give either `folder` or `s3`
             * @example daily
             */
            folder?: string;
            s3?: {
                endpoint?: string | null;
                /**
                 * @description Region of the bucket
                 * @example eu-central-1
                 */
                region: string;
                /** @example my-exports */
                bucket: string;
                /**
                 * @description Folder in the bucket; empty for the whole bucket
                 * @example tracewell/acme
                 */
                prefix?: string;
                /** @description Leave it and `secretAccessKey` out to keep the stored key of the same bucket */
                accessKeyId?: string;
                /** @description Stored encrypted and never shown */
                secretAccessKey?: string;
            };
        };
        /** NewGateBudget */
        NewGateBudget: {
            name: string;
            /** @description US dollars, in steps of 0.000001; a limit of 0 rejects everything */
            limitUsd: number;
            /**
             * @description In UTC; weeks begin on Monday
             * @enum {string}
             */
            period: "day" | "week" | "month";
            scope?: components["schemas"]["GateBudgetScope"];
            /**
             * @description What happens to a step that would exceed the limit; default `deny`
             * @enum {string}
             */
            action?: "deny" | "require_approval" | "warn";
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode?: "open" | "closed";
            /**
             * @description What applies to a step while the period has calls without a price, whose cost is unknown: nothing, a reason, or a refusal. It wins over `failMode`; default `warn`
             * @enum {string}
             */
            onUnpriced?: "allow" | "warn" | "deny";
        };
        /** NewGatePolicy */
        NewGatePolicy: {
            name: string;
            /** @description `true` unless given */
            enabled?: boolean;
            /** @description Lower first, then older; default 100 */
            priority?: number;
            match?: components["schemas"]["GatePolicyMatch"];
            /** @enum {string} */
            effect: "allow" | "deny" | "require_approval";
            maxCostUsd?: number | null;
            maxTokens?: number | null;
            /**
             * @description What applies if a needed value is unknown; default `open`
             * @enum {string}
             */
            failMode?: "open" | "closed";
            approvalMinutes?: number | null;
        };
        /** NewLlmFeatureBudget */
        NewLlmFeatureBudget: {
            /**
             * @description US dollars a month, in steps of 0.01
             * @example 5
             */
            budgetUsd: number;
        };
        /** NewModelConnection */
        NewModelConnection: {
            name: string;
            /**
             * @description `openai-compatible` is any server with chat completions: Azure, Groq, OpenRouter, Ollama, vLLM
             * @enum {string}
             */
            provider: "openai" | "anthropic" | "google" | "mistral" | "openai-compatible";
            baseUrl?: string | null;
            apiKey?: string | null;
            /** @example gpt-4o-mini */
            defaultModel: string;
            embeddingModel?: string | null;
            models?: string[];
            isDefault?: boolean;
            dayBudgetUsd?: number | null;
            monthBudgetUsd?: number | null;
            /** @description Send one small request first, and save only if it is answered. `true` unless given. */
            test?: boolean;
        };
        /** NewModelPrice */
        NewModelPrice: {
            provider?: string | null;
            /**
             * @description Name of a model, case-insensitive; `*` matches any text
             * @example gpt-4o-*
             */
            model: string;
            /** @description US dollars per million uncached input tokens */
            inputPerMTok: number;
            /** @description US dollars per million output tokens, reasoning included */
            outputPerMTok: number;
            cacheReadPerMTok?: number | null;
            cacheWritePerMTok?: number | null;
            cacheWrite1hPerMTok?: number | null;
            /** @description Prices of calls with a longer input, cache included. They apply to all tokens of the call. */
            longInput?: components["schemas"]["LongInputPrices"][];
            webSearchPerThousand?: number | null;
            fileSearchPerThousand?: number | null;
            codeContainerPerThousand?: number | null;
            /** @description Prices of service tiers, by the vendor’s word for the tier, such as `flex` */
            tiers?: {
                [key: string]: components["schemas"]["ServiceTierPrices"];
            };
        };
        /**
         * NewPrompt
         * @description With either `template` or `messages`. The type is text, or chat if there are messages. A text prompt needs a `version`; a chat prompt without one is named after its number.
         */
        NewPrompt: {
            name: string;
            version?: string;
            /** @enum {string} */
            type?: "text" | "chat";
            /** @description At most 50,000 bytes in UTF-8; {{name}} stands for a variable. For a chat prompt: `messages` as JSON text */
            template?: string;
            messages?: components["schemas"]["PromptMessage"][];
            variables?: {
                [key: string]: components["schemas"]["PromptVariable"];
            } | null;
            labels?: string[];
            description?: string | null;
            /** @description JSON for the caller; at most 64 KiB. The dashboard and the playground read `model`, `settings`, `tools` and `outputSchema` */
            config?: {
                [key: string]: unknown;
            };
        };
        /**
         * NewReviewItems
         * @description Exactly one of `callIds`, `traceIds`, `sessionIds`, and of `filter` (calls), `traceFilter` (runs) and `sessionFilter`
         */
        NewReviewItems: {
            callIds?: string[];
            traceIds?: string[];
            sessionIds?: string[];
            filter?: components["schemas"]["CallFilter"];
            traceFilter?: components["schemas"]["TraceSelection"];
            sessionFilter?: components["schemas"]["SessionSelection"];
            /** @description With a filter: at most so many of the newest ones; 100 if it is not given */
            limit?: number;
            /** @description Percentage of what matches; the sample is chosen by id */
            samplePct?: number;
        };
        /** NewReviewQueue */
        NewReviewQueue: {
            name: string;
            dimensions: components["schemas"]["ReviewDimensionInput"][];
            /** @description One in a new queue */
            reviewersPerItem?: number;
            /** @description Markdown */
            instructions?: string;
            /** @description Members who may answer. Empty: everyone who may annotate */
            assignees?: string[];
            datasetId?: number | null;
            /**
             * @description What the filter adds: calls as they arrive (default), or runs or sessions once they have ended: no span of a run has arrived for 3 minutes, of a session for 30
             * @enum {string}
             */
            of?: "calls" | "runs" | "sessions";
            filter?: components["schemas"]["RecordFilter"] | null;
            /** @description Percentage of what matches; the sample is chosen by id */
            samplePct?: number;
            enabled?: boolean;
            /** @description The filter adds nothing while so many items are open; 500 in a new queue */
            maxOpen?: number;
        };
        /**
         * NewScore
         * @description At least one of `callId`, `traceId`, `spanId`, `sessionId` and `runId` is required. The record that it refers to may arrive later.
         */
        NewScore: {
            /** @description A score with the same id is replaced. Without an id, the service generates one. */
            id?: string;
            name: string;
            /**
             * @description By default: numeric for a number, boolean for true and false, categorical for text
             * @enum {string}
             */
            dataType?: "numeric" | "boolean" | "categorical" | "text";
            /** @description A boolean may be 0 or 1. A category has at most 256 characters, a text 10000. */
            value: number | boolean | string;
            comment?: string | null;
            /**
             * @description api: a program; human: a person; judge: a model; rule: a deterministic check
             * @enum {string}
             */
            source?: "api" | "human" | "judge" | "rule";
            callId?: string | null;
            traceId?: string | null;
            spanId?: string | null;
            sessionId?: string | null;
            runId?: string | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt?: string;
        };
        /** NewSharedPlayground */
        NewSharedPlayground: {
            columns: components["schemas"]["PlaygroundColumn"][];
            /** @description Values of `{{variables}}` */
            variables?: {
                [key: string]: string;
            };
            /** @description Messages of placeholders by name. They are sent as they are: variables in them stay */
            placeholders?: {
                [key: string]: components["schemas"]["PlaygroundMessage"][];
            };
            /** @description Results of tools by name, for calls that nobody answers by hand */
            mocks?: {
                [key: string]: string;
            };
            sourceCallId?: string | null;
            sourceTraceId?: string | null;
        };
        /** NewWebhook */
        NewWebhook: {
            /**
             * @description HTTPS, to a public address
             * @example https://hooks.example.com/tracewell
             */
            url: string;
            events: ("alert.fired" | "alert.acknowledged" | "eval_run.completed" | "prompt.deployed" | "guardian.finding" | "gate.approval_requested" | "gate.approval_decided" | "quota.threshold" | "comment.created")[];
            description?: string | null;
            /** @description `true` unless given */
            enabled?: boolean;
        };
        /** OperatorAccount */
        OperatorAccount: {
            accountId: string;
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "team";
            /** @enum {string} */
            subscriptionStatus: "active" | "canceled";
            /** @description Effective quota, from the plan or the account */
            recordQuota: number;
            retentionDays: number;
            limits: components["schemas"]["AccountLimits"];
        };
        /** OperatorKey */
        OperatorKey: {
            id: string;
            /** @description The key itself. It is shown only once. */
            apiKey: string;
        };
        /** OrderedScores */
        OrderedScores: {
            /** @description One for each criterion, in the order of the request */
            scores: components["schemas"]["CallScore"][];
        };
        /** OutlineLine */
        OutlineLine: {
            /** @description 0 for a root, and for the span of `under` */
            depth: number;
            span: components["schemas"]["OutlineSpan"] | null;
            hidden: components["schemas"]["HiddenSpans"] | null;
        };
        /** OutlineSpan */
        OutlineSpan: {
            id: string;
            /** @description The span id, or the `id` of the record if several spans share it */
            label: string;
            /** @description llm for a call, else the type of the observation */
            type: string;
            /** @description At most 256 characters */
            name: string;
            durationMs: number;
            error: string | null;
            model: string | null;
            totalTokens: number | null;
            costUsd: number | null;
        };
        /**
         * Percentiles
         * @description Exact, with linear interpolation between neighbours. With groupBy, a series.
         */
        Percentiles: {
            /** @enum {string} */
            metric: "latency" | "cost";
            p50: number | null;
            p95: number | null;
            p99: number | null;
            p999: number | null;
            max: number | null;
            count: number;
        } | {
            /** @enum {string} */
            metric: "latency" | "cost";
            /** @description By day, hour or minute, in ascending order, without those that have no calls */
            byDay: {
                key: string;
                p50: number | null;
                p95: number | null;
                p99: number | null;
                p999: number | null;
                max: number | null;
                count: number;
            }[];
        };
        /**
         * PercentilesQuery
         * @description Windows as for aggregates. Without groupBy: 30 days by default, any length.
         */
        PercentilesQuery: {
            /**
             * @description What is counted and measured: calls by default; spans are calls and observations together, runs are traces. A run or session belongs to the window and the time of its first span, as a whole, and matches if one of its calls does
             * @enum {string}
             */
            of?: "calls" | "spans" | "runs" | "sessions";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /** @description Only of runs and sessions: whether a tool failed */
            failingTool?: boolean;
            /** @description Only of runs and sessions: whether a span failed */
            hasError?: boolean;
            /**
             * @description latency by default
             * @enum {string}
             */
            metric?: "latency" | "cost";
            /** @enum {string} */
            groupBy?: "day" | "hour" | "minute";
            /** @description Minutes east of UTC, for the start of days; only with groupBy "day" */
            tzOffsetMinutes?: number;
            /** @description Days, hours or minutes in one step, 1 by default; requires groupBy "day", "hour" or "minute". The maximum window grows with it, up to 366 days. */
            every?: number;
        };
        /** Plan */
        Plan: {
            /** @enum {string} */
            name: "free" | "pro" | "team";
            title: string;
            recordsPerMonth: number;
            retentionDays: number;
            exportRecords: number;
            alerts: number | null;
            alertChannels: string[];
            savedViews: number;
            datasetItems: number;
            teamMembers: boolean;
        };
        /** PlanLimits */
        PlanLimits: {
            exportRecords: number;
            alerts: number | null;
            alertChannels: string[];
            savedViews: number;
            /** @description Spans in the answer of `GET /v1/query/trace/{id}` */
            traceSpans: number;
            /** @description Items per dataset */
            datasetItems: number;
            /** @description Characters of an input or an expected output in a dataset */
            itemCharacters: number;
            /** @description Whether people can be invited */
            teamMembers: boolean;
        };
        /** PlaygroundColumn */
        PlaygroundColumn: {
            /** @example mdc_1a2b3c4d5e6f */
            connectionId: string;
            /**
             * @description The default model of the connection unless given
             * @example gpt-4o-mini
             */
            model?: string;
            /**
             * @example [
             *       {
             *         "role": "user",
             *         "content": "Greet {{name}}."
             *       }
             *     ]
             */
            messages: (components["schemas"]["PlaygroundMessage"] | components["schemas"]["PlaygroundPlaceholder"])[];
            tools?: components["schemas"]["PlaygroundTool"][];
            /** @enum {string} */
            toolChoice?: "auto" | "none" | "required";
            /** @description A JSON Schema */
            outputSchema?: {
                [key: string]: unknown;
            };
            settings?: components["schemas"]["PlaygroundSettings"];
            promptId?: number | null;
        };
        /** PlaygroundDraft */
        PlaygroundDraft: {
            callId: string | null;
            provider: string | null;
            model: string | null;
            /** @description False if its messages are not stored */
            hasContent: boolean;
            messages: components["schemas"]["PlaygroundMessage"][];
            tools: components["schemas"]["PlaygroundTool"][];
            settings: components["schemas"]["PlaygroundSettings"];
            outputSchema: {
                [key: string]: unknown;
            } | null;
            promptId: number | null;
        };
        /** PlaygroundMessage */
        PlaygroundMessage: {
            /** @enum {string} */
            role: "system" | "user" | "assistant" | "tool";
            /** @description Text with `{{variables}}`; parts with images and files for the role user */
            content: string | ({
                /** @constant */
                type: "text";
                text: string;
            } | {
                /** @constant */
                type: "image";
                /**
                 * @description A data URL with base64
                 * @example data:image/png;base64,iVBORw0KGgo=
                 */
                image: string;
            } | {
                /** @constant */
                type: "media";
                mediaId: string;
                contentType: string;
                bytes: number;
            })[];
            /** @description Of an assistant */
            toolCalls?: {
                id: string;
                /** @example get_weather */
                name: string;
                arguments: unknown;
            }[];
            toolCallId?: string;
        };
        /**
         * PlaygroundPlaceholder
         * @description Stands for the messages of its name in `placeholders`; left out if there are none
         */
        PlaygroundPlaceholder: {
            /** @constant */
            type: "placeholder";
            name: string;
        };
        /** PlaygroundRun */
        PlaygroundRun: {
            /** @example mdc_1a2b3c4d5e6f */
            connectionId: string;
            /**
             * @description The default model of the connection unless given
             * @example gpt-4o-mini
             */
            model?: string;
            /**
             * @example [
             *       {
             *         "role": "user",
             *         "content": "Greet {{name}}."
             *       }
             *     ]
             */
            messages: (components["schemas"]["PlaygroundMessage"] | components["schemas"]["PlaygroundPlaceholder"])[];
            tools?: components["schemas"]["PlaygroundTool"][];
            /** @enum {string} */
            toolChoice?: "auto" | "none" | "required";
            /** @description A JSON Schema */
            outputSchema?: {
                [key: string]: unknown;
            };
            settings?: components["schemas"]["PlaygroundSettings"];
            promptId?: number | null;
            /** @description Values of `{{variables}}` */
            variables?: {
                [key: string]: string;
            };
            /** @description Messages of placeholders by name. They are sent as they are: variables in them stay */
            placeholders?: {
                [key: string]: components["schemas"]["PlaygroundMessage"][];
            };
        };
        /** PlaygroundSettings */
        PlaygroundSettings: {
            temperature?: number;
            topP?: number;
            /** @description 4096 unless given */
            maxOutputTokens?: number;
            presencePenalty?: number;
            frequencyPenalty?: number;
            seed?: number;
            stopSequences?: string[];
        };
        /** PlaygroundTool */
        PlaygroundTool: {
            /** @example get_weather */
            name: string;
            description?: string;
            /** @description A JSON Schema */
            parameters: {
                [key: string]: unknown;
            };
        };
        /**
         * Preview
         * @description Input and output, each on one line of at most 160 characters; without reasoning
         */
        Preview: {
            input: string | null;
            output: string | null;
            /** @description False if content was not stored, or cannot be read */
            stored: boolean;
        };
        /** Previews */
        Previews: {
            /** @description In the order of the ids, without unknown ones */
            previews: components["schemas"]["RecordPreview"][];
        };
        /** PreviewsQuery */
        PreviewsQuery: {
            /** @description Ids of calls and of observations */
            ids: string[];
        };
        /** Project */
        Project: {
            /** @example prj_1a2b3c4d5e6f */
            id: string;
            name: string;
            isDefault: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** Prompt */
        Prompt: {
            id: number;
            name: string;
            version: string;
            /** @description 1, 2, 3… in the order of creation within its name; permanent there and never reused */
            number: number;
            /** @enum {string} */
            type: "text" | "chat";
            /** @description For a chat prompt: the messages as JSON text */
            template: string;
            messages: components["schemas"]["PromptMessage"][] | null;
            variables: {
                [key: string]: components["schemas"]["PromptVariable"];
            } | null;
            labels: string[];
            description: string | null;
            /** @description JSON for the caller; at most 64 KiB. The dashboard and the playground read `model`, `settings`, `tools` and `outputSchema` */
            config: {
                [key: string]: unknown;
            };
            /** @description Labels that point to this version */
            deployedLabels: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** PromptDeploy */
        PromptDeploy: {
            label: string;
            comment?: string | null;
        };
        /** PromptDeployment */
        PromptDeployment: {
            name: string;
            label: string;
            promptId: number;
            version: string;
            previousPromptId: number | null;
            previousVersion: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            deployedAt: string;
            /** @description Id of the key or of the person */
            deployedBy: string;
        };
        /** PromptDeploymentEntry */
        PromptDeploymentEntry: {
            id: number;
            /** @description The current name of the prompt */
            name: string;
            label: string;
            /** @enum {string} */
            action: "deploy" | "rollback";
            promptId: number;
            /** @description The current name of the version, or its name when it was deleted */
            version: string;
            fromPromptId: number | null;
            fromVersion: string | null;
            comment: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            deployedAt: string;
            deployedBy: string;
        };
        /** PromptDeployments */
        PromptDeployments: {
            deployments: components["schemas"]["PromptDeployment"][];
            nextCursor: string | null;
        };
        /** PromptDiff */
        PromptDiff: {
            from: {
                id: number;
                name: string;
                version: string;
            };
            to: {
                id: number;
                name: string;
                version: string;
            };
            addedLines: number;
            removedLines: number;
            /** @description Hunks of the template, with three lines around each change. A chat prompt is compared as text: each message after a line with its role */
            hunks: components["schemas"]["DiffHunk"][];
            /** @description The same for `config`, as indented JSON */
            configHunks: components["schemas"]["DiffHunk"][];
            variables: {
                added: string[];
                removed: string[];
                changed: string[];
            };
            labels: {
                added: string[];
                removed: string[];
            };
            description: {
                from: string | null;
                to: string | null;
            } | null;
            config: {
                added: string[];
                removed: string[];
                changed: string[];
            };
        };
        /** PromptFolder */
        PromptFolder: {
            /** @description The whole path, such as `support/billing` */
            path: string;
            /** @description Number of prompts below it */
            prompts: number;
        };
        /** PromptLinks */
        PromptLinks: {
            /** @description Prompts in it, by its own references */
            includes: {
                name: string;
                label: string | null;
                number: number | null;
                promptId: number | null;
                version: string | null;
            }[];
            /** @description Versions that contain this one now, at most 200, newest first */
            includedBy: {
                promptId: number;
                name: string;
                version: string;
                label: string | null;
                number: number | null;
                deployedLabels: string[];
            }[];
            /** @description Datasets, evaluation runs and experiments with this version, at most 50 of each, newest first */
            uses: {
                datasets: {
                    id: number;
                    name: string;
                }[];
                runs: {
                    id: number;
                    name: string;
                    status: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    createdAt: string;
                }[];
                experiments: {
                    id: string;
                    name: string;
                    status: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    createdAt: string;
                }[];
            };
            composed: {
                template: string;
                messages: components["schemas"]["PromptMessage"][] | null;
            } | null;
            problem: string | null;
        };
        /**
         * PromptMessage
         * @description A message, or a place where the caller inserts its own messages
         */
        PromptMessage: {
            role: string;
            content: string;
        } | {
            /** @constant */
            type: "placeholder";
            name: string;
        };
        /** PromptName */
        PromptName: {
            name: string;
            /** @description Number of versions */
            versions: number;
            /** @description The newest version */
            latestVersion: string;
            latestId: number;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            /** @description Deployments of the name */
            labels: {
                label: string;
                version: string;
            }[];
        };
        /**
         * PromptPatch
         * @description name and version can only be changed by rename; the type stays as it is
         */
        PromptPatch: {
            /** @description At most 50,000 bytes in UTF-8; {{name}} stands for a variable. For a chat prompt: `messages` as JSON text */
            template?: string;
            messages?: components["schemas"]["PromptMessage"][];
            variables?: {
                [key: string]: components["schemas"]["PromptVariable"];
            } | null;
            labels?: string[];
            description?: string | null;
            /** @description JSON for the caller; at most 64 KiB. The dashboard and the playground read `model`, `settings`, `tools` and `outputSchema` */
            config?: {
                [key: string]: unknown;
            };
        };
        /** PromptProtectedLabels */
        PromptProtectedLabels: {
            /**
             * @description Labels that only admins may move. None unless set.
             * @example [
             *       "production"
             *     ]
             */
            labels: string[];
        };
        /** PromptRename */
        PromptRename: {
            name: string;
            version: string;
        };
        /** PromptRollback */
        PromptRollback: {
            name: string;
            label: string;
            comment?: string | null;
        };
        /** PromptScores */
        PromptScores: {
            human: {
                /** @description Mean of the quality scores, 1 to 5 */
                mean: number;
                count: number;
            } | null;
            judge: {
                criterionId: number;
                /** @description 0 to 1 of the criterion’s scale */
                mean: number;
                count: number;
            }[];
        };
        /** PromptUsage */
        PromptUsage: {
            name: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime: string;
            versions: components["schemas"]["PromptVersionUsage"][];
        };
        /** PromptVariable */
        PromptVariable: string | {
            description?: string | null;
            /** @description Default value */
            default?: string | number | boolean | null;
            required?: boolean;
        };
        /** PromptVersionUsage */
        PromptVersionUsage: {
            version: string | null;
            promptId: number | null;
            calls: number;
            costUsd: number;
            totalTokens: number;
            meanLatencyMs: number | null;
            p95LatencyMs: number | null;
            errorRate: number;
            lastCallAt: string | null;
            scores: components["schemas"]["PromptScores"];
        };
        /** Proposal */
        Proposal: {
            /** @example prp_1a2b3c4d5e6f */
            id: string;
            /** @enum {string} */
            kind: "cheaper_model" | "prompt_caching" | "repeated_calls" | "failing_prompt_version" | "long_context";
            title: string;
            /** @description Finding and advice in words */
            detail: string;
            evidence: components["schemas"]["ProposalEvidence"];
            estimatedSavingUsdPerMonth: number;
            confidence: number;
            /**
             * @description expired: it no longer holds and was never decided
             * @enum {string}
             */
            status: "open" | "accepted" | "dismissed" | "expired";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** ProposalEvidence */
        ProposalEvidence: {
            /** @description A few example calls */
            callIds: string[];
            traceIds: string[];
            /** @description The figures over the window; which ones depends on the kind. They cover every number in title and detail */
            values: {
                [key: string]: number | string;
            };
        };
        /**
         * ProposalFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        ProposalFigures: {
            cheaper_model: {
                provider: string;
                model: string;
                /**
                 * @description prompt, or the key of the tag that names the use; empty if neither
                 * @example prompt
                 * @example feature
                 * @example
                 */
                classKind: string;
                className: string;
                proposedModel: string;
                /**
                 * @description With scores, `score:<source>:<model>` is a mean and `scores:<source>:<model>` a count; the source is human or the id of a criterion
                 * @enum {string}
                 */
                basis: "scores" | "simple";
                calls: number;
                spentUsd: number;
                listedUsd: number;
                proposedUsd: number;
                inputP95: number;
                outputP95: number;
                /** @description Calls that called a tool */
                toolCalls: number;
                errorRate: number;
            };
            prompt_caching: {
                provider: string;
                model: string;
                /**
                 * @description prompt, or the key of the tag that names the use; empty if neither
                 * @example prompt
                 * @example feature
                 * @example
                 */
                classKind: string;
                className: string;
                /**
                 * @description Whether the request must mark the part to cache
                 * @enum {string}
                 */
                caching: "explicit" | "automatic";
                calls: number;
                hits: number;
                writes: number;
                cacheableTokens: number;
                medianInputTokens: number;
                cachedShare: number;
                spentUsd: number;
                /** @description Cost of the calls with the cache */
                cachedUsd: number;
                listedUsd: number;
                savedPerHitUsd: number;
                extraPerWriteUsd: number;
            };
            repeated_calls: {
                provider: string;
                model: string;
                /**
                 * @description prompt, or the key of the tag that names the use; empty if neither
                 * @example prompt
                 * @example feature
                 * @example
                 */
                classKind: string;
                className: string;
                /**
                 * @description Whether the same input has the same answer
                 * @enum {string}
                 */
                sameAnswer: "certain" | "unknown";
                calls: number;
                repeats: number;
                mostInADay: number;
                repeatsCostUsd: number;
            };
            failing_prompt_version: {
                prompt: string;
                version: string;
                /** @description The version it is compared with */
                versionBefore: string;
                calls: number;
                errorsCostUsd: number;
                /** @description This and the next are set if more of its calls fail */
                errors?: number;
                errorRate?: number;
                errorRateLow?: number;
                callsBefore?: number;
                errorsBefore?: number;
                errorRateBefore?: number;
                errorRateBeforeHigh?: number;
                /**
                 * @description This and the next are set if it is scored lower. human, or the id of a criterion
                 * @example human
                 * @example 12
                 */
                scoredBy?: string;
                scoredVersionBefore?: string;
                /** @description 0 to 1 */
                meanScore?: number;
                scores?: number;
                meanScoreBefore?: number;
                scoresBefore?: number;
                pValue: number;
            };
            long_context: {
                provider: string;
                model: string;
                /**
                 * @description prompt, or the key of the tag that names the use; empty if neither
                 * @example prompt
                 * @example feature
                 * @example
                 */
                classKind: string;
                className: string;
                threads: number;
                longCalls: number;
                longestInputTokens: number;
                medianInputTokens: number;
                cutToTokens: number;
                excessTokens: number;
                spentUsd: number;
                listedUsd: number;
                /** @description At list prices; the real spend may differ in proportion */
                cutUsd: number;
            };
        };
        /** ProposalLook */
        ProposalLook: {
            /** @description New proposals */
            found: number;
            /** @description Known proposals with new figures */
            changed: number;
            /** @description Open proposals that no longer hold */
            expired: number;
        };
        /** ProposeCriteria */
        ProposeCriteria: {
            /** @description What the application does, and what matters about its answers */
            useCaseHint: string;
            /** @description Calls of the account whose stored content shows what the application does */
            sampleCallIds?: string[];
            /** @default 5 */
            maxCriteria: number;
        };
        /** ProposedCriteria */
        ProposedCriteria: {
            criteria: components["schemas"]["ProposedCriterion"][];
            /** @description Samples that could not be shown to the judge */
            partialFailures: {
                callId: string;
                reason: string;
                message: string;
            }[];
            budgetSpentUsd: number;
            /** @description Number of criteria that the judge proposed */
            proposedRawCount: number;
            /** @description Number of those that were unusable, near duplicates, or beyond the requested number */
            droppedCount: number;
        };
        /** ProposedCriterion */
        ProposedCriterion: {
            name: string;
            rubric: string;
            scaleMin: number;
            scaleMax: number;
            /** @description Why this is worth scoring here */
            reasoning: string;
        };
        /** ReadMentions */
        ReadMentions: {
            ids: string[];
        };
        /**
         * RecordFilter
         * @description `type` is only for spans; `name`, `agent` and `tool` for spans, runs and sessions; `failingTool`, `hasError` and conditions on `run.…` only for runs and sessions. Of a run or session, one call must match the other fields
         */
        RecordFilter: {
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /** @description Whether a tool failed; with `tool`, this one */
            failingTool?: boolean;
            /** @description Whether a span failed */
            hasError?: boolean;
        };
        /** RecordPreview */
        RecordPreview: {
            id: string;
            input: string | null;
            output: string | null;
            /** @description False if content was not stored, or cannot be read */
            stored: boolean;
        };
        /**
         * RejectionFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        RejectionFigures: {
            unknown_provider: {
                /** @description The latest one; absent if it is not a text */
                provider?: string;
            };
            missing_provider: Record<string, never>;
            invalid_trace_id: Record<string, never>;
            timestamp_too_old: Record<string, never>;
            timestamp_in_future: Record<string, never>;
            record_too_large: Record<string, never>;
            quota_exceeded: Record<string, never>;
            signal_not_stored: Record<string, never>;
            event_not_stored: Record<string, never>;
            too_many_waiting_events: Record<string, never>;
            invalid_json: Record<string, never>;
            invalid_compression: Record<string, never>;
            too_many_records: Record<string, never>;
            insufficient_scope: Record<string, never>;
            body_too_large: Record<string, never>;
            unsupported_media_type: Record<string, never>;
            overloaded: Record<string, never>;
            reserved_tag: Record<string, never>;
            late_update: Record<string, never>;
            invalid_event: Record<string, never>;
            invalid_run: Record<string, never>;
            invalid_feedback: Record<string, never>;
            attachment_not_stored: Record<string, never>;
            unknown_part: Record<string, never>;
            unsafe_json: Record<string, never>;
            too_many_scores: Record<string, never>;
            score_of_another_key: Record<string, never>;
            too_many_open_spans: Record<string, never>;
            field_rule: {
                /** @description The field that violates the rule in `reason` */
                field?: string;
            };
            other: Record<string, never>;
        };
        /** Repriced */
        Repriced: {
            /** @description false for a dry run, which changes nothing */
            applied: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime: string;
            /** @description Calls whose cost was derived from a price, not sent by a client */
            records: number;
            /** @description Calls whose cost or applied price changes */
            changedRecords: number;
            beforeUsd: number;
            afterUsd: number;
            differenceUsd: number;
            /** @description Largest differences first; at most 1000 */
            models: components["schemas"]["RepricedModel"][];
        };
        /** RepricedModel */
        RepricedModel: {
            provider: string;
            model: string;
            /** @description Calls whose cost was derived from a price, not sent by a client */
            records: number;
            /** @description Calls whose cost or applied price changes */
            changedRecords: number;
            beforeUsd: number;
            afterUsd: number;
        };
        /** ResumeExperiment */
        ResumeExperiment: {
            limitUsd?: number | null;
            /** @description Run failed cells again, also of an experiment that has ended */
            retryFailed?: boolean;
        };
        /** ReviewAgreement */
        ReviewAgreement: {
            /** @description Items with two answers */
            compared: number;
            /** @description Items in which the answers differ in a dimension */
            disagreements: number;
            /** @description Disagreements without a decision */
            open: number;
            dimensions: {
                name: string;
                /**
                 * @description quadratic for numbers: a near miss counts less
                 * @enum {string}
                 */
                weights: "none" | "quadratic";
                /** @description Items that both answered */
                n: number;
                agreementPct: number | null;
                kappa: number | null;
                kappaLow: number | null;
                kappaHigh: number | null;
                /** @description Items in which the answers differ */
                disagreements: number;
                pairs: {
                    reviewers: {
                        /** @description user or key */
                        type: string;
                        id: string;
                        name: string | null;
                    }[];
                    /** @description Items that both answered */
                    n: number;
                    agreementPct: number | null;
                    kappa: number | null;
                    kappaLow: number | null;
                    kappaHigh: number | null;
                }[];
            }[];
        };
        /** ReviewAnswer */
        ReviewAnswer: {
            values: {
                [key: string]: number | boolean | string;
            };
            comment?: string | null;
            correction?: string | null;
        };
        /** ReviewClaim */
        ReviewClaim: {
            /** @default 30 */
            windowDays: number;
            /** @default 20 */
            limit: number;
        };
        /** ReviewDimension */
        ReviewDimension: {
            /** @description Also the name of the scores */
            name: string;
            description: string | null;
            /** @enum {string} */
            kind: "number" | "category" | "boolean";
            min: number | null;
            max: number | null;
            step: number | null;
            tolerance: number | null;
            categories: string[] | null;
            optional: boolean;
        };
        /** ReviewDimensionInput */
        ReviewDimensionInput: {
            name: string;
            description?: string | null;
            /** @enum {string} */
            kind: "number" | "category" | "boolean";
            min?: number | null;
            max?: number | null;
            step?: number | null;
            tolerance?: number | null;
            categories?: string[] | null;
            optional?: boolean;
        };
        /** ReviewProgress */
        ReviewProgress: {
            counts: {
                /** @description Nobody works on them */
                pending: number;
                /** @description Someone works on them, or an answer is missing */
                inReview: number;
                /** @description Answered, without a disagreement */
                done: number;
                /** @description Waiting for a decision between two answers */
                disagreement: number;
                /** @description Decided after a disagreement */
                resolved: number;
            };
            people: {
                reviewer: {
                    /** @description user or key */
                    type: string;
                    id: string;
                    name: string | null;
                };
                /** @description Answers, without resolutions */
                answered: number;
                /** @description Disagreements that this person decided */
                resolved: number;
                /** @description Open items that this person skipped */
                skipped: number;
                /** @description Open items that this person could still answer */
                remaining: number;
                medianMs: number | null;
                lastAnsweredAt: string | null;
            }[];
        };
        /** ReviewQueue */
        ReviewQueue: {
            items: {
                call: components["schemas"]["Call"];
                /**
                 * @description Why the call is in the queue
                 * @enum {string}
                 */
                reason: "error" | "flagged" | "low_score" | "judge_disagreement" | "recent";
                score: {
                    criterionId: number;
                    score: number | null;
                    /** @description 0 to 1 of the criterion's scale */
                    normalized: number;
                    /** @description Distance to the highest score of this call by the same criterion, 0 to 1 */
                    spread: number;
                    label: string | null;
                    reasoning: string;
                    code: string | null;
                    /** @description The figures in `reasoning`; empty without a code */
                    values: {
                        [key: string]: number | string;
                    };
                    judge: string | null;
                } | null;
                safety: {
                    assessmentId: number;
                    labels: string[];
                    score: number;
                    reasoning: string;
                    /** @enum {string} */
                    code: "flagged" | "not_flagged";
                    /** @description The figures in the reasoning: `score:<input or output>:<category>`, highest first, and those of the code */
                    values: {
                        [key: string]: number | string;
                    };
                    classifierId: string;
                } | null;
                claimedUntil: string | null;
            }[];
            coverage: {
                /** @description Calls in the window */
                total: number;
                /** @description Calls in the window with a quality score */
                reviewed: number;
                pending: number;
                /** @description To one decimal; 0 without calls */
                coveragePct: number;
            };
        };
        /** ReviewQueueChanges */
        ReviewQueueChanges: {
            name?: string;
            dimensions?: components["schemas"]["ReviewDimensionInput"][];
            /** @description One in a new queue */
            reviewersPerItem?: number;
            /** @description Markdown */
            instructions?: string;
            /** @description Members who may answer. Empty: everyone who may annotate */
            assignees?: string[];
            datasetId?: number | null;
            /**
             * @description What the filter adds: calls as they arrive (default), or runs or sessions once they have ended: no span of a run has arrived for 3 minutes, of a session for 30
             * @enum {string}
             */
            of?: "calls" | "runs" | "sessions";
            filter?: components["schemas"]["RecordFilter"] | null;
            /** @description Percentage of what matches; the sample is chosen by id */
            samplePct?: number;
            enabled?: boolean;
            /** @description The filter adds nothing while so many items are open; 500 in a new queue */
            maxOpen?: number;
        };
        /** ReviewQueueItem */
        ReviewQueueItem: {
            id: number;
            callId: string | null;
            traceId: string | null;
            sessionId: string | null;
            /**
             * Format: date-time
             * @description Of a run or a session: the newest start of a span when it was added
             */
            callTimestamp: string;
            /** @enum {string} */
            state: "pending" | "in_review" | "done" | "disagreement" | "resolved";
            /** @description Answers so far, without a resolution */
            answerCount: number;
            /** @description Until all reviewers have answered, only the caller's own */
            answers: {
                reviewer: {
                    /** @description user or key */
                    type: string;
                    id: string;
                    name: string | null;
                };
                isMine: boolean;
                isResolution: boolean;
                /** @description By the name of the dimension */
                values: {
                    [key: string]: number | boolean | string;
                };
                comment: string | null;
                correction: string | null;
                durationMs: number | null;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                answeredAt: string;
            }[];
            /** @description Names of the dimensions in which the answers differ */
            disagreements: string[];
            final: {
                [key: string]: number | boolean | string;
            } | null;
            correctionOutcome: string | null;
            takenUntil: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            doneAt: string | null;
        };
        /** RunComparison */
        RunComparison: {
            a: string;
            b: string;
            totals: {
                a: {
                    spans: number;
                    calls: number;
                    /** @description Failed spans */
                    errors: number;
                    costUsd: number;
                    unpriced: components["schemas"]["Unpriced"];
                    totalTokens: number;
                    /** @description From the first start to the last end */
                    durationMs: number;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    startTime: string;
                };
                b: {
                    spans: number;
                    calls: number;
                    /** @description Failed spans */
                    errors: number;
                    costUsd: number;
                    unpriced: components["schemas"]["Unpriced"];
                    totalTokens: number;
                    /** @description From the first start to the last end */
                    durationMs: number;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    startTime: string;
                };
            };
            /** @description All rows, also those that are not shown */
            counts: {
                same: number;
                changed: number;
                onlyA: number;
                onlyB: number;
            };
            /** @description Parents before their children */
            rows: components["schemas"]["ComparedSpan"][];
            /**
             * @description `some`: there was too much content to read, and that of the last spans was not compared
             * @enum {string}
             */
            contentCompared: "all" | "some";
            /** @description A run has more than 30,000 spans, of which the first are compared, or the answer would exceed 16 MiB */
            truncated: boolean;
        };
        /** RunCondition */
        RunCondition: {
            field: ("provider" | "model" | "status" | "error" | "user" | "userId" | "session" | "sessionId" | "traceId" | "id" | "promptName" | "promptVersion" | "agent" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "tool" | "definedTool" | "type" | "name" | "durationMs" | "latencyMs" | "ttftMs" | "totalTokens" | "inputTokens" | "outputTokens" | "costUsd" | "run.costUsd" | "run.durationMs" | "run.totalTokens" | "run.errors" | "run.spans" | "run.status" | "run.agent" | "run.tool") | string;
            /**
             * @description is: one of the values; isNot: none of them, also without a value; atLeast and atMost: for numbers, with one value
             * @enum {string}
             */
            op: "is" | "isNot" | "atLeast" | "atMost";
            /** @description Texts are compared as a whole, an error by its first 256 characters. `status` is ok or failed; `type`, `name` and `durationMs`: only of spans */
            values: (string | number)[];
        };
        /** RunConversation */
        RunConversation: {
            /** @description By start */
            steps: components["schemas"]["ConversationStep"][];
            nextCursor: string | null;
        };
        /** SafetyAssessment */
        SafetyAssessment: {
            id: number;
            call_id: string;
            /** @description Flagged categories in the input or the output, sorted; empty if none */
            labels: string[];
            /** @description The highest score of any category, flagged or not */
            score: number;
            /** @description The highest categories and where they occurred */
            reasoning: string;
            /** @enum {string} */
            code: "flagged" | "not_flagged";
            /** @description The figures in the reasoning: `score:<input or output>:<category>`, highest first, and those of the code */
            values: {
                [key: string]: number | string;
            };
            classifier_id: string;
            /**
             * @description Origin: a request or the background scan
             * @enum {string}
             */
            source: "on_demand" | "background";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /**
         * SafetyFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        SafetyFigures: {
            flagged: {
                /** @description Number of flagged categories that are not named */
                more?: number;
                /** @description Length of an input of which only the beginning and the end were classified */
                inputChars?: number;
                /** @description Classified characters of the input */
                inputSeen?: number;
                /** @description Length of an output of which only the beginning and the end were classified */
                outputChars?: number;
                /** @description Classified characters of the output */
                outputSeen?: number;
            };
            not_flagged: {
                /** @description Number of flagged categories that are not named */
                more?: number;
                /** @description Length of an input of which only the beginning and the end were classified */
                inputChars?: number;
                /** @description Classified characters of the input */
                inputSeen?: number;
                /** @description Length of an output of which only the beginning and the end were classified */
                outputChars?: number;
                /** @description Classified characters of the output */
                outputSeen?: number;
            };
        };
        /** SafetyScan */
        SafetyScan: {
            /** @description Checked calls: the sum of assessed, failures and skipped */
            scanned: number;
            /** @description Calls that got an assessment */
            assessed: number;
            /** @description Of these, with labels */
            flagged: number;
            /** @description Calls that could not be classified; the next scan tries them again */
            failures: number;
            /** @description Calls without stored content */
            skipped: number;
        };
        /**
         * SaidMessage
         * @description A message; empty `parts` if nothing was said
         */
        SaidMessage: {
            role: string;
            parts: components["schemas"]["SaidPart"][];
        };
        /** SaidPart */
        SaidPart: {
            /** @enum {string} */
            kind: "text" | "reasoning";
            text: string;
        } | {
            /** @enum {string} */
            kind: "toolCall";
            id: string | null;
            name: string | null;
            input: unknown;
            result?: unknown;
            durationMs?: number;
            error?: string;
        } | {
            /** @enum {string} */
            kind: "toolResult";
            id: string | null;
            name: string | null;
            result: unknown;
        } | {
            /** @enum {string} */
            kind: "media";
            type: string;
            url?: string;
            mediaType?: string;
            stored?: {
                id: string;
                bytes?: number;
            };
            name?: string;
        } | {
            /** @enum {string} */
            kind: "json";
            value: unknown;
        };
        /** SampleData */
        SampleData: {
            loaded: boolean;
            projectId: string | null;
            /** @description Number of stored calls and observations */
            records: number;
        };
        /** SavedView */
        SavedView: {
            id: number;
            name: string;
            /** @description Any object, up to 16 KiB as JSON; stored unchanged */
            filter: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** SavedViewInput */
        SavedViewInput: {
            name: string;
            /** @description Any object, up to 16 KiB as JSON; stored unchanged */
            filter: {
                [key: string]: unknown;
            };
        };
        /** ScanSafetyBatch */
        ScanSafetyBatch: {
            /**
             * @description Number of calls to check
             * @default 50
             */
            maxRecords: number;
        };
        /** Score */
        Score: {
            id: string;
            name: string;
            /** @enum {string} */
            dataType: "numeric" | "boolean" | "categorical" | "text";
            value: (number | boolean | string) | null;
            comment: string | null;
            /**
             * @description api: a program; human: a person; judge: a model; rule: a deterministic check
             * @enum {string}
             */
            source: "api" | "human" | "judge" | "rule";
            callId: string | null;
            traceId: string | null;
            spanId: string | null;
            sessionId: string | null;
            runId: string | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** ScoreAggregate */
        ScoreAggregate: {
            /** @description By name and data type, the most frequent first */
            scores: {
                name: string;
                /** @enum {string} */
                dataType: "numeric" | "boolean" | "categorical" | "text";
                count: number;
                mean: number | null;
                min: number | null;
                max: number | null;
                /** @description For categories and booleans: the 50 most frequent values */
                values: {
                    value: string;
                    count: number;
                }[];
                /** @description With groupBy: by time, without steps that have no scores */
                series: {
                    key: string;
                    count: number;
                    mean: number | null;
                    min: number | null;
                    max: number | null;
                    /** @description For categories and booleans: the 50 most frequent values */
                    values: {
                        value: string;
                        count: number;
                    }[];
                }[];
            }[];
        };
        /**
         * ScoreAggregateQuery
         * @description Default window: the last 24 hours by hour, 60 minutes by minute, else 30 days. Maximum: 366 days by day, 168 hours by hour, 60 minutes by minute, times `every`.
         */
        ScoreAggregateQuery: {
            /** @description Exact */
            name?: string;
            /** @enum {string} */
            source?: "api" | "human" | "judge" | "rule";
            /** @enum {string} */
            dataType?: "numeric" | "boolean" | "categorical" | "text";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            /**
             * @description Adds a series by the time of the scores
             * @enum {string}
             */
            groupBy?: "day" | "hour" | "minute";
            /** @description Minutes east of UTC, for the start of days; only with groupBy "day" */
            tzOffsetMinutes?: number;
            /** @description Days, hours or minutes in one step, 1 by default; requires groupBy "day", "hour" or "minute". The maximum window grows with it, up to 366 days. */
            every?: number;
        };
        /** ScoreCondition */
        ScoreCondition: {
            name: string;
            /**
             * @description Text and true or false: eq and ne only
             * @enum {string}
             */
            op: "eq" | "ne" | "lt" | "lte" | "gt" | "gte";
            value: number | boolean | string;
        };
        /**
         * ScoreFigures
         * @description The figures that belong to each code, by name; units are in the names
         */
        ScoreFigures: {
            equal: Record<string, never>;
            differs_only: {
                /** @enum {string} */
                how: "white_space" | "line_ends" | "normalisation" | "case";
            };
            differs_length: {
                outputChars: number;
                expectedChars: number;
            };
            differs_from: {
                from: number;
                outputChars: number;
                expectedChars: number;
            };
            contains: {
                from: number;
            };
            contains_other_case: Record<string, never>;
            contains_not: Record<string, never>;
            pattern_matches: {
                from: number;
                to: number;
            };
            pattern_matches_nothing: {
                from: number;
            };
            pattern_matches_nowhere: Record<string, never>;
            path_selects: {
                place: string;
            };
            path_selects_nothing: Record<string, never>;
            path_equal: {
                count: number;
            };
            path_finds_text: {
                place: string;
                length: number;
            };
            path_finds_array: {
                place: string;
                length: number;
            };
            path_finds_object: {
                place: string;
                length: number;
            };
            path_finds: {
                place: string;
                /** @enum {string} */
                found: "null" | "true" | "false" | "number";
            };
            repeats_no_tool_call: Record<string, never>;
            repeats_tool_call: {
                repeats: number;
                allowed: number;
            };
            repeats_tool_call_as_allowed: {
                repeats: number;
                allowed: number;
            };
            json_unreadable: {
                /** @enum {string} */
                why: "invalid_utf8" | "duplicate_key" | "forbidden_key" | "empty" | "code_fence" | "too_short";
            };
            json_unreadable_at: {
                at: number;
            };
            schema_fits: Record<string, never>;
            schema_enum: {
                place: string;
            };
            schema_const: {
                place: string;
            };
            schema_limit: {
                place: string;
                /** @enum {string} */
                comparison: "atLeast" | "atMost" | "above" | "below";
                limit: number;
            };
            schema_multiple: {
                place: string;
                divisor: number;
            };
            schema_type: {
                place: string;
                type: string;
            };
            schema_required: {
                place: string;
                property: string;
            };
            schema_size: {
                place: string;
                /** @enum {string} */
                bound: "least" | "most";
                limit: number;
                /** @enum {string} */
                unit: "characters" | "items" | "properties";
            };
            schema_pattern: {
                place: string;
                pattern: string;
            };
            schema_format: {
                place: string;
                format: string;
            };
            schema_duplicates: {
                place: string;
                one: number;
                other: number;
            };
            schema_contains_range: {
                place: string;
                least: number;
                most: number;
            };
            schema_contains: {
                place: string;
                least: number;
            };
            schema_additional: {
                place: string;
            };
            schema_unevaluated: {
                place: string;
            };
            schema_property_name: {
                place: string;
            };
            schema_dependent: {
                place: string;
                /** @enum {string} */
                number: "one" | "several";
                properties: string;
                property: string;
            };
            schema_one_of: {
                place: string;
            };
            schema_any_of: {
                place: string;
            };
            schema_not: {
                place: string;
            };
            schema_branch: {
                place: string;
                branch: string;
            };
            schema_false: {
                place: string;
            };
            schema_other: {
                place: string;
                rule: string;
            };
            code_scored: {
                score: number;
            };
            code_labelled: {
                label: string;
            };
            code_says: {
                reason: string;
            };
            code_threw_at: {
                line: number;
                problem: string;
            };
            code_threw: {
                problem: string;
            };
            code_result: {
                /** @enum {string} */
                why: "nothing" | "kind" | "not_finite" | "promise" | "not_boolean";
            };
            code_off_scale: {
                score: number;
                min: number;
                max: number;
            };
            code_unknown_label: Record<string, never>;
            tools_right: {
                expected: number;
            };
            tools_unexpected: {
                expected: number;
                unexpected: number;
            };
            tools_differ: {
                matched: number;
                expected: number;
                named: number;
                actual: number;
            };
            trajectory_holds: {
                checks: number;
            };
            trajectory_fails: {
                held: number;
                checks: number;
                failures: string;
            };
            similarity: {
                similarity: number;
                model: string;
            };
            similarity_threshold: {
                similarity: number;
                threshold: number;
                model: string;
            };
            similarity_empty: Record<string, never>;
            no_expected_output: Record<string, never>;
            output_too_long: {
                kib: number;
            };
            output_too_deep: {
                levels: number;
            };
            rubric_unusable: {
                problem: string;
            };
            rubric_too_slow: Record<string, never>;
            rubric_too_large: Record<string, never>;
            rubric_circular: Record<string, never>;
            material_too_long: {
                kib: number;
            };
            trace_too_long: {
                steps: number;
            };
            trace_without_content: Record<string, never>;
            expectation_unusable: {
                problem: string;
            };
            model_unconnected: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                setting: string;
            };
            model_unreachable: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                attempts: number;
            };
            model_failing: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                status: number;
                attempts: number;
            };
            model_garbled: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                attempts: number;
            };
            model_rejects: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                status: number;
                /** @enum {string} */
                why: "key" | "address" | "too_long" | "credit" | "unrecorded" | "kind";
            };
            model_timeout: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                attempts: number;
            };
            model_rate_limited: {
                /** @enum {string} */
                role: "judge" | "generator" | "embedder";
                setting: string;
            };
            model_cancelled: Record<string, never>;
            judge_refused: Record<string, never>;
            generator_refused: Record<string, never>;
            judge_answer_unusable: {
                /** @enum {string} */
                why: "empty" | "not_json" | "no_reasoning";
            };
            judge_answer_cut_off: {
                tokens: number;
            };
            judge_answer_off_scale: {
                min: number;
                max: number;
                score: number;
            };
            judge_answer_other: {
                problem: string;
            };
            embedder_unconnected: {
                setting: string;
            };
            embedder_answer_unusable: {
                /** @enum {string} */
                why: "count" | "length" | "zero";
            };
            nothing_to_judge: Record<string, never>;
            budget_exhausted: {
                budgetUsd: number;
                month: string;
                spentUsd: number;
                heldUsd: number;
                neededUsd: number;
            };
            connection_budget_exhausted: {
                name: string;
                budgetUsd: number;
                /** @enum {string} */
                period: "day" | "month";
                spentUsd: number;
                heldUsd: number;
                neededUsd: number;
            };
            connection_without_price: {
                model: string;
                name: string;
            };
            call_gone: Record<string, never>;
            no_content: Record<string, never>;
            no_trace: Record<string, never>;
            no_session: Record<string, never>;
            prompt_gone: Record<string, never>;
            prompt_unreadable: Record<string, never>;
            output_not_stored: Record<string, never>;
        };
        /** ScoreOrder */
        ScoreOrder: {
            criterionIds: number[];
        };
        /** ScoresPage */
        ScoresPage: {
            scores: components["schemas"]["Score"][];
            nextCursor: string | null;
        };
        /** ScoresReply */
        ScoresReply: {
            /** @description Number of stored scores, new or replaced */
            accepted: number;
            /** @description The ids of the accepted scores, in the order of the request */
            ids: string[];
            /** @description Accepted scores whose comment, text or metadata was not stored, because the account has not consented */
            textDropped: number;
            rejected: {
                /** @description Position in the request, from 0 */
                index: number;
                id: string | null;
                /** @description The field, the rule and the value, as a sentence. Its wording may change. */
                reason: string;
                /**
                 * @description Machine-readable form of `reason`
                 * @enum {string}
                 */
                code: "field_rule" | "timestamp_too_old" | "timestamp_in_future" | "too_many_scores" | "score_of_another_key";
                field: string | null;
            }[];
        };
        /** ServiceTierPrices */
        ServiceTierPrices: {
            /** @description US dollars per million uncached input tokens */
            inputPerMTok: number;
            /** @description US dollars per million output tokens, reasoning included */
            outputPerMTok: number;
            cacheReadPerMTok?: number | null;
            cacheWritePerMTok?: number | null;
            cacheWrite1hPerMTok?: number | null;
            /** @description Prices of calls with a longer input, cache included. They apply to all tokens of the call. */
            longInput?: components["schemas"]["LongInputPrices"][];
        };
        /** Session */
        Session: {
            user: {
                id: string;
                email: string;
                name: string;
                /** @description False for a user created by single sign-on */
                hasPassword: boolean;
            };
            account: {
                id: string;
                name: string;
                /** @enum {string} */
                plan: "free" | "pro" | "team";
            };
            /** @enum {string} */
            role: "viewer" | "member" | "admin" | "owner";
        };
        /** SessionConversation */
        SessionConversation: {
            /** @description By start; `call` has no content */
            steps: components["schemas"]["SessionStep"][];
            nextCursor: string | null;
        };
        /** SessionSelection */
        SessionSelection: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /**
             * @description A figure of the whole session. The window is then about the start of its first span. By default: latest activity first
             * @enum {string}
             */
            sortBy?: "endTime" | "startTime" | "durationMs" | "costUsd" | "totalTokens" | "calls" | "errors";
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; case-insensitive; not in content */
            search?: string;
        };
        /** SessionStep */
        SessionStep: {
            /** @description Of the call or the observation */
            id: string;
            /** @enum {string} */
            kind: "llm" | "observation";
            /** @description False if content was not stored, or cannot be read */
            stored: boolean;
            /** @description Whether the messages are left out because they are too large. The call itself has them. */
            omitted: boolean;
            /** @description System instructions first */
            input: components["schemas"]["MessageStretch"][];
            output: components["schemas"]["SaidMessage"][];
            call: components["schemas"]["Call"];
        };
        /**
         * SessionSummary
         * @description Covers all spans of the session, also those that do not match the query
         */
        SessionSummary: {
            sessionId: string;
            calls: number;
            traces: number;
            /** @description Spans that failed */
            errors: number;
            costUsd: number;
            unpriced?: components["schemas"]["Unpriced"];
            totalTokens: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime: string;
            /** @description From the beginning of the first span to the last end */
            durationMs: number;
            /** @description Those with the most calls */
            users: string[];
            /** @description Those with the most calls */
            models: string[];
            /** @description The model of the last call; empty without a call */
            lastModel: string;
            firstMessage?: string | null;
        };
        /** Sessions */
        Sessions: {
            sessions: components["schemas"]["SessionSummary"][];
            nextCursor: string | null;
            searchedFrom: string | null;
        };
        /**
         * SessionsQuery
         * @description The fields select sessions in which at least one call matches, and without any all sessions; conditions on run.…, release and environment are about the whole session
         */
        SessionsQuery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @default 50 */
            limit: number;
            cursor?: string;
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description Adds the beginning of the stored content to each row; false by default */
            preview?: boolean;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /**
             * @description A figure of the whole session. The window is then about the start of its first span. By default: latest activity first
             * @enum {string}
             */
            sortBy?: "endTime" | "startTime" | "durationMs" | "costUsd" | "totalTokens" | "calls" | "errors";
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; case-insensitive; not in content */
            search?: string;
        };
        /** SharedPlayground */
        SharedPlayground: {
            /** @example pgd_1a2b3c4d5e6f */
            id: string;
            columns: components["schemas"]["PlaygroundColumn"][];
            /** @description Values of `{{variables}}` */
            variables: {
                [key: string]: string;
            };
            /** @description Messages of placeholders by name. They are sent as they are: variables in them stay */
            placeholders: {
                [key: string]: components["schemas"]["PlaygroundMessage"][];
            };
            /** @description Results of tools by name, for calls that nobody answers by hand */
            mocks: {
                [key: string]: string;
            };
            sourceCallId: string | null;
            sourceTraceId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
        };
        /** ShipExperiment */
        ShipExperiment: {
            variant: number;
            label: string;
            comment?: string | null;
            /** @description Deploy although the gate fails against the baseline */
            force?: boolean;
        };
        /** SignInMethods */
        SignInMethods: {
            password: boolean;
            sso: {
                /** @description Shown on the button */
                name: string;
            } | null;
        };
        /**
         * Snippet
         * @description Where the stored content matches the search, with the text around it, on one line
         */
        Snippet: {
            before: string;
            match: string;
            after: string;
        };
        /** SpanList */
        SpanList: {
            spans: components["schemas"]["SpanRow"][];
            nextCursor: string | null;
            /** @description True if the page is shorter than the limit, because a response has at most 16 MiB */
            truncated: boolean;
            searchedFrom: string | null;
        };
        /**
         * SpanListQuery
         * @description The fields of a call query, and those of spans. Conditions on what only calls have, such as the model, find calls only
         */
        SpanListQuery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive */
            search?: string;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @default 50 */
            limit: number;
            cursor?: string;
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description Exact: llm for a call, else the type of the observation */
            type?: string;
            /** @description Part of the name, case-insensitive */
            name?: string;
            /** @description The exact name of the agent */
            agent?: string;
            /** @description The exact name of the tool */
            tool?: string;
            /**
             * @description startTime by default; a span without a cost counts as 0
             * @enum {string}
             */
            sortBy?: "startTime" | "durationMs" | "costUsd" | "totalTokens" | "name";
        };
        /** SpanRow */
        SpanRow: {
            id: string;
            traceId: string | null;
            spanId: string | null;
            parentSpanId: string | null;
            /** @enum {string} */
            kind: "llm" | "observation";
            /** @description llm for a call, else the type of the observation */
            type: string;
            /** @description At most 256 characters */
            name: string;
            agent: string | null;
            tool: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            durationMs: number;
            error: string | null;
            sessionId: string | null;
            userId: string | null;
            release: string | null;
            environment: string | null;
            provider: string | null;
            model: string | null;
            totalTokens: number | null;
            costUsd: number | null;
        };
        /** Stats */
        Stats: {
            version: string;
            uptimeSeconds: number;
            accounts: number;
            records: number;
            /** @description Records, and metadata if embedded */
            bytesOnDisk: number;
            /** @description State of the record writer */
            writer: {
                /** @description Accepted but not in the tables yet */
                waitingBytes: number;
                /** @description Requests waiting for their acknowledgement */
                waitingRequests: number;
                /** @description Closed segments of the log that are not in the tables yet */
                waitingSegments: number;
                /** @description Age of the oldest record that is not in the tables yet */
                waitingSeconds: number;
            };
            jobs: {
                queued: number;
                running: number;
                done: number;
                failed: number;
                /** @description Jobs that can be run by name */
                names: string[];
            };
        };
        /** TestWebhook */
        TestWebhook: {
            /** @description HTTPS, to a public address */
            url: string;
            /** @description Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is */
            secret?: string;
            alertName?: string;
        };
        /** TestWebhookResult */
        TestWebhookResult: {
            /** @description The same as `delivered` */
            ok: boolean;
            /** @description The target answered 2xx within 5 seconds, or the mail server took the message */
            delivered: boolean;
            message: string;
            code: string | null;
            /** @description The figures in the sentence; empty without a code */
            values: {
                [key: string]: number | string;
            };
        };
        /** Trace */
        Trace: {
            traceId: string;
            /** @description The calls with their content, by time */
            spans: components["schemas"]["Call"][];
            /** @description Calls and observations as a tree; a span whose parent is missing is a root */
            nodes: components["schemas"]["TraceNode"][];
            /** @description The newest 200 scores of the trace and of these spans, newest first */
            scores: components["schemas"]["Score"][];
            /** @description Whether spans or content are omitted: there are more than 500 spans, or more than fit into 16 MiB */
            truncated: boolean;
        };
        /** TraceMedia */
        TraceMedia: {
            files: {
                id: string;
                contentType: string;
                bytes: number;
                /** @description The `id` of the first span that has the file */
                span: string;
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds
                 */
                time: string;
            }[];
            /** @description True if the trace has more files */
            truncated: boolean;
        };
        /** TraceNode */
        TraceNode: {
            id: string;
            /** @enum {string} */
            kind: "llm" | "observation";
            /** @description llm for a call, else the type of the observation */
            type: string;
            name: string;
            spanId: string | null;
            parentSpanId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            durationMs: number;
            error: string | null;
            /** @description Attributes of an observation; those of a call are in its `requestMeta.attributes` */
            attributes: {
                [key: string]: unknown;
            };
            call: components["schemas"]["Call"] | null;
            /** @description By start time */
            children: components["schemas"]["TraceNode"][];
        };
        /** TraceOutline */
        TraceOutline: {
            /** @description The tree from top to bottom: each line has either a `span` or the `hidden` ones in its place */
            lines: components["schemas"]["OutlineLine"][];
            /** @description Number of spans in the whole trace */
            total: number;
            /** @description Spans that were read; at most 50,000 */
            read: number;
            /** @description Those of them that failed */
            failed: number;
            /** @description Spans below `under`, itself included; else `read` */
            inPart: number;
            /** @description Spans that have a line */
            shown: number;
        };
        /** TraceSelection */
        TraceSelection: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive */
            search?: string;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /**
             * @description A figure of the whole run. The window is then about the start of its first span. By default: latest activity first
             * @enum {string}
             */
            sortBy?: "startTime" | "durationMs" | "costUsd" | "totalTokens" | "errors" | "spans";
            /** @description Part of the name of the trace, case-insensitive */
            name?: string;
            /** @description The exact name of an agent in the trace */
            agent?: string;
            /** @description The exact name of a tool that the trace called */
            tool?: string;
            /** @description true: a tool failed (with `tool`, this one); false: no tool failed */
            failingTool?: boolean;
            /** @description true: a span failed; false: no span failed */
            hasError?: boolean;
        };
        /** TraceSpan */
        TraceSpan: {
            id: string;
            /** @enum {string} */
            kind: "llm" | "observation";
            /** @description llm for a call, else the type of the observation */
            type: string;
            /** @description At most 256 characters */
            name: string;
            spanId: string | null;
            parentSpanId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            durationMs: number;
            error: string | null;
            provider: string | null;
            model: string | null;
            totalTokens: number | null;
            costUsd: number | null;
            agent: string | null;
            tool: string | null;
            sessionId: string | null;
            userId: string | null;
            /** @description Names of the tools that the model asked for */
            tools: string[];
        };
        /** TraceSpans */
        TraceSpans: {
            /** @description By start time, then by id */
            spans: components["schemas"]["TraceSpan"][];
            /** @description Number of spans in the whole trace */
            total: number;
            /** @description Whether this page has spans of speech, which make turns */
            voice: boolean;
            nextCursor: string | null;
            /** @description True if the page is shorter than the limit, because a response has at most 16 MiB */
            truncated: boolean;
        };
        /**
         * TraceSummary
         * @description Covers all spans of the trace; in the default order, those that began within a day before or after the newest match. `preview`, if it was requested, has the input of the root and the output of the last call.
         */
        TraceSummary: {
            traceId: string;
            /** @description The name of the root span; without a root, of the earliest span */
            name: string;
            /** @description Kind of that span: llm for a call, else the type of the observation */
            kind: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime: string;
            durationMs: number;
            calls: number;
            /** @description Calls and observations */
            spans: number;
            /** @description Spans that failed */
            errors: number;
            /** @description Whether a root span failed; without a root span, whether any span did */
            failed: boolean;
            /** @description Tool calls that failed */
            failedTools: number;
            inputTokens: number;
            outputTokens: number;
            totalTokens: number;
            costUsd: number | null;
            /** @description Those with the most calls */
            models: string[];
            /** @description By name */
            agents: string[];
            /** @description By name */
            tools: string[];
            userId: string | null;
            sessionId: string | null;
            /** @description The tags of the first call */
            tags: {
                [key: string]: string;
            };
            /** @description The newest 20 scores of the trace and of its first 100 calls, newest first */
            scores: components["schemas"]["Score"][];
            preview?: components["schemas"]["Preview"];
        };
        /** Traces */
        Traces: {
            traces: components["schemas"]["TraceSummary"][];
            nextCursor: string | null;
            searchedFrom: string | null;
        };
        /**
         * TracesQuery
         * @description The fields of a call query select traces in which at least one call matches. Without such fields, traces without calls are found too.
         */
        TracesQuery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description Part of the model, an id, the error, the user, or a key or value of a tag; or all words of stored content, in quotes as a phrase; case-insensitive */
            search?: string;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @default 50 */
            limit: number;
            cursor?: string;
            /** @enum {string} */
            sortOrder?: "asc" | "desc";
            /** @description Adds the beginning of the stored content to each row; false by default */
            preview?: boolean;
            /** @description All must match */
            where?: components["schemas"]["RunCondition"][];
            /**
             * @description A figure of the whole run. The window is then about the start of its first span. By default: latest activity first
             * @enum {string}
             */
            sortBy?: "startTime" | "durationMs" | "costUsd" | "totalTokens" | "errors" | "spans";
            /** @description Part of the name of the trace, case-insensitive */
            name?: string;
            /** @description The exact name of an agent in the trace */
            agent?: string;
            /** @description The exact name of a tool that the trace called */
            tool?: string;
            /** @description true: a tool failed (with `tool`, this one); false: no tool failed */
            failingTool?: boolean;
            /** @description true: a span failed; false: no span failed */
            hasError?: boolean;
        };
        /**
         * Unpriced
         * @description Calls that used tokens and have no known price: they cost 0 here
         */
        Unpriced: {
            calls: number;
            tokens: number;
        };
        /** UploadedMedia */
        UploadedMedia: {
            /** @example med_2N9xQk5bWc7TfYzR3pLhA */
            id: string;
            /** @description By the content of the file */
            contentType: string;
            bytes: number;
            /** @description Of the bytes, in hexadecimal */
            sha256: string;
        };
        /** UploadedResult */
        UploadedResult: {
            itemId: number;
            variant: number;
            /** @description From 0; 0 unless given */
            repetition?: number;
            output?: string;
            /** @description Instead of `output` */
            error?: string;
            callId?: string | null;
            costUsd?: number;
            latencyMs?: number;
        };
        /** UploadedResults */
        UploadedResults: {
            results: components["schemas"]["UploadedResult"][];
        };
        /**
         * UserSummary
         * @description Covers the calls of the user that match the query
         */
        UserSummary: {
            userId: string;
            calls: number;
            sessions: number;
            traces: number;
            errors: number;
            costUsd: number;
            unpriced?: components["schemas"]["Unpriced"];
            totalTokens: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            firstSeen: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            lastSeen: string;
        };
        /** Users */
        Users: {
            users: components["schemas"]["UserSummary"][];
            /** @description Number of matching users, listed or not */
            total: number;
        };
        /**
         * UsersQuery
         * @description Default window: the last 30 days.
         */
        UsersQuery: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime?: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            endTime?: string;
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
            /** @description Part of the id of the user, case-insensitive */
            search?: string;
            /**
             * @description Highest first; lastSeen by default
             * @enum {string}
             */
            sortBy?: "lastSeen" | "calls" | "sessions" | "cost" | "tokens" | "errors";
            /** @default 50 */
            limit: number;
        };
        /** VoiceTurn */
        VoiceTurn: {
            /** @description The record of the span that the turn was read from */
            id: string;
            /** @enum {string} */
            who: "user" | "agent";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            startTime: string;
            /** @description Null if the client does not report the end */
            durationMs: number | null;
            text: string | null;
            /** @description Of an agent: from the end of the user's speech to the agent's first sound */
            firstSoundMs: number | null;
            stages: {
                endOfTurnMs: number | null;
                modelMs: number | null;
                speechMs: number | null;
            } | null;
            /** @description Whether the user interrupted the agent */
            interrupted: boolean;
            interruptedBy: string | null;
        };
        /** VoiceTurns */
        VoiceTurns: {
            /** @description By start */
            turns: components["schemas"]["VoiceTurn"][];
            figures: {
                /** @description Turns of the user */
                users: number;
                /** @description Turns of the agent */
                agents: number;
                interruptions: number;
                firstSound: {
                    p50: number;
                    p95: number;
                    max: number;
                } | null;
            };
            /** @description Whether turns are omitted: the run has more than 10,000 spans */
            truncated: boolean;
        };
        /** Webhook */
        Webhook: {
            /** @example whk_1a2b3c4d5e6f */
            id: string;
            /** @example https://hooks.example.com/tracewell */
            url: string;
            events: ("alert.fired" | "alert.acknowledged" | "eval_run.completed" | "prompt.deployed" | "guardian.finding" | "gate.approval_requested" | "gate.approval_decided" | "quota.threshold" | "comment.created")[];
            enabled: boolean;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
        };
        /** WebhookChanges */
        WebhookChanges: {
            /**
             * @description HTTPS, to a public address
             * @example https://hooks.example.com/tracewell
             */
            url?: string;
            events?: ("alert.fired" | "alert.acknowledged" | "eval_run.completed" | "prompt.deployed" | "guardian.finding" | "gate.approval_requested" | "gate.approval_decided" | "quota.threshold" | "comment.created")[];
            description?: string | null;
            enabled?: boolean;
        };
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /** @example whk_1a2b3c4d5e6f */
            id: string;
            /** @example https://hooks.example.com/tracewell */
            url: string;
            events: ("alert.fired" | "alert.acknowledged" | "eval_run.completed" | "prompt.deployed" | "guardian.finding" | "gate.approval_requested" | "gate.approval_decided" | "quota.threshold" | "comment.created")[];
            enabled: boolean;
            description: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds
             */
            updatedAt: string;
            /**
             * @description Shown only once
             * @example whsec_…
             */
            secret: string;
        };
        /**
         * Widget
         * @description In a grid of 12 columns
         */
        Widget: {
            /** @description Unique in its dashboard */
            id: string;
            title: string;
            /**
             * @description `heatmap`: only with the metrics `latency` and `cost`
             * @enum {string}
             */
            chart: "number" | "line" | "stackedBar" | "table" | "heatmap";
            question: components["schemas"]["WidgetQuestion"];
            position: {
                x: number;
                y: number;
            };
            size: {
                w: number;
                h: number;
            };
        };
        /**
         * WidgetFilter
         * @description As in queries of calls
         */
        WidgetFilter: {
            provider?: string;
            /** @description Part of the name, case-insensitive */
            model?: string;
            /** @description All must match */
            tags?: {
                [key: string]: string;
            };
            /** @description true: any error; false: none; a text: an error that contains it */
            error?: boolean | string;
            /** @description Exact: calls that name the prompt, or the id of one of its versions in the registry */
            promptName?: string;
            /** @description Exact: the version in the registry of the id that a call names, else the version in the call */
            promptVersion?: string;
            /** @description All must match */
            where?: components["schemas"]["CallCondition"][];
            /** @description Include calls that evaluation runs created; omitted by default */
            includeEvalRuns?: boolean;
            traceId?: string;
            sessionId?: string;
            userId?: string;
            minLatencyMs?: number;
            minCostUsd?: number;
            /** @description All must match. A call has a score if the score refers to the call, its span, its trace or its session. A condition that matches more than 2,000 of these is a 400 `scores_too_broad`. */
            scores?: components["schemas"]["ScoreCondition"][];
        };
        /** WidgetQuestion */
        WidgetQuestion: {
            /**
             * @description What is measured: calls by default. Of spans: `count`, `error_rate`, `latency` and `latency_percentiles`
             * @enum {string}
             */
            of?: "calls" | "spans";
            /**
             * @description As in aggregates; `latency_percentiles` and `cost_percentiles`: p50, p95 and p99; `score`: the mean of scores
             * @enum {string}
             */
            metric: "cost" | "latency" | "tokens" | "count" | "error_rate" | "input_tokens" | "output_tokens" | "cached_tokens" | "cache_savings" | "reasoning_tokens" | "audio_tokens" | "ttft" | "users" | "sessions" | "latency_percentiles" | "cost_percentiles" | "score";
            /**
             * @description `status`: succeeded and failed calls, only with the metric `count`. Percentiles and scores cannot be grouped.
             * @enum {string}
             */
            groupBy?: "model" | "provider" | "tag" | "error" | "status" | "agent" | "tool" | "user" | "userId" | "session" | "sessionId" | "promptName" | "promptVersion" | "release" | "environment" | "service" | "operation" | "finishReason" | "gateway" | "mcpServer" | "definedTool" | "type" | "name";
            /** @description Required with groupBy "tag" */
            tagKey?: string;
            /** @description For the metric `score`: the name of the scores; all scores if missing */
            scoreName?: string;
            filter?: components["schemas"]["WidgetFilter"];
        };
        /** WithdrawnPlaintextStorage */
        WithdrawnPlaintextStorage: {
            /** @description Inputs, outputs and tool payloads are stored, encrypted */
            plaintextStorage: boolean;
            /** @description Stored content may be sent to the AI helper */
            aiHelper: boolean;
            /** @description Personal data is replaced before anything is stored */
            piiRedaction: boolean;
            /**
             * Format: date-time
             * @description The time by which all stored content is deleted; within the hour
             */
            contentDeletedBy: string;
        };
    };
    responses: {
        /** @description The request is not valid. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credential is missing or not valid. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The plan or the subscription does not include this. */
        PaymentRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not allowed: scope, role, plan, project of the key, or CSRF. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not found, or not in this account. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Conflict with existing data. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 1 MiB: 72 MiB at paths that accept other clients, 16 KiB before signing in. */
        ContentTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The media type of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Valid, but it contradicts what is stored. */
        Unprocessable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests; Retry-After says when to retry. */
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service failed; its log has the cause. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Not available at the moment; try again shortly. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Narrows the request to one project. */
        ProjectId: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    name: string;
                    accountName?: string;
                    /** @description The consent of the account to store messages, encrypted (`plaintextStorage`). Without it, the consent stays as it is. An account on Free cannot give it. */
                    storeMessages?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** Format: email */
                    email: string;
                    password: string;
                    name: string;
                    /** @description The consent of the account to store messages, encrypted (`plaintextStorage`). Without it, the consent stays as it is. An account on Free cannot give it. */
                    storeMessages?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    startSingleSignOn: {
        parameters: {
            query?: {
                next?: string;
                here?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects the browser. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishSingleSignOn: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
                error_description?: string;
                iss?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects the browser. */
            302: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            503: components["responses"]["Unavailable"];
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoggedOut"];
                };
            };
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    newPassword: string;
                };
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    ingestRecords: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    records: components["schemas"]["IncomingCall"][];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportTraces: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedSpans: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportLogs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedLogRecords: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedDataPoints: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportOpenTraces: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedSpans: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportOpenTracesAtRoot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedSpans: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportOpenLogs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedLogRecords: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportClaudeCodeLogs: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedLogRecords: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportOpenMetrics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
                "application/x-protobuf": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        partialSuccess?: {
                            /** @description Number that was not stored; an int64, as a string. */
                            rejectedDataPoints: string;
                            /** @description The causes, with the count of each. */
                            errorMessage: string;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIngestDiagnostics: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestDiagnostics"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryCalls: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CallsQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["ListedCall"][];
                        nextCursor: string | null;
                        /**
                         * Format: date-time
                         * @description Only if `search` matches too many calls for another order than that of time: older calls were not searched
                         */
                        searchedFrom?: string;
                        /** @description True if the page is shorter than the limit, because a response has at most 16 MiB */
                        truncated: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCall: {
        parameters: {
            query?: {
                media?: "inline";
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call: components["schemas"]["Call"];
                        /** @description The newest 200 scores, newest first */
                        scores: components["schemas"]["Score"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryPreviews: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreviewsQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Previews"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryTraces: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TracesQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Traces"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareTraces: {
        parameters: {
            query: {
                a: string;
                b: string;
                differences?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunComparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceSpans: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceSpans"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceOutline: {
        parameters: {
            query?: {
                maxSpans?: number;
                errorsOnly?: boolean;
                under?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceOutline"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceSpan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        span: components["schemas"]["TraceNode"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    querySpans: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SpanListQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SpanList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSpans: {
        parameters: {
            query?: {
                format?: "json" | "csv";
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SpanListQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        spans: components["schemas"]["SpanRow"][];
                    };
                    "text/csv": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    querySessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SessionsQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallSession"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UsersQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Users"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryAggregate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AggregateQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Aggregate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryPercentiles: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PercentilesQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Percentiles"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryDistribution: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DistributionQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Distribution"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryFigures: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FiguresQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FigureAnswers"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    queryFacets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FacetsQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Facets"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCalls: {
        parameters: {
            query?: {
                format?: "json" | "csv" | "parquet";
                scores?: boolean;
                content?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CallsQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["ExportedCall"][];
                    };
                    "text/csv": unknown;
                    "application/vnd.apache.parquet": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        step: components["schemas"]["ConversationStep"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceConversation: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSessionConversation: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionConversation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceTurns: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VoiceTurns"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadedMedia"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            /** @description OK */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTraceMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TraceMedia"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        erasures: components["schemas"]["Erasure"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureInput"];
            };
        };
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getErasure: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalCriteria: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriteria"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvalCriterion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalCriterionInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriteria"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalPresets: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        presets: components["schemas"]["EvalPreset"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    proposeEvalCriteria: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposeCriteria"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedCriteria"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvalCriterion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriterion"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEvalCriterion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriteria"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateEvalCriterion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalCriterionInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriteria"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalDatasets: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        datasets: components["schemas"]["EvalDatasetSummary"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetInput"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDataset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvalDataset: {
        parameters: {
            query?: {
                itemLimit?: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDataset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        ok: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDataset"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalDatasetItems: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                version?: number;
                split?: string;
                search?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetItems"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    addItemsToEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetAddition"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetAdded"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    addCallsToEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    callIds: string[];
                    /**
                     * @description `messages`: the input is the list of messages, with the system message. `conversation`: the input is `{messages, tools}` with tool calls and their results, without the system message and without an expected output, to test prompts on. `text` by default: a text of it
                     * @enum {string}
                     */
                    as?: "text" | "messages" | "conversation";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetFromCalls"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    addFilteredCallsToEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetFromFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetFiltered"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    countFilteredCallsForEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetFromFilter"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Calls that the filter matches */
                        matched: number;
                        /** @description Items that the dataset can still take */
                        room: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeEvalDatasetItems: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalDatasetBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetBatchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalDatasetVersions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        versions: components["schemas"]["EvalDatasetVersion"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    importEvalDatasetItems: {
        parameters: {
            query?: {
                mapping?: string;
                duplicates?: "skip" | "replace" | "keep";
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "application/x-ndjson": unknown;
                "application/json": Record<string, never>[];
                "application/vnd.apache.parquet": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetImport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewEvalDatasetImport: {
        parameters: {
            query?: {
                mapping?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "application/x-ndjson": unknown;
                "application/json": Record<string, never>[];
                "application/vnd.apache.parquet": unknown;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalDatasetPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportEvalDataset: {
        parameters: {
            query?: {
                format?: "jsonl" | "csv" | "parquet";
                version?: number;
                split?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJudgeAgreement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeAgreement"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getJudgeTrust: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JudgeTrust"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    runEvalDataset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewDatasetRun"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: number;
                        deduplicated: boolean;
                    };
                };
            };
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runId: number;
                        deduplicated: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalRuns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        runs: components["schemas"]["EvalRun"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvalRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvalRun"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        summary: components["schemas"]["EvalRun"];
                        deduped: boolean;
                    };
                };
            };
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        summary: components["schemas"]["EvalRun"];
                        deduped: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    compareEvalRuns: {
        parameters: {
            query: {
                baseline: number;
                candidate: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalComparison"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    gateEvalRun: {
        parameters: {
            query: {
                candidate: number;
                baseline?: number;
                baselineName?: string;
                maxMeanDrop?: number;
                maxNewFailures?: number;
                maxCriterionDrop?: number;
                allowMissingBaseline?: boolean;
                requireSignificance?: boolean;
                failOnInconclusive?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalGate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvalRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["EvalRun"];
                        scores: components["schemas"]["EvalScore"][];
                        trajectoryScores: components["schemas"]["EvalScore"][];
                        /** @description True if scores are missing, because an answer is at most 16 MiB */
                        truncated: boolean;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelEvalRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        run: components["schemas"]["EvalRun"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCallScores: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scores: components["schemas"]["CallScore"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    scoreCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoreOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedScores"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    scoreTrace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScoreOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedScores"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testEvalCriterion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalCriterionTest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalCriterionTestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExperiments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiments"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExperiment"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    estimateExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExperiment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExperimentResults: {
        parameters: {
            query?: {
                sortBy?: "position" | "disagreement" | "score" | "cost" | "latency";
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadExperimentResults: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadedResults"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        stored: number;
                        experiment: components["schemas"]["Experiment"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    startExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResumeExperiment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperimentResult: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
                position: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentFullRow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setExperimentVerdict: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
                position: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExperimentVerdict"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExperimentLeaderboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExperimentLeaderboard"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    shipExperiment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShipExperiment"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Experiment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rules: components["schemas"]["EvalRule"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createEvalRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvalRule"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    estimateEvalRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalRuleEstimateOrder"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRuleEstimate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEvalRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRule"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteEvalRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateEvalRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvalRuleChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvalRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvalRuleScores: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        scores: components["schemas"]["EvalScore"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAnnotations: {
        parameters: {
            query?: {
                callId?: string;
                label?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Annotation"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAnnotation"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        annotation: components["schemas"]["Annotation"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewQueue: {
        parameters: {
            query?: {
                windowDays?: number;
                limit?: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewQueue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    claimReviews: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ReviewClaim"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewQueue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        annotation: components["schemas"]["Annotation"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAnnotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        annotation: components["schemas"]["Annotation"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                callId?: string;
                traceId?: string;
                spanId?: string;
                sessionId?: string;
                mentioned?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        comments: components["schemas"]["Comment"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComment"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    readMentions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadMentions"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReviewQueues: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        queues: components["schemas"]["NamedReviewQueue"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createReviewQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReviewQueue"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedReviewQueue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getNamedReviewQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedReviewQueue"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteReviewQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateReviewQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewQueueChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NamedReviewQueue"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReviewQueueItems: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "pending" | "in_review" | "done" | "disagreement" | "resolved";
                callId?: string;
                traceId?: string;
                sessionId?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: components["schemas"]["ReviewQueueItem"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    addToReviewQueue: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewReviewItems"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description New items */
                        added: number;
                        /** @description Those that were in the queue already */
                        known: number;
                        /** @description Those for which the queue has no room */
                        full: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `review` by default; `resolve`: an item with a disagreement
                     * @enum {string}
                     */
                    purpose?: "review" | "resolve";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["ReviewQueueItem"] | null;
                        /** @description Items that the caller could take, this one included */
                        remaining: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewQueueItem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    skipReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
                itemId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    answerReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewAnswer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["ReviewQueueItem"];
                        /** @description The comment and the correction were not stored, because the account does not store content */
                        textDropped: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolveReviewItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
                itemId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewAnswer"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        item: components["schemas"]["ReviewQueueItem"];
                        /** @description The comment and the correction were not stored, because the account does not store content */
                        textDropped: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewAgreement: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewAgreement"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReviewProgress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewProgress"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportReviewQueue: {
        parameters: {
            query?: {
                format?: "csv" | "json";
                content?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listScores: {
        parameters: {
            query?: {
                name?: string;
                source?: "api" | "human" | "judge" | "rule";
                dataType?: "numeric" | "boolean" | "categorical" | "text";
                from?: string;
                to?: string;
                callId?: string;
                traceId?: string;
                sessionId?: string;
                runId?: string;
                value?: string;
                minValue?: number;
                maxValue?: number;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoresPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createScores: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    scores: components["schemas"]["NewScore"][];
                } | components["schemas"]["NewScore"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoresReply"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    aggregateScores: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ScoreAggregateQuery"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScoreAggregate"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteScore: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSafetyAssessments: {
        parameters: {
            query?: {
                call_id?: string;
                flagged?: boolean;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assessments: components["schemas"]["SafetyAssessment"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    scanSafetyBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ScanSafetyBatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SafetyScan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSafetyAssessment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SafetyAssessment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedViews: components["schemas"]["SavedView"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedView: components["schemas"]["SavedView"];
                    };
                };
            };
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedView: components["schemas"]["SavedView"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        savedView: components["schemas"]["SavedView"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDashboards: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dashboards: components["schemas"]["DashboardHead"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardInput"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dashboard: components["schemas"]["Dashboard"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dashboard: components["schemas"]["Dashboard"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DashboardChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        dashboard: components["schemas"]["Dashboard"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDashboard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSnapshot"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Required, except for people who sign in through single sign-on: they sign in again first instead. */
                    password?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClosedAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountOverview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOverview"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccountSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSettingsChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccountLimits: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountLimitsChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountLimits"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantPlaintextStorage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawPlaintextStorage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WithdrawnPlaintextStorage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantAiHelper: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawAiHelper: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    grantPiiRedaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawPiiRedaction: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLlmFeatureBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LlmFeatureBudget"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setLlmFeatureBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLlmFeatureBudget"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LlmFeatureBudget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listModelConnections: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        connections: components["schemas"]["ModelConnection"][];
                        instanceModel: string | null;
                        instanceEmbeddingModel: string | null;
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createModelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewModelConnection"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getModelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelConnection"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteModelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateModelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelConnectionChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelConnection"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testModelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @example gpt-4o-mini */
                    model?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelConnectionTestResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportSettings"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setExportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewExportSchedule"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteExportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    testExportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ExportTarget"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportTest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    runExportSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDataDays: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                content?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DataDays"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDataDay: {
        parameters: {
            query?: {
                content?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                table: "calls" | "observations" | "scores";
                day: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/vnd.tracewell.parts": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    importData: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataRows"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedRows"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccountModelPrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountModelPrices"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    replaceAccountModelPrices: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The first entry that matches a call applies */
                    prices: components["schemas"]["NewModelPrice"][];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountModelPrices"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    reprice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds
                     */
                    startTime: string;
                    /**
                     * Format: date-time
                     * @description Exclusive; the window is at most 92 days
                     */
                    endTime: string;
                    /**
                     * @description Only report what would change
                     * @default true
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Repriced"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPrompts: {
        parameters: {
            query?: {
                name?: string;
                label?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompts: components["schemas"]["Prompt"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPrompt"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompt: components["schemas"]["Prompt"];
                        /** @description Variables that are used but not declared, or declared but not used */
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromptNames: {
        parameters: {
            query?: {
                search?: string;
                folder?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        names: components["schemas"]["PromptName"][];
                        /** @description Folders in the asked folder, at most 1,000; on the first page, without a search */
                        folders: components["schemas"]["PromptFolder"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    resolvePrompt: {
        parameters: {
            query: {
                name: string;
                label: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompt: components["schemas"]["Prompt"];
                        label: string;
                    };
                };
            };
            /** @description Redirects the browser. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProtectedPromptLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptProtectedLabels"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setProtectedPromptLabels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptProtectedLabels"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptProtectedLabels"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromptDeployments: {
        parameters: {
            query?: {
                name?: string;
                label?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDeployments"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPromptDeploymentHistory: {
        parameters: {
            query?: {
                name?: string;
                label?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["PromptDeploymentEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rollBackPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptRollback"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDeployments"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompt: components["schemas"]["Prompt"];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deletedId: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompt: components["schemas"]["Prompt"];
                        /** @description Variables that are used but not declared, or declared but not used */
                        warnings: string[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    renamePrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptRename"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        prompt: components["schemas"]["Prompt"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            503: components["responses"]["Unavailable"];
        };
    };
    deployPrompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptDeploy"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDeployments"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    diffPrompts: {
        parameters: {
            query: {
                against: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptDiff"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromptUsage: {
        parameters: {
            query?: {
                startTime?: string;
                endTime?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptUsage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPromptLinks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PromptLinks"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFixTrail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FixTrailCalls"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FixTrail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    runPlayground: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlaygroundRun"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlaygroundDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaygroundDraft"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPlaygroundDraftOfSpan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
                record: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlaygroundDraft"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    sharePlayground: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSharedPlayground"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPlayground"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSharedPlayground: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SharedPlayground"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"][];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAlert"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertEvents: {
        parameters: {
            query?: {
                limit?: number;
                alertId?: number;
                beforeTriggeredAt?: string;
                beforeId?: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        events: components["schemas"]["AlertEvent"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertTemplates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertTemplate"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testAlertWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertChannels: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertChannel"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testAlertChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertChannelTest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestWebhookResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertPreviewInput"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        alert: components["schemas"]["Alert"];
                        events: components["schemas"]["AlertEvent"][];
                        groups: components["schemas"]["FiringAlertGroup"][];
                    };
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        deleted: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        updated: true;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    silenceAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds
                         */
                        silencedUntil: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsilenceAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        silencedUntil: null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    acknowledgeAlertEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                eventId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    source?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds
                         */
                        acknowledgedAt: string;
                        acknowledgedBy: string;
                        alreadyAcknowledged: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAlertEventDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                eventId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["AlertDelivery"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkGate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GateCheck"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    releaseGateCheck: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateRelease"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGateBudgets: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        budgets: components["schemas"]["GateBudget"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createGateBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGateBudget"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateBudget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGateBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateBudget"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteGateBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateGateBudget: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GateBudgetChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateBudget"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGatePolicies: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        policies: components["schemas"]["GatePolicy"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createGatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGatePolicy"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteGatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateGatePolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GatePolicyChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GatePolicy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listGateApprovals: {
        parameters: {
            query?: {
                status?: "pending" | "approved" | "denied" | "expired";
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        approvals: components["schemas"]["GateApproval"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGateApproval: {
        parameters: {
            query?: {
                wait?: number;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateApproval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveGateApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GateApprovalDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateApproval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    denyGateApproval: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["GateApprovalDecision"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GateApproval"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listFindings: {
        parameters: {
            query?: {
                status?: "open" | "acknowledged" | "resolved" | "dismissed";
                kind?: "tool_loop" | "runaway_trace" | "error_burst" | "cost_spike" | "latency_spike" | "retry_storm" | "pii_leak" | "prompt_injection" | "secret_in_prompt" | "silent_model_change";
                severity?: "low" | "medium" | "high" | "critical";
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        findings: components["schemas"]["Finding"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getFinding: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateFinding: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindingChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Finding"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getGuardianSummary: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GuardianSummary"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAttention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attention"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["Delivery"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProposals: {
        parameters: {
            query?: {
                status?: "open" | "accepted" | "dismissed" | "expired";
                kind?: "cheaper_model" | "prompt_caching" | "repeated_calls" | "failing_prompt_version" | "long_context";
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        proposals: components["schemas"]["Proposal"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    lookForProposals: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposalLook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why */
                    comment?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Proposal"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKeys: components["schemas"]["ApiKey"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes?: ("read" | "write:records" | "write")[] | null;
                    projectId?: string | null;
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChildApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKeys: components["schemas"]["ApiKey"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    graceHours?: number | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: {
                withChildren?: boolean;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeAppAuthorization: {
        parameters: {
            query: {
                clientId: string;
                redirectUri: string;
                responseType: "code";
                codeChallenge: string;
                codeChallengeMethod: "S256";
                state?: string;
                scope?: string;
                resource?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppAuthorizationView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    approveAppAuthorization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    clientId: string;
                    redirectUri: string;
                    /** @constant */
                    responseType: "code";
                    codeChallenge: string;
                    /** @constant */
                    codeChallengeMethod: "S256";
                    state?: string;
                    scope?: string;
                    resource?: string;
                    /** @description What the person allows, which may be less than the application asks for */
                    scopes: ("read" | "write:records" | "write")[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppAuthorized"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeDeviceLogin: {
        parameters: {
            query: {
                code: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceLoginView"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    decideDeviceLogin: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description As the terminal shows it; hyphens, spaces and case do not matter
                     * @example WDJB-MJHT
                     */
                    code: string;
                    allow: boolean;
                    /** @description What the person allows; required with `allow` */
                    scopes?: ("read" | "write:records" | "write")[];
                    projectId?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceDecided"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["Project"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    renameProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSampleData: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    loadSampleData: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleData"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeSampleData: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    changeMemberRole: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMemberApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        apiKeys: components["schemas"]["ApiKey"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInvitations: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /**
                     * @description `member` by default; at most the role of the inviter
                     * @enum {string}
                     */
                    role?: "viewer" | "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    name?: string;
                    password?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                entries?: number;
                hash?: string;
            };
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAuditHead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Narrows the request to one project. */
                "X-Project-Id"?: components["parameters"]["ProjectId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditHead"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        status: "ok";
                        version: string;
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listModelPrices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Version of the price data */
                        version: string;
                        /**
                         * @description The day of the price table
                         * @example 2026-11-12
                         */
                        date: string;
                        /** @description The public lists that it was made of */
                        sources: string[];
                        prices: components["schemas"]["ModelPrice"][];
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listPlans: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        plans: components["schemas"]["Plan"][];
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    listPublicPresets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        presets: components["schemas"]["EvalPreset"][];
                    };
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    operatorCreateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                    name?: string;
                    /**
                     * @description `free` by default
                     * @enum {string}
                     */
                    plan?: "free" | "pro" | "team";
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorChangeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan?: "free" | "pro" | "team";
                    /** @enum {string} */
                    subscriptionStatus?: "active" | "canceled";
                    recordQuota?: number | null;
                    retentionDays?: number | null;
                    limits?: components["schemas"]["AccountLimitsChange"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorCreateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    scopes?: ("read" | "write:records" | "write")[] | null;
                    projectId?: string | null;
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorChangeConsents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plaintextStorage?: boolean;
                    aiHelper?: boolean;
                    piiRedaction?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consents"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorRunJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRun"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["ContentTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorListJobs: {
        parameters: {
            query?: {
                name?: string;
                status?: "queued" | "running" | "done" | "failed";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        jobs: components["schemas"]["Job"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorListAudit: {
        parameters: {
            query?: {
                action?: string;
                actor?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["AuditEntry"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["Unavailable"];
        };
    };
    operatorStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stats"];
                };
            };
            401: components["responses"]["Unauthorized"];
            503: components["responses"]["Unavailable"];
        };
    };
}

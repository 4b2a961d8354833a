// The playground: one to four columns side by side, each with its own model and conversation.
import { Play, Plug, Plus, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useGet, useMayManage, useProjectId, useSession, type Schemas } from '#api';
import { usableConnections, usualConnection } from '#lib/fitting-connection';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { useTexts, type SameKeys } from '#i18n';
import { Button, ButtonLink, Card, EmptyState, Field, Loaded, Page, Skeleton, TextArea, Waiting } from '#ui';
import { PlaygroundColumn } from './column.tsx';
import { MessageList } from './message-list.tsx';
import {
  runBodyOf,
  columnFromCall,
  columnFromPrompt,
  columnFromShared,
  continued,
  copyOf,
  emptyColumn,
  hasReferences,
  mockedResults,
  placeholdersFrom,
  placeholderNames,
  renamedPlaceholders,
  toolNames,
  variablesIn,
  variablesInTexts,
  type ColumnDraft,
  type DraftFault,
  type PlaceholderMessages,
} from './draft.ts';
import { ShareButton } from './share-button.tsx';
import { playgroundTexts } from './texts.ts';
import { usePlaygroundRuns } from './use-playground-runs.ts';

const MAX_COLUMNS = 4;
/** A model that calls the same tool again and again costs money each time. */
const MAX_MOCKED_TURNS = 10;

export function PlaygroundPage() {
  const texts = useTexts(playgroundTexts);
  const mayManage = useMayManage();
  const projectId = useProjectId();
  const [search] = useUrl();
  const callId = first(search['call']);
  const sharedId = first(search['shared']);
  const traceId = first(search['trace']);
  const spanId = first(search['span']);
  const promptId = Number(first(search['prompt']) ?? Number.NaN);
  const list = useGet('/v1/model-connections', {}, { wholeAccount: true });
  const call = useGet(
    '/v1/playground/calls/{id}',
    { path: { id: callId ?? '' } },
    { enabled: callId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const span = useGet(
    '/v1/playground/trace/{id}/spans/{record}',
    { path: { id: traceId ?? '', record: spanId ?? '' } },
    { enabled: traceId !== undefined && spanId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const prompt = useGet(
    '/v1/prompts/{id}',
    { path: { id: promptId } },
    { enabled: promptId > 0, wholeAccount: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const links = useGet(
    '/v1/prompts/{id}/links',
    { path: { id: promptId } },
    { enabled: promptId > 0, wholeAccount: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const shared = useGet(
    '/v1/playground/drafts/{id}',
    { path: { id: sharedId ?? '' } },
    { enabled: sharedId !== undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  const isSpan = traceId !== undefined && spanId !== undefined;
  const opened =
    sharedId !== undefined
      ? shared
      : callId !== undefined
        ? call
        : isSpan
          ? span
          : promptId > 0
            ? prompt
            : null;
  const skeleton = (
    <Waiting>
      <Skeleton className="h-96 rounded-lg" />
    </Waiting>
  );
  return (
    <Page title={texts.title} about={texts.about} wide>
      <Loaded of={list} error="card" skeleton={skeleton}>
        {({ connections: all }) => {
          const connections = usableConnections(all, projectId);
          if (connections.length === 0)
            return (
              <Card>
                <EmptyState
                  icon={<Plug size={22} aria-hidden />}
                  title={texts.noConnections}
                  actions={
                    mayManage && (
                      <ButtonLink look="main" to="/settings/models">
                        {texts.addConnection}
                      </ButtonLink>
                    )
                  }
                >
                  {mayManage ? texts.noConnectionsAbout : texts.askAdmin}
                </EmptyState>
              </Card>
            );
          const byDefault = usualConnection(connections);
          if (!opened)
            return (
              <Board key="new" connections={connections} first={() => [emptyColumn(byDefault?.id ?? '')]} />
            );
          return (
            <Loaded<Opened> of={opened} error="card" skeleton={skeleton}>
              {(data) => (
                <Board
                  key="opened"
                  connections={connections}
                  first={() => columnsFrom(data, connections)}
                  variables={
                    'prompt' in data
                      ? defaultsOf(data.prompt)
                      : 'variables' in data
                        ? data.variables
                        : undefined
                  }
                  placeholders={'columns' in data ? placeholdersFrom(data.placeholders) : undefined}
                  mocks={'columns' in data ? data.mocks : undefined}
                  included={includedNames(links.data)}
                  callId={callId}
                  traceId={isSpan ? traceId : undefined}
                  note={noteOf(data, texts)}
                />
              )}
            </Loaded>
          );
        }}
      </Loaded>
    </Page>
  );
}

type Opened = Schemas['SharedPlayground'] | Schemas['PlaygroundDraft'] | { prompt: Schemas['Prompt'] };

function columnsFrom(opened: Opened, connections: readonly Schemas['ModelConnection'][]): ColumnDraft[] {
  if ('prompt' in opened) return [columnFromPrompt(opened.prompt, connections)];
  return 'columns' in opened ? opened.columns.map(columnFromShared) : [columnFromCall(opened, connections)];
}

function noteOf(opened: Opened, texts: SameKeys<typeof playgroundTexts.en>): string | undefined {
  return 'hasContent' in opened && !opened.hasContent ? texts.noContent : undefined;
}

function defaultsOf({ variables }: Schemas['Prompt']): Record<string, string> {
  const known = Object.entries(variables ?? {}).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Variables of the whole prompt, with those of the prompts that it contains. */
const includedNames = (links: Schemas['PromptLinks'] | undefined): string[] =>
  links?.composed && links.includes.length > 0
    ? variablesInTexts(
        links.composed.messages?.map((message) => ('role' in message ? message.content : '')) ?? [
          links.composed.template,
        ],
      )
    : [];

interface BoardProps {
  connections: readonly Schemas['ModelConnection'][];
  /** Called once. */
  first: () => readonly ColumnDraft[];
  variables?: Record<string, string> | undefined;
  placeholders?: PlaceholderMessages | undefined;
  mocks?: Record<string, string> | undefined;
  /** Variables of prompts that the opened one contains. */
  included?: readonly string[];
  callId?: string | undefined;
  traceId?: string | undefined;
  note?: string | undefined;
}

const NO_VARIABLES: Record<string, string> = {};
const NO_NAMES: readonly string[] = [];
const NO_MESSAGES: PlaceholderMessages = {};

function Board({
  connections,
  first: given,
  variables: defaults = NO_VARIABLES,
  placeholders: inserted = NO_MESSAGES,
  mocks: mocked = NO_VARIABLES,
  included = NO_NAMES,
  callId,
  traceId,
  note,
}: BoardProps) {
  const texts = useTexts(playgroundTexts);
  const { role } = useSession();
  const [columns, setColumns] = useState<readonly ColumnDraft[]>(given);
  const [variables, setVariables] = useState(defaults);
  const [placeholders, setPlaceholders] = useState(inserted);
  const [mocks, setMocks] = useState(mocked);
  const [faults, setFaults] = useState<Readonly<Record<number, DraftFault | undefined>>>({});
  const { runs, start, stop, forget } = usePlaygroundRuns();
  const mayRun = role !== 'viewer';
  const names = [...new Set([...variablesIn(columns), ...(columns.some(hasReferences) ? included : [])])];
  const places = placeholderNames(columns);
  const tools = toolNames(columns);
  const isRunning = columns.some(({ key }) => runs[key]?.status === 'running');

  const change = (column: ColumnDraft) => {
    setColumns((all) => all.map((each) => (each.key === column.key ? column : each)));
    setPlaceholders((all) => renamedPlaceholders(all, columns, column));
  };
  /** What answers the calls of tools of a run, and how many answers have come before it. */
  const mocking = useRef(new Map<number, { mocks: typeof mocks; turns: number }>());
  const run = (column: ColumnDraft, turns = 0) => {
    const made = runBodyOf(column, variables, placeholders);
    setFaults((all) => ({ ...all, [column.key]: 'fault' in made ? made.fault : undefined }));
    if ('fault' in made) return;
    mocking.current.set(column.key, { mocks, turns });
    void start(column.key, made.body);
  };
  const runAll = () => columns.forEach((column) => run(column));
  const continueRun = (column: ColumnDraft, results: Record<string, string>, turns = 0) => {
    const answer = runs[column.key];
    if (!answer) return;
    const next = continued(column, answer, results);
    change(next);
    if (answer.toolCalls.length > 0) run(next, turns);
    else forget(column.key);
  };

  // Goes on by itself where every call has a mock. One that is typed now is for the next run.
  useEffect(() => {
    for (const column of columns) {
      const answer = runs[column.key];
      const mocked = mocking.current.get(column.key);
      if (answer?.status !== 'done' || answer.toolCalls.length === 0 || !mocked) continue;
      mocking.current.delete(column.key);
      const results = mockedResults(answer.toolCalls, mocked.mocks);
      const isWhole = answer.toolCalls.every(({ id }) => Object.hasOwn(results, id));
      if (isWhole && mocked.turns < MAX_MOCKED_TURNS) continueRun(column, results, mocked.turns + 1);
    }
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !mayRun) return;
      // In a dialog, the key belongs to its form.
      if (event.target instanceof Element && event.target.closest('[role="dialog"]')) return;
      event.preventDefault();
      runAll();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });

  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {isRunning ? (
          <Button
            look="main"
            icon={<Square size={16} aria-hidden />}
            onClick={() => columns.forEach(({ key }) => stop(key))}
          >
            {texts.stopAll}
          </Button>
        ) : (
          <Button
            look="main"
            disabled={!mayRun}
            icon={<Play size={16} aria-hidden />}
            onClick={runAll}
            title={texts.runHint}
          >
            {columns.length > 1 ? texts.runAll : texts.run}
          </Button>
        )}
        <Button
          icon={<Plus size={16} aria-hidden />}
          disabled={columns.length >= MAX_COLUMNS}
          onClick={() => setColumns((all) => [...all, ...all.slice(-1).map(copyOf)])}
        >
          {texts.addColumn}
        </Button>
        <ShareButton
          columns={columns}
          variables={variables}
          placeholders={placeholders}
          mocks={mocks}
          callId={callId}
          traceId={traceId}
        />
        {!mayRun && <p className="text-sm text-muted">{texts.viewer}</p>}
        {note !== undefined && <p className="text-sm text-muted">{note}</p>}
      </div>
      {names.length > 0 && (
        <Card title={texts.variables} about={texts.variablesAbout}>
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {names.map((name) => (
              <Field key={name} label={<code className="font-mono text-sm">{name}</code>}>
                <TextArea
                  rows={2}
                  value={variables[name] ?? ''}
                  onChange={({ target }) => setVariables((all) => ({ ...all, [name]: target.value }))}
                />
              </Field>
            ))}
          </div>
        </Card>
      )}
      {places.length > 0 && (
        <Card title={texts.placeholders} about={texts.placeholdersAbout}>
          <div className="grid min-w-0 items-start gap-4 lg:grid-cols-2">
            {places.map((name) => (
              <MessageList
                key={name}
                label={texts.placeholderOf(name)}
                isInserted
                messages={placeholders[name] ?? []}
                onChange={(messages) => setPlaceholders((all) => ({ ...all, [name]: messages }))}
              />
            ))}
          </div>
        </Card>
      )}
      {tools.length > 0 && (
        <Card title={texts.mocks} about={texts.mocksAbout}>
          <div className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {tools.map((name) => (
              <Field key={name} label={<code className="font-mono text-sm">{name}</code>}>
                <TextArea
                  rows={2}
                  spellCheck={false}
                  className="font-mono text-sm"
                  value={mocks[name] ?? ''}
                  onChange={({ target }) => setMocks((all) => ({ ...all, [name]: target.value }))}
                />
              </Field>
            ))}
          </div>
        </Card>
      )}
      <div className="grid min-w-0 items-start gap-4 [grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))]">
        {columns.map((column, index) => (
          <PlaygroundColumn
            key={column.key}
            place={index + 1}
            column={column}
            connections={connections}
            variables={variables}
            placeholders={placeholders}
            mocks={mocks}
            callId={callId}
            traceId={traceId}
            run={runs[column.key]}
            fault={faults[column.key]}
            mayRun={mayRun}
            onChange={change}
            onRun={() => run(column)}
            onStop={() => stop(column.key)}
            onRemove={
              columns.length === 1
                ? undefined
                : () => {
                    forget(column.key);
                    setColumns((all) => all.filter(({ key }) => key !== column.key));
                  }
            }
            onContinue={(results) => continueRun(column, results)}
          />
        ))}
      </div>
    </div>
  );
}

// The commands that import from other back ends, by their interfaces or from files that they export.
import type { Command } from 'commander';
import { REAL_TIME } from '@tracewell/sdk';
import { readMoment } from '../../../input/readers.ts';
import { withService, type Asking } from '../../../service/ask-command.ts';
import { askPath } from '../ask-path.ts';
import {
  addPeerOptions,
  apiOf,
  fromEnv,
  identityOfFiles,
  importingOf,
  requireSetting,
  type PeerOptions,
} from '../options.ts';
import { carryOutImport, type ImportExtras, type Importing } from '../run-import.ts';
import type { PeerApi } from './api.ts';
import { heliconePages, heliconeRows } from './helicone.ts';
import { importDatasets, importPrompts, type SourceDataset, type SourcePrompt } from './extras.ts';
import { langfuseDatasets, langfusePrompts } from './langfuse-extras.ts';
import { langfusePages, langfuseRows } from './langfuse.ts';
import { langsmithDatasets, langsmithPrompts } from './langsmith-extras.ts';
import { langsmithPages, langsmithProjects, langsmithRows } from './langsmith.ts';
import { opikDatasets, opikPrompts } from './opik-extras.ts';
import { opikPages, opikRows } from './opik.ts';
import { fileSource, pagedSource, type PeerRows } from './peer-source.ts';
import { phoenixDatasets, phoenixPrompts } from './phoenix-extras.ts';
import { phoenixPages, phoenixRows } from './phoenix.ts';

const FILES = 'files of an export; without them, the interface is read';

interface Peer {
  name: string;
  url: string;
  headers: Record<string, string>;
}

type PeerPages = Parameters<typeof pagedSource>[0]['pages'];

/** What a back end has besides records. */
interface PeerExtras {
  prompts: (api: PeerApi) => AsyncIterable<SourcePrompt>;
  datasets: (api: PeerApi) => AsyncIterable<SourceDataset>;
}

interface ExtraOptions extends PeerOptions {
  prompts: boolean;
  datasets: boolean;
}

const addExtraOptions = (command: Command): Command =>
  command.option('--no-prompts', 'without prompts').option('--no-datasets', 'without datasets');

const extrasOf =
  (
    { prompts, datasets }: PeerExtras,
    wanted: Pick<ExtraOptions, 'prompts' | 'datasets'>,
    api: PeerApi,
    { address, projectId }: Importing,
  ): ImportExtras =>
  async (send, dryRun) => {
    const destination = { ask: askPath(address, projectId, REAL_TIME), send, dryRun };
    return [
      ...(wanted.prompts ? [await importPrompts(prompts(api), destination)] : []),
      ...(wanted.datasets ? await importDatasets(datasets(api), destination) : []),
    ];
  };

/** From files if there are any, else from the interface. */
async function importPeer(
  asking: Asking,
  files: readonly string[],
  options: PeerOptions & Partial<ExtraOptions>,
  peer: { name: string; rows: PeerRows; access: () => Peer },
  pages: (api: PeerApi) => Promise<PeerPages> | PeerPages,
  extras?: PeerExtras,
): Promise<void> {
  const importing = importingOf(asking, options);
  const { name, rows } = peer;
  if (files.length > 0)
    return carryOutImport(importing, fileSource(name, identityOfFiles(name, files), files, rows));
  const { name: called, url, headers } = peer.access();
  const api = apiOf(called, url, headers, importing);
  const { sourceProject } = options;
  const identity = JSON.stringify([name, url, sourceProject ?? '', options.from ?? '', options.to ?? '']);
  const [from, to] = [options.from, options.to].map((text) =>
    text === undefined ? undefined : readMoment(text),
  );
  const source = pagedSource({ name, identity, from, to, pages: await pages(api), rows });
  const { prompts = true, datasets = true } = options;
  const more = extras && extrasOf(extras, { prompts, datasets }, api, importing);
  return carryOutImport(importing, source, more);
}

interface LangfuseOptions extends ExtraOptions {
  sourcePublicKey?: string;
}

export function addLangfuse(parent: Command): void {
  const command = parent
    .command('langfuse')
    .description('Observations, scores, prompts and datasets of Langfuse')
    .argument('[files...]', FILES)
    .option('--source-public-key <key>', 'its public key (LANGFUSE_PUBLIC_KEY)');
  addExtraOptions(command);
  addPeerOptions(command, { url: 'LANGFUSE_BASE_URL', key: 'LANGFUSE_SECRET_KEY' }).action(
    withService(async (asking, files: string[], options: LangfuseOptions) => {
      const access = (): Peer => {
        const secret = requireSetting(
          options.sourceKey ?? fromEnv('LANGFUSE_SECRET_KEY'),
          'The secret key of Langfuse',
          'LANGFUSE_SECRET_KEY',
        );
        const open = requireSetting(
          options.sourcePublicKey ?? fromEnv('LANGFUSE_PUBLIC_KEY'),
          'The public key of Langfuse',
          'LANGFUSE_PUBLIC_KEY',
        );
        return {
          name: 'Langfuse',
          url:
            options.sourceUrl ??
            fromEnv('LANGFUSE_BASE_URL', 'LANGFUSE_HOST') ??
            'https://cloud.langfuse.com',
          headers: { authorization: `Basic ${Buffer.from(`${open}:${secret}`).toString('base64')}` },
        };
      };
      await importPeer(
        asking,
        files,
        options,
        { name: 'langfuse', rows: langfuseRows, access },
        (api) => (range, at) => langfusePages(api, range, at),
        { prompts: langfusePrompts, datasets: langfuseDatasets },
      );
    }),
  );
}

export function addHelicone(parent: Command): void {
  const command = parent
    .command('helicone')
    .description('Requests, scores and feedback of Helicone')
    .argument('[files...]', FILES);
  addPeerOptions(command, { url: 'HELICONE_BASE_URL', key: 'HELICONE_API_KEY' }).action(
    withService(async (asking, files: string[], options: PeerOptions) => {
      const access = (): Peer => {
        const key = requireSetting(
          options.sourceKey ?? fromEnv('HELICONE_API_KEY'),
          'The key of Helicone',
          'HELICONE_API_KEY',
        );
        return {
          name: 'Helicone',
          url: options.sourceUrl ?? fromEnv('HELICONE_BASE_URL') ?? 'https://api.helicone.ai',
          headers: { authorization: `Bearer ${key}` },
        };
      };
      await importPeer(
        asking,
        files,
        options,
        { name: 'helicone', rows: heliconeRows, access },
        (api) => (range, at) => heliconePages(api, range, at),
      );
    }),
  );
}

export function addLangsmith(parent: Command): void {
  const command = parent
    .command('langsmith')
    .description('Runs, feedback, prompts and datasets of LangSmith')
    .argument('[files...]', FILES);
  addExtraOptions(command);
  addPeerOptions(command, {
    url: 'LANGSMITH_ENDPOINT',
    key: 'LANGSMITH_API_KEY',
    project: 'one project of the source; otherwise all',
  }).action(
    withService(async (asking, files: string[], options: ExtraOptions) => {
      const access = (): Peer => {
        const key = requireSetting(
          options.sourceKey ?? fromEnv('LANGSMITH_API_KEY', 'LANGCHAIN_API_KEY'),
          'The key of LangSmith',
          'LANGSMITH_API_KEY',
        );
        const workspace = fromEnv('LANGSMITH_WORKSPACE_ID');
        return {
          name: 'LangSmith',
          url:
            options.sourceUrl ??
            fromEnv('LANGSMITH_ENDPOINT', 'LANGCHAIN_ENDPOINT') ??
            'https://api.smith.langchain.com',
          headers: { 'x-api-key': key, ...(workspace === undefined ? {} : { 'x-tenant-id': workspace }) },
        };
      };
      await importPeer(
        asking,
        files,
        options,
        { name: 'langsmith', rows: langsmithRows, access },
        async (api) => {
          const projects = await langsmithProjects(api, options.sourceProject);
          return (range, at) => langsmithPages(api, projects, range, at);
        },
        { prompts: langsmithPrompts, datasets: langsmithDatasets },
      );
    }),
  );
}

export function addPhoenix(parent: Command): void {
  const command = parent
    .command('phoenix')
    .description(
      'Spans and annotations of a project of Phoenix, prompts and datasets; for its files, use otlp-file',
    );
  addExtraOptions(command);
  addPeerOptions(command, {
    url: 'PHOENIX_COLLECTOR_ENDPOINT',
    key: 'PHOENIX_API_KEY',
    project: 'project of the source; otherwise `default`',
  }).action(
    withService(async (asking, options: ExtraOptions) => {
      const project = options.sourceProject ?? fromEnv('PHOENIX_PROJECT_NAME') ?? 'default';
      const access = (): Peer => {
        const key = options.sourceKey ?? fromEnv('PHOENIX_API_KEY');
        return {
          name: 'Phoenix',
          url:
            options.sourceUrl ??
            fromEnv('PHOENIX_COLLECTOR_ENDPOINT', 'PHOENIX_BASE_URL') ??
            'http://localhost:6006',
          headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        };
      };
      await importPeer(
        asking,
        [],
        options,
        { name: 'phoenix', rows: phoenixRows(project), access },
        (api) => (range, at) => phoenixPages(api, project, range, at),
        { prompts: phoenixPrompts, datasets: phoenixDatasets },
      );
    }),
  );
}

export function addOpik(parent: Command): void {
  const command = parent
    .command('opik')
    .description('Traces, spans and feedback scores of a project of Opik, prompts and datasets')
    .argument('[files...]', FILES);
  addExtraOptions(command);
  addPeerOptions(command, {
    url: 'OPIK_URL_OVERRIDE',
    key: 'OPIK_API_KEY',
    project: 'project of the source; otherwise `Default Project`',
  }).action(
    withService(async (asking, files: string[], options: ExtraOptions) => {
      const project = options.sourceProject ?? fromEnv('OPIK_PROJECT_NAME') ?? 'Default Project';
      const access = (): Peer => {
        const key = options.sourceKey ?? fromEnv('OPIK_API_KEY');
        const workspace = fromEnv('OPIK_WORKSPACE');
        return {
          name: 'Opik',
          url: options.sourceUrl ?? fromEnv('OPIK_URL_OVERRIDE') ?? 'https://www.comet.com/opik/api',
          headers: {
            ...(key === undefined ? {} : { authorization: key }),
            ...(workspace === undefined ? {} : { 'comet-workspace': workspace }),
          },
        };
      };
      await importPeer(
        asking,
        files,
        options,
        { name: 'opik', rows: opikRows, access },
        (api) => (range, at) => opikPages(api, project, range, at),
        { prompts: opikPrompts, datasets: opikDatasets },
      );
    }),
  );
}

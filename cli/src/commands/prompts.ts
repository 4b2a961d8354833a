import type { Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { readInput, writeOutput } from '../input/files.ts';
import { readLimit, readText } from '../input/readers.ts';
import { diffText } from '../prompts/diff-text.ts';
import { isUnchanged, promptFile, readPromptFile } from '../prompts/file.ts';
import { findVersion, newestVersion, noPrompt, versionsOf } from '../prompts/find.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import { wrongInput } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';
import { cut, plain } from '../terminal/columns.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { listText } from '../terminal/list-text.ts';
import { paint, print, wantsJson, when } from '../terminal/output.ts';

type Prompt = Schemas['Prompt'];

const VERSION = 'a version such as 3, or a label such as @production';

export function addPrompts(program: Command): void {
  const prompts = program.command('prompts').description('List, pull, push, compare and deploy prompts');
  for (const add of [addList, addPull, addPush, addDiff, addDeploy]) add(prompts);
}

const NAME_COLUMNS: readonly TextColumn<Schemas['PromptName']>[] = [
  { head: 'NAME', of: ({ name }) => name, cut: 1 },
  { head: 'VERSIONS', of: ({ versions }) => String(versions), figure: true, drop: 2 },
  { head: 'NEWEST', of: ({ latestVersion }) => latestVersion, cut: 2, drop: 1 },
  {
    head: 'DEPLOYED',
    of: ({ labels }) => labels.map(({ label, version }) => `${label}=${version}`).join(', '),
    cut: 3,
  },
  { head: 'CHANGED', of: ({ updatedAt }) => when(updatedAt), drop: 3 },
];

const VERSION_COLUMNS: readonly TextColumn<Prompt>[] = [
  { head: 'VERSION', of: ({ version }) => version, cut: 1 },
  { head: 'TYPE', of: ({ type }) => type, drop: 3 },
  { head: 'DEPLOYED', of: ({ deployedLabels }) => deployedLabels.join(', '), cut: 2 },
  { head: 'CREATED', of: ({ createdAt }) => when(createdAt), drop: 2 },
  { head: 'DESCRIPTION', of: ({ description }) => description, cut: 3, drop: 4 },
];

function addList(prompts: Command): void {
  const list = prompts
    .command('list', { isDefault: true })
    .description('List prompts, or the versions of one')
    .argument('[name]', 'a prompt', readText)
    .option('--search <text>', 'a part of the name', readText)
    .option('--folder <path>', 'only this folder, such as support', readText)
    .option('--limit <n>', 'how many', readLimit, 50);
  addServiceOptions(list).action(
    withService(async (asking, name: string | undefined, options: NamesOptions) => {
      const { command, ask } = asking;
      if (name === undefined) return await listNames(asking, options);
      const { items, more } = await versionsOf(ask, name, options.limit);
      if (items.length === 0) throw noPrompt(name);
      print(command, { prompts: items, more }, () =>
        listText('version', items, more, () => fittedTable(VERSION_COLUMNS, items)),
      );
    }),
  );
}

interface NamesOptions {
  search?: string;
  folder?: string;
  limit: number;
}

async function listNames({ ask, command }: Asking, { search, folder, limit }: NamesOptions): Promise<void> {
  const folders: { path: string; prompts: number }[] = [];
  const { items, more } = await readPages(limit, async (page) => {
    const query = {
      ...(search === undefined ? {} : { search }),
      ...(folder === undefined ? {} : { folder }),
      ...page,
    };
    const answer = await ask((client, signal) =>
      client.GET('/v1/prompts/names', { params: { query }, signal }),
    );
    folders.push(...answer.folders);
    return { items: answer.names, nextCursor: answer.nextCursor };
  });
  print(command, { names: items, folders, more }, () =>
    [
      ...folders.map(({ path, prompts }) => `${plain(path)}/ (${prompts})`),
      listText('prompt', items, more, () => fittedTable(NAME_COLUMNS, items)),
    ].join('\n'),
  );
}

function addPull(prompts: Command): void {
  const pull = prompts
    .command('pull')
    .description('Get a version of a prompt, the newest unless said')
    .argument('<name>', 'the prompt', readText)
    .argument('[version]', VERSION, readText)
    .option('-o, --output <file>', 'write it to a file: all fields to .json, else the template', readText);
  addServiceOptions(pull).action(
    withService(
      async (
        { ask, command },
        name: string,
        version: string | undefined,
        { output }: { output?: string },
      ) => {
        const prompt = await findVersion(ask, name, version);
        if (output === undefined || output === '-') {
          process.stdout.write(
            wantsJson(command) ? `${JSON.stringify(prompt, null, 2)}\n` : promptFile(prompt, null),
          );
          return;
        }
        await writeOutput(output, promptFile(prompt, output));
        print(command, { file: output, prompt }, () =>
          done(`${plain(name)} ${plain(prompt.version)} was written to ${output}.`),
        );
      },
    ),
  );
}

interface PushOptions {
  name?: string;
  as?: string;
  note?: string;
  deploy?: string;
}

function addPush(prompts: Command): void {
  const push = prompts
    .command('push')
    .description('Store a file as a new version, unless the newest one is the same')
    .argument(
      '<file>',
      'a .json file as `pull` writes it, or a template; - reads a template from standard input',
      readText,
    )
    .option('--name <name>', 'the prompt; needed for a template', readText)
    .option('--as <version>', 'the new version; otherwise that of the file, or the next number', readText)
    .option('--note <text>', 'the commit note: what is new', readText)
    .option('--deploy <label>', 'point this label to it', readText);
  addServiceOptions(push).action(
    withService(async (asking, file: string, options: PushOptions) => {
      const { ask, command } = asking;
      const draft = { ...readPromptFile(await readInput(file), file), ...overrides(options) };
      const { name } = draft;
      if (name === undefined) {
        throw wrongInput('no_name', 'The prompt has no name: use --name, or a .json file with a name.');
      }
      const newest = await newestVersion(ask, name);
      const same = newest !== null && isUnchanged(draft, newest);
      const { prompt, warnings } = same
        ? { prompt: newest, warnings: [] }
        : await create(asking, { ...draft, name, version: versionFor(options, draft.version, newest) });
      const deployed = options.deploy === undefined ? null : await deploy(asking, prompt, options.deploy);
      print(command, { prompt, created: !same, warnings, deployments: deployed }, () =>
        [
          same
            ? `${plain(name)} ${plain(prompt.version)} is the same already.`
            : done(`${plain(name)} ${plain(prompt.version)} was stored.`),
          ...warnings.map((warning) => `${paint('yellow', '!')} ${plain(warning)}`),
          ...(options.deploy === undefined ? [] : [done(`${plain(options.deploy)} points to it.`)]),
        ].join('\n'),
      );
    }),
  );
}

const overrides = ({ name, note }: PushOptions): Partial<Schemas['NewPrompt']> => ({
  ...(name === undefined ? {} : { name }),
  ...(note === undefined ? {} : { description: note }),
});

/** A file that was pulled and edited has the version that it was pulled as, which is taken. */
function versionFor(options: PushOptions, inFile: string | undefined, newest: Prompt | null): string {
  if (options.as !== undefined) return options.as;
  if (newest === null) return inFile ?? '1';
  return inFile === undefined || inFile === newest.version ? String(newest.number + 1) : inFile;
}

async function create({ ask }: Asking, body: Schemas['NewPrompt']) {
  return await ask((client, signal) => client.POST('/v1/prompts', { body, signal }), { once: true });
}

async function deploy({ ask }: Asking, { id }: Prompt, label: string, comment?: string) {
  const body = { label, ...(comment === undefined ? {} : { comment }) };
  const { deployments } = await ask((client, signal) =>
    client.POST('/v1/prompts/{id}/deploy', { params: { path: { id } }, body, signal }),
  );
  return deployments;
}

function addDiff(prompts: Command): void {
  const diff = prompts
    .command('diff')
    .description('Compare two versions of a prompt')
    .argument('<name>', 'the prompt', readText)
    .argument('<from>', VERSION, readText)
    .argument('[to]', `${VERSION}; otherwise the newest`, readText);
  addServiceOptions(diff).action(
    withService(async ({ ask, command }, name: string, from: string, to: string | undefined) => {
      const old = await findVersion(ask, name, from);
      const { id } = await findVersion(ask, name, to);
      const answer = await ask((client, signal) =>
        client.GET('/v1/prompts/{id}/diff', {
          params: { path: { id }, query: { against: old.id } },
          signal,
        }),
      );
      print(command, answer, () => diffText(answer));
    }),
  );
}

function addDeploy(prompts: Command): void {
  const add = prompts
    .command('deploy')
    .description('Point a label to a version; agents that ask for the label get it at once')
    .argument('<name>', 'the prompt', readText)
    .argument('<version>', VERSION, readText)
    .argument('<label>', 'the label, such as production', readText)
    .option('--comment <text>', 'why', readText);
  addServiceOptions(add).action(
    withService(
      async (asking, name: string, version: string, label: string, { comment }: { comment?: string }) => {
        const prompt = await findVersion(asking.ask, name, version);
        const deployments = await deploy(asking, prompt, label, comment);
        print(asking.command, { deployments }, () =>
          done(`${plain(label)} of ${plain(name)} points to ${cut(plain(prompt.version), 40)}.`),
        );
      },
    ),
  );
}

const done = (text: string): string => `${paint('green', '✓')} ${text}`;

// What a shell can complete, read from the commands themselves, so that it never lags behind them.
import type { Command } from 'commander';

export interface Completable {
  /** The words of the command after the program: `prompts pull`; empty for the program. */
  path: string;
  description: string;
  /** Its commands, or what its argument can be. */
  commands: { name: string; description: string }[];
  options: { name: string; description: string }[];
}

export function completables(command: Command, path: readonly string[] = []): Completable[] {
  const visible = command
    .createHelp()
    .visibleCommands(command)
    .filter((each) => each.name() !== 'help');
  const inherited = path.length === 0 ? [] : ['--json'];
  const options = command.createHelp().visibleOptions(command);
  return [
    {
      path: path.join(' '),
      description: command.description(),
      commands: [
        ...visible.map((each) => ({ name: each.name(), description: oneLine(each.description()) })),
        ...choicesOf(command),
      ],
      options: [
        ...options.flatMap(({ long, description }) =>
          long === undefined || long === null ? [] : [{ name: long, description: oneLine(description) }],
        ),
        ...inherited.map((name) => ({ name, description: 'print JSON and nothing else' })),
      ],
    },
    ...visible.flatMap((each) => completables(each, [...path, each.name()])),
  ];
}

/** What the first argument can be, if that is a list. */
const choicesOf = ({ registeredArguments: [first] }: Command) =>
  (first?.argChoices ?? []).map((name) => ({ name, description: oneLine(first?.description ?? '') }));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

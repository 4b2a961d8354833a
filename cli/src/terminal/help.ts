// The help of both programs.
import { Help, type Command, type HelpConfiguration } from 'commander';

/** Every command has options, and a second name only makes lines wrap. */
function subcommandTerm(command: Command): string {
  const given = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...given].join(' ');
}

const OWN = 'Options:';

/** The options of the command itself come before those that many commands share. */
const groupItems: NonNullable<HelpConfiguration['groupItems']> = (unsorted, visible, groupOf) => {
  const groups = new Help().groupItems(unsorted, visible, groupOf);
  const own = groups.get(OWN);
  return own === undefined ? groups : new Map([[OWN, own], ...groups]);
};

export const HELP: HelpConfiguration = { subcommandTerm, groupItems };

import { Argument, type Command } from 'commander';
import { completionScript, SHELLS, type CompletionShell } from '../completion/scripts.ts';
import { completables } from '../completion/words.ts';
import { withFaults } from '../service/ask-command.ts';
import { print } from '../terminal/output.ts';

const HOW = `
bash:  tracewell completion bash > ~/.local/share/bash-completion/completions/tracewell
zsh:   tracewell completion zsh > a file _tracewell in a folder of $fpath
fish:  tracewell completion fish > ~/.config/fish/completions/tracewell.fish`;

export function addCompletion(program: Command): void {
  program
    .command('completion')
    .description('Print a script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HOW)
    .action(
      withFaults(async (command, shell: CompletionShell, _options: object) => {
        const script = completionScript(shell, program.name(), completables(program));
        print(command, { shell, script }, () => script.trimEnd());
      }),
    );
}

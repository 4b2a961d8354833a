// Completion scripts. They have the words in them, so that a Tab starts no program.
import type { Completable } from './words.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type CompletionShell = (typeof SHELLS)[number];

export function completionScript(
  shell: CompletionShell,
  program: string,
  all: readonly Completable[],
): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](program, all);
}

const functionOf = (program: string): string => `_${program.replaceAll('-', '_')}`;

/** In single quotes, a shell changes nothing but the quote itself. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const wordsOf = ({ commands, options }: Completable): string[] => [
  ...commands.map(({ name }) => name),
  ...options.map(({ name }) => name),
];

/** The command is the longest path of plain words that is known. */
const bashScript = (program: string, all: readonly Completable[]): string => `# bash completion for ${program}
${functionOf(program)}() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' word at words
  for ((at = 1; at < COMP_CWORD; at++)); do
    word="\${COMP_WORDS[at]}"
    case "\${path:+$path }$word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) path=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$path" in
${all.map((each) => `    ${quoted(each.path)}) words=${quoted(wordsOf(each).join(' '))} ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [[ \${#COMPREPLY[@]} -eq 0 && "$current" != -* ]]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F ${functionOf(program)} ${program}
`;

/** `_describe` takes name:description, so a colon in a name is escaped. */
const described = (items: readonly { name: string; description: string }[]): string =>
  items
    .map(({ name, description }) => quoted(`${name.replaceAll(':', String.raw`\:`)}:${description}`))
    .join(' ');

const zshScript = (program: string, all: readonly Completable[]): string => `#compdef ${program}
${functionOf(program)}() {
  local path_='' word
  local -a commands options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
${all
  .filter(({ path }) => path !== '')
  .map(({ path }) => `      ${quoted(path)}) path_=${quoted(path)} ;;`)
  .join('\n')}
    esac
  done
  case "$path_" in
${all
  .map(
    (each) =>
      `    ${quoted(each.path)}) commands=(${described(each.commands)}); options=(${described(each.options)}) ;;`,
  )
  .join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then _describe -o option options
  elif (( \${#commands} )); then _describe command commands
  else _files; fi
}
if [[ "\${funcstack[1]}" == ${quoted(functionOf(program))} ]]; then ${functionOf(program)} "$@"
else compdef ${functionOf(program)} ${program}; fi
`;

function fishScript(program: string, all: readonly Completable[]): string {
  const test = `__${functionOf(program)}_at`;
  const lines = all.flatMap(({ path, commands, options }) => {
    const at = `complete -c ${program} -n ${quoted(`${test} ${path}`.trim())}`;
    return [
      ...commands.map(({ name, description }) => `${at} -f -a ${quoted(name)} -d ${quoted(description)}`),
      ...options.map(
        ({ name, description }) => `${at} -l ${quoted(name.slice(2))} -d ${quoted(description)}`,
      ),
    ];
  });
  const paths = all.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `# fish completion for ${program}
function ${test}
  set -l path ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$path $word")
    contains -- "$next" ${paths.join(' ')}; and set path $next
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
`;
}

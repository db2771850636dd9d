import type { CommandDescription } from '../command.ts';
import { optionsOf } from '../help.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;

/**
 * Writes the completion script of a shell. It contains all names, so that pressing Tab starts no process. A new version
 * of the program needs a new script.
 */
export function writeCompletion(shell: (typeof shells)[number], commands: readonly CommandDescription[]): string {
  return { bash: writeBash, zsh: writeZsh, fish: writeFish }[shell](commands);
}

type Choice = { word: string; summary: string };

/** The words that can follow the words typed so far, such as `create` and `list` after `account`. */
function nextWords(commands: readonly CommandDescription[]): Map<string, Choice[]> {
  const all: readonly CommandDescription[] = [
    ...commands,
    { name: 'help', summary: 'Explain a command', examples: [] },
  ];
  const found = new Map<string, Choice[]>();
  for (const { name, summary } of all) {
    const words = name.split(' ');
    for (const [at, word] of words.entries()) {
      const typed = words.slice(0, at).join(' ');
      const choices = found.get(typed) ?? [];
      const isLast = at === words.length - 1;
      const known = choices.find((choice) => choice.word === word);
      if (!known) choices.push({ word, summary: isLast ? summary : `Commands of ${words.slice(0, at + 1).join(' ')}` });
      else if (isLast) known.summary = summary;
      found.set(typed, choices);
    }
  }
  // After "help", offer the first words of all commands.
  found.set(
    'help',
    (found.get('') ?? []).filter(({ word }) => word !== 'help'),
  );
  return found;
}

const optionsFor = (command: CommandDescription) =>
  Object.entries({ ...optionsOf(command), help: 'explain the command' });

/** Sorts longer names first, so that `config new-key` does not get the options of `config`. */
const longestFirst = (commands: readonly CommandDescription[]) =>
  commands.toSorted((a, b) => b.name.split(' ').length - a.name.split(' ').length);

function writeBash(commands: readonly CommandDescription[]): string {
  const words = [...nextWords(commands)].map(
    ([typed, choices]) => `    ${quote(typed)}) choices=${quote(choices.map(({ word }) => word).join(' '))} ;;`,
  );
  const options = longestFirst(commands).map((command) => {
    const names = optionsFor(command).map(([name]) => `--${name}`);
    return `    ${quote(`${command.name} `)}*) choices=${quote(names.join(' '))} ;;`;
  });
  return `# Completion of daybook for bash
_daybook() {
  local current=\${COMP_WORDS[COMP_CWORD]} typed= choices= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || typed+="\${typed:+ }$word"
  done
  if [[ $current == -* ]]; then
    case "$typed " in
${options.join('\n')}
    *) choices='--help --version' ;;
    esac
  else
    case "$typed" in
${words.join('\n')}
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$current")
}
complete -o default -F _daybook daybook`;
}

function writeZsh(commands: readonly CommandDescription[]): string {
  const line = (name: string, help: string) => quote(`${name.replaceAll(':', '\\:')}:${help}`);
  const words = [...nextWords(commands)].map(
    ([typed, choices]) =>
      `    ${quote(typed)}) choices=(${choices.map(({ word, summary }) => line(word, summary)).join(' ')}) ;;`,
  );
  const options = longestFirst(commands).map((command) => {
    const lines = optionsFor(command).map(([name, help]) => line(`--${name}`, help));
    return `    ${quote(`${command.name} `)}*) choices=(${lines.join(' ')}) ;;`;
  });
  return `#compdef daybook
# Completion of daybook for zsh
_daybook() {
  local typed="\${(j: :)\${(@)words[2,CURRENT-1]:#-*}}"
  local -a choices
  if [[ $words[CURRENT] == -* ]]; then
    case "$typed " in
${options.join('\n')}
    *) choices=('--help:explain the program' '--version:print the version') ;;
    esac
    _describe option choices -o
  else
    case "$typed" in
${words.join('\n')}
    esac
    (( $#choices )) && _describe command choices || _files
  fi
}
if [[ $funcstack[1] == _daybook ]]; then _daybook "$@"; else compdef _daybook daybook; fi`;
}

function writeFish(commands: readonly CommandDescription[]): string {
  const words = [...nextWords(commands)].flatMap(([typed, choices]) =>
    choices.map(
      ({ word, summary }) =>
        `complete -c daybook -f -n ${quote(`__daybook_typed '${typed}'`)} -a ${quote(word)} -d ${quote(summary)}`,
    ),
  );
  const options = commands.flatMap((command) =>
    optionsFor(command).map(([name, help]) => {
      const takesValue = command.options?.[name]?.type === 'string' ? ' -r' : '';
      return `complete -c daybook -n ${quote(`__daybook_runs '${command.name}'`)} -l ${name}${takesValue} -d ${quote(help)}`;
    }),
  );
  return `# Completion of daybook for fish
function __daybook_words
    set -l words (commandline -opc)
    string join ' ' -- (string match -v -- '-*' $words[2..-1])
end
function __daybook_typed
    set -l typed (__daybook_words)
    test "$typed" = "$argv[1]"
end
function __daybook_runs
    set -l typed (__daybook_words)
    string match -q -- "$argv[1] *" "$typed "
end
${[...words, ...options].join('\n')}`;
}

/** In all three shells, a text in single quotes is literal. A single quote in it must be written outside the quotes. */
function quote(plain: string): string {
  return `'${plain.replaceAll("'", "'\\''")}'`;
}

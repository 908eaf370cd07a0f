/**
 * Shell completion. The scripts are small: they pass the words of the command line to `assay __complete`, which knows commands,
 * options and their values from the definitions.
 */
import type { CommandDefinition } from './define-command.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Hidden command for the scripts; the last word is the one to complete. */
export const COMPLETE = '__complete';

const SCRIPTS: Readonly<Record<(typeof SHELLS)[number], string>> = {
  bash: `_assay() {
  local IFS=$'\\n'
  COMPREPLY=($(assay ${COMPLETE} "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _assay assay
`,
  zsh: `#compdef assay
_assay() {
  local -a found
  found=("\${(@f)$(assay ${COMPLETE} "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then compadd -- $found; else _files; fi
}
compdef _assay assay
`,
  fish: `complete -c assay -a '(assay ${COMPLETE} (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

export function writeCompletionScript(shell: string): string {
  return SHELLS.includes(shell as never) ? SCRIPTS[shell as (typeof SHELLS)[number]] : '';
}

/** Returns nothing where a file or a free text is expected: the shell completes file names then. */
export function listCandidates(commands: readonly CommandDefinition[], words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const command = commands.find(({ name }) => name.split(' ').every((word, at) => before[at] === word));
  const candidates = command === undefined ? listNames(commands, before) : listArguments(command, before, last);
  return candidates.filter((candidate) => candidate.startsWith(last));
}

/** The next words of commands that begin like the line. */
function listNames(commands: readonly CommandDefinition[], before: readonly string[]): string[] {
  const names = commands.flatMap(({ name }) => {
    const words = name.split(' ');
    return before.every((word, at) => words[at] === word) ? (words[before.length] ?? []) : [];
  });
  return [...new Set(before.length === 0 ? [...names, 'help'] : names)];
}

function listArguments(
  { name, options = {}, arguments: places = [] }: CommandDefinition,
  before: readonly string[],
  last: string,
): readonly string[] {
  const previous = before.at(-1) ?? '';
  const option = previous.startsWith('--') ? options[previous.slice(2)] : undefined;
  if (option?.value !== undefined) return option.choices ?? [];
  if (last.startsWith('-')) return [...Object.keys(options).map((long) => `--${long}`), '--help'];
  const position = before.length - name.split(' ').length;
  return places[position]?.choices ?? [];
}

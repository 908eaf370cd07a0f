/** Writes the generated part of docs/reference/cli.md from the definitions of the commands. */
import type { CommandDefinition, CommandGroup, OptionDefinition } from '../src/cli/command-line/define-command.ts';
import { toTable } from './to-table.ts';

/** Explained once, above the commands. */
const CONNECTION = new Set(['url', 'token-file', 'retries', 'timeout']);

export function describeCommands(groups: readonly CommandGroup[]): string {
  return groups
    .map(({ title, commands }) => [`## ${title}\n`, ...commands.map((command) => describeCommand(command))].join('\n'))
    .join('\n');
}

function describeCommand(command: CommandDefinition): string {
  const { name, summary, description, arguments: places = [], options = {}, examples } = command;
  const words = places.map(({ name: place, optional, multiple }) => {
    const term = `${place}${multiple === true ? '...' : ''}`;
    return optional === true ? `[${term}]` : `<${term}>`;
  });
  const rows = [
    ...places.map(({ name: place, summary: text }) => [`\`${place}\``, text]),
    ...Object.entries(options)
      .filter(([long]) => !CONNECTION.has(long))
      .map(([long, option]) => [`\`${toTerm(long, option)}\``, toMeaning(option)]),
  ];
  return [
    `### ${name}\n`,
    `\`${['assay', name, ...words].join(' ')}\`: ${summary}.\n`,
    ...(description === undefined ? [] : [`${description.replaceAll('*', String.raw`\*`)}\n`]),
    ...(rows.length === 0 ? [] : [toTable(['Argument or option', 'Meaning'], rows)]),
    '```sh',
    ...examples.flatMap(([line, comment]) => [`# ${comment}`, `assay ${line}`]),
    '```\n',
  ].join('\n');
}

function toTerm(long: string, { value }: OptionDefinition): string {
  return value === undefined ? `--${long}` : `--${long} <${value}>`;
}

function toMeaning({ summary, default: fallback }: OptionDefinition): string {
  return fallback === undefined ? summary : `${summary} (default: \`${fallback}\`)`;
}

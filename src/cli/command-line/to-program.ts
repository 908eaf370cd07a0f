/** Turns the definitions of commands into the parser, which also writes the help and suggests similar words. */
import { Argument, Command, CommanderError, Help, Option } from 'commander';
import { quote } from '../../core/errors.ts';
import { toPlainText } from '../../core/text/plain-text.ts';
import { USAGE_INVALID } from '../errors.ts';
import type { CommandDefinition, CommandGroup, OptionDefinition } from './define-command.ts';

export interface ProgramOptions {
  readonly version: string;
  /** Summaries of the first words of commands with two words. */
  readonly families: Readonly<Record<string, string>>;
  readonly write?: (text: string) => void;
}

const CLOSING = `
Run "assay help <command>" to see options and examples. Settings are environment variables: docs/reference/configuration.md.`;

export function toProgram(groups: readonly CommandGroup[], { version, families, write }: ProgramOptions): Command {
  const program = prepare(new Command('assay'), write)
    .usage('<command>')
    .description('Finds the vulnerabilities in your services that matter, and tells you what to upgrade first.')
    .version(version, '--version', 'show the version')
    .enablePositionalOptions()
    .helpCommand('help [command]', 'show the help of a command')
    .addHelpText('after', CLOSING);
  for (const { title, commands } of groups) {
    for (const definition of commands) {
      const [first = '', second] = definition.name.split(' ');
      if (second === undefined) {
        program.addCommand(toCommand(definition, first, write).helpGroup(`${title}:`));
        continue;
      }
      const family =
        program.commands.find((each) => each.name() === first) ??
        addFamily(program, prepare(new Command(first), write).helpGroup(`${title}:`), families[first] ?? '');
      family.addCommand(toCommand(definition, second, write));
    }
  }
  return program.commandsGroup('Other:');
}

function addFamily(program: Command, family: Command, summary: string): Command {
  family.usage('<command>').summary(summary).description(toSentence(summary)).helpCommand(false);
  program.addCommand(family);
  return family;
}

function prepare(command: Command, write: (text: string) => void = (text) => void process.stdout.write(text)): Command {
  return command
    .exitOverride()
    .showSuggestionAfterError()
    .helpOption('-h, --help', 'show this help')
    .configureOutput({ writeOut: write, writeErr: () => {}, outputError: () => {} })
    .configureHelp({
      subcommandTerm: (each) => new Help().subcommandTerm(each).replace(/ \[options\]| \[command\]/g, ''),
    });
}

function toCommand(definition: CommandDefinition, name: string, write: ProgramOptions['write']): Command {
  const { summary, description, arguments: places = [], options = {}, examples, run } = definition;
  const command = prepare(new Command(name), write)
    .summary(summary)
    .description(toSentence(summary) + (description === undefined ? '' : `\n\n${description}`));
  for (const { name: place, summary: text, choices, optional, multiple } of places) {
    const term = `${place}${multiple === true ? '...' : ''}`;
    const argument = new Argument(optional === true ? `[${term}]` : `<${term}>`, text);
    if (choices !== undefined) argument.argParser((word: string) => requireChoice(`the ${place}`, choices, word));
    command.addArgument(argument);
  }
  for (const [long, option] of Object.entries(options)) command.addOption(toOption(long, option));
  command.addHelpText('after', describeExamples(examples));
  command.action(async () => {
    const given = command.opts<Record<string, unknown>>();
    const values = Object.fromEntries(
      command.options.map((option) => {
        const value = given[option.attributeName()];
        return [option.name(), option.isBoolean() ? value === true : value];
      }),
    );
    await run(values as never, command.args);
  });
  return command;
}

function toSentence(summary: string): string {
  return `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
}

function toOption(name: string, { summary, value, choices, default: fallback, multiple }: OptionDefinition): Option {
  const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, summary);
  if (fallback !== undefined) option.default(fallback, fallback);
  if (value === undefined) return option;
  return option.argParser((text: string, earlier: unknown) => {
    // Almost always a forgotten value: the next option would be swallowed.
    if (text.startsWith('--')) throw USAGE_INVALID({ problem: `--${name} requires a value, not ${quote(text)}.` });
    if (choices !== undefined) requireChoice(`--${name}`, choices, text);
    return multiple === true ? [...(Array.isArray(earlier) ? (earlier as string[]) : []), text] : text;
  });
}

function requireChoice(place: string, choices: readonly string[], text: string): string {
  if (choices.includes(text)) return text;
  throw USAGE_INVALID({ problem: `Unknown value ${quote(text)} for ${place}. Use one of ${choices.join(', ')}.` });
}

function describeExamples(examples: CommandDefinition['examples']): string {
  const lines = examples.flatMap(([line, comment]) => [`  # ${comment}`, `  assay ${line}`]);
  return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n');
}

/** Runs a command line. Throws USAGE_INVALID for one that cannot be parsed. */
export async function runProgram(program: Command, words: readonly string[]): Promise<void> {
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version were printed as requested.
    if (error.exitCode === 0) return;
    throw USAGE_INVALID({ problem: toProblem(error, findCommand(program, words), words) }, { cause: error });
  }
}

/** The innermost command of the line. */
function findCommand(program: Command, words: readonly string[]): Command {
  let found = program;
  for (const word of words) {
    const inner = found.commands.find((each) => each.name() === word);
    if (inner === undefined) return found;
    found = inner;
  }
  return found;
}

function toProblem(error: CommanderError, command: Command, words: readonly string[]): string {
  const line = toLine(command);
  // A family without a command prints its help as an error.
  if (error.code === 'commander.help') return `"${line}" expects ${listCommands(command)}.`;
  if (error.code === 'commander.unknownCommand' && command.parent !== null)
    return `"${line}" expects ${listCommands(command)}, not ${quote(words[1] ?? '')}.${toSuggestion(error)}`;
  const [problem = ''] = error.message.replace(/^error: /, '').split('\n');
  return `"${line}": ${toPlainText(problem)}.${toSuggestion(error)}`;
}

function toSuggestion({ message }: CommanderError): string {
  const start = message.lastIndexOf('(Did you mean ');
  return start === -1 || !message.endsWith('?)') ? '' : ` ${message.slice(start + 1, -1)}`;
}

export function toLine(command: Command): string {
  return command.parent === null ? command.name() : `${toLine(command.parent)} ${command.name()}`;
}

function listCommands({ commands }: Command): string {
  return commands
    .map((each) => each.name())
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');
}

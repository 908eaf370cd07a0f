/**
 * A command of the command line as data: its arguments, options, examples and the code that it loads when it runs. Parser, help,
 * shell completion and docs/reference/cli.md all derive from it.
 */

export interface OptionDefinition {
  readonly summary: string;
  /** Name of the value, shown in the help; without it the option is a switch. */
  readonly value?: string;
  /** The only accepted values. */
  readonly choices?: readonly string[];
  readonly default?: string;
  /** Can be repeated; the values are collected. */
  readonly multiple?: true;
}

export type Options = Readonly<Record<string, OptionDefinition>>;

interface ArgumentDefinition {
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
  readonly optional?: true;
  /** Only the last argument can be repeated. */
  readonly multiple?: true;
}

/** The values of the options, by their names without dashes. */
export type Values<Defined extends Options> = {
  readonly [Name in keyof Defined]: ValueOf<Defined[Name]>;
};

type ValueOf<Defined extends OptionDefinition> = Defined extends { value: string }
  ? Defined extends { multiple: true }
    ? readonly string[] | undefined
    : Defined extends { default: string }
      ? ChoiceOf<Defined>
      : ChoiceOf<Defined> | undefined
  : boolean;

type ChoiceOf<Defined> = Defined extends { choices: readonly (infer Choice extends string)[] } ? Choice : string;

export interface CommandDefinition<Defined extends Options = Options> {
  /** One word, or two for a command of a group: `token create`. */
  readonly name: string;
  readonly summary: string;
  /** Further sentences of its help. */
  readonly description?: string;
  readonly arguments?: readonly ArgumentDefinition[];
  readonly options?: Defined;
  /** Command lines without the name of the program, each with a comment. */
  readonly examples: readonly (readonly [line: string, comment: string])[];
  /** Called only if the command runs, and imports its code then. */
  readonly run: (values: Values<Defined>, places: readonly string[]) => Promise<void>;
}

/** Keeps the types of the options for `run`, and forgets them for the list of commands. */
export function defineCommand<const Defined extends Options = Record<never, never>>(
  command: CommandDefinition<Defined>,
): CommandDefinition {
  return command as unknown as CommandDefinition;
}

/** Part of the command line with a heading in the help. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly CommandDefinition[];
}

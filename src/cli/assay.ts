/** The command line: one word chooses what runs. Errors that Assay foresaw are one line, without a stack. */
import { AssayError } from '../core/errors.ts';
import { serve } from './serve.ts';

const USAGE = `assay <command>

  serve     run Assay (the default)
  help      show this text

Settings are environment variables: docs/configuration.md.
`;

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  serve,
  help: async () => {
    process.stdout.write(USAGE);
  },
};

async function run(name: string): Promise<void> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    process.stderr.write(`There is no command "${name}".\n\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  try {
    await command();
  } catch (error) {
    process.stderr.write(`${error instanceof AssayError ? error.message : String((error as Error).stack ?? error)}\n`);
    process.exitCode = 1;
  }
}

await run(process.argv[2] ?? 'serve');

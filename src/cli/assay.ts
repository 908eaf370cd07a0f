/** The command line: parses the words and runs the command. Expected errors are printed in one line, without a stack. */
import manifest from '../../package.json' with { type: 'json' };
import { AssayError } from '../core/errors.ts';
import { COMMAND_GROUPS, FAMILIES } from './command-line/commands.ts';
import { COMPLETE, listCandidates } from './command-line/complete.ts';
import { runProgram, toProgram } from './command-line/to-program.ts';
import { USAGE_INVALID } from './errors.ts';
import { ERROR_EXIT_CODE, USAGE_EXIT_CODE } from './exit-codes.ts';

async function run(words: readonly string[]): Promise<void> {
  if (words[0] === COMPLETE) {
    const commands = COMMAND_GROUPS.flatMap((group) => group.commands);
    for (const candidate of listCandidates(commands, words.slice(1))) process.stdout.write(`${candidate}\n`);
    return;
  }
  const program = toProgram(COMMAND_GROUPS, { version: manifest.version, families: FAMILIES });
  await runProgram(program, words.length === 0 ? ['serve'] : words);
}

function describeError(error: unknown): string {
  if (!(error instanceof AssayError)) return String((error as Error).stack ?? error);
  return [error.message, ...error.details.map(({ path, message }) => `  ${path}  ${message}`)].join('\n');
}

// A program that reads the output, such as `head`, may end first. The command still ends its work, with its own exit code.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  const isUsage = error instanceof AssayError && error.code === USAGE_INVALID.code;
  // A command may have set a more specific one, such as that of an interruption.
  if (isUsage) process.exitCode = USAGE_EXIT_CODE;
  else process.exitCode ??= ERROR_EXIT_CODE;
}

/** The command line: the first word selects the command. Expected errors are printed in one line, without a stack. */
import { AssayError, quote } from '../core/errors.ts';
import { USAGE_INVALID } from './errors.ts';
import { parseArguments } from './terminal/parse-arguments.ts';
import { ORGANIZATION_USAGE, USAGE } from './usage.ts';

type Command = (parameters: readonly string[]) => Promise<void>;

// Commands are loaded on demand: creating a token does not wait for the web server to load.
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./commands/serve/serve.ts')).serve,
  scan: async () => (await import('./commands/scan/scan.ts')).scan,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  organization: async () => (await import('./commands/people/organization.ts')).organization,
  token: async () => (await import('./commands/token.ts')).token,
  person: async () => (await import('./commands/people/person.ts')).person,
  profile: async () => (await import('./commands/profile.ts')).profile,
  reachability: async () => (await import('./commands/reachability.ts')).reachability,
  quota: async () => (await import('./commands/quota.ts')).quota,
  analysis: async () => (await import('./commands/analysis.ts')).analysis,
  advisories: async () => (await import('./commands/advisories/advisories.ts')).advisories,
  'secret-key': async () => (await import('./commands/secret-key.ts')).secretKey,
  doctor: async () => (await import('./commands/doctor/doctor.ts')).doctor,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/restore.ts')).restore,
  help: async () => await Promise.resolve(help),
};

async function help(parameters: readonly string[]): Promise<void> {
  parseArguments('help', parameters, {});
  process.stdout.write(USAGE);
}

async function run([name = 'serve', ...parameters]: readonly string[]): Promise<void> {
  if ([name, ...parameters].some((text) => text === '--help' || text === '-h')) {
    process.stdout.write(name === 'organization' ? ORGANIZATION_USAGE : USAGE);
    return;
  }
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) throw USAGE_INVALID({ problem: `Unknown command ${quote(name)}.` });
  const command = await load();
  await command(parameters);
}

function describeError(error: unknown): string {
  if (!(error instanceof AssayError)) return String((error as Error).stack ?? error);
  return [error.message, ...error.details.map(({ path, message }) => `  ${path}  ${message}`)].join('\n');
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exitCode = error instanceof AssayError && error.code === USAGE_INVALID.code ? 2 : 1;
}

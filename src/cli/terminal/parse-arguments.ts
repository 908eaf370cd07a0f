/** Parses the action, flags and values of a command strictly: unknown arguments are rejected, never ignored. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf, quote } from '../../core/errors.ts';
import { USAGE_INVALID } from '../errors.ts';

type Flags = NonNullable<ParseArgsConfig['options']>;
type Parsed<F extends Flags> = ReturnType<
  typeof parseArgs<{ args: string[]; options: F; strict: true; allowPositionals: true }>
>;

type Action = (parameters: readonly string[]) => Promise<void>;

/** For commands with several actions: the first word selects one. */
export async function runAction(
  command: string,
  actions: Readonly<Record<string, Action>>,
  [name = '', ...parameters]: readonly string[],
): Promise<void> {
  const act = Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (act === undefined) {
    const expected = Object.keys(actions)
      .join(', ')
      .replace(/, ([^,]*)$/, ' or $1');
    throw USAGE_INVALID({ problem: `"assay ${command}" expects ${expected}${name && `, not ${quote(name)}`}.` });
  }
  await act(parameters);
}

/** `places` names the values after the command in order; all are required except those in `optional` at the end. */
export function parseArguments<const F extends Flags>(
  command: string,
  parameters: readonly string[],
  flags: F,
  places: readonly string[] = [],
  optional: readonly string[] = [],
): { readonly values: Parsed<F>['values']; readonly places: readonly string[] } {
  let parsed: Parsed<F>;
  try {
    parsed = parseArgs({ args: [...parameters], options: flags, strict: true, allowPositionals: true });
  } catch (error) {
    throw USAGE_INVALID({ problem: `"assay ${command}": ${toProblem(error)}` }, { cause: error });
  }
  const { positionals } = parsed;
  const missing = places[positionals.length];
  if (missing !== undefined) throw USAGE_INVALID({ problem: `"assay ${command}" requires a value: ${missing}.` });
  const extra = positionals[places.length + optional.length];
  if (extra !== undefined) throw USAGE_INVALID({ problem: `"assay ${command}" does not accept ${quote(extra)}.` });
  return { values: parsed.values, places: positionals };
}

/** The first sentence names the problem; the others explain how values can start with a dash. */
function toProblem(error: unknown): string {
  const [first = ''] = messageOf(error).split(/\.\s|\n/);
  return `${first.replace(/\.$/, '')}.`;
}

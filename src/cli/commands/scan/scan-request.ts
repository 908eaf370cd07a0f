/** Parses the arguments of `assay scan` strictly: a typo in a pipeline must not look like "nothing found". */
import { quote } from '../../../core/errors.ts';
import { parseImageReference } from '../../../core/naming/image-reference.ts';
import { DISTRO_NAME } from '../../../core/vocabulary/sbom.ts';
import { HARMFUL_SEVERITIES, type HarmfulSeverity } from '../../../core/vocabulary/severity.ts';
import { USAGE_INVALID } from '../../errors.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';

const FORMATS = ['table', 'json', 'sarif', 'cyclonedx'] as const;

const FLAGS = {
  format: { type: 'string', default: 'table' },
  output: { type: 'string' },
  'fail-on': { type: 'string' },
  distro: { type: 'string' },
  image: { type: 'string' },
} as const;

export interface ScanRequest {
  /** A file name, or `-`. */
  readonly input: string;
  readonly format: (typeof FORMATS)[number];
  /** Undefined means standard output. */
  readonly output: string | undefined;
  readonly failOn: HarmfulSeverity | undefined;
  readonly distro: string | null;
  readonly image: string | null;
}

export function parseScanRequest(parameters: readonly string[]): ScanRequest {
  const needed = ['the path of an SBOM, or - for standard input'];
  const { values, places } = parseArguments('scan', parameters, FLAGS, needed);
  return {
    input: places[0] ?? '',
    format: parseChoice('--format', FORMATS, values.format),
    output: values.output,
    failOn:
      values['fail-on'] === undefined ? undefined : parseChoice('--fail-on', HARMFUL_SEVERITIES, values['fail-on']),
    distro: parseDistro(values.distro),
    image: values.image === undefined ? null : parseImageReference(values.image).text,
  };
}

function parseChoice<const Choice extends string>(flag: string, choices: readonly Choice[], text: string): Choice {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw USAGE_INVALID({ problem: `Unknown value ${quote(text)} for ${flag}. Use one of ${choices.join(', ')}.` });
}

/** Follows the rule of the API. */
function parseDistro(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (DISTRO_NAME.test(text)) return text;
  throw USAGE_INVALID({
    problem: `Invalid value ${quote(text)} for --distro. Use a name and a release, for example debian-12.`,
  });
}

/** Turns a failed request into an error that names the source and what to do: the log and the state of the source show only this. */
import { AssayError } from '../core/errors.ts';
import { DISTRIBUTIONS, type RELEASE_CALENDAR, type SOURCE_NAMES } from '../core/vocabulary/source.ts';
import { OUTBOUND_FAILED } from '../outbound/errors.ts';
import { FEED_UNREACHABLE } from './errors.ts';

/** The calendar of releases is part of Assay. */
type RemoteSource = Exclude<(typeof SOURCE_NAMES)[number], typeof RELEASE_CALENDAR>;

const SETTINGS: Readonly<Record<RemoteSource, string>> = {
  osv: 'ASSAY_OSV_URL',
  redhat: 'ASSAY_REDHAT_URL',
  [DISTRIBUTIONS]: 'ASSAY_DISTRIBUTION_ADVISORIES',
  nvd: 'ASSAY_NVD_URL',
  kev: 'ASSAY_KEV_URL',
  epss: 'ASSAY_EPSS_URL',
  ssvc: 'ASSAY_SSVC_URL',
  packages: 'ASSAY_PACKAGE_INDEXES',
  jars: 'ASSAY_JARS_URL',
};

/** The advice must fit into the message. */
const PROBLEM_CHARACTERS_MAX = 180;

/** Any other error is returned unchanged. */
export function toUnreachable(source: string, error: unknown): unknown {
  if (!(error instanceof AssayError) || error.code !== OUTBOUND_FAILED.code) return error;
  const { message } = error;
  const problem =
    message.length <= PROBLEM_CHARACTERS_MAX ? message : `${message.slice(0, PROBLEM_CHARACTERS_MAX - 1)}…`;
  return FEED_UNREACHABLE({ source, problem, setting: findSetting(source) }, { cause: error });
}

function findSetting(source: string): string {
  return Object.hasOwn(SETTINGS, source) ? SETTINGS[source as RemoteSource] : 'its URL';
}

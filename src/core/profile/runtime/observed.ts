/**
 * Parses the observed behavior of a running image: files, libraries, programs, ports. It proves presence, never absence. Ports,
 * user and capabilities become suggestions for the profile, which a user must confirm.
 */
import { memberIn } from '../../json/members.ts';
import { LIMITS } from '../../limits.ts';
import { listIn, textIn } from '../../sbom/untrusted-value.ts';
import type { ProfileField, ProfileFields } from '../security-profile.ts';
import { toCapabilityName, normalizePath, spellingsOf } from './kernel-names.ts';
import { parseJsonDocument, toUnreadable, type JsonDocument } from './json-document.ts';
import { addWarning, quoteLine, type RuntimeWarning } from './runtime-warning.ts';
import type { Observation } from '../profile-view.ts';

export interface ObservedDocument {
  readonly kind: 'observed';
  readonly image: string | null;
  /** ISO 8601, UTC. */
  readonly from: string;
  readonly to: string;
  readonly instances: number | null;
  /** Paths of files, libraries and programs; sorted, without duplicates. */
  readonly paths: readonly string[];
  readonly listen: readonly { readonly protocol: string; readonly port: number }[];
  readonly user: string | null;
  /** Null: not stated, which does not mean none. */
  readonly capabilities: readonly string[] | null;
  readonly syscalls: readonly string[];
  readonly warnings: readonly RuntimeWarning[];
}

/** Throws an error of JSON, PROFILE_DOCUMENT_UNREADABLE or PROFILE_DOCUMENT_TOO_LARGE. */
export function parseObserved(text: string): ObservedDocument {
  return toObserved(parseJsonDocument(text, LIMITS.observedEntriesMax));
}

function toObserved(document: JsonDocument): ObservedDocument {
  const { value } = document;
  if (memberIn(value, 'kind') !== 'observed') throw toUnreadable(document, '/kind', '"kind" is not "observed"');
  const [from, to] = [parseTime(document, 'from'), parseTime(document, 'to')];
  if (from > to) throw toUnreadable(document, '/to', '"to" is before "from"');
  const warnings: RuntimeWarning[] = [];
  const capabilities = memberIn(value, 'capabilities');
  const instances = memberIn(value, 'instances');
  return {
    kind: 'observed',
    image: textIn(value, 'image') ?? null,
    from,
    to,
    instances: typeof instances === 'number' && Number.isSafeInteger(instances) ? instances : null,
    paths: parsePaths(document, warnings),
    listen: parsePorts(document, warnings),
    user: parseUser(value),
    capabilities: Array.isArray(capabilities) ? textsOf(capabilities).map(toCapabilityName).toSorted() : null,
    syscalls: textsOf(listIn(value, 'syscalls')),
    warnings,
  };
}

/** All fields are unconfirmed. A list of observations is never complete. */
export function suggestFields({ listen, user, capabilities, image }: ObservedDocument): ProfileFields {
  const suggest = (value: unknown): ProfileField => ({
    value,
    source: 'imported',
    evidence: `Observed${image === null ? '' : ` in ${image.slice(0, EVIDENCE_CHARACTERS_MAX)}`}`,
  });
  const entryPoints = listen.map(({ protocol, port }) => ({ protocol, port, auth: 'unknown' }));
  return {
    ...(entryPoints.length > 0 && { 'exposure.entryPoints': suggest(entryPoints) }),
    ...(user !== null && { 'privilege.runsAsRoot': suggest(ROOT_NAMES.includes(user) ? 'yes' : 'no') }),
    ...(capabilities !== null && { 'privilege.capabilities': suggest(capabilities) }),
  };
}

const EVIDENCE_CHARACTERS_MAX = 100;
const ROOT_NAMES = ['root', '0', '0:0', 'root:root'];
const PATH_LISTS = ['files', 'libraries', 'execs'];

/** `{ path }` or a plain path. */
function parsePaths({ value, positionOf }: JsonDocument, warnings: RuntimeWarning[]): readonly string[] {
  const paths = new Set<string>();
  for (const list of PATH_LISTS) {
    for (const [i, each] of listIn(value, list).entries()) {
      const sent = typeof each === 'string' ? each : textIn(each, 'path');
      const path = sent === undefined ? undefined : normalizePath(sent);
      if (path !== undefined) paths.add(path);
      // Directories are observed too, but do not belong to a component.
      else if (sent?.endsWith('/') !== true)
        addWarning(warnings, 'unusable-path', {
          line: positionOf(`/${list}/${i}`).line,
          text: quoteLine(sent ?? list),
        });
    }
  }
  return [...paths].toSorted();
}

const PORT_MAX = 65_535;

function parsePorts({ value, positionOf }: JsonDocument, warnings: RuntimeWarning[]): ObservedDocument['listen'] {
  const ports = new Map<string, ObservedDocument['listen'][number]>();
  for (const [i, each] of listIn(value, 'listen').entries()) {
    const port = memberIn(each, 'port');
    const protocol = (textIn(each, 'proto') ?? textIn(each, 'protocol') ?? 'tcp').toLowerCase();
    if (typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= PORT_MAX && protocol.length <= 16)
      ports.set(`${protocol} ${port}`, { protocol, port });
    else addWarning(warnings, 'unusable-port', { line: positionOf(`/listen/${i}`).line, text: 'listen' });
  }
  return [...ports.values()].slice(0, LIMITS.profileListEntriesMax);
}

function parseUser(value: unknown): string | null {
  const user = memberIn(value, 'user');
  return typeof user === 'number' ? String(user) : (textIn(value, 'user') ?? null);
}

const UTC_TIME = /^[0-9]{4}-[0-1][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9](?:\.[0-9]{1,9})?Z$/;

function parseTime(document: JsonDocument, name: string): string {
  const time = textIn(document.value, name);
  if (time === undefined || !UTC_TIME.test(time))
    throw toUnreadable(document, `/${name}`, `"${name}" must be a UTC time such as 2026-01-31T00:00:00Z`);
  return time;
}

function textsOf(list: readonly unknown[]): readonly string[] {
  return list.filter((each) => typeof each === 'string');
}

/** Queries on an observed document. A file that was observed under another spelling counts as observed. */
export function toObservation({ image, from, to, paths }: ObservedDocument): Observation {
  const seen = new Set(paths.flatMap(spellingsOf));
  return {
    image,
    from,
    to,
    hasObserved: (path) => {
      const normalized = normalizePath(path);
      return normalized !== undefined && seen.has(normalized);
    },
  };
}

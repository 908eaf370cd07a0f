/**
 * Reads the advisories of a file that a distribution publishes, as OSV records. The content decides its form: `updateinfo` or OVAL
 * in XML, or the list of Photon OS in JSON. Throws FEED_REJECTED, possibly after some records.
 */
import { translatePatch } from '../../core/advisory/distributions/translate-patch.ts';
import { translatePhotonList } from '../../core/advisory/distributions/translate-photon.ts';
import { translateUpdate } from '../../core/advisory/distributions/translate-updateinfo.ts';
import {
  readVulnerability,
  translateVulnerabilities,
  type OvalTest,
  type OvalVulnerability,
} from '../../core/advisory/distributions/translate-vulnerabilities.ts';
import type { NoticeRecord } from '../../core/advisory/distributions/notice.ts';
import type { PublishedFile } from '../../core/advisory/distributions/published-file.ts';
import { attributeOf, childOf, childrenOf, type XmlElement } from '../../core/advisory/distributions/xml-element.ts';
import { findReleaseInVersion } from '../../core/identity/distro/version-tags.ts';
import { parseJsonText } from '../../core/json/members.ts';
import { LIMITS } from '../../core/limits.ts';
import { FEED_REJECTED } from '../errors.ts';
import { isPackingError, openText } from '../open-text.ts';
import { readXml } from './read-xml.ts';

export interface AdvisoriesRequest {
  /** For messages. */
  readonly source: string;
  readonly file: PublishedFile;
  /** The time of records that state none. */
  readonly changedAt: string;
  readonly signal: AbortSignal;
  /** Called for each part of the file that has no id, or is about no vulnerability. */
  readonly onSkipped: (count: number) => void;
}

export async function* readAdvisories(path: string, request: AdvisoriesRequest): AsyncGenerator<NoticeRecord> {
  const list = request.file.family === 'Photon OS' ? await readList(path, request) : undefined;
  if (list === undefined) {
    yield* readXmlFile(path, request);
    return;
  }
  const { file, changedAt, onSkipped } = request;
  const { records, skipped } = translatePhotonList(list, { ecosystem: ecosystemOf(file), modified: changedAt });
  onSkipped(skipped);
  yield* records;
}

function ecosystemOf({ family, release = '' }: PublishedFile): string {
  return `${family}:${release}`;
}

/** Returns undefined if the file is XML. */
async function readList(path: string, { source, signal }: AdvisoriesRequest): Promise<readonly unknown[] | undefined> {
  const reject = (problem: string, cause?: unknown): Error => FEED_REJECTED({ source, problem }, { cause });
  let text = '';
  let characters = 0;
  try {
    for await (const chunk of (await openText(path, source)).setEncoding('utf8') as AsyncIterable<string>) {
      signal.throwIfAborted();
      // Leading blanks are counted, but not kept, so that they are not looked at with every chunk.
      const added = text === '' ? chunk.trimStart() : chunk;
      if (text === '' && added.startsWith('<')) return undefined;
      text += added;
      characters += chunk.length;
      if (characters > LIMITS.photonListCharactersMax)
        throw reject(`it has more than ${LIMITS.photonListCharactersMax} characters`);
    }
  } catch (error) {
    throw isPackingError(error) ? reject('it is corrupt or truncated', error) : error;
  }
  const list = parseJsonText(text);
  if (!Array.isArray(list)) throw reject('it is neither XML nor a list in JSON');
  return list as readonly unknown[];
}

async function* readXmlFile(path: string, request: AdvisoriesRequest): AsyncGenerator<NoticeRecord> {
  const { source, file, signal, onSkipped } = request;
  const oval = createOvalParts(request);
  let root: string | undefined;
  for await (const element of readXml(path, { source, signal, isWanted: (name) => isWanted(name, oval) })) {
    if (root === undefined) {
      root = element.name;
      if (root !== 'updates' && root !== 'oval_definitions')
        throw FEED_REJECTED({ source, problem: 'it is neither an updateinfo.xml nor a file in OVAL' });
      continue;
    }
    if (oval.add(element)) continue;
    const record = element.name === 'update' ? translateUpdate(element, file) : translatePatch(element, file);
    if (record === undefined) onSkipped(1);
    else yield { ...record, modified: record['modified'] ?? request.changedAt };
  }
  if (root === undefined) throw FEED_REJECTED({ source, problem: 'it is empty' });
  yield* oval.translate();
}

const ADVISORIES: ReadonlySet<string> = new Set(['update', 'definition']);
const TEST_PARTS: ReadonlySet<string> = new Set(['rpminfo_test', 'rpminfo_object', 'rpminfo_state']);

function isWanted(name: string, oval: OvalParts): boolean {
  return ADVISORIES.has(name) || (TEST_PARTS.has(name) && oval.needsTests());
}

interface OvalParts {
  /** Returns false for an advisory that is complete by itself. */
  add(element: XmlElement): boolean;
  /** False after a patch, whose tests are most of the file and not needed. */
  needsTests(): boolean;
  translate(): readonly NoticeRecord[];
}

// `0: 1.20.10-1.azl3`
const BLANKS = /\s/g;

/** Collects vulnerability definitions and their tests, which refer to an object (the package) and a state (the version). */
function createOvalParts({ source, file, changedAt }: AdvisoriesRequest): OvalParts {
  const definitions: OvalVulnerability[] = [];
  const tests = new Map<string, { readonly object: string; readonly state: string }>();
  const names = new Map<string, string>();
  const states = new Map<string, Pick<OvalTest, 'operation' | 'version'>>();

  let hasPatches = false;
  const findTest = (ref: string): OvalTest | undefined => {
    const test = tests.get(ref);
    const name = names.get(test?.object ?? '');
    const state = states.get(test?.state ?? '');
    return name === undefined || state === undefined ? undefined : { name, ...state };
  };
  return {
    add: (element) => {
      const id = attributeOf(element, 'id') ?? '';
      if (element.name === 'rpminfo_test') {
        const object = attributeOf(childOf(element, 'object'), 'object_ref') ?? '';
        const [state, ...others] = childrenOf(element, 'state').map((each) => attributeOf(each, 'state_ref') ?? '');
        if (others.length === 0) tests.set(id, { object, state: state ?? '' });
      } else if (element.name === 'rpminfo_object') {
        names.set(id, childOf(element, 'name')?.text.trim() ?? '');
      } else if (element.name === 'rpminfo_state') {
        const evr = childOf(element, 'evr');
        if (evr !== undefined)
          states.set(id, { operation: attributeOf(evr, 'operation') ?? '', version: evr.text.replaceAll(BLANKS, '') });
      } else if (attributeOf(element, 'class') === 'vulnerability') {
        definitions.push(readVulnerability(element));
      } else {
        hasPatches = true;
        return false;
      }
      if (definitions.length + tests.size + names.size + states.size > LIMITS.distributionDefinitionsMax)
        throw FEED_REJECTED({ source, problem: `it has more than ${LIMITS.distributionDefinitionsMax} parts` });
      return true;
    },
    needsTests: () => !hasPatches,
    translate: () => {
      if (definitions.length === 0) return [];
      const tags = new Set(
        [...states.values()].flatMap(({ version }) => findReleaseInVersion(file.family, version) ?? []),
      );
      // A few packages are copied from another release and keep its tag.
      const [other] = tags;
      if (other !== undefined && !tags.has(file.release ?? ''))
        throw FEED_REJECTED({ source, problem: `it is about the release ${other}` });
      return translateVulnerabilities(definitions, {
        ecosystem: ecosystemOf(file),
        generatedAt: changedAt,
        findTest,
      });
    },
  };
}

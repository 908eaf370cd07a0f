/**
 * ENTRY. Parses a document of a security profile: its kind, its content, and warnings about unusable parts. An invalid document is
 * rejected as a whole, with the position.
 */
import { isLongerThanBytes } from '../identity/identifier-text.ts';
import { memberIn } from '../json/members.ts';
import { LIMITS } from '../limits.ts';
import { DEPLOYMENT_KINDS, type DeploymentKind, type DocumentKind } from '../vocabulary/profile.ts';
import {
  detectDeploymentKind,
  listDeploymentFacts,
  parseDeployment,
  type DeploymentDocument,
} from './deployment/deployment-document.ts';
import { PROFILE_DOCUMENT_KIND_UNKNOWN, PROFILE_DOCUMENT_TOO_LARGE } from './errors.ts';
import { parseJsonDocument } from './runtime/json-document.ts';
import {
  listRuntimeFacts,
  parseRuntimeDocument,
  type DocumentFact,
  type RuntimeDocument,
} from './runtime/runtime-document.ts';

export type ProfileDocument = RuntimeDocument | DeploymentDocument;

/** Detects the kind if none is given. Throws a JSON error or an error of this module. */
export function parseProfileDocument(text: string, sent?: DocumentKind): ProfileDocument {
  const kind = sent ?? detectKind(text);
  if (!isDeploymentKind(kind)) return parseRuntimeDocument(text, kind);
  limitBytes(text, LIMITS.deploymentDocumentBytesMax);
  return parseDeployment(text, kind);
}

export function isDeployment(document: ProfileDocument): document is DeploymentDocument {
  return isDeploymentKind(document.kind);
}

export function isDeploymentKind(kind: DocumentKind): kind is DeploymentKind {
  return DEPLOYMENT_KINDS.some((each) => each === kind);
}

const JSON_START = /^\u{FEFF}?\s*[{[]/u;
const DEPLOYMENT_KEY = /^(?:apiVersion|services)[ \t]*:/m;
const APPARMOR_START = /^(?:abi <|#?include [<"]|profile |@\{)/;

function detectKind(text: string): DocumentKind {
  limitBytes(text, LIMITS.observedDocumentBytesMax);
  if (JSON_START.test(text)) {
    const { value } = parseJsonDocument(text, LIMITS.observedEntriesMax);
    if (memberIn(value, 'kind') === 'observed') return 'observed';
    if (memberIn(value, 'defaultAction') !== undefined) return 'seccomp';
  } else if (!DEPLOYMENT_KEY.test(text) && text.split('\n').some(isAppArmorLine)) return 'apparmor';
  limitBytes(text, LIMITS.deploymentDocumentBytesMax);
  const kind = detectDeploymentKind(text);
  if (kind === undefined) throw PROFILE_DOCUMENT_KIND_UNKNOWN();
  return kind;
}

/** A rule that only AppArmor has, or a profile that begins with the path of its program. */
function isAppArmorLine(sent: string): boolean {
  const line = sent.trim();
  return APPARMOR_START.test(line) || (line.startsWith('/') && line.endsWith('{'));
}

function limitBytes(text: string, max: number): void {
  if (isLongerThanBytes(text, max)) throw PROFILE_DOCUMENT_TOO_LARGE({ what: 'bytes', max });
}

const FACTS_MAX = 50;

/** A few sentences with line numbers, enough to recognize the right document. */
export function summarizeDocument(document: ProfileDocument): readonly DocumentFact[] {
  const facts = isDeployment(document) ? listDeploymentFacts(document) : listRuntimeFacts(document);
  return facts.slice(0, FACTS_MAX);
}

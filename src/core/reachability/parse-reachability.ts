/** ENTRY. Parses a reachability document. Its kind is detected from its content. */
import { isObject, memberIn } from '../json/members.ts';
import { parseCycloneDxEvidence } from './cyclonedx-evidence.ts';
import { REACHABILITY_KIND_UNKNOWN } from './errors.ts';
import { isGovulncheckMessage, parseGovulncheck } from './govulncheck.ts';
import { parseOsvScanner } from './osv-scanner.ts';
import type { ReachabilityDocument } from './reachability-document.ts';
import { parseMessages } from './parse-messages.ts';

export function parseReachability(text: string): ReachabilityDocument {
  const messages = parseMessages(text);
  const [first] = messages;
  if (messages.some(isGovulncheckMessage)) return parseGovulncheck(messages);
  if (messages.length !== 1 || !isObject(first)) throw REACHABILITY_KIND_UNKNOWN();
  if (memberIn(first, 'bomFormat') === 'CycloneDX') return parseCycloneDxEvidence(first);
  if (Array.isArray(memberIn(first, 'results'))) return parseOsvScanner(first);
  throw REACHABILITY_KIND_UNKNOWN();
}

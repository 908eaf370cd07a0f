/**
 * Evidence of use in a CycloneDX SBOM, as `cdxgen --evidence` writes it: call stacks, and the lines that mention a package. It shows
 * that a package is used, never that a vulnerable function is called, and a component without evidence may still be used.
 * https://cyclonedx.org/docs/1.6/json/#components_items_evidence
 */
import { isObject, memberIn } from '../json/members.ts';
import { findPackages } from '../identity/packages/find-packages.ts';
import { isDistribution } from '../identity/ecosystems/ecosystem.ts';
import { LIMITS } from '../limits.ts';
import { REACHABILITY_EMPTY, REACHABILITY_TOO_LARGE } from './errors.ts';
import { listIn, mergeStatements, textIn, toFrame, toTrace } from './parse-members.ts';
import type { ReachabilityDocument, ReachabilityStatement, TraceFrame } from './reachability-document.ts';

export function parseCycloneDxEvidence(document: unknown): ReachabilityDocument {
  const statements = listComponents(document).flatMap(({ value, path }) => toStatement(value, path) ?? []);
  if (statements.length === 0)
    throw REACHABILITY_EMPTY({
      missing: 'call stack and no line of code in "evidence"',
      command: '"cdxgen --evidence"',
    });
  return { kind: 'cyclonedx', tool: findTool(document), statements: mergeStatements(statements) };
}

interface Located {
  readonly value: unknown;
  readonly path: string;
}

/** With nested components. */
function listComponents(document: unknown): Located[] {
  const found: Located[] = [];
  const waiting: Located[] = [{ value: document, path: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, path } = next;
    for (const [index, component] of listIn(value, 'components', path).entries()) {
      const located = { value: component, path: `${path}/components/${index}` };
      if (found.push(located) > LIMITS.componentsMax)
        throw REACHABILITY_TOO_LARGE({ what: 'components', max: LIMITS.componentsMax });
      waiting.push(located);
    }
  }
  return found;
}

function toStatement(component: unknown, path: string): ReachabilityStatement | undefined {
  const frames = listFrames(memberIn(component, 'evidence'), path);
  const purl = frames.length === 0 ? undefined : textIn(component, 'purl', path);
  if (purl === undefined) return undefined;
  const { packages } = findPackages({ purls: [purl], group: undefined, version: undefined, source: undefined });
  const [found] = packages;
  // Files of a distribution's package do not tell which of its code runs.
  if (found === undefined || isDistribution(found.identity.family)) return undefined;
  const { family, name } = found.identity;
  return {
    family,
    name,
    version: found.version,
    ids: [],
    state: 'imported',
    trace: toTrace(frames),
    isPrecise: false,
    searchedFor: [],
  };
}

function listFrames(evidence: unknown, path: string): TraceFrame[] {
  if (!isObject(evidence)) return [];
  const stack = listIn(memberIn(evidence, 'callstack'), 'frames', `${path}/evidence/callstack`);
  if (stack.length > 0)
    return stack.map((frame) =>
      toFrame({
        function: memberIn(frame, 'function'),
        package: memberIn(frame, 'module') ?? memberIn(frame, 'package'),
        file: memberIn(frame, 'fullFilename'),
        line: memberIn(frame, 'line'),
      }),
    );
  return listIn(evidence, 'occurrences', `${path}/evidence`).flatMap((each) => toUse(memberIn(each, 'location')) ?? []);
}

const LINE = /^[0-9]{1,9}$/;

/** `src/app.js#12` is a line that uses the package. Other tools name the place where the package was found. */
function toUse(location: unknown): TraceFrame | undefined {
  if (typeof location !== 'string') return undefined;
  const hash = location.lastIndexOf('#');
  const line = location.slice(hash + 1);
  if (hash < 1 || !LINE.test(line)) return undefined;
  return toFrame({ file: location.slice(0, hash), line: Number(line) });
}

function findTool(document: unknown): string {
  const tools = memberIn(memberIn(document, 'metadata'), 'tools');
  const listed = isObject(tools) ? memberIn(tools, 'components') : tools;
  const [first]: unknown[] = Array.isArray(listed) ? listed : [];
  const name = textIn(first, 'name', 'metadata.tools');
  const version = textIn(first, 'version', 'metadata.tools');
  return name === undefined ? 'CycloneDX' : [name, version].filter((part) => part !== undefined).join(' ');
}

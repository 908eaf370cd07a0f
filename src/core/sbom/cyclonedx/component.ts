/** Extracts the facts of one CycloneDX component. */
import { memberIn } from '../../json/members.ts';
import { textIn } from '../untrusted-value.ts';
import { toRawDetails } from './details.ts';
import type { LocatedValue, RawComponent } from '../draft/to-component.ts';
import { findSourcePackage, parseToolProperties, type ToolFacts } from './tool-properties.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

export function toRawComponent(component: unknown, name: string): RawComponent {
  const facts = parseToolProperties(component);
  const type = textIn(component, 'type') ?? 'unknown';
  return {
    ref: textIn(component, 'bom-ref'),
    type,
    group: textIn(component, 'group'),
    name,
    version: { value: memberIn(component, 'version'), at: '/version' },
    purls: identifiersOf(component, 'purl'),
    cpes: [...identifiersOf(component, 'cpe'), ...facts.cpes],
    scope: facts.scope ?? scopeOf(memberIn(component, 'scope')),
    source: findSourcePackage(facts),
    packageType: facts.texts.get('packageType') ?? (type === 'library' ? facts.texts.get('trivyType') : undefined),
    epoch: facts.texts.get('epoch'),
    module: facts.texts.get('module'),
    archivePath: facts.texts.get('archivePath'),
    platform: facts.platform,
    details: toRawDetails(component, facts),
    system: systemOf(facts),
  };
}

/** `debian-12`: distribution and release, if a tool writes both as properties. */
export function systemOf({ texts }: ToolFacts): string | undefined {
  const name = texts.get('systemName');
  const version = texts.get('systemVersion');
  return name === undefined || version === undefined ? undefined : `${name}-${version}`;
}

// Red Hat lists one package with one purl per repository; the additional ones are in the evidence.
function identifiersOf(component: unknown, field: 'purl' | 'cpe'): readonly LocatedValue[] {
  const claims: LocatedValue[] = [];
  const own = memberIn(component, field);
  // At most one is allowed, but some tools write lists.
  if (Array.isArray(own)) for (const [i, value] of own.entries()) addIdentifier(claims, value, `/${field}/${i}`);
  else addIdentifier(claims, own, `/${field}`);

  const identity = memberIn(memberIn(component, 'evidence'), 'identity');
  if (identity === undefined) return claims;
  // A single object until 1.5, a list since 1.6.
  const identities: readonly unknown[] = Array.isArray(identity) ? identity : [identity];
  for (const [i, each] of identities.entries()) {
    const value = textIn(each, 'concludedValue');
    if (value !== undefined && memberIn(each, 'field') === field) claims.push({ value, at: `/evidence/identity/${i}` });
  }
  return claims;
}

function addIdentifier(claims: LocatedValue[], value: unknown, at: string): void {
  if (value !== undefined && value !== null && value !== '') claims.push({ value, at });
}

const SCOPES: ReadonlySet<unknown> = new Set<ComponentScope>(['required', 'optional', 'excluded']);

// "If the scope is not specified, 'required' scope SHOULD be assumed by the consumer of the BOM."
function scopeOf(scope: unknown): ComponentScope {
  if (scope === undefined || scope === null) return 'required';
  return isScope(scope) ? scope : 'unknown';
}

function isScope(scope: unknown): scope is ComponentScope {
  return SCOPES.has(scope);
}

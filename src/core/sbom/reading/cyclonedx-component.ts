/** Where CycloneDX writes what is to be known about one component. */
import { listIn, member, textIn } from '../foreign-value.ts';
import type { Component } from '../inventory.ts';
import type { Claim, RawComponent } from './read-component.ts';
import { findSourcePackage } from './tool-properties.ts';

export function toRawComponent(component: unknown, name: string): RawComponent {
  return {
    ref: textIn(component, 'bom-ref'),
    type: textIn(component, 'type') ?? 'unknown',
    group: textIn(component, 'group'),
    name,
    version: { value: member(component, 'version'), at: '/version' },
    purls: claimsOf(component, 'purl'),
    cpes: [...claimsOf(component, 'cpe'), ...syftCpes(component)],
    scope: scopeOf(member(component, 'scope')),
    source: findSourcePackage(component),
    packageType: undefined,
    epoch: undefined,
    module: undefined,
    details: {},
  };
}

// Red Hat repeats one package with one purl per repository; the further ones are in the evidence.
function claimsOf(component: unknown, field: 'purl' | 'cpe'): readonly Claim[] {
  const claims: Claim[] = [];
  const own = member(component, field);
  if (own !== undefined && own !== null && own !== '') claims.push({ value: own, at: `/${field}` });
  const identity = member(member(component, 'evidence'), 'identity');
  // A single object until 1.5, a list since 1.6.
  const identities: readonly unknown[] = Array.isArray(identity) ? identity : [identity];
  for (const [i, each] of identities.entries()) {
    const value = textIn(each, 'concludedValue');
    if (value !== undefined && member(each, 'field') === field) claims.push({ value, at: `/evidence/identity/${i}` });
  }
  return claims;
}

function* syftCpes(component: unknown): Iterable<Claim> {
  for (const [i, property] of listIn(component, 'properties').entries()) {
    if (member(property, 'name') === 'syft:cpe23')
      yield { value: member(property, 'value'), at: `/properties/${i}/value` };
  }
}

const SCOPES: ReadonlySet<unknown> = new Set<Component['scope']>(['required', 'optional', 'excluded']);

// "If the scope is not specified, 'required' scope SHOULD be assumed by the consumer of the BOM."
function scopeOf(scope: unknown): Component['scope'] {
  if (scope === undefined) return 'required';
  return isScope(scope) ? scope : 'unknown';
}

function isScope(scope: unknown): scope is Component['scope'] {
  return SCOPES.has(scope);
}

/** Maps components to the API. */
import type { ComponentDescription, HoldingSbom } from '../../pipeline/queries/describe-component.ts';
import type { Component as SentComponent } from '../../core/sbom/inventory.ts';
import type { Component, SetComponent } from '../../store/portfolio/components/list-components.ts';
import type { WireComponent, WireComponentDetails, WireUsedComponent } from '../contract/services/component.ts';

export function toWireUsedComponent(component: Component): WireUsedComponent {
  const { id, purl, name, version, ecosystem, notChecked, fixedIssuesOnly } = component;
  return { id, purl, name, version, ecosystem, checked: notChecked === null, notChecked, fixedIssuesOnly };
}

export function toWireComponent(
  component: SetComponent,
  sboms: readonly HoldingSbom[],
  findings: ReadonlyMap<string, number>,
): WireComponent {
  const { type, scope, direct, sets } = component;
  const holding = sboms.filter(({ setSha256 }) => sets.includes(setSha256.toString('hex')));
  return {
    ...toWireUsedComponent(component),
    type,
    scope,
    direct,
    sboms: holding.map(({ id, image }) => ({ id, image })),
    findings: findings.get(component.id) ?? 0,
  };
}

export function toWireComponentDetails(
  component: WireComponent,
  graph: WireComponentDetails['graph'],
  { occurrences, occurrenceCount, paths, dependents, dependentCount, cycle, claims }: ComponentDescription,
): WireComponentDetails {
  return {
    ...component,
    occurrences: occurrences.map(({ sbom, component: sent }) => toOccurrence(sbom, sent)),
    occurrenceCount,
    graph,
    paths: paths.map(({ sbomId, nodes }) => ({ sbomId, nodes: [...nodes] })),
    dependents: [...dependents],
    dependentCount,
    cycle: [...cycle],
    claims: claims.map(({ sbomId, claim: { id, source, state, justification, detail } }) => ({
      sbomId,
      id,
      source: source ?? null,
      state: state ?? null,
      justification: justification ?? null,
      detail: detail ?? null,
    })),
  };
}

function toOccurrence(sbom: HoldingSbom, sent: SentComponent): WireComponentDetails['occurrences'][number] {
  const { source, details = {} } = sent;
  return {
    sbomId: sbom.id,
    image: sbom.image,
    bomRef: sent.ref,
    group: sent.group ?? null,
    name: sent.name,
    version: sent.version ?? null,
    purls: [...sent.purls],
    cpes: [...sent.cpes],
    scope: sent.scope,
    source: source === undefined ? null : { name: source.name, version: source.version ?? null },
    description: details.description ?? null,
    supplier: details.supplier ?? null,
    licenses: [...(details.licenses ?? [])],
    hashes: [...(details.hashes ?? [])],
    references: [...(details.references ?? [])],
    locations: (details.locations ?? []).map(({ path, layer }) => ({ path, layer: layer ?? null })),
  };
}

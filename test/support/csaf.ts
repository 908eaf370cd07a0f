/** Builds small CSAF VEX documents in the form that Red Hat publishes. */

export interface CsafComponent {
  /** CPE of the product: `cpe:/o:redhat:enterprise_linux:9`. */
  readonly cpe?: string;
  /** Name of the component, and its purl if the document has one. */
  readonly name: string;
  readonly purl?: string;
  readonly status: 'fixed' | 'known_affected' | 'known_not_affected' | 'under_investigation';
  /** Category and text of a remediation: `['no_fix_planned', 'Will not fix']`. */
  readonly remediation?: readonly [string, string];
}

const ENTERPRISE_LINUX_9 = 'cpe:/o:redhat:enterprise_linux:9';

export function aCsafVex(
  components: readonly CsafComponent[],
  { id = 'CVE-2024-1000', modified = '2025-01-01T00:00:00+00:00', ...changes }: Record<string, unknown> = {},
): Record<string, unknown> {
  const cpeOf = ({ cpe = ENTERPRISE_LINUX_9 }: CsafComponent): string => cpe;
  const idOf = (component: CsafComponent): string => `${cpeOf(component)}:${component.purl ?? component.name}`;
  const statuses = Object.groupBy(components, ({ status }) => status);
  const products = [...new Set(components.map(cpeOf))].map((cpe) => aBranch('product_name', cpe, cpe, { cpe }));
  const parts = components.map(({ name, purl }) =>
    aBranch('product_version', purl ?? name, name, purl === undefined ? undefined : { purl }),
  );
  return {
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      title: 'libexample: overflow in the parser',
      publisher: { category: 'vendor', name: 'Example Vendor', namespace: 'https://vendor.example' },
      aggregate_severity: { text: 'Moderate' },
      tracking: { id, current_release_date: modified, initial_release_date: '2024-01-01T00:00:00+00:00', version: '1' },
    },
    product_tree: {
      branches: [{ category: 'vendor', name: 'Example Vendor', branches: [...products, ...parts] }],
      relationships: components.map((component) => ({
        category: 'default_component_of',
        full_product_name: { name: idOf(component), product_id: idOf(component) },
        product_reference: component.purl ?? component.name,
        relates_to_product_reference: cpeOf(component),
      })),
    },
    vulnerabilities: [
      {
        cve: id,
        title: 'libexample: overflow in the parser',
        cwe: { id: 'CWE-120', name: 'Overflow' },
        notes: [{ category: 'description', text: 'A crafted file overflows a buffer.' }],
        scores: [{ cvss_v3: { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' }, products: [] }],
        references: [{ category: 'external', url: 'https://vendor.example/CVE-2024-1000' }],
        product_status: Object.fromEntries(
          Object.entries(statuses).map(([status, listed]) => [status, listed.map(idOf)]),
        ),
        remediations: components.flatMap((component) =>
          component.remediation === undefined
            ? []
            : [
                {
                  category: component.remediation[0],
                  details: component.remediation[1],
                  product_ids: [idOf(component)],
                },
              ],
        ),
      },
    ],
    ...changes,
  };
}

function aBranch(category: string, id: string, name: string, helper: object | undefined): object {
  const product = { name, product_id: id, ...(helper !== undefined && { product_identification_helper: helper }) };
  return { category, name, product };
}

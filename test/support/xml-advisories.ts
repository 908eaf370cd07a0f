/** Files with advisories as distributions publish them, written for tests. */

interface UpdatePackage {
  readonly name: string;
  /** `epoch:version-release`. */
  readonly fixed: string;
  readonly arch?: string;
}

interface Update {
  readonly id: string;
  readonly short: string;
  readonly packages: readonly UpdatePackage[];
  readonly cves?: readonly string[];
  readonly type?: string;
  readonly severity?: string;
}

/** The `updateinfo.xml` of a yum repository. */
export function anUpdateinfo(...updates: readonly Update[]): string {
  return `<?xml version="1.0" ?>\n<updates>${updates.map(toUpdate).join('')}</updates>`;
}

function toUpdate({ id, short, packages, cves = ['CVE-2024-1000'], type = 'security', severity }: Update): string {
  const references = cves.map(
    (cve) => `<reference href="https://cve.example/${cve}" id="${cve}" title="" type="cve"/>`,
  );
  const listed = packages.map(({ name, fixed, arch = 'x86_64' }) => {
    const [, epoch, version, release] = /^(\d+):([^-]+)-(.+)$/.exec(fixed) ?? [];
    return `<package name="${name}" epoch="${epoch}" version="${version}" release="${release}" arch="${arch}"><filename>x.rpm</filename></package>`;
  });
  return `<update from="security@example.com" status="final" type="${type}" version="1.4"><id>${id}</id>
    <title>Update for ${packages[0]?.name ?? ''}</title><issued date="2024-01-02 10:00"/><updated date="2024-02-03 11:30:00"/>
    <severity>${severity ?? 'important'}</severity><description>Fixes &lt;a&gt; flaw.</description>
    <references>${references.join('')}</references>
    <pkglist><collection short="${short}"><name>Collection</name>${listed.join('')}</collection></pkglist></update>`;
}

interface Definition {
  readonly id: string;
  readonly criteria: string;
  readonly cves?: readonly string[];
}

/** Update notices in OVAL, as of Oracle Linux and Photon OS. */
export function anOvalOfPatches(...definitions: readonly Definition[]): string {
  const written = definitions.map(
    ({
      id,
      criteria,
      cves = ['CVE-2024-1000'],
    }) => `<definition id="oval:example:def:1" version="501" class="patch"><metadata>
      <title>\n${id}:  an update (IMPORTANT)\n</title><affected family="unix"><platform>x</platform></affected>
      <reference source="elsa" ref_id="${id}" ref_url="https://notices.example/${id}"/>
      ${cves.map((cve) => `<reference source="CVE" ref_id="${cve}" ref_url="https://cve.example/${cve}"/>`).join('')}
      <description>Details.</description><advisory><severity>IMPORTANT</severity><issued date="2024-01-02"/></advisory>
      </metadata>${criteria}</definition>`,
  );
  return toOval(written.join(''), '<red-def:rpminfo_test id="t"/>');
}

/** `criteriaOf('Oracle Linux 8 is installed', criteriaOf(..))`: texts are comments, everything else is nested. */
export function criteriaOf(...parts: readonly string[]): string {
  const written = parts.map((part) => (part.startsWith('<') ? part : `<criterion test_ref="t" comment="${part}"/>`));
  return `<criteria operator="AND">${written.join('')}</criteria>`;
}

export interface Vulnerability {
  readonly cve: string;
  readonly name: string;
  readonly tests: readonly (readonly [operation: string, evr: string])[];
  readonly patchable?: string;
  readonly severity?: string;
  readonly date?: string | undefined;
}

/** Vulnerabilities in OVAL, as of Azure Linux. */
export function anOvalOfVulnerabilities(...vulnerabilities: readonly Vulnerability[]): string {
  const numbered = vulnerabilities.map((each, number) => ({ ...each, number: String(number) }));
  const definitions = numbered.map(({ cve, name, tests, patchable = 'true', severity = 'High', number, ...rest }) => {
    const date = 'date' in rest ? rest.date : '2024-01-02T00:00:00Z';
    const criteria = tests.map(
      (_, index) => `<criterion comment="Package ${name} is x" test_ref="tst:${number}:${index}"/>`,
    );
    return `<definition class="vulnerability" id="def:${number}" version="1"><metadata><title>${cve} affecting package ${name}</title>
      <reference ref_id="${cve}" ref_url="https://cve.example/${cve}" source="CVE"/><patchable>${patchable}</patchable>
      ${date === undefined ? '' : `<advisory_date>${date}</advisory_date>`}<severity>${severity}</severity></metadata>
      <criteria operator="AND">${criteria.join('')}</criteria></definition>`;
  });
  const parts = numbered.flatMap(({ name, tests, number }) =>
    tests.map(([operation, evr], index) => ({ id: `${number}:${index}`, name, operation, evr })),
  );
  const tests = parts.map(
    ({ id }) =>
      `<linux-def:rpminfo_test id="tst:${id}"><linux-def:object object_ref="obj:${id}"/><linux-def:state state_ref="ste:${id}"/></linux-def:rpminfo_test>`,
  );
  const objects = parts.map(
    ({ id, name }) =>
      `<linux-def:rpminfo_object id="obj:${id}"><linux-def:name>${name}</linux-def:name></linux-def:rpminfo_object>`,
  );
  const states = parts.map(
    ({ id, operation, evr }) =>
      `<linux-def:rpminfo_state id="ste:${id}"><linux-def:evr operation="${operation}">${evr}</linux-def:evr></linux-def:rpminfo_state>`,
  );
  return toOval(definitions.join(''), [...tests, ...objects, ...states].join(''));
}

function toOval(definitions: string, rest: string): string {
  return `<oval_definitions xmlns="http://oval.mitre.org/XMLSchema/oval-definitions-5"><generator/><definitions>${definitions}</definitions>${rest}</oval_definitions>`;
}

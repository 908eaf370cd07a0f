/** The organization of a command: the given one, or the only one. */
import type { Config } from '../config.ts';
import { quote } from '../core/errors.ts';
import type { Database } from '../store/database.ts';
import { listOrganizations, type Organization } from '../store/people/organizations.ts';
import { withDatabase } from './command-database.ts';
import { ORGANIZATION_ABSENT, ORGANIZATION_AMBIGUOUS, ORGANIZATION_UNKNOWN } from './errors.ts';

export interface OrganizationOption {
  readonly organization: string | undefined;
}

/** For commands that work in one organization. */
export async function withOrganization<Result>(
  config: Config,
  { organization }: OrganizationOption,
  work: (database: Database, chosen: Organization) => Promise<Result>,
): Promise<Result> {
  return await withDatabase(
    config,
    async (database) => await work(database, await chooseOrganization(database, organization)),
  );
}

const SHOWN_MAX = 20;

export async function chooseOrganization(
  database: Database,
  reference: string | undefined,
  how = 'with --organization <id>',
): Promise<Organization> {
  const list = async (wanted: string | undefined): Promise<Organization[]> =>
    await database.reference(async (tx) => await listOrganizations(tx, wanted, SHOWN_MAX));

  const [first, ...others] = await list(reference);
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const problem =
      reference === undefined
        ? 'There are several organizations.'
        : `Several organizations have the name ${quote(reference)}.`;
    throw ORGANIZATION_AMBIGUOUS({ problem, how }, { details: toDetails([first, ...others]) });
  }
  if (reference === undefined) throw ORGANIZATION_ABSENT();
  throw ORGANIZATION_UNKNOWN({ reference }, { details: toDetails(await list(undefined)) });
}

function toDetails(organizations: readonly Organization[]): { path: string; message: string }[] {
  return organizations.map(({ id, name }) => ({ path: id, message: quote(name) }));
}

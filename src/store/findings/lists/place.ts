/** A version and its service, as columns of a query over `service s` and `service_version v`. */
import { sql } from 'kysely';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface Place {
  readonly service: Named;
  readonly version: Named & { readonly createdAt: string };
}

export interface PlaceRow extends Pick<Place, 'service'> {
  readonly versionId: string;
  readonly versionName: string;
  readonly versionAt: Date;
}

export const PLACE_COLUMNS = sql`jsonb_build_object('id', s.id, 'name', s.name) as service, v.id as "versionId",
  v.name as "versionName", v.created_at as "versionAt"`;

export function withPlace<Row extends PlaceRow>({ versionId: id, versionName: name, versionAt, ...row }: Row) {
  return { ...row, version: { id, name, createdAt: versionAt.toISOString() } };
}

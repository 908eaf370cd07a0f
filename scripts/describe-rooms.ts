/** Generates the table of rooms in ARCHITECTURE.md from the import rules. */
import { OUTSIDE_ROOMS, type Room } from './import-rules.ts';
import { toTable } from './to-table.ts';

export function describeRooms(rooms: readonly Room[]): string {
  const rows = rooms.map((room) => [`[\`${room.name}\`](${toPath(room)})`, room.purpose, describeImports(room)]);
  return toTable(['Room', 'Purpose', 'May import'], rows);
}

function toPath({ name }: Room): string {
  return OUTSIDE_ROOMS.includes(name) ? name : `src/${name}`;
}

function describeImports({ mayImport, mayImportTypesOf = [] }: Room): string {
  const values = mayImport.map((name) => (name === '*' ? 'everything' : `\`${name}\``)).join(', ');
  const types = mayImportTypesOf.map((name) => `\`${name}\``).join(', ');
  return [values, types && `types of ${types}`].filter(Boolean).join('; ') || '-';
}

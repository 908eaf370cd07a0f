/** Tables, and the region that a wide one scrolls in. */
import type { ReactNode } from 'react';
import styles from './table-region.module.css';

/** The region has a name, and can be focused and scrolled by keyboard. */
export function TableRegion({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // A scroll region must be focusable; otherwise content outside the window cannot be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.region} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

export interface TableColumn {
  readonly name: ReactNode;
  readonly className?: string | undefined;
}

interface TableProps {
  readonly className: string | undefined;
  readonly columns: readonly (string | TableColumn)[];
  /** Rows. */
  readonly children: ReactNode;
}

export function Table({ className, columns, children }: TableProps) {
  return (
    <table className={className}>
      <thead>
        <tr>
          {columns.map((column, index) => {
            const { name, className: ownClass }: TableColumn = typeof column === 'string' ? { name: column } : column;
            return (
              // Columns are never reordered.
              <th key={index} scope="col" className={ownClass}>
                {name}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

export function ScrollingTable({ label, ...table }: TableProps & { readonly label: string }) {
  return (
    <TableRegion label={label}>
      <Table {...table} />
    </TableRegion>
  );
}

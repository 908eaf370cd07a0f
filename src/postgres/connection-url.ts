/** Connection URLs of a server on a Unix socket, in the form that `pg` and PostgreSQL's own tools both accept. */

export interface ServerUrls {
  /** The ordinary role that owns the database `assay`. */
  readonly url: string;
  /** The superuser that created the database. */
  readonly adminUrl: string;
}

export function toServerUrls(socketDir: string, port: number): ServerUrls {
  // Without `sslmode`, `pg` follows PGSSLMODE and requests TLS, which a Unix socket does not support.
  const server = `${encodeURIComponent(socketDir)}:${port}`;
  return {
    url: `postgresql://assay@${server}/assay?sslmode=disable`,
    adminUrl: `postgresql://postgres@${server}/postgres?sslmode=disable`,
  };
}

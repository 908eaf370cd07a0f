/** The connection URLs of a server on a Unix socket, in the form that `pg` and PostgreSQL's own tools both read. */

export interface ServerUrls {
  /** The ordinary role that owns the database `assay`. */
  readonly url: string;
  /** The superuser that made it. */
  readonly adminUrl: string;
}

export function toServerUrls(socketDir: string, port: number): ServerUrls {
  // Without `sslmode`, `pg` obeys PGSSLMODE and then asks a socket for TLS, which it does not have.
  const server = `${encodeURIComponent(socketDir)}:${port}`;
  return {
    url: `postgresql://assay@${server}/assay?sslmode=disable`,
    adminUrl: `postgresql://postgres@${server}/postgres?sslmode=disable`,
  };
}

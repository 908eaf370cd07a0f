/**
 * Detects a reverse proxy that ASSAY_TRUST_PROXY does not list. Behind it, all clients count as one address, so the failures of
 * one use up the limits of all. Logged once, and shown in /readyz from then on.
 */
import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../telemetry/log.ts';

export interface ProxyWatch {
  observe(request: Pick<FastifyRequest, 'headers' | 'ips' | 'socket'>): void;
  warnings(): readonly string[];
}

const WARNING =
  'X-Forwarded-For arrives from an address that ASSAY_TRUST_PROXY does not list, so it is ignored and all clients behind that address share its limits. Set ASSAY_TRUST_PROXY to the address of your reverse proxy.';

export function createProxyWatch(log: Pick<Logger, 'warn'>): ProxyWatch {
  let hasWarned = false;
  return {
    observe: ({ headers, ips, socket }) => {
      // For a trusted peer, Fastify adds the addresses from the header.
      if (hasWarned || headers['x-forwarded-for'] === undefined || (ips ?? []).length > 1) return;
      hasWarned = true;
      log.warn({ peer: socket.remoteAddress }, WARNING);
    },
    warnings: () => (hasWarned ? [WARNING] : []),
  };
}

/** Prepares a server in an owned data folder so that it can be started: binaries, user, cluster, socket, file owners. */
import { join } from 'node:path';
import { createCluster } from './create-cluster.ts';
import { type DataFolder, chownTree, readClusterMajor } from './data-folder.ts';
import { findBinaries } from './find-binaries.ts';
import type { RootMode, RunAs } from './run-as.ts';
import { toServerArguments } from './server-settings.ts';
import { makeSocketFolder } from './socket-folder.ts';
import { chooseRunAs } from './start-as-root.ts';
import type { Log } from './supervisor.ts';

export interface ServerPlan {
  readonly binDir: string | undefined;
  readonly durable: boolean;
  readonly rootModes: readonly RootMode[];
  readonly log: Log;
}

export interface PreparedServer {
  readonly command: readonly string[];
  readonly runAs: RunAs;
  readonly socketDir: string;
  /** Whether the cluster is new and does not have Assay's role and database yet. */
  readonly created: boolean;
}

export async function prepareServer(folder: DataFolder, plan: ServerPlan): Promise<PreparedServer> {
  const { durable, rootModes, log } = plan;
  const clusterMajor = await readClusterMajor(folder.cluster);
  const found = await findBinaries({ binDir: plan.binDir, clusterMajor, copyDir: folder.native });
  const { runAs, binDir } = await chooseRunAs(folder, found.binDir, rootModes);
  log('debug', 'postgres binaries chosen', { binDir, version: found.version, mode: runAs.mode });

  const created = clusterMajor === undefined;
  if (created) {
    const onLine = (line: string): void => log('info', 'initdb', { line });
    await createCluster({ folder, binaries: { ...found, binDir }, runAs, durable, onLine });
  }
  const socketDir = await makeSocketFolder(folder.socketDir);

  // The file owner depends on how the server runs: after a change of mode, or from a normal user to root, all files change their
  // owner.
  for (const path of [folder.cluster, socketDir]) await chownTree(path, runAs.uid, runAs.gid);

  const settings = { cluster: folder.cluster, socketDir, durable };
  return { command: [join(binDir, 'postgres'), ...toServerArguments(settings)], runAs, socketDir, created };
}

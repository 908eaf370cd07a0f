/** Everything between a data folder that is ours and a server that can be started: binaries, user, cluster, socket, owners. */
import { join } from 'node:path';
import { createCluster } from './create-cluster.ts';
import { type DataFolder, giveTree, readClusterMajor } from './data-folder.ts';
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
  /** The cluster is new: it has neither our role nor our database. */
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

  // Who owns the files follows how the server runs: a change from one way to another, or from a normal user to root, needs
  // all of them given away.
  for (const path of [folder.cluster, socketDir]) await giveTree(path, runAs.uid, runAs.gid);

  const settings = { cluster: folder.cluster, socketDir, durable };
  return { command: [join(binDir, 'postgres'), ...toServerArguments(settings)], runAs, socketDir, created };
}

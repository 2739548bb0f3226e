/** A test cluster on one machine: two PostgreSQL servers managed by Patroni, one etcd, and HAProxy in front of them. */
import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";
import { openStage, POSTGRES, takes, until } from "./debian.mjs";

const PASSWORD = "for-this-test-only";

/** Starts the cluster; resolves once both servers run, one of them as synchronous standby. */
export async function openCluster() {
  const stage = await openStage("cluster");
  const [etcd, peers, proxy] = [await freePort(), await freePort(), await freePort()];
  const [clients, neighbors] = [`http://127.0.0.1:${etcd}`, `http://127.0.0.1:${peers}`];
  const options = {
    "data-dir": await stage.folder("etcd"),
    name: "one",
    "listen-client-urls": clients,
    "advertise-client-urls": clients,
    "listen-peer-urls": neighbors,
    "initial-advertise-peer-urls": neighbors,
    "initial-cluster": `one=${neighbors}`,
  };
  await stage.start(
    "etcd",
    "/usr/bin/etcd",
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
  );
  await until("etcd", () => takes(etcd));

  const nodes = [];
  for (const name of ["left", "right"]) nodes.push(await startNode(stage, name, etcd));
  const ini = join(stage.home, "haproxy.cfg");
  await writeFile(ini, proxyConfiguration(proxy, nodes));
  await chmod(ini, 0o644);
  await stage.start("haproxy", "/usr/sbin/haproxy", ["-db", "-f", ini]);
  const url = (port) => `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`;
  await until("a synchronous standby", () => hasStandby(url(proxy)), 180_000);

  return {
    stage,
    url: url(proxy),
    /** Returns the server that accepts writes. */
    async primary() {
      for (const node of nodes) if ((await asks(node.rest, "/primary")) === 200) return node;
      throw new Error("No server is primary.");
    },
    /** Sends a signal to Patroni and every process of a server, as if the whole machine failed. */
    async signal(node, signal) {
      for (const pid of await processesOf(node)) trySignal(pid, signal);
    },
    hasStandby: () => hasStandby(url(proxy)),
    /** Ends all processes, including the PostgreSQL servers, which keep running when Patroni ends. */
    async close(options) {
      for (const node of nodes) for (const pid of (await processesOf(node)).toReversed()) trySignal(pid, "SIGKILL");
      await stage.close(options);
    },
  };
}

async function startNode(stage, name, etcd) {
  const node = { name, port: await freePort(), rest: await freePort(), data: join(await stage.folder(name), "data") };
  const file = join(stage.home, `${name}.json`);
  // Patroni reads YAML, of which JSON is a subset.
  await writeFile(file, JSON.stringify(nodeConfiguration(stage.home, node, etcd), null, 2));
  await chmod(file, 0o644);
  node.child = await stage.start(name, "/usr/bin/patroni", [file]);
  await until(`server ${name}`, async () => (await asks(node.rest, "/health")) === 200, 120_000);
  return node;
}

const nodeConfiguration = (home, { name, port, rest, data }, etcd) => ({
  scope: "shop",
  name,
  restapi: { listen: `127.0.0.1:${rest}`, connect_address: `127.0.0.1:${rest}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 3,
      retry_timeout: 5,
      maximum_lag_on_failover: 1_048_576,
      synchronous_mode: true,
      // 0 seconds: Patroni does not restart a crashed primary but promotes the standby at once.
      primary_start_timeout: 0,
      master_start_timeout: 0,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, synchronous_commit: "on" } },
    },
    initdb: [{ encoding: "UTF8" }, "data-checksums"],
  },
  postgresql: {
    listen: `127.0.0.1:${port}`,
    connect_address: `127.0.0.1:${port}`,
    data_dir: data,
    bin_dir: POSTGRES,
    pgpass: join(home, `${name}.pgpass`),
    authentication: {
      superuser: { username: "postgres", password: PASSWORD },
      replication: { username: "replicator", password: PASSWORD },
      rewind: { username: "rewinder", password: PASSWORD },
    },
    parameters: { unix_socket_directories: home },
    pg_hba: [
      "local all all trust",
      "host all all 127.0.0.1/32 scram-sha-256",
      "host replication all 127.0.0.1/32 scram-sha-256",
    ],
  },
});

/** Configures HAProxy: connects to the primary only, and cuts connections to a failed one, so that the shop reconnects. */
const proxyConfiguration = (port, nodes) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 3s
listen shop
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fastinter 500ms fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join("\n")}
`;

const asks = (port, path) =>
  fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.text();
      return response.status;
    },
    () => 0,
  );

async function hasStandby(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query("select from pg_stat_replication where sync_state in ('sync', 'quorum')");
    return rows.length === 1;
  } finally {
    await client.end();
  }
}

async function processesOf({ child, data }) {
  const server = Number.parseInt(await readFile(join(data, "postmaster.pid"), "utf8").catch(() => ""), 10);
  const of = (pid) =>
    execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
      .split("\n")
      .map(Number)
      .filter(Boolean);
  // `ps` fails for a process without children.
  const below = (pid) => {
    try {
      return of(pid);
    } catch {
      return [];
    }
  };
  return [child.pid, ...(server ? [server, ...below(server)] : [])];
}

function trySignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended already.
  }
}

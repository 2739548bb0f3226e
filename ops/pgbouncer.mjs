/** Runs API tests with the shop's pool behind PgBouncer in transaction mode, where prepared statements and session state fail. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../scripts/free-port.mjs";
import { need, openStage, POSTGRES, takes, until } from "./debian.mjs";

/** Tests of orders, lists, members and settings: every kind of statement. */
const TESTS = [
  "src/server/api.test.ts",
  "src/shop/orders/orders.api.test.ts",
  "src/shop/orders/order-life.server.test.ts",
  "src/shop/catalog/listing",
  "src/shop/discounts",
  "src/back-office/orders",
];

/** Minimum of transactions through PgBouncer; a lower number means that the tests connected to the server without it. */
const FEWEST = 1_000;

export async function pgbouncer() {
  need({ "postgresql-15": join(POSTGRES, "postgres"), pgbouncer: "/usr/sbin/pgbouncer" });
  const stage = await openStage("pgbouncer");
  try {
    const [port, poolPort] = [await freePort(), await freePort()];
    const data = await stage.folder("data");
    const sockets = await stage.folder("sockets");
    await stage.run("initdb", join(POSTGRES, "initdb"), ["-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8"]);
    const settings = { port, listen_addresses: "127.0.0.1", unix_socket_directories: sockets, fsync: "off" };
    const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    await stage.start("postgres", join(POSTGRES, "postgres"), ["-D", data, ...options]);
    await until("PostgreSQL", () => takes(port));

    const ini = join(stage.home, "pgbouncer.ini");
    await writeFile(ini, configuration(port, poolPort, stage.home));
    await chmod(ini, 0o644);
    await stage.start("pgbouncer", "/usr/sbin/pgbouncer", [ini]);
    await until("PgBouncer", () => takes(poolPort));

    const env = {
      ...process.env,
      TEST_DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres`,
      TEST_DATABASE_POOLER: `127.0.0.1:${poolPort}`,
    };
    const child = spawn("vitest", ["run", "--reporter=dot", ...TESTS], { stdio: "inherit", env });
    const [code] = await once(child, "exit");
    const pooled = await transactionsOf(poolPort);
    process.stdout.write(`${pooled} transactions went through PgBouncer\n`);
    return code === 0 && pooled >= FEWEST;
  } finally {
    await stage.close();
  }
}

/** Number of transactions that went through PgBouncer. */
async function transactionsOf(port) {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/pgbouncer` });
  await client.connect();
  try {
    const { rows } = await client.query("show stats");
    return rows.reduce((sum, row) => sum + Number(row.total_xact_count), 0);
  } finally {
    await client.end();
  }
}

/** Configuration of PgBouncer. `connect_query` sets the time-outs that the shop itself sets on direct connections. */
const configuration = (port, poolPort, home) => `[databases]
* = host=127.0.0.1 port=${port} connect_query='set statement_timeout = 30000; set idle_in_transaction_session_timeout = 60000'

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${poolPort}
unix_socket_dir =
auth_type = trust
auth_user = postgres
admin_users = postgres
auth_query = select usename, passwd from pg_shadow where usename = $1
pool_mode = transaction
default_pool_size = 5
max_client_conn = 500
server_idle_timeout = 5
logfile = ${home}/pgbouncer-own.log
`;

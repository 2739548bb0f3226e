import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { shownAddress } from "../src/platform/shown-address.ts";
import { codes, prepare } from "./prepare.mjs";

const OPENS_WITHIN_MS = 20_000;

/**
 * Opens a connection to the shop's database for checks. Triggers add a gate, an advisory lock, to every table that a payment
 * writes: while this connection holds the lock, a transaction that writes such a row is blocked. With a server's address a new
 * database is created on it, otherwise the shop's built-in database is used.
 */
export async function openLedger(server) {
  const database = `torture_${randomBytes(4).toString("hex")}`;
  if (server) await administer(server, `create database ${database}`);
  let address = server && addressOf(server, database);
  let client;

  const query = inTurn((text, values) => client.query(text, values));

  async function open(dataDirectory) {
    address ??= builtIn(dataDirectory);
    // Does not wait for the end of the old connection, because its server may be frozen.
    void client?.end().catch(() => undefined);
    const deadline = Date.now() + OPENS_WITHIN_MS;
    while (!(client = await connected(address))) {
      if (Date.now() > deadline) throw new Error(`The database does not answer at ${shownAddress(address)}.`);
      await pause(50);
    }
  }

  return {
    query,
    open,
    goods: { plenty: [], few: [] },
    codes,
    /** A shop's `DATABASE_URL`, with the shop's name as application name; empty for the built-in database. */
    url: (shop) => (server ? `${addressOf(server, database)}?application_name=${shop}` : ""),

    async prepare() {
      this.goods = await prepare(query);
    },

    /** Waits for a moment of `moments.mjs`, then up to `within` ms. The result names the shop that reached it, if known. */
    aim: ({ step, within = 0, row }, happening, draw, patience) =>
      row
        ? blocked(query, row, patience)
        : reached(step, happening, within === 0 ? 0 : draw.random() * within, patience),

    /** Process id of a random server process of the database, such as an out-of-memory killer could choose. */
    async anyBackend(draw) {
      const rows = await query(`select pid from pg_stat_activity where backend_type = 'client backend'
        and pid <> pg_backend_pid() order by pid`);
      return draw.oneOf(rows)?.pid;
    },

    cutConnections: () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend'
        and pid <> pg_backend_pid()`),

    openGates: () => query("select pg_advisory_unlock_all()").catch(() => undefined),
    openEnds: () => openEnds(query),
    pass: (id, kind) => pass(query, id, kind),
    passAll: () => passAll(query),

    async close() {
      await client?.end().catch(() => undefined);
      if (server) await administer(server, `drop database ${database} with (force)`);
    },
  };
}

/** Makes all waiting changes and made orders expire now, which would otherwise take days. */
async function passAll(query) {
  for (const { id } of await query(`select id from order_changes where state = 'waiting'`))
    await pass(query, id, "change");
  const made = await query(
    `select number from orders join made_orders on order_number = number where state = 'awaiting-payment'`,
  );
  for (const { number } of made) await pass(query, number, "made");
}

/** Opens a connection; undefined while a killed server is still restarting. */
async function connected(connectionString) {
  const client = new pg.Client({ connectionString, application_name: "torture", connectionTimeoutMillis: 5_000 });
  // Ignores connection errors, because the built-in server ends together with its shop.
  client.on("error", () => undefined);
  return client.connect().then(
    () => client,
    () => undefined,
  );
}

/** Runs queries one after the other, because members and the round itself use the same connection. */
function inTurn(ask) {
  let last = Promise.resolve();
  return async (text, values = []) => {
    last = last.catch(() => undefined).then(() => ask(text, values));
    return (await last).rows;
  };
}

/** Waits until a step is reached, and then for a delay. */
const reached = (step, happening, delay, patience) =>
  new Promise((resolve) => {
    const late = setTimeout(() => resolve({ hit: false }), patience);
    happening.once(step, (name) => {
      clearTimeout(late);
      if (delay === 0) resolve({ hit: true, name });
      else setTimeout(() => resolve({ hit: true, name }), delay);
    });
  });

/** Closes a gate and waits until a transaction is blocked by it. */
async function blocked(query, row, patience) {
  const deadline = Date.now() + patience;
  try {
    await query("select pg_advisory_lock(hashtextextended('gate ' || $1, 0))", [row]);
    while (Date.now() < deadline) {
      const [waiting] = await query(`select application_name as name from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and mode = 'ShareLock' and not granted limit 1`);
      if (waiting) return { hit: true, name: ["left", "right"].find((name) => name === waiting.name) };
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  } catch {
    // The database has been killed by another part of the run.
  }
  return { hit: false };
}

/**
 * Makes a waiting change or made order expire now, and its job due. Skips rows that the shop has locked, because their
 * transaction may itself wait for a gate that this connection has closed.
 */
async function pass(query, id, kind) {
  const [name, key] = kind === "change" ? ["end-change", "changeId"] : ["expire-draft", "number"];
  if (kind === "change")
    await query(
      `update order_changes set ends_at = now() where id = (select id from order_changes where id = $1 and state = 'waiting' for update skip locked)`,
      [id],
    );
  else
    await query(
      `with own as (select number from orders where number = $1 and state = 'awaiting-payment' for update skip locked),
        made as (update made_orders set ends_at = greatest(now(), at + interval '1 millisecond') where order_number in (select number from own))
        update orders set reserved_until = now() where number in (select number from own)`,
      [id],
    );
  await query(
    `update pgboss.job set start_after = now() where id in (select id from pgboss.job where name = $1 and state = 'created'
      and data->>$2 = $3 for update skip locked) and name = $1`,
    [name, key, id],
  );
}

/** Work that the shop has not completed yet. */
async function openEnds(query) {
  const drafts = await query(`select number as name from orders where state = 'awaiting-payment'`);
  const changes = await query(`select id::text as name from order_changes where state in ('proposed', 'waiting')`);
  const letters = await query(`select number as name from orders where state in ('paid') and not exists
    (select from order_events where order_number = number and kind = 'confirmation-sent')`);
  const refunds = await query(`select id as name from refunds where state = 'requested'`);
  // No letter is sent about a refund that has failed since its confirmation; store credit is told by the letter of its card.
  const untold =
    await query(`select details->>'refundId' as name from order_events e where kind = 'refunded' and not exists
    (select from order_events told where told.once_key = 'refund-told:' || (e.details->>'refundId'))
    and not exists (select from refunds r where r.id::text = e.details->>'refundId' and (r.state = 'failed' or r.onto = 'gift-card'))`);
  const jobs = await query(`select name || ' ' || data as name from pgboss.job
    where state in ('created', 'retry', 'active') and name !~ '^(__pgboss|reconcile|send-owed)'
    and not (state = 'created' and name in ('end-change', 'expire-draft') and start_after > now() + interval '10 minutes')`);
  return [
    ...drafts.map(({ name }) => `the draft ${name}`),
    ...changes.map(({ name }) => `the change ${name}`),
    ...letters.map(({ name }) => `the letter about ${name}`),
    ...refunds.map(({ name }) => `the refund ${name}`),
    ...untold.map(({ name }) => `the letter about the refund ${name}`),
    ...jobs.map(({ name }) => `the job ${name}`),
  ];
}

/**
 * URL of the built-in database, as its superuser. Connects directly, because a process that opens the database like a shop would
 * restart its server.
 */
export function builtIn(dataDirectory) {
  const socket = join(dataDirectory, "postgres", "socket");
  return `postgres://postgres@localhost/shop?host=${encodeURIComponent(socket)}`;
}

function addressOf(server, database) {
  const address = new URL(server);
  address.pathname = `/${database}`;
  return address.href;
}

async function administer(server, statement) {
  const client = new pg.Client({ connectionString: addressOf(server, "postgres") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

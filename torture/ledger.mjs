import { randomBytes } from "node:crypto";
import { join } from "node:path";
import pg from "pg";

/** How many pairs there are of what everybody may have, and of what they fight for. */
const PLENTY = 10_000;
const FEW = 40;

/**
 * The shop's database seen from outside. A gate stands before every row that a payment writes; closed, it holds up whoever
 * comes, in the middle of a transaction. With the address of a server a database of our own is made there, else the built-in
 * one of the shop is looked into.
 */
export async function openLedger(server) {
  const database = `torture_${randomBytes(4).toString("hex")}`;
  if (server) await administer(server, `create database ${database}`);
  let address = server && addressOf(server, database);
  let client;

  const query = async (text, values = []) => (await client.query(text, values)).rows;

  async function open(dataDirectory) {
    address ??= builtIn(dataDirectory);
    await client?.end().catch(() => undefined);
    client = new pg.Client({ connectionString: address, application_name: "torture" });
    // The built-in server goes down with its shop.
    client.on("error", () => undefined);
    await client.connect();
  }

  return {
    query,
    open,
    goods: { plenty: [], few: [] },
    codes: ["TORTURE10", "TORTUREONCE", "TORTUREGIFT"],
    /** What the shop is told; it gives its name, so that its transactions are known. */
    url: (shop) => (server ? `${addressOf(server, database)}?application_name=${shop}` : ""),

    /** Stock, codes, a short reservation, and the gates. */
    async prepare() {
      await query(GATES);
      await query(
        `insert into settings (name, value) values ('reservationMinutes', '1'), ('triedReservationMinutes', '2')`,
      );
      await query(`insert into discount_codes (code, kind, percent, amount_cents, most_uses)
        values ('TORTURE10', 'percent', 10, null, null), ('TORTUREONCE', 'percent', 25, null, 12),
          ('TORTUREGIFT', 'amount', null, 500000, null)`);
      const goods = await query(`select v.id, v.product_id as product, v.size, v.color,
          coalesce(nullif(p.sale_price_cents, 0), v.price_cents, p.price_cents) as price
        from variants v join products p on p.id = v.product_id where p.published_status = 'published'
        order by v.id limit 60`);
      this.goods = { plenty: goods.slice(6), few: goods.slice(0, 6) };
      for (const { id } of goods) {
        const level = this.goods.few.some((good) => good.id === id) ? FEW : PLENTY;
        await query(
          `with was as (select coalesce(sum(quantity), 0)::int as sum from stock_movements where variant_id = $1),
            moved as (insert into stock_movements (variant_id, quantity, cause, reference, actor)
              select $1, $2 - sum, 'correction', 'torture', '{"kind": "system"}' from was)
            update variants set stock = $2 where id = $1`,
          [id, level],
        );
      }
      await query("select pg_notify('shop_changed', '')");
    },

    /** Waits for a moment, a little longer at random; the answer names the shop it hit, if that is known. */
    async aim({ step, within = 0, row }, happening, draw, patience) {
      if (row) return held(query, row, patience);
      return new Promise((resolve) => {
        const late = setTimeout(() => resolve({ hit: false }), patience);
        happening.once(step, (name) => {
          clearTimeout(late);
          const aimed = { hit: true, name };
          if (within === 0) resolve(aimed);
          else setTimeout(() => resolve(aimed), draw.random() * within);
        });
      });
    },

    /** One of the server's processes, as an out-of-memory killer would choose it. */
    async anyBackend(draw) {
      const rows = await query(`select pid from pg_stat_activity where backend_type = 'client backend'
        and pid <> pg_backend_pid() order by pid`);
      return draw.oneOf(rows)?.pid;
    },

    cutConnections: () =>
      query(`select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend'
        and pid <> pg_backend_pid()`),

    letGo: () => query("select pg_advisory_unlock_all()").catch(() => undefined),

    /** What the shop has still to bring to an end. */
    async openEnds() {
      const drafts = await query(`select number as name from orders where state = 'awaiting-payment'`);
      const letters = await query(`select number as name from orders where state in ('paid') and not exists
        (select from order_events where order_number = number and kind = 'confirmation-sent')`);
      const jobs = await query(`select name || ' ' || data as name from pgboss.job
        where state in ('created', 'retry', 'active') and name !~ '^(__pgboss|reconcile)'`);
      return [
        ...drafts.map(({ name }) => `the draft ${name}`),
        ...letters.map(({ name }) => `the letter about ${name}`),
        ...jobs.map(({ name }) => `the job ${name}`),
      ];
    },

    async close() {
      await client?.end().catch(() => undefined);
      if (server) await administer(server, `drop database ${database} with (force)`);
    },
  };
}

/** Closes the gate before a row and waits until somebody stands there. */
async function held(query, row, patience) {
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
    // The database went down: somebody else had its shop killed.
  }
  return { hit: false };
}

const GATES = `
  create function torture_gate() returns trigger language plpgsql as $gate$
    declare said jsonb := to_jsonb(new);
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('gate ' || trim(tg_table_name || ' ' ||
        coalesce(said->>'state', said->>'cause', said->>'kind', '')), 0));
      return new;
    end $gate$;
  ${["orders", "payments", "stock_movements", "order_events", "gateway_events", "refunds", "letter_claims"]
    .map(
      (table) => `create trigger torture_gate before insert or update on ${table}
        for each row execute function torture_gate();`,
    )
    .join("\n")}`;

/** Not opened as a shop does: whoever shares the built-in database would bring it back, too. */
function builtIn(dataDirectory) {
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

import { setTimeout as pause } from "node:timers/promises";

/** Stock of each variant that never sells out, and of each variant that shoppers compete for. */
const PLENTY = 10_000;
const FEW = 40;
const MIGRATED_WITHIN_MS = 120_000;

/** Discount codes of the run. */
export const codes = ["TORTURE10", "TORTUREONCE", "TORTUREGIFT"];

/**
 * Prepares a shop's database: stock, discount codes, sales tax, short reservations, and triggers that wait for a lock, by which a
 * run blocks a write until it kills the shop. Returns the variants that never sell out, and those that shoppers compete for.
 */
export async function prepare(query) {
  await severalPayments(query);
  await query(GATE);
  // A former release may lack some of the tables.
  for (const table of GATED)
    await query(`do $do$ begin if to_regclass('${table}') is not null then
      create trigger torture_gate before insert or update on ${table} for each row execute function torture_gate();
    end if; end $do$`);
  await query(
    `insert into settings (name, value) values ('reservationMinutes', '1'), ('triedReservationMinutes', '2')`,
  );
  await query(`insert into discount_codes (code, kind, percent, amount_cents, most_uses)
    values ('TORTURE10', 'percent', 10, null, null), ('TORTUREONCE', 'percent', 25, null, 12),
      ('TORTUREGIFT', 'amount', null, 500000, null)`);
  // Collects sales tax in one of the two states to which shoppers order, also on delivery.
  await query(`insert into tax_states (state, registered, state_rate, delivery) values ('AZ', true, 56000, 'by-share')
    on conflict (state) do update set registered = true, state_rate = 56000, delivery = 'by-share'`);
  const goods = await query(`select v.id, v.product_id as product, v.size, v.color,
      coalesce(nullif(p.sale_price_cents, 0), v.price_cents, p.price_cents) as price
    from variants v join products p on p.id = v.product_id where p.published_status = 'published'
    order by v.id limit 60`);
  const [plenty, few] = [goods.slice(6), goods.slice(0, 6)];
  for (const { id } of goods) {
    const level = few.some((good) => good.id === id) ? FEW : PLENTY;
    await query(
      `with was as (select coalesce(sum(quantity), 0)::int as sum from stock_movements where variant_id = $1),
        moved as (insert into stock_movements (variant_id, quantity, cause, reference, actor)
          select $1, $2 - sum, 'correction', 'torture', '{"kind": "system"}' from was)
        update variants set stock = $2 where id = $1`,
      [id, level],
    );
  }
  await query("select pg_notify('shop_changed', '')");
  return { plenty, few };
}

/** Waits for the migration that runs while the shop is open and allows several payments per order. */
async function severalPayments(query) {
  const deadline = Date.now() + MIGRATED_WITHIN_MS;
  while ((await query(`select from pg_constraint where conname = 'one_order_per_payment'`)).length > 0) {
    if (Date.now() > deadline) throw new Error("Orders cannot have several payments: the long migration has not run.");
    await pause(250);
  }
}

const GATE = `
  create function torture_gate() returns trigger language plpgsql as $gate$
    declare written jsonb := to_jsonb(new);
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('gate ' || trim(tg_table_name || ' ' ||
        coalesce(written->>'state', written->>'cause', written->>'kind', '')), 0));
      return new;
    end $gate$`;

const GATED = [
  "orders",
  "payments",
  "stock_movements",
  "order_events",
  "gateway_events",
  "refunds",
  "letter_claims",
  "order_replacements",
  "order_changes",
  "line_endings",
  "made_orders",
];

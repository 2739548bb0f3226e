import { openLedger } from "./ledger.mjs";

/** Tables that no request from outside may change, apart from reviews and questions that await approval. */
const STAFF_ONLY = ["products", "settings", "categories", "posts", "chapters", "questions", "reviews"];

/** Reads the shop's database before and after the fuzz, and checks what no request may violate. */
export async function openBooks(shop) {
  const ledger = await openLedger(undefined);
  await ledger.open(shop.dataDirectory);
  const { query } = ledger;
  const tables = (
    await query(`select table_name as name from information_schema.tables where table_schema = 'public'`)
  ).map(({ name }) => name);
  const before = await staffOnly();

  async function staffOnly() {
    const digests = {};
    for (const name of STAFF_ONLY.filter((each) => tables.includes(each))) {
      const visible = ["reviews", "questions"].includes(name) ? "where to_jsonb(t)->>'state' not in ('waiting')" : "";
      const [{ digest }] = await query(
        `select md5(coalesce(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text), '')) as digest from ${name} t ${visible}`,
      );
      digests[name] = digest;
    }
    return digests;
  }

  return {
    async complaints() {
      const complaints = [];
      const after = await staffOnly();
      for (const name of Object.keys(before))
        if (before[name] !== after[name]) complaints.push(`the table ${name} was changed from outside`);
      complaints.push(...(await wrongRows(query)));
      const { code, output } = await shop.command("db", "stock");
      if (code !== 0) complaints.push(`the stock is off: ${output.trim().split("\n").slice(0, 5).join(" ")}`);
      return complaints;
    },

    /** Counts of stored rows, which show whether the fuzz got beyond the shop's validation. */
    async figures() {
      const [orders] = await query(`select count(*)::int as all, count(paid_at)::int as paid from orders`);
      const stored = {};
      for (const name of [
        "messages",
        "reviews",
        "comments",
        "returns",
        "subscriptions",
        "stock_requests",
        "questions",
        "community_signups",
      ])
        if (tables.includes(name)) stored[name] = (await query(`select count(*)::int as n from ${name}`))[0].n;
      return { orders: orders.all, "paid orders": orders.paid, ...stored };
    },

    close: () => ledger.close(),
  };
}

/** Describes inconsistent orders, payments, stock and jobs. */
async function wrongRows(query) {
  const complaints = [];
  const unpaid =
    await query(`select number, total_cents as total from orders o where paid_at is not null and total_cents > 0
    and total_cents <> (select coalesce(sum(amount_cents), 0) from payments p
      where p.order_number = o.number and p.state = 'received' and p.kind in ('order', 'gift-card'))`);
  for (const { number, total } of unpaid)
    complaints.push(`the order ${number} of ${total} counts as paid without a payment`);
  const twice = await query(
    `select order_number as number from payments where state = 'received' and kind <> 'gift-card' group by 1 having count(*) > 1`,
  );
  for (const { number } of twice) complaints.push(`the order ${number} was paid twice`);
  const below = await query(`select id from variants where stock < 0`);
  for (const { id } of below) complaints.push(`there are less than none of the variant ${id}`);
  const failed = await query(`select name, count(*)::int as times from pgboss.job where state = 'failed' group by 1`);
  for (const { name, times } of failed) complaints.push(`${times} jobs ${name} were given up`);
  return complaints;
}

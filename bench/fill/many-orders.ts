import { beginLocked, type Connection } from "./connection.ts";

/** Prefix of the draft keys of generated orders, by which they are recognized. */
export const FILLED = "fill-";
/** Number of orders that one statement writes; the time per order does not grow with the number of orders. */
const AT_ONCE = 10_000;

/**
 * Adds orders of the last 24 months, counted back from today, to a stocked shop by set-based statements. Each run makes the same
 * numbers, and skips those that exist. Number 1 is the newest and has 200 lines, the others have one to four. New orders are
 * unsent, packed or sent in part; older ones are on their way, arrived, cancelled, returned or refunded in part or whole. Also
 * adds messages and reviews, of which the newest wait for an answer or for approval. Does not change stock.
 */
export async function addManyOrders(connection: Connection, count: number): Promise<void> {
  const parts = [LINES, ORDERS, ORDER_LINES, PAYMENTS, EVENTS, PARCELS, PARCEL_LINES, REFUNDS, SANDBOX, REFUND_LINES];
  await beginLocked(connection, LOCK);
  try {
    for (const statement of [OFFERED, HOLD]) await connection.query(statement);
    // The newest orders are inserted last, as in a shop that has grown.
    for (let last = count; last > 0; last -= AT_ONCE) {
      await connection.query(NUMBERED, [count, Math.max(1, last - AT_ONCE + 1), last]);
      for (const statement of [...parts, RETURNS, RETURN_LINES, MESSAGES, REVIEWS, FOLLOW])
        await connection.query(statement);
      await connection.query("drop table filled_lines, filled_orders");
    }
    for (const statement of [LET_GO, "drop table filled_offers"]) await connection.query(statement);
    await connection.query("commit");
  } catch (error) {
    await connection.query("rollback");
    throw error;
  }
  await connection.query("analyze");
}

/**
 * Wraps statements that run only when the database role owns the tables: the owner disables the triggers that derive facts,
 * search rows and the ledger from orders, and computes these once for each slice. For other roles the triggers fire with each
 * statement.
 */
const byOwner = (statements: string): string => `do $$ begin
  if pg_has_role(current_user, (select relowner from pg_class where oid = 'orders'::regclass), 'usage') then ${statements} end if;
end $$`;
const FOLLOWED = ["orders", "order_lines", "payments", "parcels", "parcel_lines", "refunds", "refund_lines", "returns"];
const FACTS = ["order_facts", "order_search", "order_name_words", "sale_events", "refund_parts"];
const LOCK = byOwner(`lock table ${FOLLOWED.join(", ")} in share row exclusive mode;`);
const HOLD = byOwner(FOLLOWED.map((table) => `alter table ${table} disable trigger user;`).join(" "));
/**
 * Derives facts, search rows, names and the ledger of a slice. Analyzes the tables first, and the ledger before refunds are added to it
 * one by one: with the statistics of empty tables the planner would scan them completely.
 */
const FOLLOW = byOwner(`
  ${[...FOLLOWED, ...FACTS].map((table) => `analyze ${table};`).join(" ")}
  perform note_facts_of(numbers), note_search_of(numbers), note_names_of(numbers), note_sold_orders(numbers)
    from (select array_agg(number) as numbers from filled_orders) as filled;
  analyze sale_events;
  perform note_sales_of_all(numbers) from (select array_agg(number) as numbers from filled_orders) as filled;`);
const LET_GO = byOwner(FOLLOWED.map((table) => `alter table ${table} enable trigger user;`).join(" "));

const words = (list: string): string => `array[${list.split(" ").map((word) => `'${word}'`)}]`;
const pick = (list: string, drawn: string): string => `(${words(list)})[1 + (${drawn}) % ${list.split(" ").length}]`;

/** SQL of a pseudo-random integer from 0 to 2^28 - 1, always the same for a purpose `what` and a number. */
const draw = (what: string, number = "n"): string =>
  `('x' || substr(md5('${what} ' || ${number}), 1, 7))::bit(28)::integer`;

const FIRST =
  "Jo Imani Peter Teresa Ben Lena Hollis Mae Warren Carla Dolores Ezra Frankie Gus Hattie Ivan Juno Knox Lupe Marlon Nell Otis Pearl Quinn Rosa Silas Tess Ulises Vera Wyatt Xenia Yolanda Zeke Ada Boone Cleo Dex Effie Ford Greta";
const LAST =
  "Delacroix Brooks Lindqvist Quiroga Okafor Farrow Grady Sutter Hale Penrose Abernathy Bautista Castellano Dunleavy Eastwood Fitzgerald Gallagher Hawthorne Ibarra Jankowski Kowalczyk Lindstrom McAllister Nakamura Oyelaran Pemberton Quintana Rasmussen Santiago Thibodeaux Underwood Vandermeer Whitaker Xiong Yarborough Zimmerman Ackerman Blackwood Crawford Drummond Ellsworth Faulkner Gutierrez Holloway Ingram Jefferson Kingsley Lombardi Montoya Novak";
/** SQL values of the buyers' places: ZIP code, city and state. */
const PLACES =
  "86001:Flagstaff:AZ 89801:Elko:NV 31201:Macon:GA 55802:Duluth:MN 88001:LasCruces:NM 45402:Dayton:OH 97701:Bend:OR 78040:Laredo:TX 04401:Bangor:ME 80202:Denver:CO 59101:Billings:MT 57701:RapidCity:SD 37402:Chattanooga:TN 93555:Ridgecrest:CA 84101:SaltLakeCity:UT";

/** SQL of the orders' numbers, buyers, times and states. */
const NUMBERED = `create temporary table filled_orders on commit preserve rows as
  with drawn as (
    select n, (10000000 + n * 48271001::bigint % 90000000)::text as number, ${draw("shopper")} % greatest(1, $1::int * 3 / 5) as shopper,
      date_trunc('hour', now()) - interval '730 days' * (n - 1) / $1::int - interval '1 second' * (${draw("second")} % 3600) as at,
      ${draw("fate")} % 100 as fate
    from generate_series($2::int, $3::int) as n),
  aged as (select *, extract(epoch from now() - at) / 86400 as days from drawn)
  select n, number, at, fate, days,
    ${pick(FIRST, draw("first", "shopper"))} as first_name, ${pick(LAST, draw("last", "shopper"))} as last_name, shopper,
    string_to_array(${pick(PLACES, draw("place", "shopper"))}, ':') as place,
    case
      when n > 1 and n % 29 = 0 then 'lapsed'
      when n = 1 or (days < 3 and fate < 70) then 'paid'
      when days < 3 and fate < 85 then 'packed'
      when days < 4 and fate < 92 then 'part'
      when days < 9 then 'shipped'
      when fate < 86 then 'delivered'
      when fate < 91 then 'partly-refunded'
      when fate < 94 then 'refunded'
      when fate < 96 then 'cancelled'
      else 'returning'
    end as fate_of
  from aged where not exists (select from orders known where known.number = aged.number)`;

/** SQL of all variants on sale with their current prices, in the order of the catalog. */
const OFFERED = `create temporary table filled_offers on commit preserve rows as
  select row_number() over (order by product.position, variant.id) - 1 as place, count(*) over () as of, variant.id, product_id, name,
    size, color, coalesce(variant.image, product.images ->> 0) as image,
    coalesce(nullif(variant.sale_price_cents, 0), nullif(product.sale_price_cents, 0), variant.price_cents, product.price_cents) as price,
    coalesce(variant.cost_cents, product.cost_cents) as cost, final_sale, coalesce(kind_for_tax, 'other') as kind,
    coalesce(nullif(variant.sku, ''), product.sku) as sku
  from variants variant join products product on product.id = product_id
  where published_status = 'published' and variant.retired_at is null;
  create unique index on filled_offers (place); analyze filled_offers`;

/** SQL of the orders' lines; popular products are bought more often. */
const LINES = `create temporary table filled_lines on commit preserve rows as
  with drawn as (
    select n, number, line, (${draw("variant", "n || ' ' || line")} % 10000) / 10000.0 as popular,
      1 + (${draw("quantity", "n || ' ' || line")} % 20) / 16 as quantity, n % 10 = 3 as is_reduced
    from filled_orders, generate_series(0, case when n = 1 then 199 else ${draw("lines")} % 16 / 5 end) as line)
  select drawn.n, number, line as position, offered.id as variant_id, product_id, name, size, color, image, quantity, price, cost,
    final_sale, kind, sku, case when is_reduced then price * quantity / 10 else 0 end as discount
  from drawn join filled_offers offered on place = floor(popular * popular * (select max(of) from filled_offers))::bigint;
  create index on filled_lines (n); analyze filled_lines; analyze filled_orders`;

/** SQL condition of orders whose partial refund the bank refused; their state is that of an order without a refund. */
const isRefused = "fate_of = 'partly-refunded' and n % 20 = 7";

const ORDERS = `insert into orders (number, state, draft_key, email, name, phone, address, city, postal_code, region, order_value_cents,
    discount_cents, discount_code, delivery_fee_cents, tax_cents, total_cents, drafted_at, paid_at)
  select number, case fate_of when 'lapsed' then 'cancelled' when 'part' then 'paid' when 'returning' then 'delivered'
    when 'partly-refunded' then case when ${isRefused} then 'delivered' else fate_of end else fate_of end,
    '${FILLED}' || n, lower(first_name || '.' || last_name) || shopper || '@example.com', first_name || ' ' || last_name,
    '+1928555' || lpad((shopper % 10000)::text, 4, '0'), 1 + shopper % 900 || ' Sandstone Avenue',
    regexp_replace(place[2], '([a-z])([A-Z])', '\\1 \\2', 'g'), place[1], place[3], value, discount,
    case when discount > 0 then 'RIDE10' end, fee, 0, value - discount + fee, at - interval '2 minutes',
    case when fate_of <> 'lapsed' then at end
  from filled_orders
  join (select n as of, sum(price * quantity)::int as value, sum(discount)::int as discount from filled_lines group by n) as sums on of = n
  cross join lateral (select case when value >= 30000 then 0 else 399 end as fee) as delivery
  order by n desc`;

const ORDER_LINES = `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, image, quantity, price_cents,
    discount_share_cents, tax_cents, cost_cents, final_sale, kind_for_tax, sku)
  select number, position, product_id, variant_id, name, size, color, image, quantity, price, discount, 0, cost, final_sale, kind, sku
  from filled_lines order by n desc, position`;

/**
 * SQL of payments. They are marked as live, so that lists treat their orders as real ones; the sandbox has its own rows for them
 * (`SANDBOX`), so that they can be refunded.
 */
const PAYMENTS = `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, requested_at, received_at, live)
  select md5('payment ' || n)::uuid, filled.number, 'sandbox', '${FILLED}' || n, case when n % 6 = 0 then 'Klarna' else 'Credit Card' end,
    total_cents, case when fate_of = 'lapsed' then 'cancelled' else 'received' end, at - interval '2 minutes',
    case when fate_of <> 'lapsed' then at end, true
  from filled_orders filled join orders on orders.number = filled.number`;

const hasLeft = "fate_of in ('part', 'shipped', 'delivered', 'partly-refunded', 'returning')";
const hasArrived = "fate_of in ('delivered', 'partly-refunded', 'returning')";

const EVENTS = `insert into order_events (order_number, kind, actor, at)
  select number, kind, case kind when 'paid' then '{"kind":"gateway"}' else '{"kind":"staff","name":"Sam"}' end::jsonb, at + later
  from filled_orders cross join lateral (values
    ('paid', interval '0', fate_of <> 'lapsed'), ('packed', interval '20 hours', fate_of = 'packed' or ${hasLeft}),
    ('parcel-shipped', interval '1 day', ${hasLeft}), ('parcel-delivered', interval '4 days', ${hasArrived}),
    ('cancelled', interval '3 hours', fate_of = 'cancelled'), ('refund-asked', interval '9 days', fate_of like '%refunded'),
    ('return-started', interval '8 days', fate_of = 'returning')) as events (kind, later, happened)
  where happened order by at + later`;

const PARCELS = `insert into parcels (order_number, carrier, tracking_number, tracking_url, shipped_at, delivered_at)
  select number, 'UPS', '1Z' || upper(substr(md5('parcel ' || n), 1, 16)),
    'https://www.ups.com/track?tracknum=1Z' || upper(substr(md5('parcel ' || n), 1, 16)), least(now(), at + interval '1 day'),
    case when ${hasArrived} then at + interval '4 days' end
  from filled_orders where ${hasLeft} order by n desc`;

/** SQL of the parcels' lines. The parcel of a partly sent order lacks one piece of the last line. */
const PARCEL_LINES = `insert into parcel_lines (parcel_id, order_number, position, quantity)
  select parcels.id, order_number, position, left_now
  from parcels join filled_orders filled on filled.number = order_number
  join filled_lines on filled_lines.n = filled.n
  cross join lateral (select quantity - case
    when fate_of = 'part' and position = (select max(position) from filled_lines last where last.n = filled.n) then 1 else 0 end as left_now) as gone
  where left_now > 0`;

/** SQL of refunds: of a cancelled order's total, of all goods, or of the first line, for reasons that members choose. */
const REFUNDS = `insert into refunds (id, payment_id, cause, reason, amount_cents, gateway_id, state, code, handled_at, at)
  select md5('refund ' || filled.n)::uuid, md5('payment ' || filled.n)::uuid,
    case fate_of when 'cancelled' then 'cancelled' else 'staff:did not fit' end,
    (array['too-small', 'too-large', 'damaged', 'changed-mind'])[1 + filled.n % 4], amount,
    case when is_refused then null else '${FILLED}refund-' || filled.n end, case when is_refused then 'failed' else 'done' end,
    case when is_refused then 'expired_or_canceled_card' end, case when is_refused and days > 30 then at + interval '11 days' end,
    at + case fate_of when 'cancelled' then interval '3 hours' else interval '9 days' end
  from filled_orders filled join orders on orders.number = filled.number
  cross join lateral (select ${isRefused} as is_refused, case fate_of
    when 'cancelled' then total_cents when 'refunded' then order_value_cents - discount_cents
    else (select price * quantity - discount from filled_lines where filled_lines.n = filled.n and position = 0) end as amount) as given
  where fate_of in ('cancelled', 'refunded', 'partly-refunded') and amount > 0`;

/** SQL of the sandbox's rows of payments, with the refunds that it made. */
const SANDBOX = `insert into sandbox_requests (id, key, client_secret, amount_cents, currency, method, status, refunded_cents, billing, created_at)
  select gateway_id, payments.id::text, gateway_id || '_secret_' || md5('secret ' || n), payments.amount_cents, 'usd', method,
    case payments.state when 'received' then 'succeeded' else 'canceled' end, coalesce(given.sum, 0),
    jsonb_build_object('refunds', coalesce(given.refunds, '{}')), requested_at
  from filled_orders filled join payments on payments.id = md5('payment ' || n)::uuid
  left join lateral (select sum(amount_cents)::int as sum, jsonb_object_agg(id, amount_cents) as refunds
    from refunds where payment_id = payments.id and state = 'done') as given on true`;

const REFUND_LINES = `insert into refund_lines (refund_id, order_number, position, quantity, amount_cents, called_off)
  select refunds.id, number, position, quantity, price * quantity - discount, case when fate_of = 'refunded' then quantity else 0 end
  from filled_orders filled join filled_lines using (n, number) join refunds on refunds.id = md5('refund ' || filled.n)::uuid
  where fate_of = 'refunded' or (fate_of = 'partly-refunded' and position = 0)`;

/** SQL of returns: the newest returns are on their way or received, older ones are settled. */
const RETURNS = `insert into returns (number, order_number, state, request_key, started_at)
  select 'R' || 1000000 + n * 7::bigint % 9000000, number,
    case when days > 40 then 'settled' when n % 3 = 0 then 'received' else 'started' end, '${FILLED}' || n, at + interval '8 days'
  from filled_orders where fate_of = 'returning'`;

const RETURN_LINES = `insert into return_lines (return_number, order_number, position, quantity, reason)
  select returns.number, order_number, 0, 1, (array['too-small', 'too-large', 'changed-mind'])[1 + n % 3]
  from returns join filled_orders filled on filled.number = order_number`;

const MESSAGES = `insert into messages (name, email, message, request_key, state, sent_at)
  select first_name || ' ' || last_name, lower(first_name) || shopper || '@example.com',
    (array['Does the jacket run small?', 'When will my parcel arrive?', 'Can I swap the gloves for a size up?'])[1 + n % 3], '${FILLED}' || n,
    case when days < 21 then 'waiting' else 'done' end, at + interval '5 days'
  from filled_orders where n % 25 = 1 and at + interval '5 days' < now()`;

const REVIEWS = `insert into reviews (id, product_id, rating, title, author, content, state, request_key, written_at)
  select substr(md5('review ' || filled.n), 1, 24), product_id, 1 + ${draw("stars", "filled.n")} % 5, 'Worn for a week',
    first_name, 'It fits as the chart says, and the seams hold.', case when days < 45 then 'waiting' else 'approved' end,
    '${FILLED}' || filled.n, at + interval '14 days'
  from filled_orders filled join filled_lines on filled_lines.n = filled.n and filled_lines.position = 0
  where filled.n % 12 = 5 and fate_of = 'delivered' and at + interval '14 days' < now()`;

/** Builds a random form about a parcel that is lost or arrives, or about a replacement; undefined if none applies. */
export async function parcelForm({ query, draw }) {
  const ways = { lose: 5, decide: 4, replace: 4, arrive: 2, answer: 2 };
  const way = draw.weighed(ways);
  return FORMS[way]({ query, draw });
}

const FORMS = {
  lose: (at) => lostForm(at, "p.lost_at is null or p.delivered_at is not null"),
  decide: (at) => lostForm(at, "p.lost_at is not null and p.delivered_at is null"),
  replace: replacementForm,
  arrive: arrivalForm,
  answer: foundForm,
};

const parcelsWhere = (query, condition) =>
  query(`select p.id, p.order_number as number, o.version from parcels p join orders o on o.number = p.order_number
    where ${condition} order by 1`);

/** Builds a form about a lost parcel: each piece is sent again, paid back, or decided later; sometimes one piece too many. */
async function lostForm({ query, draw }, condition) {
  const parcel = draw.oneOf(await parcelsWhere(query, condition));
  if (!parcel) return undefined;
  const lines = await query(
    `select position, sum(quantity)::int as quantity from (
      select position, quantity from parcel_lines where parcel_id = $1 union all
      select position, quantity from order_replacements where parcel_id = $1) as held group by 1 order by 1`,
    [parcel.id],
  );
  const decided = lines.flatMap(({ position, quantity }) => {
    const again = draw.below(quantity + 1);
    const refund = draw.below(quantity - again + (draw.chance(0.2) ? 2 : 1));
    return [
      ...(again > 0 ? [[`again-${position}`, String(again)]] : []),
      ...(refund > 0 ? [[`refund-${position}`, String(refund)]] : []),
    ];
  });
  return {
    what: "decide about a lost parcel",
    path: `/back-office/orders/${parcel.number}/parcels/${parcel.id}/lost`,
    fields: { version: String(parcel.version), ...(draw.chance(0.8) && Object.fromEntries(decided)) },
  };
}

/** Builds a form that sends a waiting replacement, or refunds it instead. */
async function replacementForm({ query, draw }) {
  const own = draw.oneOf(
    await query(`select r.id, r.order_number as number, o.version from order_replacements r
      join orders o on o.number = r.order_number where r.state = 'waiting' order by 1`),
  );
  if (!own) return undefined;
  const path = `/back-office/orders/${own.number}/replacements/${own.id}`;
  const version = String(own.version);
  return draw.chance(0.6)
    ? { what: "send again what was lost", path, fields: { version, carrier: "USPS", tracking: `94${draw.below(1e9)}` } }
    : { what: "refund what was to be sent again", path: `${path}/end`, fields: { version } };
}

async function arrivalForm({ query, draw }) {
  const parcel = draw.oneOf(await parcelsWhere(query, "p.delivered_at is null"));
  if (!parcel) return undefined;
  const fields = { version: String(parcel.version), step: `arrived ${parcel.id}` };
  return { what: "say that a parcel arrived", path: `/back-office/orders/${parcel.number}`, fields };
}

async function foundForm({ query, draw }) {
  const condition = "p.lost_at is not null and p.delivered_at is not null and p.found_answer is null";
  const parcel = draw.oneOf(await parcelsWhere(query, condition));
  if (!parcel) return undefined;
  return {
    what: "answer for a parcel that turned up",
    path: `/back-office/orders/${parcel.number}/parcels/${parcel.id}/found`,
    fields: {
      version: String(parcel.version),
      answer: draw.oneOf(["kept", "asked-back"]),
      ...(draw.chance(0.6) && { stops: "yes" }),
    },
  };
}

/**
 * Checks lost pieces: each is decided at most once, pieces to be sent again have a replacement, pieces paid back have a refund,
 * and both together do not exceed the lost pieces. Replacements have a consistent state and are taken from stock once. Each
 * decision to send pieces again, or to ask a parcel back, has exactly one letter. Returns the numbers of pieces lost, sent again
 * and paid back.
 */
export async function checkLost(query, expect) {
  const rows =
    await query(`select l.order_number as number, l.parcel_id as parcel, l.position, l.quantity, l.sent_again as again, l.refunded,
      (select coalesce(sum(r.quantity), 0)::int from order_replacements r where r.lost_parcel_id = l.parcel_id
        and r.position = l.position and r.state in ('reserved', 'waiting', 'sent')) as promised,
      (select coalesce(sum(own.quantity), 0)::int from refund_lines own join refunds f on f.id = own.refund_id
        where f.cause like 'lost:' || l.parcel_id || ':%' and f.state <> 'failed' and own.position = l.position) as paid,
      (select o.quantity * o.price_cents + o.tax_cents = o.discount_share_cents from order_lines o
        where o.order_number = l.order_number and o.position = l.position) as "isFree"
    from lost_pieces l order by 2, 3`);
  for (const { number, parcel, position, quantity, again, refunded, promised, paid, isFree } of rows) {
    const where = `line ${position} of the lost parcel ${parcel} of ${number}`;
    expect(
      again + refunded <= quantity,
      `of ${quantity} of ${where} ${again} are sent again and ${refunded} paid back`,
    );
    expect(again === promised, `${again} of ${where} are to be sent again, ${promised} have a replacement`);
    // A piece that a gift code fully covered has no refund, even if the shopper paid for delivery.
    expect(refunded === paid || isFree, `${refunded} of ${where} are paid back, the refunds give back ${paid}`);
  }
  await checkReplacements(query, expect);
  const sum = (key) => rows.reduce((count, row) => count + row[key], 0);
  return { lost: sum("quantity"), again: sum("again"), refunded: sum("refunded") };
}

async function checkReplacements(query, expect) {
  const moved = await query(`select coalesce(r.number, m.reference) as number, r.pieces as due, m.pieces as taken from
      (select order_number as number, sum(quantity)::int as pieces from order_replacements
        where cause = 'lost' and state in ('waiting', 'sent') group by 1) r
    full join (select reference, -sum(quantity)::int as pieces from stock_movements where cause = 'replacement' group by 1) m
      on m.reference = r.number where coalesce(r.pieces, 0) <> coalesce(m.pieces, 0)`);
  for (const { number, due, taken } of moved)
    expect(false, `${taken} pieces were taken from the stock to be sent again for ${number} in place of ${due}`);
  const astray = await query(`select r.id, r.state from order_replacements r left join parcels p on p.id = r.parcel_id
    where (r.state = 'sent') <> (p.id is not null and p.order_number = r.order_number)
      or (r.state = 'ended') <> (r.ends_at is not null)`);
  for (const { id, state } of astray) expect(false, `the replacement ${id} is ${state}, and something else, too`);
  const leavings = await query(`select r.order_number as number, count(distinct r.parcel_id)::int as parcels,
      (select count(*)::int from order_events e where e.order_number = r.order_number and e.kind = 'replacement-shipped') as told
    from order_replacements r where r.state = 'sent' group by 1`);
  for (const { number, parcels, told } of leavings)
    expect(parcels === told, `${parcels} parcels left for ${number} in place of something, its history knows ${told}`);
  const untold = await query(`select e.order_number as number,
      count(*) filter (where e.kind = 'lost-sent-again')::int as due, count(*) filter (where e.kind = 'lost-told')::int as told
    from order_events e where e.kind in ('lost-sent-again', 'lost-told') group by 1
    having count(*) filter (where e.kind = 'lost-sent-again') <> count(*) filter (where e.kind = 'lost-told')`);
  const unasked = await query(`select e.order_number as number,
      count(*) filter (where e.kind = 'found-answered')::int as due, count(*) filter (where e.kind = 'found-told')::int as told
    from order_events e where (e.kind = 'found-answered' and e.details->>'answer' = 'asked-back') or e.kind = 'found-told' group by 1
    having count(*) filter (where e.kind = 'found-answered') <> count(*) filter (where e.kind = 'found-told')`);
  for (const { number, due, told } of unasked)
    expect(false, `${due} times a parcel of ${number} is asked back, ${told} letters say so`);
  for (const { number, due, told } of untold)
    expect(false, `${due} times something of ${number} is sent again, ${told} letters say so`);
}

/** Checks that the last packing event of packed orders is `packed`, and that of paid orders is not. */
export async function checkPacking(query, expect) {
  const wrong = await query(`select o.number, o.state, last.kind from orders o
    left join lateral (select kind from order_events e where e.order_number = o.number and e.kind in ('packed', 'unpacked')
      order by e.id desc limit 1) as last on true
    where (o.state = 'packed' and last.kind is distinct from 'packed') or (o.state = 'paid' and last.kind = 'packed')`);
  for (const { number, state, kind } of wrong) expect(false, `the order ${number} is ${state}, and was last ${kind}`);
}

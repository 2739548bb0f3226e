const REFUND_REASON = "Changed their mind";
const CANCEL_REASON = "Sold out";

/** Builds a random form that refunds, ships or cancels a paid order; undefined if there is no such order. */
export async function orderForm({ query, draw }) {
  const order = draw.oneOf(
    await query(`select number, version from orders
      where state in ('paid', 'packed', 'partly-refunded', 'shipped') and paid_at is not null order by number`),
  );
  if (!order) return undefined;
  const lines = await query(`select position, quantity from standing_lines where order_number = $1 order by position`, [
    order.number,
  ]);
  if (lines.length === 0) return undefined;
  const what = draw.weighed({ refund: 6, ship: 3, cancel: 1.5 });
  return {
    what,
    path: `/back-office/orders/${order.number}/${what}`,
    fields: { version: String(order.version), ...fieldsOf(what, lines, draw) },
  };
}

function fieldsOf(what, lines, draw) {
  if (what === "cancel") return { reason: CANCEL_REASON };
  const chosen = lines.filter(() => draw.chance(0.6));
  const pieces = piecesOf(chosen.length > 0 ? chosen : lines, draw);
  if (what === "ship") return { ...pieces, carrier: "UPS", tracking: `1Z${draw.below(1e9)}` };
  return {
    ...(draw.chance(0.9) && pieces),
    ...(draw.chance(0.2) && { delivery: "yes" }),
    ...(draw.chance(0.2) && { goodwill: `${draw.below(9)}.${10 + draw.below(90)}` }),
    ...(draw.chance(0.5) && { restock: "yes" }),
    ...someCredit(draw),
    reason: REFUND_REASON,
  };
}

/** Fields that sometimes make a refund store credit. */
export const someCredit = (draw) =>
  draw.chance(0.2) ? { "store-credit": "yes", agreed: "Agreed to it by telephone" } : {};

const piecesOf = (lines, draw) =>
  Object.fromEntries(lines.map(({ position, quantity }) => [`pieces-${position}`, String(1 + draw.below(quantity))]));

/** Builds a refund of sent pieces that the shopper handed over in the shop, some of them damaged. */
export async function hereForm({ query, draw }) {
  const order = draw.oneOf(
    await query(
      `select distinct o.number, o.version from orders o join parcels p on p.order_number = o.number order by 1`,
    ),
  );
  if (!order) return undefined;
  const lines = await query(
    `select position, sum(quantity)::int as quantity from parcel_lines where order_number = $1 group by 1 order by 1`,
    [order.number],
  );
  const chosen = lines.filter(() => draw.chance(0.7));
  const back = chosen.length > 0 ? chosen : lines;
  const named = (name) => Object.fromEntries(back.map(({ position }) => [`${name}-${position}`, "yes"]));
  return {
    what: "refund what lies here",
    path: `/back-office/orders/${order.number}/refund`,
    fields: {
      version: String(order.version),
      ...piecesOf(back, draw),
      ...named("here"),
      ...(draw.chance(0.3) && named("damaged")),
      ...(draw.chance(0.3) && { restock: "yes" }),
      ...someCredit(draw),
      reason: REFUND_REASON,
    },
  };
}

/** Builds a form that marks an order as packed, or takes that back. */
export async function packingForm({ query, draw }) {
  const orders =
    await query(`select number, version, state from orders where state in ('paid', 'packed') and paid_at is not null
    order by number`);
  const order = draw.oneOf(orders);
  if (!order) return undefined;
  // The button of an outdated page may contradict the order's state.
  const step = draw.chance(0.9) === (order.state === "packed") ? "unpack" : "pack";
  return {
    what: step === "pack" ? "pack an order" : "take packed back",
    path: `/back-office/orders/${order.number}`,
    fields: { version: String(order.version), step },
  };
}

/** Builds the form that clears the demo goods. It must always be refused while orders refer to these goods. */
export async function clearForm({ query }) {
  const [{ real }] = await query(
    `select exists (select from orders where not sample and (paid_at is not null or state = 'awaiting-payment')) as real`,
  );
  return real ? { what: "clear the demo goods", path: "/back-office/demo", fields: {}, isRefused: true } : undefined;
}

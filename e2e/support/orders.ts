import { atTheDatabase } from "./database";

/** Inserts orders of one piece each, with the given numbers, whose shopper has the given name; paid an hour apart from a day on. */
export async function paidOrders(numbers: string[], name: string, since = "2020-03-01"): Promise<void> {
  await atTheDatabase(
    `insert into orders (number, state, email, name, phone, address, city, postal_code, region, order_value_cents,
       discount_cents, delivery_fee_cents, tax_cents, total_cents, paid_at)
     select number, 'paid', 'keys@ride.example', $2, '+1', '86 Sandstone Avenue', 'Flagstaff', '86001', 'AZ',
       3400, 0, 399, 0, 3799, $3::timestamptz + place * interval '1 hour'
     from unnest($1::text[]) with ordinality as wanted (number, place)`,
    [numbers, name, since],
  );
  await atTheDatabase(
    `insert into order_lines (order_number, position, product_id, variant_id, name, size, color, quantity, price_cents,
       discount_share_cents, tax_cents, final_sale, kind_for_tax)
     select number, 0, variant.product_id, variant.id, product.name, variant.size, variant.color, 1, 3400, 0, 0, false, 'clothing'
     from unnest($1::text[]) as number cross join lateral (select * from variants order by id limit 1) as variant
     join products product on product.id = variant.product_id`,
    [numbers],
  );
  await atTheDatabase(
    `insert into payments (id, order_number, gateway, gateway_id, method, amount_cents, state, received_at, live)
     select md5(number)::uuid, number, 'sandbox', 'keys-' || number, 'Credit Card', 3799, 'received', now(), true
     from unnest($1::text[]) as number`,
    [numbers],
  );
}

/** What it needs of a connection; the one of `pg` fits. It has to be the tables' owner or may be the shop itself. */
interface Connection {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** Generated products stand behind those that were there before. */
const FIRST_POSITION = 1_000_000;
/** How many products one statement writes. */
const AT_ONCE = 2_000;

/**
 * Adds products to a stocked shop by set-based statements, the same ones each time: number 1 to `count`, each a variation of one
 * that was there before, with its category, words and pictures, and colors, sizes, prices, flags and a name of its own. One in
 * fifty is a draft. A few of their words are common, most are rare.
 */
export async function addManyProducts(connection: Connection, count: number): Promise<void> {
  for (let first = 1; first <= count; first += AT_ONCE) {
    const last = Math.min(first + AT_ONCE - 1, count);
    for (const statement of [PRODUCTS, MOVEMENTS]) await connection.query(statement, [first, last]);
  }
  await connection.query("analyze");
}

const words = (list: string): string => `array[${list.split(" ").map((word) => `'${word}'`)}]`;

/** A product's number, and the one it is a variation of. */
const NUMBERED = `
  templates as (
    select row_number() over (order by position, id) - 1 as place, count(*) over () as of, products.*
    from products where position < ${FIRST_POSITION} and published_status = 'published'),
  numbered as (
    select number, substr(md5('product ' || number), 1, 24) as new_id, number * 7919::bigint as turn, templates.*
    from generate_series($1::int, $2::int) as number join templates on place = number % of)`;

/** Some word of three syllables: one in 13,824. */
const syllables = `array['ba','do','ka','ri','mo','tu','ve','zan','lo','pi','sha','gor','en','ul','fy','wex','dra','ty','no','qua','jo','hem','cri','sto']`;
const rareWord = `initcap((${syllables})[1 + turn % 24] || (${syllables})[1 + turn / 24 % 24] || (${syllables})[1 + turn / 576 % 24])`;
const adjective = `(${words("Desert Iron Midnight Rusty Canyon Outlaw Mesa Highway Thunder Copper Dusty Lonesome Wild Silent Steel Burnt Hollow Broken Painted Golden")})[1 + number / 3 % 20]`;

/** Colors of the whole shop, so that each is in every collection; of a variation as many as its model has, at most three. */
const COLORED = `
  palette as (
    select color.name as color, max(swatch) as swatch, row_number() over (order by color.name) - 1 as place, count(*) over () as of
    from product_colors color join products on id = product_id where products.position < ${FIRST_POSITION} group by color.name),
  colored as (
    select new_id, turn, color.position as nth, palette.color, palette.swatch, color.images
    from numbered
    join product_colors color on color.product_id = numbered.id and color.position < 3
    join palette on palette.place = (turn / 7 % palette.of * (turn / 7 % palette.of) + color.position * 5) % palette.of)`;

/** Up to four sizes of each color, from the model's; bigger ones cost more. One pair in 33 is sold out, one in 41 nearly. */
const PAIRED = `
  sizes as (
    select product_id, size, row_number() over (partition by product_id order by min(position)) - 1 as place,
      count(*) over (partition by product_id) as of
    from variants where product_id in (select id from templates) group by product_id, size),
  pairs as (
    select numbered.new_id, turn, size, sizes.place as nth
    from numbered join sizes on product_id = id and (sizes.of <= 4 or (sizes.place + turn) % sizes.of < 4))`;

/** One statement, so that what follows products by triggers sees them whole. */
const PRODUCTS = `with ${NUMBERED}, ${COLORED}, ${PAIRED},
  products_made as (
    insert into products (id, name, description, materials, details, care, fit, images, price_cents, sale_price_cents, cost_cents,
      sku, weight_grams, category_id, type, kind_for_tax, headwear, final_sale, new_arrivals, published_status, size_chart, position,
      created_at)
    select new_id, ${adjective} || ' ' || ${rareWord} || ' ' || regexp_replace(name, '^.* ', ''), description, materials, details,
      care, fit, images, 900 + turn % 397 * 125, case when turn % 9 = 0 then 700 + turn % 97 * 100 end, 400, 'G-' || number,
      weight_grams, category_id, type, kind_for_tax, headwear, turn % 11 = 0, turn % 13 = 0,
      case when turn % 50 = 0 then 'draft' else 'published' end, size_chart, ${FIRST_POSITION} + number,
      timestamptz '2020-01-01' + turn % 199_999 * interval '19 minutes'
    from numbered),
  colors_made as (
    insert into product_colors (product_id, name, swatch, images, position)
    select new_id, color, swatch, images, nth from colored on conflict do nothing)
  insert into variants (product_id, size, color, price_cents, image, sku, stock, position)
  select pairs.new_id, size, coalesce(color, 'default'),
    case when pairs.turn % 3 > 0 then 900 + pairs.turn % 397 * 125 + pairs.nth * 100 end, colored.images ->> 0, '',
    case when (pairs.turn + pairs.nth) % 33 = 0 then 0 when (pairs.turn + pairs.nth) % 41 = 0 then 2 end,
    pairs.nth * 10 + coalesce(colored.nth, 0)
  from pairs left join colored on colored.new_id = pairs.new_id
  on conflict do nothing`;

/** A level of stock is the sum of its movements. */
const MOVEMENTS = `with ${NUMBERED}
  insert into stock_movements (variant_id, quantity, cause, reference, actor)
  select variants.id, stock, 'import', 'generated', '{"kind":"system"}'
  from variants join numbered on product_id = new_id where stock > 0`;

import { beginLocked, type Connection } from "./connection.ts";

/** First position of generated products in the catalog: after all existing products. */
const FIRST_POSITION = 1_000_000;
/** Number of products that one statement writes. */
const AT_ONCE = 2_000;
const AT_ONCE_IN_BULK = 20_000;

/**
 * Adds `count` products to a stocked shop by set-based statements; each run adds the same products. Each is a variation of an
 * existing product: it has that product's category, words and pictures, up to four of its sizes, and its own colors, prices,
 * flags and name. One in fifty is a draft. A few words of the names are common, most are rare.
 */
export async function addManyProducts(connection: Connection, count: number): Promise<void> {
  const given = Object.entries(GIVEN).map(([name, query]) => `${name} as (${query})`);
  const statements = [PRODUCTS, MOVEMENTS].map((statement) => `with ${given.join(", ")}, ${statement}`);
  await inSlices(connection, count, AT_ONCE, statements);
  await connection.query("analyze");
}

/**
 * Adds the same products as addManyProducts in a fraction of the time. The connection's role must own the tables: one transaction
 * drops their indexes and foreign keys, disables triggers, inserts the rows, and restores all of these. Other connections wait
 * meanwhile.
 */
export async function addManyProductsInBulk(connection: Connection, count: number): Promise<void> {
  await beginLocked(connection, LOCK);
  try {
    for (const [name, query] of Object.entries(GIVEN))
      await connection.query(`create temporary table ${name} on commit drop as ${query}`);
    await connection.query(LET_GO);
    await inSlices(connection, count, AT_ONCE_IN_BULK, [`with ${PRODUCTS}`]);
    await connection.query(madeAgain("is_unique"));
    await connection.query("analyze products; analyze variants");
    await inSlices(connection, count, AT_ONCE_IN_BULK, [`with ${MOVEMENTS}`, LISTED]);
    await connection.query(madeAgain("not is_unique"));
    await connection.query(`${switched("enable")}; select notify_keys('{*}')`);
    await connection.query("commit");
  } catch (error) {
    await connection.query("rollback");
    throw error;
  }
  await connection.query("analyze");
}

async function inSlices(connection: Connection, count: number, size: number, statements: string[]): Promise<void> {
  for (let first = 1; first <= count; first += size) {
    const last = Math.min(first + size - 1, count);
    for (const statement of statements) await connection.query(statement, [first, last]);
  }
}

const LISTED = `select list_products(ids), describe_products(ids), note_goods_search(ids)
  from (select array(select substr(md5('product ' || number), 1, 24) from generate_series($1::int, $2::int) as number) as ids) as made`;

const BARE =
  "array['products', 'product_colors', 'variants', 'stock_movements', 'listed_products', 'search_names', 'search_documents', 'search_words', 'goods_search']::regclass[]";
/** SQL that locks the tables to fill and the tables to which their foreign keys refer, because dropping a key locks both. */
const LOCK = `do $$ begin
    execute (select format('lock table %s in access exclusive mode', string_agg(distinct tables.of::text, ', '))
      from (select unnest(${BARE}) union select confrelid::regclass from pg_constraint where contype = 'f' and conrelid = any (${BARE})) as tables (of));
  end $$`;
/** Triggers, by table, that are disabled during the inserts; LISTED and `notify_keys` do their work afterwards. */
const HELD = {
  products: ["list_new_products", "note_new_goods_search", "notify_inserted"],
  product_colors: ["note_new_goods_search", "notify_inserted"],
  variants: ["list_new_pairs", "note_new_goods_search", "notify_inserted"],
};
const switched = (way: "enable" | "disable"): string =>
  Object.entries(HELD)
    .flatMap(([table, triggers]) => triggers.map((trigger) => `alter table ${table} ${way} trigger ${trigger}`))
    .join("; ");

const each = (what: string, which: string, order: string): string => `do $$ declare statement text; begin
    for statement in select ${what} from held where ${which} order by ${order} loop execute statement; end loop;
  end $$`;
/** SQL that creates those dropped keys and indexes again for which the condition `which` is true, foreign keys last. */
const madeAgain = (which: string): string => each("making", which, "is_foreign");
/**
 * SQL that drops keys and indexes, notes how to create them again, and disables triggers. The only primary key dropped is that of
 * product_colors: no foreign key refers to it.
 */
const LET_GO = `
  set local work_mem = '128MB';
  set local maintenance_work_mem = '512MB';
  create temporary table held on commit drop as
    select contype <> 'f' as is_unique, contype = 'f' as is_foreign,
      format('alter table %s drop constraint %I', conrelid::regclass, conname) as dropping,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as making
    from pg_constraint
    where conrelid = any (${BARE}) and (contype in ('f', 'u') or contype = 'p' and conrelid = 'product_colors'::regclass)
    union all
    select false, false, format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    from pg_index
    where indrelid = any (${BARE}) and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'));
  ${each("dropping", "true", "is_foreign desc")};
  ${switched("disable")}`;

const words = (list: string): string => `array[${list.split(" ").map((word) => `'${word}'`)}]`;

/** SQL of the common inputs: existing products (models), colors of the shop, and colors and sizes of the models. */
const GIVEN = {
  templates: `
    select row_number() over (order by position, id) - 1 as place, count(*) over () as of, products.*
    from products where position < ${FIRST_POSITION} and published_status = 'published' and kind = 'goods'`,
  palette: `
    select color.name as color, max(swatch) as swatch, row_number() over (order by color.name) - 1 as place, count(*) over () as of
    from product_colors color join products on id = product_id where products.position < ${FIRST_POSITION} group by color.name`,
  model_colors: `
    select product_id, position, images from product_colors
    where position < 3 and product_id in (select id from templates)`,
  sizes: `
    select product_id, size, row_number() over (partition by product_id order by min(position)) - 1 as place,
      count(*) over (partition by product_id) as of
    from variants where product_id in (select id from templates) group by product_id, size`,
};

/** SQL of each generated product's number, and the existing product that it is a variation of. */
const NUMBERED = `
  numbered as (
    select number, substr(md5('product ' || number), 1, 24) as new_id, number * 7919::bigint as turn, templates.*
    from generate_series($1::int, $2::int) as number join templates on place = number % of)`;

/** SQL of a generated word of three syllables, one of 13,824. */
const syllables = `array['ba','do','ka','ri','mo','tu','ve','zan','lo','pi','sha','gor','en','ul','fy','wex','dra','ty','no','qua','jo','hem','cri','sto']`;
const rareWord = `initcap((${syllables})[1 + turn % 24] || (${syllables})[1 + turn / 24 % 24] || (${syllables})[1 + turn / 576 % 24])`;
const adjective = `(${words("Desert Iron Midnight Rusty Canyon Outlaw Mesa Highway Thunder Copper Dusty Lonesome Wild Silent Steel Burnt Hollow Broken Painted Golden")})[1 + number / 3 % 20]`;

/** SQL of the variations' colors: at most three of all colors of the shop, so that every collection has each color. */
const COLORED = `
  colored as (
    select distinct on (new_id, palette.color) new_id, turn, color.position as nth, palette.color, palette.swatch, color.images
    from numbered
    join model_colors color on color.product_id = numbered.id
    join palette on palette.place = (turn / 7 % palette.of * (turn / 7 % palette.of) + color.position * 5) % palette.of
    order by new_id, palette.color, color.position)`;

/** SQL of up to four of the model's sizes. */
const SIZED = `
  sized as (
    select numbered.new_id, turn, size, sizes.place as nth
    from numbered join sizes on product_id = id and (sizes.of <= 4 or (sizes.place + turn) % sizes.of < 4))`;

/**
 * SQL of products, colors and variants in a single statement, so that triggers on products see each product with its variants.
 * Variants with a price of their own cost more in later sizes. One in 33 is sold out, about one in 41 has two pieces left, the
 * others are unlimited.
 */
const PRODUCTS = `${NUMBERED}, ${COLORED}, ${SIZED},
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
    select new_id, color, swatch, images, nth from colored)
  insert into variants (product_id, size, color, price_cents, image, sku, stock, position)
  select sized.new_id, size, coalesce(color, 'default'),
    case when sized.turn % 3 > 0 then 900 + sized.turn % 397 * 125 + sized.nth * 100 end, colored.images ->> 0, '',
    case when (sized.turn + sized.nth) % 33 = 0 then 0 when (sized.turn + sized.nth) % 41 = 0 then 2 end,
    sized.nth * 10 + coalesce(colored.nth, 0)
  from sized left join colored on colored.new_id = sized.new_id`;

/** SQL of the stock movements: the stock level of a variant is the sum of its movements. */
const MOVEMENTS = `${NUMBERED}
  insert into stock_movements (variant_id, quantity, cause, reference, actor)
  select variants.id, stock, 'import', 'generated', '{"kind":"system"}'
  from variants join numbered on product_id = new_id where stock > 0`;

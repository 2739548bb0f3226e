import { sql } from "drizzle-orm";
import { picturesFor } from "~/platform/media.server";
import type { Services } from "~/services";

/** Hash of each product's first picture, by product id; null for a product without pictures. */
export async function goodsPictures({ db }: Pick<Services, "db">, ids: string[]): Promise<Map<string, string | null>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; image: string | null }>(sql`
    select id, images ->> 0 as image from products where id = any(${sql.param(ids)}::text[])`);
  const pictures = await picturesFor(
    db,
    rows.flatMap(({ image }) => image ?? []),
  );
  return new Map(rows.map(({ id, image }) => [id, (image && pictures.get(image)?.hash) || null]));
}

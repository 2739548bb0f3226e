import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { openBoughtOrders } from "../bought-orders.server";
import { officeAs, place } from "../back-office-as.server";
import { testBrowser, testMember } from "../sign-in.server";
import { testBackOffice } from "../test-back-office.server";

/** The shop in which all forms of the workshop are walked, with functions that make the records that their pages need. */
export async function openWalkedShop() {
  const own = await openBoughtOrders();
  const { shop, db } = own;
  const owner = await testMember(shop, "owner", "Olga");
  const office = officeAs(shop, owner);
  const browser = testBrowser(testBackOffice(shop));
  browser.setCookie(await owner.cookie());

  /** The owner's screens in a browser with a session, for forms that are about sessions. */
  const signedIn = {
    db,
    office: {
      ...office,
      fetch: (path: string) => browser.get(path),
      post: (path: string, fields: Record<string, string> | [string, string][]) =>
        browser.send(path, new URLSearchParams(fields)),
    },
  };

  /** First value of a query's first row. */
  async function one<Value>(query: ReturnType<typeof sql>): Promise<Value> {
    const { rows } = await db.execute(query);
    const [value] = Object.values(rows[0] ?? {});
    if (value === undefined) throw new Error("The walked shop has no such record.");
    return value as Value;
  }

  /** Copies a product of the demo shop with its colors and variants; returns the copy's id. */
  async function product(status: "draft" | "published" = "published"): Promise<string> {
    const from = await one<string>(sql`select id from products where name = 'Sprocket Tee'`);
    const answer = await office.post(`/goods/${from}/copy`, { submission: randomUUID() });
    const id = /\/goods\/([\da-f]+)/.exec(place(answer))?.[1] ?? "";
    await db.execute(
      sql`update products set images = (select images from products where id = ${from}) where id = ${id}`,
    );
    await db.execute(sql`update product_colors set images = own.images from product_colors own
      where own.product_id = ${from} and own.name = product_colors.name and product_colors.product_id = ${id}`);
    await db.execute(sql`update variants set stock = 20 where product_id = ${id}`);
    await db.execute(sql`update products set published_status = ${status} where id = ${id}`);
    return id;
  }
  const variantOf = (id: string) =>
    one<number>(sql`select id from variants where product_id = ${id} order by id limit 1`);

  /** Sends a file to an upload address; returns the address of the page that shows it. */
  async function uploaded(to: string, file: File): Promise<string> {
    const form = new FormData();
    form.append("file", file);
    return place(await browser.send(to, form));
  }
  return { ...own, owner, office, signedIn, one, product, variantOf, uploaded };
}

export type WalkedShop = Awaited<ReturnType<typeof openWalkedShop>>;

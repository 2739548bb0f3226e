import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { DAY } from "~/platform/durations";
import { openTestShop } from "~/testing/test-shop.server";
import { CODES_KNOWN_DAYS, forgetCodes } from "./forget-codes.server";

const { db } = await openTestShop();

test("a code for one address forgets it some time after nobody can use it any more; one that can be used keeps it", async () => {
  const email = "forgotten@example.com";
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const [long, short] = [ago(CODES_KNOWN_DAYS + 1), ago(CODES_KNOWN_DAYS - 1)];
  await db.execute(sql`insert into discount_codes (code, kind, percent, email, most_uses, ends_at, put_away_at) values
    ('USED', 'percent', 5, ${email}, 1, null, null), ('USEDNOW', 'percent', 5, ${email}, 1, null, null),
    ('OPEN', 'percent', 5, ${email}, 1, null, null), ('TWICE', 'percent', 5, ${email}, 2, null, null),
    ('ENDED', 'percent', 5, ${email}, null, ${long}, null), ('ENDEDNOW', 'percent', 5, ${email}, null, ${short}, null),
    ('AWAY', 'percent', 5, ${email}, null, null, ${long}), ('ANYBODY', 'percent', 5, null, null, ${long}, null)`);
  await db.execute(sql`insert into discount_uses (code, order_number, email, at) values
    ('USED', '1', ${email}, ${long}), ('USEDNOW', '2', ${email}, ${short}), ('TWICE', '3', ${email}, ${long})`);
  await forgetCodes(db, now);
  const known = async (condition: ReturnType<typeof sql>) =>
    (
      await db.execute<{ code: string }>(sql`select code from discount_codes where ${condition} order by code`)
    ).rows.map(({ code }) => code);
  expect(await known(sql`email = ${email}`)).toEqual(["ENDEDNOW", "OPEN", "TWICE", "USEDNOW"]);
  expect(await known(sql`email = ''`)).toEqual(["AWAY", "ENDED", "USED"]);
});

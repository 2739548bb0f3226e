import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Number of the last migration before rolling deploys were introduced, during which two releases share the tables. */
const BEFORE_DEPLOYS = 67;
/** Statements that break the former release, which still runs during a deploy and again after a rollback. */
const CONTRACTS = /\b(drop (table|column|function)|rename (to|column)|alter column \S+ (set data )?type)\b/i;
/** Comment in a migration with the reason why no release that may still run needs what is removed. */
const WAIVER = /^-- contract: .{20,}$/m;

const isUnfit = (sql) => CONTRACTS.test(sql.replaceAll('"', "")) && !WAIVER.test(sql);

test("the previous release can run on the new tables: no migration removes or renames columns, tables or functions without a stated reason", () => {
  const later = readdirSync("migrations").filter(
    (name) => /^\d{4}_.*\.sql$/.test(name) && Number(name.slice(0, 4)) > BEFORE_DEPLOYS,
  );
  expect(later.filter((name) => isUnfit(readFileSync(`migrations/${name}`, "utf8")))).toEqual([]);
});

test("a migration that removes or renames needs a reason, a migration that only adds does not", () => {
  expect(isUnfit('ALTER TABLE "orders" DROP COLUMN "phone";')).toBe(true);
  expect(isUnfit('ALTER TABLE "orders" RENAME COLUMN "phone" TO "telephone";')).toBe(true);
  expect(isUnfit("DROP FUNCTION lock_draft_key(text);")).toBe(true);
  expect(isUnfit("-- contract: the release of March reads it nowhere\nALTER TABLE orders DROP COLUMN phone;")).toBe(
    false,
  );
  expect(isUnfit('ALTER TABLE "orders" ADD COLUMN "phone" text;')).toBe(false);
});

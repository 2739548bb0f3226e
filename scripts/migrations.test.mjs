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

/** Statements of long migrations that refuse no row which the tables took before, or that refuse more than before. */
const TIGHTENS =
  /^(--> steps|create (unique )?index concurrently|select refuse_older_processes|alter table \S+ (validate constraint|add constraint|alter column \S+ set not null))\b/i;
/** The forms of a statement that only removes a rule for rows. They can be run twice, and on rows of any age. */
const LOOSENS =
  /^(alter table \S+ (drop constraint if exists \S+|alter column \S+ drop not null)|drop index concurrently if exists \S+);?$/i;

/** Place of a statement in a restore: `first` before the rows are loaded, `later` after them, `unknown` for other forms. */
function placeOf(statement) {
  const sql = statement
    .replaceAll(/^--(?!>).*$/gm, "")
    .replaceAll('"', "")
    .trim();
  if (LOOSENS.test(sql)) return "first";
  return TIGHTENS.test(sql) && !/\bdrop\b/i.test(sql) ? "later" : "unknown";
}

test("a restore knows each long migration: the release that brought it, and which of its statements loosen a rule for rows", () => {
  const released = JSON.parse(readFileSync("migrations/long/released.json", "utf8"));
  const tags = JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")).entries.map(({ tag }) => tag);
  const files = readdirSync("migrations/long").filter((name) => name.endsWith(".sql"));
  expect(Object.keys(released)).toEqual(files.map((name) => name.replace(".sql", "")));
  for (const [name, { after, loosens = [] }] of Object.entries(released)) {
    expect(tags).toContain(after);
    const statements = readFileSync(`migrations/long/${name}.sql`, "utf8").split("--> statement-breakpoint");
    const places = statements.map((statement) => placeOf(statement.trim()));
    expect([name, places]).toEqual([name, places.map((_, index) => (loosens.includes(index + 1) ? "first" : "later"))]);
  }
});

test("a long migration of a form that a restore cannot place is refused", () => {
  expect(placeOf('ALTER TABLE "payments" DROP CONSTRAINT IF EXISTS "one_order_per_payment";')).toBe("first");
  expect(placeOf("ALTER TABLE products ALTER COLUMN sku DROP NOT NULL;")).toBe("first");
  expect(placeOf("DROP INDEX CONCURRENTLY IF EXISTS one_change;")).toBe("first");
  expect(placeOf("-- why\nCREATE UNIQUE INDEX CONCURRENTLY one ON orders (number);")).toBe("later");
  expect(placeOf("ALTER TABLE orders VALIDATE CONSTRAINT total_adds_up")).toBe("later");
  for (const mixed of [
    "ALTER TABLE orders DROP CONSTRAINT IF EXISTS a, ADD CONSTRAINT b UNIQUE (number)",
    "ALTER TABLE orders ADD CONSTRAINT b UNIQUE (number), DROP CONSTRAINT IF EXISTS a",
    "ALTER TABLE orders DROP CONSTRAINT a",
    "DO $$ BEGIN ALTER TABLE orders DROP CONSTRAINT IF EXISTS a; END $$",
  ])
    expect(placeOf(mixed)).toBe("unknown");
});

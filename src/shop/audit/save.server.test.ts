import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DAY, HOUR } from "~/platform/durations";
import { products } from "~/shop/catalog/catalog.tables";
import { memberEvents } from "~/shop/members/member-events.tables";
import { cents } from "~/shop/money";
import { memberAs } from "~/testing/members.server";
import { openTestShop } from "~/testing/test-shop.server";
import { actOf, acts } from "./acts.server";
import { audit, submissions } from "./audit.tables";
import { logChanges } from "./change-log.server";
import { sweepSubmissions } from "./once.server";
import type { RecordKind } from "./record-kind.server";
import { save } from "./save.server";
import { submissionId } from "./submission-id.server";
import { undo } from "./undo.server";

const shop = await openTestShop();
const { db } = shop;
const [jo, sam, packer] = [memberAs("owner", "Jo"), memberAs("manager", "Sam"), memberAs("packer", "Kit")];

/** A record kind of goods, as a room would define it. */
const goods: RecordKind = {
  kind: "test-product",
  right: "goods.words",
  fields: {
    name: { schema: z.string().min(1, "Please enter a name.") },
    description: { schema: z.string() },
    price: { schema: z.int().transform(cents).nullable(), right: "goods.prices" },
    cost: { schema: z.int().transform(cents).nullable(), right: "goods.cost" },
    care: { schema: z.string(), isPrivate: true },
  },
  async read(tx, id) {
    const { version, name, description, price, cost, care } = products;
    const [row] = await tx
      .select({ version, name, description, price, cost, care })
      .from(products)
      .where(eq(products.id, id))
      .for("update");
    return row && { version: row.version, values: row };
  },
  async write(tx, id, values, version) {
    const [row] = await tx
      .update(products)
      .set({ ...values, version: version + 1 })
      .where(and(eq(products.id, id), eq(products.version, version)))
      .returning({ version: products.version });
    return row?.version;
  },
};
const kinds = [goods];

const waiting = await db.select({ id: products.id }).from(products).limit(40);
/** Prepares a product that no other test has used, and returns its id and version as a form shows them. */
async function opened() {
  const { id = "" } = waiting.pop() ?? {};
  await db
    .update(products)
    .set({ name: "Boots", description: "Black.", price: cents(90_00), care: "Wax." })
    .where(eq(products.id, id));
  return { id, version: (await row(id)).version };
}
async function row(id: string) {
  const [found] = await db.select().from(products).where(eq(products.id, id));
  if (!found) throw new Error(`There is no product ${id}.`);
  return found;
}
const form = (id: string, version: number, values: Record<string, unknown>, submission: string = randomUUID()) => ({
  submission,
  edits: [{ kind: goods, id, version, values }],
});
const logged = async (id: string) =>
  (await acts(shop, jo, kinds, { kind: goods.kind, record: id }, 50)).flatMap(({ changes }) => changes);
async function saved(...args: Parameters<typeof save>) {
  const answer = await save(...args);
  if (!answer.saved) throw new Error("The save was refused.");
  return { act: answer.act, version: answer.records[0]?.version ?? 0, changed: answer.changed };
}
async function refused(answer: ReturnType<typeof save>) {
  const { stale } = (await answer) as Exclude<Awaited<typeof answer>, { saved: true }>;
  const [record] = stale;
  if (!record) throw new Error("The save was not refused.");
  return record;
}

describe("saving", () => {
  test("a second save from the same page passes with the version in the first answer (B-16)", async () => {
    const { id, version } = await opened();

    const first = await saved(shop, jo, form(id, version, { name: "Boot" }));
    const second = await saved(shop, jo, form(id, first.version, { name: "Chukka" }));

    expect(second.version).toBe(version + 2);
    expect((await row(id)).name).toBe("Chukka");
  });

  test("only fields that differ are written and logged, with old and new value (B-17, B-23)", async () => {
    const { id, version } = await opened();
    const before = await row(id);

    const { act, changed } = await saved(shop, jo, form(id, version, { name: "Boots", price: cents(80_00) }));

    expect(await row(id)).toEqual({ ...before, price: 80_00, version: version + 1 });
    expect(changed).toBe(1);
    const known = await actOf(shop, jo, kinds, act);
    expect(known).toMatchObject({ memberId: jo.id, action: "change", undoable: "yes", count: 1 });
    expect(known?.changes).toMatchObject([{ record: id, field: "price", old: 90_00, new: 80_00 }]);
  });

  test("an invalid value gets a message beside its field, and nothing is written", async () => {
    const { id, version } = await opened();

    const answer = save(shop, jo, form(id, version, { name: "", description: "New." }));

    await expect(answer).rejects.toMatchObject({ code: "input-invalid", fields: { name: "Please enter a name." } });
    expect((await row(id)).description).toBe("Black.");
  });

  test("saving a deleted record is refused", async () => {
    await expect(save(shop, jo, form("gone", 1, { name: "X" }))).rejects.toMatchObject({ code: "record-unknown" });
  });
});

describe("two members who edit one record", () => {
  test("the later save is refused with both texts, the other member and the time, and nothing is written (B-15)", async () => {
    const { id, version } = await opened();
    await saved(shop, sam, form(id, version, { name: "Sam's boots", price: cents(70_00) }));

    const record = await refused(
      save(shop, jo, form(id, version, { name: "Jo's boots", description: "Brown.", price: cents(90_00) })),
    );

    expect(record.version).toBe(version + 1);
    expect(record.fields).toEqual([
      expect.objectContaining({ field: "name", base: "Boots", mine: "Jo's boots", theirs: "Sam's boots", clash: true }),
      expect.objectContaining({ field: "description", base: "Black.", mine: "Brown.", clash: false, by: null }),
      expect.objectContaining({ field: "price", base: 90_00, mine: 90_00, theirs: 70_00, clash: false, by: sam.id }),
    ]);
    expect(record.fields[0]).toMatchObject({ by: sam.id, at: expect.any(Date) });
    expect(await row(id)).toMatchObject({ name: "Sam's boots", description: "Black." });
  });

  test("choosing 'mine' for one field keeps the other member's other fields (B-15)", async () => {
    const { id, version } = await opened();
    await saved(shop, sam, form(id, version, { name: "Sam's boots", price: cents(70_00) }));
    const record = await refused(save(shop, jo, form(id, version, { name: "Jo's boots", price: cents(90_00) })));

    await saved(shop, jo, form(id, record.version, { name: "Jo's boots" }));

    expect(await row(id)).toMatchObject({ name: "Jo's boots", price: 70_00 });
  });

  test("an outdated form without changes of its own passes and keeps the newer text", async () => {
    const { id, version } = await opened();
    await saved(shop, sam, form(id, version, { name: "Sam's boots" }));

    expect(await saved(shop, jo, form(id, version, { name: "Boots" }))).toMatchObject({ changed: 0 });
    expect((await row(id)).name).toBe("Sam's boots");
  });

  test("of two saves at the same time one is done and the other asks which text to keep", async () => {
    const { id, version } = await opened();

    const answers = await Promise.all([
      save(shop, jo, form(id, version, { name: "Jo's" })),
      save(shop, sam, form(id, version, { name: "Sam's" })),
    ]);

    expect(answers.map((answer) => answer.saved).toSorted()).toEqual([false, true]);
    expect((await row(id)).version).toBe(version + 1);
  });
});

describe("a repeated form", () => {
  test("makes one change with one answer, three times at once or later (B-20)", async () => {
    const { id, version } = await opened();
    const again = form(id, version, { price: cents(60_00) });

    const answers = await Promise.all([save(shop, jo, again), save(shop, jo, again), save(shop, jo, again)]);

    expect(answers).toEqual([answers[0], answers[0], answers[0]]);
    expect(await save(shop, jo, again)).toEqual(answers[0]);
    expect(await logged(id)).toHaveLength(1);
    expect((await row(id)).version).toBe(version + 1);
  });

  test("is never answered with the first result when it is sent with other values, nor done with them", async () => {
    const { id, version } = await opened();
    const shown = randomUUID();
    const sent = (name: string) => form(id, version, { name }, submissionId(shown, "", [["name", name]]));
    const { act } = await saved(shop, jo, sent("Boots one"));
    await expect(save(shop, jo, sent("Boots two"))).rejects.toMatchObject({ code: "sent-before" });
    expect((await row(id)).name).toBe("Boots one");
    expect((await saved(shop, jo, sent("Boots one"))).act).toBe(act);
    expect(await logged(id)).toHaveLength(1);
  });

  test("with other values at the same moment is done once, with one of them", async () => {
    const { id, version } = await opened();
    const shown = randomUUID();
    const both = await Promise.allSettled(
      ["one", "two"].map((name) =>
        save(shop, jo, form(id, version, { name }, submissionId(shown, "", [["name", name]]))),
      ),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await logged(id)).toHaveLength(1);
  });

  test("is refused when another member sends it or when it names another record", async () => {
    const { id, version } = await opened();
    const other = await opened();
    const sent = form(id, version, { name: "Jo's" });
    await save(shop, jo, sent);

    await expect(save(shop, sam, sent)).rejects.toMatchObject({ code: "submission-foreign" });
    const elsewhere = form(other.id, other.version, { name: "X" }, sent.submission);
    await expect(save(shop, jo, elsewhere)).rejects.toMatchObject({ code: "submission-foreign" });
    expect((await row(other.id)).name).toBe("Boots");
  });

  test("makes one change after its first transaction was killed, which saved nothing (B-20)", async () => {
    const { id, version } = await opened();
    const killed: RecordKind = {
      ...goods,
      async write(tx, record, values, at, act) {
        const next = await goods.write(tx, record, values, at, act);
        await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
        return next;
      },
    };
    const { submission, edits } = form(id, version, { name: "Cut" });

    await expect(
      save(shop, jo, { submission, edits: edits.map((edit) => ({ ...edit, kind: killed })) }),
    ).rejects.toThrow("Failed query");
    expect([(await row(id)).name, await logged(id)]).toEqual(["Boots", []]);

    await saved(shop, jo, { submission, edits });
    expect((await row(id)).version).toBe(version + 1);
    expect(await logged(id)).toHaveLength(1);
  });

  test("passes once its save is allowed, because a refused save is not remembered", async () => {
    const { id, version } = await opened();
    await saved(shop, sam, form(id, version, { name: "Sam's" }));
    const sent = form(id, version, { name: "Jo's" });
    const record = await refused(save(shop, jo, sent));

    expect(await saved(shop, jo, form(id, record.version, { name: "Jo's" }, sent.submission))).toMatchObject({
      changed: 1,
    });
  });

  test("is forgotten after a day", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { name: "A" }));
    const known = async () => (await db.select().from(submissions).where(eq(submissions.id, act))).length;

    await sweepSubmissions(db, new Date(Date.now() + 23 * HOUR));
    expect(await known()).toBe(1);
    await sweepSubmissions(db, new Date(Date.now() + 25 * HOUR));
    expect(await known()).toBe(0);
  });
});

describe("rights", () => {
  test("a member without the right is refused with a message, nothing changes, and the refusal is logged (B-12)", async () => {
    const { id, version } = await opened();

    await expect(save(shop, packer, form(id, version, { name: "Kit's" }))).rejects.toMatchObject({
      code: "right-missing",
      status: 403,
    });

    expect((await row(id)).name).toBe("Boots");
    const denied = await db.select().from(memberEvents).where(eq(memberEvents.memberId, packer.id));
    expect(denied).toMatchObject([{ kind: "right-denied", details: { rights: ["goods.words"] } }]);
  });

  test("apply to each field: an editor changes texts but not the price, and sending both is refused", async () => {
    const { id, version } = await opened();
    const editor = memberAs("editor");

    const both = save(shop, editor, form(id, version, { name: "E", price: cents(1) }));
    await expect(both).rejects.toMatchObject({ code: "right-missing" });
    expect(await row(id)).toMatchObject({ name: "Boots", price: 90_00 });
    await saved(shop, editor, form(id, version, { name: "E" }));
  });

  test("members without the right to read the log read only their own acts", async () => {
    const { id, version } = await opened();
    const editor = memberAs("editor");
    const { act } = await saved(shop, editor, form(id, version, { name: "E" }));

    expect(await actOf(shop, editor, kinds, act)).toMatchObject({ act });
    await expect(actOf(shop, packer, kinds, act)).rejects.toMatchObject({ code: "right-missing" });
    await expect(acts(shop, editor, kinds, {}, 10)).rejects.toMatchObject({ code: "right-missing" });
  });
});

describe("undo", () => {
  test("an act is undone by a new change, only once, and also a day later (B-22)", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { name: "Wrong", price: cents(9_00) }));
    const tomorrow = new Date(Date.now() + DAY);

    const back = await undo(shop, jo, kinds, { of: { act }, submission: randomUUID() }, tomorrow);
    expect(back).toMatchObject({ saved: true, changed: 2 });
    expect(await row(id)).toMatchObject({ name: "Boots", price: 90_00, version: version + 2 });
    expect(await actOf(shop, jo, kinds, act)).toMatchObject({ undoable: "undone" });

    const again = await undo(shop, jo, kinds, { of: { act }, submission: randomUUID() }, tomorrow);
    expect(again).toMatchObject({ saved: true, changed: 0 });
  });

  test("one change of an act is undone from the log, and the other changes stay (B-22)", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { name: "New", price: cents(9_00) }));
    const price = (await actOf(shop, jo, kinds, act))?.changes.find(({ field }) => field === "price");

    await undo(shop, jo, kinds, { of: { change: price?.id ?? 0 }, submission: randomUUID() });

    expect(await row(id)).toMatchObject({ name: "New", price: 90_00 });
  });

  test("undoing is a change that can itself be undone", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { name: "New" }));
    const submission = randomUUID();
    await undo(shop, jo, kinds, { of: { act }, submission });

    await undo(shop, jo, kinds, { of: { act: submission }, submission: randomUUID() });

    expect((await row(id)).name).toBe("New");
  });

  test("an undo of a change that was followed by a newer one asks which text to keep, and keeps it (B-24)", async () => {
    for (const choice of ["mine", "theirs"] as const) {
      const { id, version } = await opened();
      const first = await saved(shop, jo, form(id, version, { name: "Second", price: cents(9_00) }));
      await saved(shop, sam, form(id, first.version, { name: "Third" }));
      const request = { of: { act: first.act }, submission: randomUUID() };

      const asked = await undo(shop, jo, kinds, request);
      if (asked.saved) throw new Error("It did not ask.");
      expect(asked.stale).toMatchObject([
        { id, fields: [{ field: "name", mine: "Boots", base: "Second", theirs: "Third" }] },
      ]);
      expect(await row(id)).toMatchObject({ name: "Third", price: 9_00 });

      const keep = { [`test-product ${id} name`]: choice };
      const versions = { [`test-product ${id}`]: asked.stale[0]?.version ?? 0 };
      expect(await undo(shop, jo, kinds, { ...request, keep, versions })).toMatchObject({ saved: true });
      expect(await row(id)).toMatchObject({ name: choice === "mine" ? "Boots" : "Third", price: 90_00 });
    }
  });

  test("the choice is asked for again if another change was made meanwhile (B-24)", async () => {
    const { id, version } = await opened();
    const first = await saved(shop, jo, form(id, version, { name: "Second" }));
    const third = await saved(shop, sam, form(id, first.version, { name: "Third" }));
    await saved(shop, sam, form(id, third.version, { name: "Fourth" }));

    const keep = { [`test-product ${id} name`]: "mine" as const };
    const versions = { [`test-product ${id}`]: third.version };
    const answer = await undo(shop, jo, kinds, { of: { act: first.act }, submission: randomUUID(), keep, versions });

    expect(answer).toMatchObject({ saved: false });
    expect((await row(id)).name).toBe("Fourth");
  });

  test("an undo is refused after 90 days, for kinds without undo, and without the right", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { price: cents(9_00) }));
    const attempt = (member = jo, known: RecordKind[] = kinds, days = 0) =>
      undo(shop, member, known, { of: { act }, submission: randomUUID() }, new Date(Date.now() + days * DAY));

    await expect(attempt(jo, kinds, 91)).rejects.toMatchObject({ code: "undo-too-late" });
    await expect(attempt(jo, [])).rejects.toMatchObject({ code: "not-undoable" });
    await expect(attempt(memberAs("editor"))).rejects.toMatchObject({ code: "right-missing" });
    expect(await actOf(shop, jo, [], act)).toMatchObject({ undoable: "countered" });
    expect((await row(id)).price).toBe(9_00);
  });
});

describe("the log", () => {
  const WRITES = ["update audit set reason = 'x'", "delete from audit", "truncate audit cascade"];
  const denied = { cause: { code: "42501" } };

  test("cannot be changed by the shop's own role, nor by the tables' owner (B-23)", async () => {
    const { id, version } = await opened();
    await saved(shop, jo, form(id, version, { name: "Kept", care: "A shopper's words" }));

    for (const statement of [...WRITES, "delete from member_events", "update audit_shopper_data set old = '1'"]) {
      await expect(db.execute(sql.raw(statement))).rejects.toMatchObject(denied);
    }
    for (const statement of [...WRITES, "truncate member_events", "delete from audit_shopper_data"])
      await expect(shop.asOwner(statement)).rejects.toThrow("append-only");
    expect(await logged(id)).toMatchObject([{ new: "Kept" }, { new: "A shopper's words" }]);
  });

  test("shows a shopper's data until they are erased; a change with erased data cannot be undone", async () => {
    const { id, version } = await opened();
    const { act } = await saved(shop, jo, form(id, version, { care: "Jo Rider, 5 Mesa Street" }));
    expect(await logged(id)).toMatchObject([{ field: "care", old: "Wax.", new: "Jo Rider, 5 Mesa Street" }]);

    await db.execute(sql`select blank_shopper_data('test-product', ${id})`);

    expect(await logged(id)).toMatchObject([{ field: "care", old: null, new: null, isErased: true }]);
    const attempt = undo(shop, jo, kinds, { of: { act }, submission: randomUUID() });
    await expect(attempt).rejects.toMatchObject({ code: "change-erased" });
  });

  test("is read in pages of the acts of one member", async () => {
    const { id, version } = await opened();
    const own = memberAs("manager");
    let at = version;
    for (const name of ["One", "Two", "Three"]) at = (await saved(shop, own, form(id, at, { name }))).version;

    const first = await acts(shop, jo, kinds, { memberId: own.id }, 2);
    const second = await acts(shop, jo, kinds, { memberId: own.id, before: first.at(-1)?.last ?? 0 }, 2);
    const names = (page: typeof first) => page.map(({ changes }) => changes[0]?.new);
    expect([names(first), names(second)]).toEqual([["Three", "Two"], ["One"]]);
  });

  test("lists each act of several changes on one page only", async () => {
    const { id, version } = await opened();
    const own = memberAs("manager");
    let at = version;
    for (const name of ["One", "Two", "Three"])
      at = (await saved(shop, own, form(id, at, { name, care: `${name}.`, description: `${name}!` }))).version;
    const filter = { memberId: own.id, kind: goods.kind };
    const pages = [];
    for (let before: number | undefined; ;) {
      const page = await acts(shop, jo, kinds, { ...filter, ...(before !== undefined && { before }) }, 1);
      if (page.length === 0) break;
      pages.push(page.map(({ act, count }) => [act, count]));
      before = page.at(-1)?.last;
    }
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
    expect(new Set(pages.flat().map(([act]) => act)).size).toBe(3);
  });

  test("lists acts behind one with thousands of changes, such as an import", async () => {
    const { id, version } = await opened();
    const own = memberAs("manager");
    await saved(shop, own, form(id, version, { name: "Before the import" }));
    const imported = randomUUID();
    await db.execute(sql`insert into audit (member_id, submission, action, kind, record, version, field, old, new)
      select ${own.id}, ${imported}, 'import', ${goods.kind}, 'p' || n, 1, 'name', null, '"Jacket"' from generate_series(1, 5000) n`);

    const found = await acts(shop, jo, kinds, { memberId: own.id }, 10);
    expect(found.map(({ count }) => count)).toEqual([5000, 1]);
  });
});

test("an outdated form is not told about changes of fields that its member may not change", async () => {
  const { id, version } = await opened();
  await save(shop, jo, form(id, version, { cost: 31_00, description: "Brown." }));
  const editor = memberAs("editor", "Ed");
  const theirs = await save(shop, editor, form(id, version, { description: "Red." }));
  const fieldsOf = (answer: typeof theirs) =>
    answer.saved ? [] : answer.stale.flatMap(({ fields }) => fields.map(({ field }) => field)).toSorted();
  expect(fieldsOf(theirs)).toEqual(["description"]);
  expect(fieldsOf(await save(shop, sam, form(id, version, { description: "Red." })))).toEqual(["cost", "description"]);
});

test("an act is logged in one transaction; a second transaction is refused, also at the same time", async () => {
  const change = { kind: "product", record: "p", version: 1, field: "name", old: "a", new: "b" };
  const log = (submission: string, record: string) =>
    db.transaction(async (tx) => {
      const act = { memberId: jo.id, submission, action: "change" as const, reason: "" };
      await logChanges(tx, act, [{ ...change, record }]);
      await logChanges(tx, act, [{ ...change, record, field: "care" }]);
    });
  const act = randomUUID();
  const both = await Promise.allSettled([log(act, "one"), log(act, "other")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(log(act, "third")).rejects.toMatchObject({ code: "submission-foreign" });
  const rows = await db.select({ record: audit.record }).from(audit).where(eq(audit.submission, act));
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ record }) => record)).size).toBe(1);
});

test("a form's id cannot be used again by another member, even after its answer was deleted", async () => {
  const { id, version } = await opened();
  const act = randomUUID();
  await save(shop, jo, form(id, version, { name: "One" }, act));
  await sweepSubmissions(db, new Date(Date.now() + 25 * HOUR));
  await expect(save(shop, sam, form(id, version + 1, { name: "Two" }, act))).rejects.toMatchObject({
    code: "submission-foreign",
  });
  expect(await row(id)).toMatchObject({ name: "One" });
  expect((await actOf(shop, jo, kinds, act))?.changes).toHaveLength(1);
});

test.each([
  ["an invalid id", "none", 1],
  ["no id", "", 1],
  ["a version that is not a number", randomUUID(), Number.NaN],
  ["a version that is too large", randomUUID(), 1e20],
])("a form with %s is malformed", async (_, submission, version) => {
  const { id } = await opened();
  const sent = save(shop, jo, form(id, version, { name: "One" }, submission));
  await expect(sent).rejects.toMatchObject({ code: "body-malformed" });
});

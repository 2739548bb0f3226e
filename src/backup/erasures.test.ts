import { createHmac, randomUUID } from "node:crypto";
import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { connect, type Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { askErasure, erasePerson } from "~/privacy/erase-person.server";
import { messages } from "~/shop/contact/contact.tables";
import { letters, orders } from "~/shop/orders/orders.tables";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { allRows } from "~/testing/all-rows.server";
import { memberAs } from "~/testing/members.server";
import { jo } from "~/testing/riders.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { NotRestored } from "./restore-refusals.server";
import { eraseAgain, type ErasuresKnown } from "./erasures-known.server";
import { restoreBackup } from "./restore.server";
import { writeBackup } from "./write-backup.server";

const { shop, db, bought, rowOf, seen, ups } = await openBoughtOrders();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const home = await mkdtemp(join(tmpdir(), "erasures-"));
const folder = join(home, "backups");
const { rows: names } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { ownerUrl } = databaseAddresses(server, names[0]?.name ?? "", roles);
const restored = `erased_${process.pid}`;
const target = { ...databaseAddresses(server, restored, roles), adminUrl: server, pictures: join(home, "pictures") };
afterAll(async () => {
  const like = `select datname from pg_database where starts_with(datname, '${restored}')`;
  for (const { datname } of await administer<{ datname: string }>(server, like)) await dropDatabase(server, datname);
  await rm(home, { recursive: true });
});

const signWith = (key: string) => (text: string) => createHmac("sha256", key).update(text).digest("base64url");
const sign = signWith("the secret key");
const back = (at: string) =>
  writeBackup({ ownerUrl, pictures, fingerprints: { secretKey: "abc" }, sign }, folder, { now: new Date(at) });

async function letterOf(orderNumber: string): Promise<string> {
  const onceKey = `confirmation-sent:${orderNumber}`;
  const said = { recipient: "jo@example.com", subject: "Order", text: "Dear Jo", html: "<p>Dear Jo</p>" };
  await db.insert(letters).values({ orderNumber, kind: "confirmation-sent", onceKey, ...said });
  return onceKey;
}

const wordsOf = async (from: Database) =>
  (
    await from.execute<{ key: string; words: string }>(
      sql`select once_key as key, recipient || text || html as words from letters`,
    )
  ).rows;

test("a letter and a log entry that were erased after a backup are erased again when it is restored; the list has hashes that name nobody [B-112]", async () => {
  const [erased, stays] = [await letterOf(await bought()), await letterOf(await bought())];
  await shop.asOwner(`
    insert into audit (submission, version, is_private, action, kind, record, field)
      values (gen_random_uuid(), 1, true, 'order.email', 'order', '1', 'email');
    insert into audit_shopper_data (audit_id, old, new) select max(id), '"jo@example.com"', '"jo@example.org"' from audit`);
  const { file } = await back("2027-05-01T08:00:00Z");
  await shop.asOwner(`
    update letters set recipient = '', subject = '', text = '', html = '', erased_at = now() where once_key = '${erased}';
    select blank_shopper_data('order', '1')`);
  await back("2027-05-01T09:00:00Z");
  const list = await readFile(join(folder, "erasures.json"), "utf8");
  expect(list).not.toMatch(/jo@|confirmation/);
  expect(Object.keys((JSON.parse(list) as { erased: object }).erased)).toHaveLength(2);

  await administer(server, `create database ${restored} owner shop_owner_${roles}`);
  const known = { sign, orUnknown: false };
  const options = { erasures: known, replace: true };
  expect(await restoreBackup(target, file, options)).toMatchObject({ erased: 2 });
  const { db: there, close } = connect(target.url, { max: 1 });
  const words = new Map((await wordsOf(there)).map((letter) => [letter.key, letter.words]));
  const { rows: log } = await there.execute(
    sql`select old, new, blanked_at is not null as blanked from audit_shopper_data`,
  );
  await close();
  expect([words.get(erased), words.get(stays)]).toEqual(["", "jo@example.comDear Jo<p>Dear Jo</p>"]);
  expect(log).toEqual([{ old: null, new: null, blanked: true }]);

  // A backup of the restored shop keeps both erasures in its list.
  await writeBackup({ ownerUrl: target.ownerUrl, pictures, fingerprints: { secretKey: "abc" }, sign }, folder);
  expect(
    Object.keys((JSON.parse(await readFile(join(folder, "erasures.json"), "utf8")) as { erased: object }).erased),
  ).toHaveLength(2);
});

/** Copies backups and their pictures to another folder without the list of erasures. */
async function alone(name: string, ...files: string[]): Promise<string> {
  const lone = join(home, name);
  await mkdir(lone);
  for (const file of files) await cp(file, join(lone, basename(file)));
  await cp(join(folder, "media"), join(lone, "media"), { recursive: true });
  return join(lone, basename(files[0] ?? ""));
}

const asks = { sign, orUnknown: false };

test("each backup contains the erasures up to its time; if there is neither a list nor a recent backup in the folder, a backup is restored only if asked to accept that later erasures are unknown [B-112]", async () => {
  const erased = await letterOf(await bought());
  const older = await back("2027-05-02T08:00:00Z");
  await shop.asOwner(`
    update letters set recipient = '', subject = '', text = '', html = '', erased_at = now() where once_key = '${erased}'`);
  const newest = await back("2027-05-02T09:00:00Z");
  expect(Object.keys(newest.manifest.erasures?.erased ?? {})).toHaveLength(3);
  expect(JSON.stringify(newest.manifest.erasures)).not.toMatch(/jo@|confirmation/);

  const lone = await alone("newest", newest.file);
  const restore = (file: string) => restoreBackup(target, file, { replace: true, erasures: asks });
  expect(await restore(lone)).toMatchObject({ erased: 0, erasedUntil: newest.manifest.takenAt });
  expect(await restore(await alone("both", older.file, newest.file))).toMatchObject({
    erased: 1,
    erasedUntil: newest.manifest.takenAt,
  });

  // A day later there must be a newer backup somewhere else.
  const now = new Date(Date.now() + DAY);
  const look = (more: Partial<ErasuresKnown>, at = lone) =>
    eraseAgain(at, undefined, newest.manifest, { ...asks, ...more });
  const since = new RegExp(`what was erased since ${newest.manifest.takenAt}.*Nothing was changed.*--erasures-unknown`);
  await expect(look({ now })).rejects.toThrow(since);
  await expect(look({ now })).rejects.toThrow(NotRestored);
  expect(await look({ now, orUnknown: true })).toMatchObject({ until: newest.manifest.takenAt });
  await expect(look({ sign: signWith("another key") }, newest.file)).rejects.toThrow(/secret-key of that shop/);
  await expect(look({ sign: signWith("another key") })).rejects.toThrow(/since.*--erasures-unknown/);
});

test("a person who was erased after a backup is erased again when it is restored, before the shop opens [B-112]", async () => {
  const email = "restored.rider@example.com";
  const number = await bought(undefined, { customer: { ...jo, email, name: "Restored Rider" } });
  await db.insert(messages).values({ name: "Restored Rider", email, message: "Hello", requestKey: "restored" });
  await shipParcel(shop, await seen(number), ups);
  const { file } = await back("2027-06-01T08:00:00Z");

  const owner = memberAs("owner", "Olga");
  const wish = { submission: randomUUID(), email, withWords: false };
  const id = await askErasure({ ...shop, sealer: { ...shop.sealer, sign: (_, text) => sign(text) } }, owner, wish);
  await erasePerson(shop, id, new Date());
  await back("2027-06-01T09:00:00Z");
  expect(await readFile(join(folder, "erasures.json"), "utf8")).not.toMatch(/restored/i);

  expect((await restoreBackup(target, file, { erasures: asks, replace: true })).erased).toBeGreaterThan(0);
  const { db: there, close } = connect(target.url, { max: 1 });
  const rows = JSON.stringify([...(await allRows(there))]);
  const [order] = await there.select().from(orders).where(eq(orders.number, number));
  await close();
  expect(rows).not.toMatch(/restored.rider/i);
  expect(order).toMatchObject({ name: "Name erased", email: "", total: (await rowOf(number)).total });
});

test("a person who bought again after the erasure keeps the new order through a restore of a later backup, until erased again [B-112]", async () => {
  const email = "back.again@example.com";
  const rider = { ...jo, email, name: "Back Again" };
  const erase = async (withWords: boolean, at: string) => {
    const wish = { submission: randomUUID(), email, withWords };
    const signed = { ...shop, sealer: { ...shop.sealer, sign: (_: string, text: string) => sign(text) } };
    const id = await askErasure(signed, memberAs("owner", "Olga"), wish);
    await erasePerson(shop, id, new Date(at));
  };
  const buy = async () => {
    const number = await bought(undefined, { customer: rider });
    await shipParcel(shop, await seen(number), ups);
    return number;
  };
  const namesIn = async (file: string, numbers: string[]) => {
    await restoreBackup(target, file, { erasures: asks, replace: true });
    const { db: there, close } = connect(target.url, { max: 1 });
    const found = await there.select().from(orders).where(inArray(orders.number, numbers)).orderBy(orders.number);
    await close();
    return new Map(found.map(({ number, name }) => [number, name]));
  };
  const first = await buy();
  await erase(true, "2027-06-02T08:00:00Z");
  const second = await buy();
  const { file } = await back("2027-06-02T09:00:00Z");
  const erased = "Name erased";
  expect(await namesIn(file, [first, second])).toEqual(
    new Map([
      [first, erased],
      [second, rider.name],
    ]),
  );

  await erase(false, "2027-06-02T10:00:00Z");
  await back("2027-06-02T11:00:00Z");
  expect([...(await namesIn(file, [first, second])).values()]).toEqual([erased, erased]);

  // A further erasure of the same extent: the later time counts.
  const third = await buy();
  const { file: later } = await back("2027-06-02T12:00:00Z");
  expect((await namesIn(later, [third])).get(third)).toBe(rider.name);
  await erase(false, "2027-06-02T13:00:00Z");
  await back("2027-06-02T14:00:00Z");
  expect((await namesIn(later, [third])).get(third)).toBe(erased);
});

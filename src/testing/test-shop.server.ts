import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, inject, TestRunner } from "vitest";
import { openBackups } from "~/backup/backups.server";
import { connect, type Database } from "~/platform/database.server";
import { recordingJobs } from "~/platform/jobs.server";
import type { Letter, Mailer } from "~/platform/mail.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { sealerWith } from "~/platform/sealing.server";
import type { Services } from "~/services";
import { openHashQueue } from "~/shop/members/hash-queue.server";
import { sandboxGateway } from "~/shop/payments/sandbox.server";
import { openOffers } from "~/shop/offers/offers.server";
import { openSettings } from "~/shop/settings.server";
import { openTaxes, unreadableIn } from "~/shop/tax/taxes.server";
import { prepareStatements } from "./prepared-statements.server";
import { administer, copyOf, databaseAddresses, dropDatabase } from "./test-database";

export interface TestShop extends Services {
  /** Names of the enqueued jobs, in order; none of them is run. */
  enqueued: string[];
  payloads: { name: string; payload: object }[];
  /** Letters sent so far. */
  letters: Letter[];
  /** Runs a statement as the owner of the tables, for changes that the shop's own role may not make. */
  asOwner(statement: string): Promise<void>;
  /** Address of the shop's database as the owner of its tables. */
  ownerUrl: string;
  /** Another pool of connections, with counters of its own in memory, as a second process of the shop has them. */
  anotherProcess(): { db: Database };
  /** Registers work to be done before the database is closed. */
  beforeClose(work: () => Promise<void>): void;
  close(): Promise<void>;
}

/**
 * A shop with a separate stocked database and connection pool, so that transactions really run concurrently. One per test file,
 * closed after it. `prepares`: as in `prepareStatements`.
 */
export async function openTestShop({ prepares = false } = {}): Promise<TestShop> {
  if (TestRunner.getCurrentTest()) throw new Error("Open the test shop outside of the tests: a test cannot close it.");
  const server = inject("databaseServer");
  const name = `shop_${randomBytes(6).toString("hex")}`;
  const owner = `shop_owner_${inject("databaseRoles")}`;
  await administer(server, copyOf(inject("databaseTemplate"), { name, owner }));

  const { url, ownerUrl, poolUrl } = databaseAddresses(server, name, inject("databaseRoles"));
  const { db, pool, close: disconnect } = connect(poolUrl, { isPooled: poolUrl !== url });
  if (prepares && poolUrl === url) prepareStatements(pool);
  const settings = await openSettings(db, () => undefined);
  const taxes = await openTaxes(db, () => undefined);
  const offers = await openOffers(db, () => undefined);
  const { enqueued, payloads, ...jobs } = recordingJobs();
  const letters: Letter[] = [];
  const { beforeClose, close } = closing(() => disconnect().then(() => dropDatabase(server, name)));

  const copies = join(tmpdir(), `${name}-copies`);
  afterAll(close);
  for (const folder of [copies, `${copies}-backups`]) afterAll(() => rm(folder, { recursive: true, force: true }));
  return {
    db,
    jobs,
    payments: sandboxGateway(db),
    mail: recordingMail(letters),
    outgoing: openOutgoing(),
    pictures: openPictureStore(inject("databasePictures")),
    copies,
    freeBytes: async () => 100e9,
    backups: openBackups(
      { url, ownerUrl, adminUrl: server, pictures: inject("databasePictures"), fingerprints: { secretKey: "" } },
      { folder: `${copies}-backups`, isHourly: true },
    ),
    settings: settings.current,
    reloadSettings: settings.reload,
    taxes: taxes.current,
    reloadTaxes: taxes.reload,
    offers: offers.current,
    reloadOffers: offers.reload,
    unreadable: () => unreadableIn(settings, taxes),
    sealer: sealerWith(Buffer.alloc(32, 1)),
    hashes: openHashQueue(),
    address: "http://localhost",
    backOfficeAddress: "http://localhost/back-office",
    mode: "demo",
    googleMapsKey: "",
    enqueued,
    payloads,
    letters,
    anotherProcess: () => ({ db: connectedUntil(beforeClose, poolUrl, poolUrl !== url) }),
    asOwner: (statement) => administer(ownerUrl, statement).then(() => undefined),
    ownerUrl,
    beforeClose,
    close,
  };
}

/** A further pool of connections, which is closed before the shop's own. */
function connectedUntil(beforeClose: TestShop["beforeClose"], url: string, isPooled: boolean): Database {
  const { db, close } = connect(url, { isPooled });
  beforeClose(close);
  return db;
}

/** Closes once, after the registered work, the latest first: the counts of an app before the connections that it was opened with. */
function closing(end: () => Promise<void>): Pick<TestShop, "beforeClose" | "close"> {
  const unfinished: (() => Promise<void>)[] = [];
  let closed: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    for (let work = unfinished.pop(); work; work = unfinished.pop()) await work();
    await end();
  }
  return {
    beforeClose: (work) => void unfinished.push(work),
    close: () => (closed ??= closeAll()),
  };
}

/** Mailer that collects the letters of a test shop. */
const recordingMail = (letters: Letter[]): Mailer => ({
  where: "letters",
  isDelivering: true,
  send: async (letter) => void letters.push(letter),
  held: async () => 0,
  isHeld: async () => false,
  async forget(email) {
    const own = letters.filter((letter) => JSON.stringify(letter).toLowerCase().includes(email));
    for (const letter of own) letters.splice(letters.indexOf(letter), 1);
    return own.length;
  },
});

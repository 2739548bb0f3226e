import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openMailer } from "~/platform/mail.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { askErasure, erasePerson } from "~/privacy/erase-person.server";
import { ACTS } from "./acts/acts.server";
import { openActsShop } from "./acts/acts-shop.server";
import { USUAL } from "./acts/run-acts.server";
import { openLives, riderNamed } from "./lived-in.server";
import { memberAs } from "./members.server";

/** A shop with an outbox folder, in which people live with all that acts make of their orders, and are erased. */
export async function openErasures() {
  const acts = await openActsShop();
  const { shop, db } = acts;
  const owner = memberAs("owner", "Olga");
  const seen = async (number: string) => ({
    ...(await acts.form(number)),
    actor: { kind: "staff", name: "Lee" } as const,
  });
  const home = await mkdtemp(join(tmpdir(), "every-column-"));
  afterAll(() => rm(home, { recursive: true }));
  const outbox = join(home, "outbox");
  shop.mail = openMailer({ outgoing: openOutgoing(), from: "shop@example.com", senderName: () => "Shop", outbox });

  /** Lets a person live in the shop, with the orders that the acts make. */
  async function lived(token: string, howMany: (act: (typeof ACTS)[number]) => boolean): Promise<string[]> {
    const rider = riderNamed(token);
    const bought = async () => (await acts.buy(USUAL, rider)).number;
    const numbers = [await openLives({ shop, bought, seen }).lived(token)];
    for (const act of ACTS.filter((one) => !one.buys && !one.isOfShop && howMany(one))) {
      const order = await acts.buy(USUAL, rider);
      await act.do(acts, order);
      await acts.work(order.number);
      numbers.push(order.number);
    }
    return numbers;
  }

  /** Ends what would refuse an erasure: its own tests make that happen. */
  async function settleAll(email: string): Promise<void> {
    const numbers = `(select number from orders where email = '${email}')`;
    for (const [table, statement] of [
      [
        "orders",
        `update orders set state = 'cancelled', paid_at = null where state = 'awaiting-payment' and email = '${email}'`,
      ],
      ["order_facts", `update order_facts set pieces_left = 0 where number in ${numbers}`],
      ["payments", `update payments set state = 'cancelled' where state = 'requested' and order_number in ${numbers}`],
      ["disputes", "update disputes set state = 'won' where state in ('to-answer', 'with-bank')"],
      [
        "order_changes",
        "update order_changes set state = 'ended', ended_by = 'member', closed_at = now() where state in ('proposed', 'waiting')",
      ],
      ["gift_cards", "update gift_cards set sent_at = now() where sent_at is null"],
      ["returns", "update returns set state = 'refused', refused_at = now() where state in ('started', 'received')"],
    ] as const) {
      await shop.asOwner(`alter table ${table} disable trigger user`);
      await shop.asOwner(statement);
      await shop.asOwner(`alter table ${table} enable trigger user`);
    }
  }

  async function erase(email: string): Promise<void> {
    const id = await askErasure(shop, owner, { submission: crypto.randomUUID(), email, withWords: true });
    await erasePerson(shop, id, new Date());
  }

  return { acts, shop, db, home, owner, lived, settleAll, erase };
}

/** Files of a folder that contain a text, in their names or as they are. */
export async function filesWith(folder: string, token: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = `${path} ${await readFile(path, "latin1")}`;
    if (text.toLowerCase().includes(token)) found.push(path);
  }
  return found;
}

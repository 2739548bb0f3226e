import { eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { isUuid } from "~/shop/is-uuid";
import { orderChanges } from "./changes/order-changes.tables";
import { orderDelays } from "./delays/order-delays.tables";
import { orders } from "./orders.tables";

/** Kind of link in letters about an order. Neither path nor purpose ever changes, because letters that were sent contain them. */
interface LinkKind {
  /** First segment of the path. */
  path: string;
  /** Purpose of the signature. */
  purpose: string;
  /** Present round of the links of the record's order; undefined for an unknown id. */
  roundOf(db: Database, id: string): Promise<number | undefined>;
}

/** Id and signature in the path of a link. */
export interface Link {
  id: string;
  signature: string;
}

interface LetterLinks {
  /** Signed URL, which is valid until the order's e-mail address becomes another one. */
  address(services: Pick<Services, "db" | "sealer" | "address">, id: string): Promise<string>;
  /** Whether a link is signed and of the present round. A link without a valid signature causes no query. */
  isValid(services: Pick<Services, "db" | "sealer">, link: Link): Promise<boolean>;
  /** Replaces signatures of earlier rounds in a text by present ones. */
  renewed(services: Pick<Services, "db" | "sealer">, text: string): Promise<string>;
}

/** Ids in links. None has a space, so that no signed text of one id and its round is that of another id. */
const ID = /^[\w-]{1,40}$/;
/** Length of a signature: 256 bits in base64url. */
const SIGNATURE = 43;

/**
 * Functions for one kind of link. Its signature covers the record's id and the round of its order's links, and the round follows
 * the signature in the path. In round 0 both are left out, as in all links of releases without rounds.
 */
function letterLinks({ path, purpose, roundOf }: LinkKind): LetterLinks {
  const textOf = (id: string, round: number) => (round === 0 ? id : `${id} ${round}`);
  const segmentOf = (sealer: Services["sealer"], id: string, round: number) =>
    `${sealer.sign(purpose, textOf(id, round))}${round === 0 ? "" : round}`;
  /** Round of a link that this shop signed; undefined for any other text. */
  const signedRound = (sealer: Services["sealer"], { id, signature }: Link): number | undefined => {
    const round = signature.slice(SIGNATURE);
    if (!ID.test(id) || !/^(?:[1-9]\d{0,8})?$/.test(round)) return undefined;
    const isOwn = sealer.isSigned(purpose, textOf(id, Number(round)), signature.slice(0, SIGNATURE));
    return isOwn ? Number(round) : undefined;
  };
  const inTexts = new RegExp(`/${path}/([\\w-]{1,40})/([\\w-]{1,60})`, "g");
  return {
    address: async ({ db, sealer, address }, id) =>
      `${address}/${path}/${id}/${segmentOf(sealer, id, (await roundOf(db, id)) ?? 0)}`,
    async isValid({ db, sealer }, link) {
      const round = signedRound(sealer, link);
      return round !== undefined && round === (await roundOf(db, link.id));
    },
    async renewed({ db, sealer }, text) {
      let renewed = text;
      for (const [whole, id = "", signature = ""] of text.matchAll(inTexts)) {
        const round = signedRound(sealer, { id, signature }) === undefined ? undefined : await roundOf(db, id);
        if (round !== undefined) renewed = renewed.replaceAll(whole, `/${path}/${id}/${segmentOf(sealer, id, round)}`);
      }
      return renewed;
    },
  };
}

/** Present round of the links of an order; undefined for an unknown number. */
export async function linkRoundOf(db: Database, number: string): Promise<number | undefined> {
  const [order] = await db.select({ round: orders.linkRound }).from(orders).where(eq(orders.number, number));
  return order?.round;
}

/** Links to the page on which a shopper pays an order that a member made, by the order's number. */
export const payLinks = letterLinks({ path: "pay", purpose: "pay link", roundOf: linkRoundOf });

/** Links to the page on which a shopper pays for a change or ends it, by the change's id. */
export const changeLinks = letterLinks({
  path: "order-change",
  purpose: "order change",
  async roundOf(db, id) {
    const [order] = await db
      .select({ round: orders.linkRound })
      .from(orderChanges)
      .innerJoin(orders, eq(orders.number, orderChanges.orderNumber))
      .where(eq(orderChanges.id, id));
    return order?.round;
  },
});

/**
 * Links to the stored label of a return, by the return's number. Uses SQL, since this module must not import the modules of
 * returns, which depend on it.
 */
export const labelLinks = letterLinks({
  path: "return-label",
  purpose: "return label",
  async roundOf(db, number) {
    const { rows } = await db.execute<{ round: number }>(sql`
      select link_round as round from orders join returns on orders.number = returns.order_number
      where returns.number = ${number}`);
    return rows[0]?.round;
  },
});

/** Links to the page on which a shopper answers to a delay, by the delay's id. */
export const delayLinks = letterLinks({
  path: "order-delay",
  purpose: "order delay",
  async roundOf(db, id) {
    if (!isUuid(id)) return undefined;
    const [order] = await db
      .select({ round: orders.linkRound })
      .from(orderDelays)
      .innerJoin(orders, eq(orders.number, orderDelays.orderNumber))
      .where(eq(orderDelays.id, id));
    return order?.round;
  },
});

/** Links to the page on which a shopper reviews the goods of an order, by the order's number. */
export const reviewLinks = letterLinks({ path: "order-review", purpose: "order review", roundOf: linkRoundOf });

/**
 * Links to the page on which a shopper says not to use recalled goods any more, by the letter's id. They name no order's address, so that
 * they have no rounds. Uses SQL, since this module must not import the modules of recalls, which depend on it.
 */
export const recallLinks = letterLinks({
  path: "recall",
  purpose: "recall",
  async roundOf(db, id) {
    if (!isUuid(id)) return undefined;
    const { rows } = await db.execute(sql`select 0 as round from recall_letters where id = ${id}`);
    return rows.length > 0 ? 0 : undefined;
  },
});

/** Links to the page to print of a gift card, by the card's id; valid until its code is replaced. Uses SQL, as those of recalls. */
export const giftCardLinks = letterLinks({
  path: "gift-card",
  purpose: "gift card page",
  async roundOf(db, id) {
    if (!isUuid(id)) return undefined;
    const { rows } = await db.execute<{ round: number }>(
      sql`select code_round as round from gift_cards where id = ${id}`,
    );
    return rows[0]?.round;
  },
});

/** Replaces the links of earlier rounds in a letter by present ones, so that they open. */
export async function withPresentLinks(services: Pick<Services, "db" | "sealer">, text: string): Promise<string> {
  let present = text;
  for (const links of [payLinks, changeLinks, labelLinks, delayLinks, reviewLinks])
    present = await links.renewed(services, present);
  return present;
}

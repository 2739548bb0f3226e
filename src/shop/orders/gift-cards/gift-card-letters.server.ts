import { createElement } from "react";
import { toBuffer } from "bwip-js/node";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { finalRefusal } from "~/platform/final-refusal.server";
import { log } from "~/platform/log.server";
import { renderLetter } from "~/platform/render-letter.server";
import { roundOf, runInTurn } from "~/platform/turns.server";
import type { Services } from "~/services";
import { groupedCode } from "~/shop/gift-cards/gift-card-code";
import {
  cardById,
  cardsToSend,
  type GiftCard,
  noteRefused,
  noteSent,
  openedCode,
} from "~/shop/gift-cards/gift-cards.server";
import { dayIn } from "~/shop/shop-time";
import { madeCredit } from "./credit-cards.server";
import { deliverCardOrders, noteCardSent } from "./deliver-cards.server";
import { forgetPayers } from "./paid-by.server";
import { giftCardLinks } from "../letter-links.server";
import { GiftCardLetter, giftCardSubject, QR_PICTURE } from "./gift-card.email";

/** The job that sends the letter with the code of a gift card. */
export const SEND_GIFT_CARD = "send-gift-card";
export interface SendGiftCard {
  id: string;
}
/** The job that looks for cards whose letter is due. */
export const SEND_DUE_GIFT_CARDS = "send-due-gift-cards";
/** Most cards whose letters one look enqueues. */
const BATCH = 200;

/** QR code of a text as PNG, because mail programs show no SVG. */
const qrPicture = (text: string): Promise<Buffer> =>
  toBuffer({ bcid: "qrcode", text, scale: 6, paddingwidth: 4, paddingheight: 4, backgroundcolor: "FFFFFF" });

/**
 * Sends the letter with the present code of a card, once for each code and each letter that a member asked for. Nothing is sent of a
 * closed or worthless card, and nothing without the secret key: such a card has to be replaced. A letter that the mail server refuses
 * for good is noted with its words; any other failure is tried again.
 *
 * @throws errors of the mail server that are not for good.
 */
export async function sendGiftCard(
  { db, mail, sealer, settings, address }: Pick<Services, "db" | "mail" | "sealer" | "settings" | "address">,
  { id }: SendGiftCard,
  now = new Date(),
): Promise<void> {
  const card = await cardById(db, id);
  if (!card?.email || card.sentAt || card.refusedAt || card.state !== "open" || card.left <= 0) return;
  const code = openedCode(sealer, card);
  if (code === undefined) {
    log.error({ card: id }, "the code of a gift card cannot be opened: the secret key is another one");
    return;
  }
  const { left, lastFour, recipient, words, codeRound, letters } = card;
  const credit = await madeCredit(db, id);
  // Another recipient, to whom a member had the card sent, reads nothing of the shopper's order.
  const own = credit?.email.toLowerCase() === card.email.toLowerCase() ? credit : undefined;
  const props = { left, lastFour, recipient, words, credit: own, isTest: !card.live, settings: settings(), address };
  const print = await giftCardLinks.address({ db, sealer, address }, id);
  const letter = createElement(GiftCardLetter, { ...props, print, code: groupedCode(code) });
  try {
    await mail.send({
      ...(await renderLetter(letter)),
      to: card.email,
      subject: giftCardSubject(props),
      key: `gift-card ${id} ${codeRound} ${letters}`,
      pictures: [{ id: QR_PICTURE, png: await qrPicture(code) }],
    });
  } catch (error) {
    const words = finalRefusal(error);
    if (words === undefined) throw error;
    await noteRefused(db, card, { at: now, words });
    return;
  }
  await noteSent(db, card, now);
  await noteCardSent({ db }, id);
}

/** Enqueues the letter with a card's present code, once for each code and each letter that a member asked for. */
export const enqueueGiftCard = (
  { db, jobs }: { db: Database } & Pick<Services, "jobs">,
  { id, codeRound, letters }: Pick<GiftCard, "id" | "codeRound" | "letters">,
): Promise<void> =>
  jobs.enqueue(db, SEND_GIFT_CARD, { id } satisfies SendGiftCard, { key: `${id} ${codeRound} ${letters}` });

/** Enqueues the letters of cards whose day has come. */
export async function sendDueGiftCards(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  now = new Date(),
): Promise<void> {
  const today = dayIn(now, settings().timeZone);
  const due = roundOf(db, {
    name: "gift-cards-to-send",
    most: BATCH,
    read: (portion) => cardsToSend(db, today, portion),
    key: ({ id }) => id,
    step: (card) => enqueueGiftCard({ db, jobs }, card),
  });
  await runInTurn([due]);
  await deliverCardOrders(db);
  await forgetPayers(db, now);
}

/** Enqueues the letters of the gift cards that an order has bought and whose day has come. */
export async function sendBoughtCards(
  { db, jobs, settings }: Pick<Services, "db" | "jobs" | "settings">,
  number: string,
  now = new Date(),
): Promise<void> {
  const { rows } = await db.execute<Pick<GiftCard, "id" | "codeRound" | "letters">>(sql`
    select card.id, card.code_round as "codeRound", card.letters from gift_card_lines own join gift_cards card on card.id = own.card_id
    where own.order_number = ${number} and card.state = 'open' and card.sent_at is null
      and card.send_on <= ${dayIn(now, settings().timeZone)}`);
  for (const card of rows) await enqueueGiftCard({ db, jobs }, card);
}

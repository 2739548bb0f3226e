import type { PaidOutWay } from "~/shop/gift-cards/gift-card-entries";
import { holdsOf, leftOnCard, notePaidOut } from "~/shop/gift-cards/gift-cards.server";
import type { Member } from "~/shop/members/member";
import type { Cents } from "~/shop/money";
import { Refusal, type RefusalCode } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { type Acting, actOnCard, type GiftCardForm, refuseClosed } from "./give-gift-card.server";

/** Refusal to pay out what is left on a card now; null if it can be paid out. */
export function whyNotPaidOut(
  { state, left, held }: { state: "open" | "closed"; left: Cents; held: Cents },
  { giftCardCashOut }: Pick<Settings, "giftCardCashOut">,
): RefusalCode | null {
  if (state === "closed") return "gift-card-closed";
  if (held > 0) return "gift-card-held";
  if (left <= 0) return "gift-card-empty";
  return left > giftCardCashOut ? "gift-card-rest-too-large" : null;
}

/**
 * Notes that a member paid out all that was left on a card, and closes it. The shop moves no money itself.
 *
 * @throws {Refusal} as `actOnCard`; `gift-card-closed`; `gift-card-empty`; `gift-card-held` while an unpaid order holds a part;
 * `gift-card-rest-too-large` above the setting `giftCardCashOut`; `edited-meanwhile` if something else is left than the form showed.
 */
export const payOutGiftCard = (
  services: Acting,
  member: Member,
  form: GiftCardForm,
  { amount, paidBy }: { amount: Cents; paidBy: PaidOutWay },
  now = new Date(),
): Promise<void> =>
  actOnCard(
    services,
    member,
    form,
    {
      field: "card-paid-out",
      isGuarded: true,
      async first(tx) {
        const { id } = form;
        if ((await holdsOf(tx, id)).length > 0) throw new Refusal("gift-card-held");
        const left = await leftOnCard(tx, id);
        if (left !== amount) throw new Refusal("edited-meanwhile");
        if (left > services.settings().giftCardCashOut) throw new Refusal("gift-card-rest-too-large");
        await notePaidOut(tx, { cardId: id, amount: left, memberId: member.id, paidBy });
        return left;
      },
    },
    (card) => {
      refuseClosed(card);
      if (amount <= 0) throw new Refusal("gift-card-empty", { details: { lastFour: card.lastFour } });
      return { state: "closed", closedReason: PAID_OUT };
    },
    now,
  );

/** Reason that a card has which was closed because its rest was paid out. */
const PAID_OUT = "Paid out";

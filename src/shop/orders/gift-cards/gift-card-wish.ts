import type { Bag } from "~/shop/bag/bag";
import {
  type GiftCardWish,
  MOST_BOUGHT_CARDS,
  sendingDay,
  TOO_FAR_AHEAD,
  TOO_MANY_CARDS,
} from "~/shop/gift-cards/bought-gift-card";
import { GiftCardWishes } from "~/shop/gift-cards/gift-card.wire";
import { fieldErrors } from "~/shop/form-values";
import { goodsIn } from "~/shop/price";
import { dayIn } from "~/shop/shop-time";

const FIELDS = ["recipient", "email", "words", "sendOn"] as const;

type ReadWish = { errors: Record<string, string>; wish?: undefined } | { errors?: undefined; wish: GiftCardWish };

/** Wishes for a gift card from the fields of its page, or messages by field; what is empty is not wished. */
export function readWish(typed: Record<string, string>, timeZone: string, now = new Date()): ReadWish {
  const filled = Object.fromEntries(
    FIELDS.flatMap((name) => (typed[name]?.trim() ? [[name, typed[name].trim()]] : [])),
  );
  const today = dayIn(now, timeZone);
  const day = filled.sendOn;
  const { data: wish, error } = GiftCardWishes.safeParse(filled);
  const errors = {
    ...(error && fieldErrors(error)),
    ...(day && day < today && { sendOn: "Choose today or a later day." }),
    ...(day && sendingDay(day, today) === undefined && { sendOn: TOO_FAR_AHEAD }),
  };
  return !wish || Object.keys(errors).length > 0 ? { errors } : { wish };
}

/** Message that no other gift card fits into the bag; undefined while one does. */
export const mostCardsInBag = (bag: Bag): string | undefined =>
  bag.length - goodsIn(bag).length >= MOST_BOUGHT_CARDS ? TOO_MANY_CARDS : undefined;

import { z } from "zod";
import { personName } from "~/shop/customer-schemas";
import { limits } from "~/shop/limits";
import { wrongInGiftWords } from "./bought-gift-card";
import { typedGiftCardCode } from "./gift-card-code";
import { MOST_GIFT_CARDS } from "./gift-card-parts";
import { MISTYPED_GIFT_CARD, TOO_MANY_GIFT_CARDS } from "./gift-card-complaints";

/** Schema of the code of a gift card as a shopper types it. */
export const GiftCardText = z.string().transform((text, context) => {
  const typed = typedGiftCardCode(text);
  if (typed.is === "gift-card") return typed.code;
  context.addIssue({ code: "custom", message: MISTYPED_GIFT_CARD });
  return z.NEVER;
});

/** Schema of a question about the balance of a card. */
export const GiftCardQuestion = z.object({ code: GiftCardText });

/** Schema of the optional field for gift cards in calls that also take a discount code. */
export const GiftCardTexts = z
  .array(GiftCardText)
  .max(MOST_GIFT_CARDS, TOO_MANY_GIFT_CARDS)
  .refine((codes) => new Set(codes).size === codes.length, "A gift card is used once on an order.")
  .optional()
  .meta({ description: "Codes of gift cards, in the order in which they pay" });

/** Schema of what a shopper wishes of a gift card in the bag. */
export const GiftCardWishes = z
  .object({
    email: z.string().trim().toLowerCase().pipe(z.email("Invalid email format").max(limits.text.email)).optional(),
    recipient: personName("Name must contain only letters", limits.text.name).optional(),
    words: z
      .string()
      .trim()
      .max(limits.text.giftWords)
      .check(({ value, issues }) => {
        const message = wrongInGiftWords(value);
        if (message) issues.push({ code: "custom", message, input: value });
      })
      .optional(),
    sendOn: z.iso.date("Choose a day.").optional(),
  })
  .meta({ description: "For whom a gift card is: the buyer, today and without words, as far as it is not said" });

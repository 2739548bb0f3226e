import { z } from "zod";
import { wrongInGiftWords } from "~/shop/gift-cards/bought-gift-card";
import { EmailAddress } from "~/shop/form-submission";
import { limits } from "~/shop/limits";
import { cents } from "~/shop/money";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { parseAmount } from "../goods/parse-amount";

/** Schemas of the fields about a card's letter, besides its address. */
export const LetterShape = {
  recipient: PlainLine(limits.text.name),
  words: PlainLines(limits.text.giftWords, { tooLong: `Write up to ${limits.text.giftWords} letters.` }).check(
    ({ value, issues }) => {
      const message = wrongInGiftWords(value);
      if (message) issues.push({ code: "custom", message, input: value });
    },
  ),
  sendOn: z.iso.date("Choose a day."),
};

/** Schema of an e-mail address that may be empty: then it is null. */
export const OptionalEmail = z.union(
  [
    z
      .string()
      .regex(/^\s*$/)
      .transform(() => null),
    EmailAddress,
  ],
  {
    error: "Please enter a valid e-mail address.",
  },
);

/** Schema of the amount of a card in cents; the server function knows its bounds. */
export const CardAmount = z.string().transform((typed, context) => {
  const amount = parseAmount(typed);
  if ("value" in amount && amount.value !== null) return amount.value;
  context.addIssue({ code: "custom", message: "error" in amount ? amount.error : "Enter an amount." });
  return cents(0);
});

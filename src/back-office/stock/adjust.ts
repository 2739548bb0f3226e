import { z } from "zod";
import { limits } from "~/shop/limits";
import type { MemberCause } from "~/shop/catalog/stock/stock";
import { PlainLine } from "~/shop/plain-text";
import { REASONS } from "./adjust-reasons";

const causes = Object.keys(REASONS) as [MemberCause, ...MemberCause[]];

/** Fields of a stock change. */
export const Adjustment = z
  .object({
    shown: z.union([z.literal("").transform(() => null), z.coerce.number().int().min(0).max(1_000_000_000)]),
    wanted: z
      .string()
      .trim()
      .regex(/^\d{1,6}$/, "Write how many pieces can be sold: 0 or more.")
      .transform(Number),
    cause: z.enum(causes, { error: "Choose why." }),
    reason: PlainLine(limits.text.line).default(""),
  })
  .refine(({ cause, reason }) => cause !== "correction" || reason !== "", {
    path: ["reason"],
    message: "Write a few words: why is it another number?",
  })
  .refine(({ shown, wanted }) => shown !== wanted, {
    path: ["wanted"],
    message: "This is what the shop says already. Write another number.",
  });

/** Fields of the form for a product's low-stock mark. */
export const LowMark = z.object({
  mark: z
    .string()
    .trim()
    .regex(/^\d{0,5}$/, "Write a whole number of pieces, or leave it empty.")
    .transform((text) => (text === "" ? null : Number(text))),
});

import { z } from "zod";
import { Traps } from "~/shop/bot-traps";
import { EmailAddress } from "~/shop/form-submission";
import { limits } from "~/shop/limits";
import { requestKinds } from "./request-kinds";

/** Answer to a request: a copy, an erasure, or a refusal with its reason. */
export type RequestOutcome = "copy" | "erased" | "refused";

/** Days for which a request waits for the proof that the mailbox is the person's. */
export const PROOF_DAYS = 14;
/** Days for which a copy can be fetched. */
export const COPY_DAYS = 7;

/** Code as a person types it, in the form in which it is compared. */
export const Code = z
  .string()
  .trim()
  .max(limits.text.line)
  .transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""))
  .refine((text) => text !== "", "Please enter the code from our letter.");

/** Forms of the page for requests: a request, and the code that proves it. */
export const YourData = z.discriminatedUnion("step", [
  z
    .object({
      step: z.literal("ask"),
      kind: z.enum(requestKinds, "Please choose what you ask for."),
      email: EmailAddress,
    })
    .extend(Traps.shape),
  z.object({ step: z.literal("prove"), email: EmailAddress, code: Code }),
]);

/** Forms of the page of a copy: send a code to its mailbox, and open it with the code. */
export const YourCopy = z.discriminatedUnion("step", [
  z.object({ step: z.literal("send") }),
  z.object({ step: z.literal("fetch"), code: Code }),
]);

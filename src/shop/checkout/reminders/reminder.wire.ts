import { z } from "zod";
import { DraftKey } from "~/shop/draft-key.wire";
import { EmailAddress } from "~/shop/form-submission";
import { limits } from "~/shop/limits";
import { RemindedLine } from "./reminded-line";

const ReminderKey = DraftKey.meta({
  description: "128 random bits as 32 hexadecimal digits: they name one ticked box, and prove whose it is",
});

/** Address and goods of a checkout whose box is ticked. */
export const ReminderRequest = z.object({
  key: ReminderKey,
  email: EmailAddress,
  items: z.array(RemindedLine).max(limits.bag.lines),
});
export type ReminderRequest = z.output<typeof ReminderRequest>;

export const EndedReminder = z.object({ key: ReminderKey });

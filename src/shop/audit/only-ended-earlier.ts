import type { FieldValues } from "./saving";

/** Whether a change only moves the end (`endsAt`, ISO text or null for never) to an earlier time. */
export const isOnlyEndedEarlier = (before: unknown, { endsAt, ...others }: FieldValues): boolean =>
  Object.keys(others).length === 0 &&
  typeof endsAt === "string" &&
  (before === null || new Date(endsAt) < new Date(String(before)));

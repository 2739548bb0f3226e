import type { FieldValues } from "./saving";

/** Whether changes do no more than have something end (`endsAt`, an ISO text or null for never) before it would have. */
export const isOnlyEndedEarlier = (before: unknown, { endsAt, ...others }: FieldValues): boolean =>
  Object.keys(others).length === 0 &&
  typeof endsAt === "string" &&
  (before === null || new Date(endsAt) < new Date(String(before)));

import type { FieldValues } from "./saving";

/** Whether a change only lets something end earlier (`endsAt`, ISO text or null for never). */
export const isOnlyEndedEarlier = (before: unknown, { endsAt, ...others }: FieldValues): boolean =>
  Object.keys(others).length === 0 &&
  typeof endsAt === "string" &&
  (before === null || new Date(endsAt) < new Date(String(before)));

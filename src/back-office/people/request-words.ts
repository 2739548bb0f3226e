import type { RequestKind } from "~/privacy/request-kinds";
import type { PersonRequest } from "~/privacy/person-requests.server";
import type { Sign } from "../ui/state";

/** Names of what people ask for. */
export const requestWishes: Readonly<Record<RequestKind, string>> = { copy: "A copy of their data", erase: "Erasure" };

type Standing = Pick<PersonRequest, "provedAt" | "answeredAt" | "outcome" | "memberId" | "dueAt">;

/** State of a request, in words with its sign. */
export function requestState(
  { provedAt, answeredAt, outcome, memberId, dueAt }: Standing,
  now: Date,
): { name: string; sign: Sign } {
  if (answeredAt)
    return { name: { copy: "Copy sent", erased: "Erased", refused: "Refused" }[outcome ?? "copy"], sign: "over" };
  if (memberId) return { name: "The copy is being made", sign: "half" };
  if (!provedAt) return { name: "Waits for the code", sign: "here" };
  return dueAt < now ? { name: "Late", sign: "waits" } : { name: "Has to be answered", sign: "waits" };
}

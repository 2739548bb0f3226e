import { Refusal } from "~/shop/refusal";

/**
 * Checks that something ends after it starts.
 *
 * @throws {Refusal} `input-invalid` otherwise.
 */
export function requireSpan({ startsAt, endsAt }: Record<"startsAt" | "endsAt", Date | string | null>): void {
  if (startsAt !== null && endsAt !== null && new Date(endsAt) <= new Date(startsAt))
    throw new Refusal("input-invalid", { fields: { endsAt: "It has to end after it starts." } });
}

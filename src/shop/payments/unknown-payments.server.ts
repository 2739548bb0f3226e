import { and, eq, inArray, or } from "drizzle-orm";
import type { Services } from "~/services";
import { isUuid } from "~/shop/is-uuid";
import type { ListedRequest } from "./gateway";
import { payments } from "./payments.tables";

/** Milliseconds by which the gateway's clock may differ from ours; requests are listed from so much earlier on. */
const CLOCKS_APART_MS = 10 * 60_000;

/** Payments at the gateway of which a restored shop knows nothing. */
export interface UnknownPayments {
  /** Paid, or being paid; newest first. */
  paid: ListedRequest[];
  /** Requests that a browser could still pay. */
  open: number;
}

/**
 * Asks the gateway for what was paid since a moment and is not in the shop's database.
 *
 * @throws {Refusal} `gateway-unavailable`.
 */
export async function unknownPayments(
  { db, payments: gateway }: Pick<Services, "db" | "payments">,
  since: Date,
): Promise<UnknownPayments> {
  const listed = await gateway.requestsSince(new Date(since.getTime() - CLOCKS_APART_MS));
  const unknown: ListedRequest[] = [];
  for (let from = 0; from < listed.length; from += 500) {
    const some = listed.slice(from, from + 500);
    const keys = some.flatMap(({ key }) => (key && isUuid(key) ? [key] : []));
    const ids = some.map(({ id }) => id);
    const rows = await db
      .select({ key: payments.id, id: payments.gatewayId })
      .from(payments)
      .where(
        or(
          and(eq(payments.gateway, gateway.name), inArray(payments.gatewayId, ids)),
          // Requests that were made before the snapshot, and noted after it.
          inArray(payments.id, keys),
        ),
      );
    const known = new Set(rows.flatMap(({ key, id }) => [key, id]));
    unknown.push(...some.filter(({ id, key }) => !known.has(id) && !known.has(key ?? id)));
  }
  const isPaid = ({ status }: ListedRequest) => status !== "open" && status !== "cancelled";
  return { paid: unknown.filter(isPaid), open: unknown.filter(({ status }) => status === "open").length };
}

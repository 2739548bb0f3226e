import { and, eq, inArray, or } from "drizzle-orm";
import type { Services } from "~/services";
import { isUuid } from "~/shop/is-uuid";
import type { ListedRequest } from "./gateway";
import { payments } from "./payments.tables";

/** Maximum difference between the gateway's clock and the server's, in milliseconds; the listing starts earlier by this much. */
const CLOCKS_APART_MS = 10 * 60_000;

/** Payments at the gateway that are missing in the database of a restored shop. */
export interface UnknownPayments {
  /** Payments that have been paid or are being paid, newest first. */
  paid: ListedRequest[];
  /** Number of requests that a browser could still pay. */
  open: number;
}

/**
 * Lists payment requests that were made at the gateway since a moment and that the database lacks.
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
          // Requests made before the backup was taken, whose gateway id was stored after it.
          inArray(payments.id, keys),
        ),
      );
    const known = new Set(rows.flatMap(({ key, id }) => [key, id]));
    unknown.push(...some.filter(({ id, key }) => !known.has(id) && !known.has(key ?? id)));
  }
  const isPaid = ({ status }: ListedRequest) => status !== "open" && status !== "cancelled";
  return { paid: unknown.filter(isPaid), open: unknown.filter(({ status }) => status === "open").length };
}

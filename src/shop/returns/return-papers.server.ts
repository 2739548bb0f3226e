import { and, asc, eq, inArray, or } from "drizzle-orm";
import type { Services } from "~/services";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { paperOrders } from "~/shop/orders/papers/paper-orders.server";
import { type Reason, whyWords } from "./return-reasons";
import { returnLines, returns } from "./returns.tables";

/** A return with the data of its packing slip. */
export interface ReturnPaper {
  number: string;
  orderNumber: string;
  kind: OrderKind;
  /** Name of the sender. */
  name: string;
  lines: { position: number; name: string; size: string; color: string; sku: string; quantity: number; why: string }[];
}

/**
 * Papers of returns. `numbers` are numbers of returns, or of orders, which stand for their unsettled returns. Leaves out returns
 * of orders that have no papers.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function returnPapersOf(
  services: Pick<Services, "db">,
  member: Member,
  numbers: string[],
): Promise<ReturnPaper[]> {
  await requireRight(services, member, "returns.read");
  if (numbers.length === 0) return [];
  const { db } = services;
  const rows = await db
    .select()
    .from(returns)
    .innerJoin(returnLines, eq(returnLines.returnNumber, returns.number))
    .where(
      or(
        inArray(returns.number, numbers),
        and(inArray(returns.orderNumber, numbers), inArray(returns.state, ["started", "received"])),
      ),
    )
    .orderBy(asc(returns.startedAt), asc(returns.number), asc(returnLines.position));
  const papers = await paperOrders(services, member, [...new Set(rows.map((row) => row.returns.orderNumber))]);
  return [...Map.groupBy(rows, (row) => row.returns.number)].flatMap(([number, own]) => {
    const order = papers.find((paper) => paper.number === own[0]?.returns.orderNumber)?.order;
    if (!order) return [];
    const lines = own.flatMap(({ return_lines: { position, quantity, reason, exchangeFor } }) => {
      const line = order.lines.find((each) => each.position === position);
      const why = whyWords({ reason: reason as Reason, exchangeFor });
      return line ? [{ ...line, quantity, why }] : [];
    });
    return [{ number, orderNumber: order.number, kind: order.kind, name: order.to[0] ?? "", lines }];
  });
}

import { expect, test } from "vitest";
import type { MemberOrder } from "~/shop/orders/member-order.server";
import { partsWords, stateName } from "./order-words";

const exchange = { cause: "return", state: "waiting", quantity: 1 } as const;
const parcel = (id: number, deliveredAt: Date | null) => ({ id, deliveredAt, lostAt: null });

/** Heading of a sent order with a waiting replacement. */
function headOf(parcels: ReturnType<typeof parcel>[], back: number[] = []): string {
  const order = { state: "shipped", parcels, undecided: [], replacements: [exchange], lines: [], money: null };
  const known = order as unknown as MemberOrder;
  return [stateName(known, new Set(back)), ...partsWords(known, new Set(back))].join(", ");
}

test("while goods of an exchange wait to be sent, the order's heading says so, and whether its parcels arrived or came back", () => {
  expect(headOf([parcel(1, null)])).toBe("On the way, 1 piece to send instead");
  expect(headOf([parcel(1, new Date())])).toBe("Arrived, 1 piece to send instead");
  expect(headOf([parcel(1, null)], [1])).toBe("Back with you, 1 piece to send instead");
});

import { expect, test } from "vitest";
import { orderEventKinds } from "~/shop/orders/order-event";
import { returnEventWords } from "./member-return-words";

test("no event of a return is shown by the program's name of its kind, not even of a kind that only a newer release has", () => {
  expect(returnEventWords("change-opened", false)).toBe("The shopper began to pay the difference");
  for (const kind of [...orderEventKinds, "return-flown"]) expect(returnEventWords(kind, false)).not.toContain(kind);
});

import type { Services } from "~/services";
import { type Change, changeOrder } from "../change-order.server";

/**
 * Notes that an order is packed. Safe to repeat.
 *
 * @throws {Refusal} as `changeOrder`.
 */
export const packOrder = ({ db }: Pick<Services, "db">, change: Change): Promise<void> =>
  changeOrder(db, change, "packed", {}, async () => ({ to: "packed" }));

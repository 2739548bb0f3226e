import type { Services } from "~/services";
import { delayLinks, type Link } from "../letter-links.server";
import { orderByNumber } from "../orders.server";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import { delayById, lastDelayOf } from "./order-delays.server";

/** A delay as its shopper sees it: days, pieces that have not left, and whether it can be answered. */
export interface ShownDelay {
  orderNumber: string;
  promised: string;
  newDay: string | null;
  endsOn: string | null;
  lines: { position: number; name: string; color: string; size: string; quantity: number }[];
  standing: "open" | "waits" | "cancelled" | "left";
}

/** Reads the delay of a link, or the latest one of its order; undefined for an invalid link. */
export async function delayAt(services: Pick<Services, "db" | "sealer">, link: Link): Promise<ShownDelay | undefined> {
  const { db } = services;
  if (!(await delayLinks.isValid(services, link))) return undefined;
  const own = await delayById(db, link.id);
  const delay = own && (await lastDelayOf(db, own.orderNumber));
  const order = delay && (await orderByNumber(db, delay.orderNumber));
  if (!delay || !order) return undefined;
  const { orderNumber, promised, newDay, endsOn, answer } = delay;
  const left = allLeftToSend(await lineProgress(db, orderNumber));
  const lines = left.flatMap(({ position, quantity }) => {
    const line = order.lines.find((each) => each.position === position);
    return line ? [{ position, name: line.name, color: line.color, size: line.size, quantity }] : [];
  });
  const standing =
    answer === "cancel" ? "cancelled" : lines.length === 0 ? "left" : answer === "wait" ? "waits" : "open";
  return { orderNumber, promised, newDay, endsOn, lines, standing };
}

import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { once } from "~/shop/audit/once.server";
import { actorOf } from "~/shop/members/actor-of";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { orderByNumber } from "~/shop/orders/orders.server";
import { Refusal } from "~/shop/refusal";
import { type LineToChoose, linesToChoose, type OfferedChoice } from "./lines-to-choose";
import { notFound } from "./exchange-form";
import { forMembers, instructsAtStart } from "./return";
import { RETURN_ACT } from "./return-acts.server";
import { returnableOrder, startReturn } from "./returns.server";

/** Value in the log of a started return whose instructions are sent, or not. */
export const STARTED_INSTRUCTED = "for the shopper, with instructions";
const STARTED = "for the shopper";

type Inside = Parameters<typeof startReturn>[0];

/** Lines of an order that a member can return, and the number of its returns at the time of reading. */
export interface StartableOrder {
  number: string;
  round: number;
  /** Whether any parcel of the order was shipped. */
  hasLeft: boolean;
  lines: LineToChoose[];
}

/**
 * Lines of an order that a member can return, for any reason and at any time, with exchange goods of the products that the form
 * searches for in `values`.
 *
 * @throws {Refusal} `right-missing`; `order-unknown`; `order-cancelled`.
 */
export async function startableOrder(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  number: string,
  { values = {}, now = new Date() }: { values?: Record<string, string>; now?: Date } = {},
): Promise<StartableOrder> {
  await requireRight(services, member, "returns.receive");
  const found = await orderByNumber(services.db, number);
  if (!found) throw new Refusal("order-unknown");
  const { order, sold, round } = await returnableOrder(
    services.db,
    { order: number, email: found.email, values },
    { byMember: true },
  );
  const lines = linesToChoose(order, forMembers(sold, now), now, services.settings());
  return { number, round, hasLeft: sold.hasLeft, lines };
}

/** Exchange goods found by a form's searches for other products, and error messages for searches without a result. */
export interface OthersFound {
  others: Record<number, OfferedChoice[]>;
  errors: Record<string, string>;
}

/**
 * Searches the other products that a form asks for, by line position.
 *
 * @throws {Refusal} as `startableOrder`.
 */
export async function othersFor(
  services: Pick<Services, "db" | "settings">,
  member: Member,
  number: string,
  values: Record<string, string>,
): Promise<OthersFound> {
  const { lines } = await startableOrder(services, member, number, { values });
  return {
    others: Object.fromEntries(lines.map(({ position, others }) => [position, others])),
    errors: notFound(
      values,
      lines.map(({ position, others }) => ({ position, isFound: others.length > 0 })),
    ),
  };
}

/**
 * Starts a return for a shopper, once per form; returns its number. Instructions are sent as the settings say, but not if the
 * parcel has already arrived.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`, and as `startReturn`.
 */
export async function startAsMember(
  services: Inside,
  member: Member,
  { submission, number }: { submission: string; number: string },
  { round, values, isHere }: { round: string; values: Record<string, string>; isHere: boolean },
  now = new Date(),
): Promise<string> {
  await requireRight(services, member, "returns.receive");
  const form = { submission, kind: RETURN_ACT, record: `of ${number}` };
  const { started } = await once(services, member, form, async (tx) => {
    const found = await orderByNumber(tx, number);
    if (!found) throw new Refusal("order-unknown");
    const request = { order: number, email: found.email, round, values };
    const options = { now, settings: services.settings(), actor: actorOf(member), isHere };
    const returnNumber = await startReturn({ ...services, db: tx }, request, options);
    const said = instructsAtStart(options.settings, isHere) ? STARTED_INSTRUCTED : STARTED;
    await logChanges(tx, { memberId: member.id, submission, action: "started", reason: "" }, [
      { kind: RETURN_ACT, record: returnNumber, version: 1, field: "started", old: null, new: said },
    ]);
    return { saved: true, started: returnNumber };
  });
  return started;
}

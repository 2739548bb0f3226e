import { userInfo } from "node:os";
import { parseArgs } from "node:util";
import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { type Jobs, openJobs } from "~/platform/jobs.server";
import type { Services } from "~/services";
import { taxLinesOf } from "~/shop/bag/tax-lines";
import { cents, formatCents } from "~/shop/money";
import { nameOfVariant } from "~/shop/catalog/product";
import { variantName } from "~/shop/catalog/stock/variant-name";
import { cancelOrder } from "~/shop/orders/cancel-order.server";
import type { Change } from "~/shop/orders/change-order.server";
import { deliverParcel } from "~/shop/orders/parcels/deliver-parcel.server";
import { addressLines } from "~/shop/orders/order";
import { orderNumberIn } from "~/shop/orders/order-number";
import { type OrderFile, orderFile, ordersToHandle } from "~/shop/orders/order-file.server";
import { packOrder } from "~/shop/orders/parcels/pack-order.server";
import type { Pieces } from "~/shop/orders/parcels/pieces";
import { refundReplacements, sendReplacements } from "~/shop/orders/parcels/replacements.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundLines } from "~/shop/orders/refunds/refund-lines.server";
import { shipParcel } from "~/shop/orders/parcels/ship-parcel.server";
import { Refusal } from "~/shop/refusal";
import { approveReturn } from "~/shop/returns/approve-return.server";
import { receiveReturn } from "~/shop/returns/receive-return.server";
import { returnByNumber } from "~/shop/returns/returns.server";
import { linesToSettle } from "~/shop/returns/lines-to-settle.server";
import { settleReturn } from "~/shop/returns/settle-return.server";
import { arrivedAsAnnounced, usualSettlement } from "~/shop/returns/settlement";
import { openDatabase } from "../open-database";
import { say } from "./say";

export const ORDERS_USAGE = `Usage: npm run shop -- orders <action>
  list | show <number>
  pack <number>
  ship <number> --carrier <name> [--tracking <number>] [--url <address>] [--lines 1x2,3x1] [--despite-dispute]
  deliver <number> --parcel <id>
  cancel <number> --reason <words>
  refund <number> --lines 1x1 --cause <words> [--restock]
  approve-return <return number>
  receive-return <return number>
  settle-return <return number> [--refund-exchanges] [--keep-delivery]
  send-replacement <return number> --carrier <name> [--tracking <number>] [--url <address>] [--despite-dispute]
  refund-replacement <return number>
Each takes --version <n>, as show tells it: then nothing happens if somebody else was first.`;

const options = {
  carrier: { type: "string" },
  tracking: { type: "string" },
  url: { type: "string" },
  lines: { type: "string" },
  parcel: { type: "string" },
  reason: { type: "string" },
  cause: { type: "string" },
  version: { type: "string" },
  restock: { type: "boolean" },
  "despite-dispute": { type: "boolean" },
  "refund-exchanges": { type: "boolean" },
  "keep-delivery": { type: "boolean" },
} as const;

/** Commands whose argument is the number of a return. */
const OF_RETURNS = new Set([
  "approve-return",
  "receive-return",
  "settle-return",
  "send-replacement",
  "refund-replacement",
]);

/** `npm run shop -- orders`: lists, shows and changes orders and returns. */
export async function handleOrders(env: Env): Promise<void> {
  const { action, subject, flags } = parseCommand();
  const database = await openDatabase(env);
  const { db, close } = connect(database.url, { max: 2 });
  let jobs: Jobs | undefined;
  try {
    if (action === "list") return void (await list(db));
    if (action !== "show") jobs = await openJobs(database.url);
    const number = OF_RETURNS.has(action) ? await orderOf(db, subject) : (orderNumberIn(subject) ?? subject);
    if (jobs) await change({ db, jobs }, action, { number, subject, flags });
    print(await orderFile(db, number));
  } catch (error) {
    if (error instanceof Refusal) throw new UnusableEnv(`${error.message} (${error.code})`);
    throw error;
  } finally {
    await jobs?.stop();
    await close();
    await database.stop();
  }
}

type Flags = ReturnType<typeof parseCommand>["flags"];

function parseCommand() {
  try {
    const { values, positionals } = parseArgs({ args: process.argv.slice(3), options, allowPositionals: true });
    const [action = "", ...rest] = positionals;
    if (action !== "list" && rest.length === 0) throw new UnusableEnv(ORDERS_USAGE);
    return { action, subject: rest.join(" "), flags: values };
  } catch {
    throw new UnusableEnv(ORDERS_USAGE);
  }
}

async function change(
  services: Pick<Services, "db" | "jobs">,
  action: string,
  { number, subject, flags }: { number: string; subject: string; flags: Flags },
): Promise<void> {
  const version = flags.version ? whole(flags.version) : (await orderFile(services.db, number)).version;
  const order: Change = { number, version, actor: { kind: "staff", name: userInfo().username } };
  switch (action) {
    case "pack":
      return packOrder(services, order);
    case "ship":
      return shipParcel(services, order, { ...parcel(flags), ...(flags.lines && { lines: pieces(flags.lines) }) });
    case "send-replacement":
      return sendReplacements(services, order, { return: returnNumber(subject) }, parcel(flags));
    case "refund-replacement":
      return refundReplacements(services, order, { return: returnNumber(subject) });
    case "deliver":
      return deliverParcel(services, order, whole(needed(flags.parcel)));
    case "cancel":
      return cancelOrder(services, order, { reason: needed(flags.reason) });
    case "refund": {
      const reason = needed(flags.cause);
      const wanted = { lines: pieces(needed(flags.lines)), restock: flags.restock ?? false };
      await refundLines(services, order, { ...wanted, cause: refundCause.byStaff(reason), reason });
      return;
    }
    case "approve-return":
    case "receive-return":
    case "settle-return":
      return changeReturn(services, action, order, { subject, flags });
    default:
      throw new UnusableEnv(ORDERS_USAGE);
  }
}

/** Moves a return to its next step, assuming that all announced pieces arrived, and that the usual refund is paid. */
async function changeReturn(
  services: Pick<Services, "db" | "jobs">,
  action: string,
  order: Change,
  { subject, flags }: { subject: string; flags: Flags },
): Promise<void> {
  const found = await returnByNumber(services.db, returnNumber(subject));
  if (!found) throw new Refusal("return-unknown");
  const { number, row, lines } = found;
  const step = { number, version: row.version, actor: order.actor };
  if (action === "approve-return") return approveReturn(services, step);
  if (action === "receive-return") return receiveReturn(services, step, arrivedAsAnnounced(lines));
  const { "refund-exchanges": refundsExchanges = false, "keep-delivery": keepsDelivery = false } = flags;
  const settlement = usualSettlement(await linesToSettle(services.db, number), { refundsExchanges, keepsDelivery });
  return settleReturn(services, { ...step, orderVersion: order.version }, settlement);
}

function needed(value: string | undefined): string {
  if (!value?.trim()) throw new UnusableEnv(ORDERS_USAGE);
  return value.trim();
}

/** Parses a whole number within PostgreSQL's `integer`. */
function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new UnusableEnv(ORDERS_USAGE);
  return Number(text);
}

const parcel = ({ carrier, tracking, url, "despite-dispute": despiteDispute }: Flags) => ({
  despiteDispute,
  carrier: needed(carrier),
  trackingNumber: tracking ?? "",
  ...(url && { trackingUrl: webAddress(url) }),
});

/** Accepts only http and https addresses, since mail programs and pages link to them. */
function webAddress(text: string): string {
  if (!/^https?:$/.test(URL.parse(text)?.protocol ?? "")) throw new UnusableEnv(ORDERS_USAGE);
  return text;
}

/** Parses '1x2,3': two pieces of the first line and one of the third, numbered as `show` prints them. */
const pieces = (text: string): Pieces[] =>
  text.split(",").map((part) => {
    const [line = "", quantity = "1"] = part.trim().split("x");
    return { position: Number(line) - 1, quantity: Number(quantity) };
  });

const returnNumber = (text: string): string => text.toUpperCase().replace(/[\s-]/g, "");

async function orderOf(db: Services["db"], subject: string): Promise<string> {
  const found = await returnByNumber(db, returnNumber(subject));
  if (!found) throw new Refusal("return-unknown");
  return found.order.number;
}

async function list(db: Services["db"]): Promise<void> {
  for (const { number, state, name, total, paidAt, owesReplacement } of await ordersToHandle(db)) {
    const more = owesReplacement ? ["a replacement is to be sent"] : [];
    const sums = [formatCents(total).padStart(10), paidAt?.toISOString() ?? ""];
    say([number, state.padEnd(15), ...sums, name, ...more].join("  "));
  }
}

function print({ order, version, lines, parcels, refunds, replacements, events }: OrderFile): void {
  const { orderValue, discount, deliveryFee, total } = order.summary;
  const sums = [
    { name: "order", amount: orderValue },
    { name: "discount", amount: cents(-discount) },
    { name: "delivery", amount: deliveryFee },
    ...taxLinesOf(order.summary).map(({ kind, name, amount }) => ({ name: kind === "tax" ? kind : name, amount })),
    { name: "total", amount: total },
  ];
  say(`${order.number}  ${order.state}  version ${version}`);
  for (const line of [...addressLines(order), order.email, order.phone]) say(`  ${line}`);
  say(`  ${sums.flatMap(({ name, amount }) => (amount ? `${name} ${formatCents(amount)}` : [])).join(", ")}`);
  for (const [index, line] of order.lines.entries()) {
    const progress = lines[index];
    const done = `sent ${progress?.sent ?? 0}, refunded ${progress?.refunded.quantity ?? 0}`;
    say(`  ${line.position + 1}. ${variantName(line.name, line.size, line.color)}  x ${line.quantity}  (${done})`);
  }
  for (const { id, carrier, trackingNumber, deliveredAt, lostAt } of parcels)
    say(`  parcel ${id}  ${carrier} ${trackingNumber}  ${deliveredAt ? "delivered" : lostAt ? "lost" : "on its way"}`);
  for (const { returnNumber, lostParcelId, position, quantity, state, ...variant } of replacements)
    say(
      `  instead ${returnNumber ?? `of parcel ${lostParcelId}`}  ${position + 1}. ${nameOfVariant(variant)}  x ${quantity}  ${state === "waiting" ? "to be sent" : state}`,
    );
  for (const { amount, cause, state, onto } of refunds)
    say(`  refund ${formatCents(amount)}  ${cause}  ${onto === "gift-card" ? "store credit" : state}`);
  for (const { kind, actor, at } of events)
    say(`  ${at.toISOString()}  ${kind}  ${[actor.kind, actor.name].filter(Boolean).join(" ")}`);
}

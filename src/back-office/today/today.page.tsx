import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { checkedStepNames, checkStep } from "~/shop/members/setup-checklist.server";
import type { OrderKind } from "~/shop/orders/order-facts";
import { fullDay, sentenceTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { PageHead } from "../ui/page-head";
import { Checklist } from "./checklist";
import { checklistFor } from "./checklist.server";
import { Sales } from "./sales-column";
import { salesView } from "./sales";
import { salesFor, waitingFor } from "./today.server";
import { Next, WaitsList } from "./waits-list";
import { troubles } from "./troubles";
import { counts, nextThing, withKnownWays } from "./waits";
import { titled } from "../titled";

export const meta = titled("Today");

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const now = new Date();
  const [waiting, sales, checklist] = await Promise.all([
    waitingFor(services, member, now),
    salesFor(services, member, now),
    checklistFor(services, member),
  ]);
  const { timeZone: zone, replyWithin, lowStock, shipsWithin } = services.settings();
  const received = waiting.payments?.lastReceivedAt;
  const next = nextThing(waiting, { now, zone, shipsWithin });
  return {
    day: fullDay(now, zone),
    checklist,
    submission: randomUUID(),
    next: next && withKnownWays(next, member),
    waits: [...troubles(waiting, { now, zone }), ...counts(waiting, { now, zone, replyWithin, lowStock })].map((line) =>
      withKnownWays(line, member),
    ),
    sales: sales && { view: salesView(sales.days), best: sales.best, kind: sales.kind },
    payments: received ? `The last payment came ${sentenceTime(received, now, zone)}` : null,
    maySeeSales: can(member, "money.read"),
  };
}

/** Marks a step of the checklist as done. */
export const action = formAction({
  schema: z.object({ step: z.enum(checkedStepNames) }),
  async act({ services, member }, { step }) {
    await checkStep(services, member, step);
    return { to: "/" };
  },
});

export const clientAction = sendForm;

/** Note on the invented or test orders of the page; empty for real ones. */
const KINDS: Record<OrderKind, string> = {
  real: "",
  test: ". The orders here were paid with test money: no card was charged.",
  sample: ". What waits here was invented for the demo, for you to try each step.",
};

/** Page with the work that waits: next step, problems, counted work, and sales beside them. */
export default function Today() {
  const { day, checklist, submission, next, waits, sales, payments } = useLoaderData<typeof loader>();
  // A shop with orders is open: what waits in it comes before the steps.
  const steps = checklist && <Checklist {...checklist} submission={submission} isQuiet={next !== null} />;
  return (
    <>
      <PageHead title="Today">
        {day}
        {sales && KINDS[sales.kind]}
      </PageHead>
      <FormMessage />
      <div className="today">
        <div>
          {next && <Next {...next} />}
          {next === null && steps}
          {waits.length > 0 && <WaitsList waits={waits} />}
          {next !== null && steps}
          {!checklist && !next && waits.length === 0 && <p className="calm">Nothing waits for you.</p>}
          {payments && (
            <p className="well">
              <span>{payments}</span>
            </p>
          )}
        </div>
        {sales && <Sales {...sales} />}
      </div>
    </>
  );
}

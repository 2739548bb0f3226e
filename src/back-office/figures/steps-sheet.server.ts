import { stepsIn } from "~/shop/figures/searches-and-steps.server";
import { CAME_BACK_DAYS } from "~/shop/checkout/reminders/due-reminders.server";
import { remindersIn } from "~/shop/checkout/reminders/reminder-figures.server";
import { offersReminder } from "~/shop/checkout/reminders/reminders.server";
import { figures } from "./figures-address";
import { spanWords } from "./figures-words";
import type { Asked } from "./screen";
import type { Sheet, SheetTable } from "./sheet";

/** Sheet of the steps from opening the bag to a paid order. */
export const stepsSheet = async (asked: Asked): Promise<Sheet> => ({
  title: "Steps to an order",
  head: `${spanWords(asked.period)}, by the shop's day. These are counts, not persons: whoever opens a bag three times is counted three times. Orders that members made are not here; bags and checkouts are written each minute.`,
  tables: [await stepsTable(asked), ...(await remindersTable(asked))],
  isOfPeriod: true,
});

/** Table of the steps with their counts and their share of the step before. */
async function stepsTable({ services, member, period }: Asked): Promise<SheetTable> {
  const { bag, checkout, addressed, paid } = await stepsIn(services, member, period);
  const steps: [string, number, string][] = [
    ["Bags with goods", bag, "the bag's page was opened with goods in it"],
    ["Checkouts begun", checkout, "the checkout was opened with goods"],
    ["Addresses complete", addressed, "the payment was asked for, with a whole address"],
    ["Paid", paid, "the money arrived"],
  ];
  return {
    name: "steps",
    title: "How often each step was taken",
    columns: [
      { name: "Step", kind: "text" },
      { name: "Times", kind: "count" },
      { name: "Part of the step before", kind: "share" },
    ],
    rows: steps.map(([name, times, note], place) => {
      const before = steps[place - 1]?.[1] ?? 0;
      return { key: name, note, cells: [name, times, before > 0 ? times / before : null] };
    }),
    empty: "Nothing was counted in this period.",
  };
}

/** Table of the reminders of unfinished checkouts; none where no reminder was sent and none is offered. */
async function remindersTable({ services, member, period }: Asked): Promise<SheetTable[]> {
  const { sent, cameBack } = await remindersIn(services, member, period);
  if (sent === 0 && !offersReminder(services.settings())) return [];
  const rows: [string, number, string, number | null][] = [
    ["Reminders sent", sent, "to who ticked the box at the checkout", null],
    [
      "Came back",
      cameBack,
      `an order of the mailbox was paid within ${CAME_BACK_DAYS} days`,
      sent > 0 ? cameBack / sent : null,
    ],
  ];
  return [
    {
      name: "reminders",
      title: "Reminders of unfinished checkouts",
      columns: [
        { name: "What", kind: "text" },
        { name: "Times", kind: "count" },
        { name: "Part of those sent", kind: "share" },
      ],
      rows: rows.map(([name, times, note, share]) => ({ key: name, note, cells: [name, times, share] })),
      empty: "No reminder was sent in this period.",
      says: [{ lead: "Whether a letter was opened", words: "is not measured." }],
    },
  ];
}

/** Table of the steps without the explanations, for the overview. */
export async function shortStepsTable(asked: Asked): Promise<SheetTable> {
  const { rows, ...table } = await stepsTable(asked);
  return {
    ...table,
    title: "From bag to paid",
    rows: rows.map(({ note: _, ...row }) => row),
    says: [{ lead: "Counts, not persons:", words: "nobody is followed." }],
    more: { to: figures.addressOf(asked.view, "/figures/steps"), name: "What each means" },
  };
}

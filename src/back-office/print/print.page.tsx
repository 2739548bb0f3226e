import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { shownNumber } from "~/shop/orders/order-number";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { chosenAddress, ordersQuery, ordersView } from "../orders/orders-view";
import { NothingFound } from "../ui/empty";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { counted } from "../count-words";
import { PrintedPaper } from "./printed-paper";
import { type PaperKind, printAddress, type PrintView, printView } from "./print-address";
import { paperWords, papersFor } from "./papers.server";
import { titled } from "../titled";

export const meta = titled("Print");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const view = printView(searchParams);
  const { papers, missing, disputed } = await papersFor(servicesOf(context), memberOf(context), view);
  const [only] = view.numbers.length === 1 ? view.numbers : [];
  const order = only !== undefined && !only.startsWith("R") ? { to: `/orders/${only}`, name: shownNumber(only) } : null;
  // Accepts only the list of orders as return address, and adds the chosen orders to it.
  const list = searchParams.has("list") ? ordersView(new URLSearchParams(searchParams.get("list") ?? "")) : null;
  const orders = { to: list ? chosenAddress(list, view.numbers) : "/orders", name: "Orders" };
  return {
    view,
    papers,
    missing,
    disputed,
    what: paperWords(view.kinds),
    back: list ? orders : (order ?? orders),
    list: list ? ordersQuery(list).toString() : "",
  };
}

/** Page that shows the papers named in the address, and prints them. */
export default function Print() {
  const { view, papers, missing, disputed, what, back, list } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="papers__tools">
        <PageHead title="Print" back={back}>
          {what} for {papersOf(view.numbers)}. Slips are Letter, labels 4 x 6 in: the right paper is chosen by itself.
        </PageHead>
        {missing.length > 0 && (
          <Notice title="Some of it is not here.">
            {missing.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Notice>
        )}
        {disputed.length > 0 && (
          <Notice title="Ask before these leave.">
            {disputed.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Notice>
        )}
        {papers.length > 0 && <Tools view={view} list={list} count={papers.length} />}
      </div>
      {papers.length === 0 && (
        <NothingFound title="Nothing to print">Choose orders in the list, then print from there.</NothingFound>
      )}
      <div className="papers__stage">
        {papers.map((paper) => (
          <PrintedPaper key={paper.id} paper={paper} />
        ))}
      </div>
    </>
  );
}

/** Number of orders and returns whose papers are shown, such as "2 orders". */
function papersOf(numbers: readonly string[]): string {
  const returns = numbers.filter((number) => number.startsWith("R")).length;
  const orders = numbers.length - returns;
  return [
    ...(orders > 0 || returns === 0 ? [counted(orders, "order")] : []),
    ...(returns > 0 ? [counted(returns, "return")] : []),
  ].join(" and ");
}

/** Combinations of papers for orders that a member can choose, with their names. */
const KINDS: [readonly PaperKind[], string][] = [
  [["slip", "label"], "Slip and label"],
  [["slip"], "Slip only"],
  [["label"], "Label only"],
  [["pick"], "Pick list"],
];

function Tools({ view: { numbers, kinds }, list, count }: { view: PrintView; list: string; count: number }) {
  const canPrint = useHydrated();
  const kind = (of: readonly PaperKind[], name: string) => (
    <ButtonLink
      key={name}
      to={printAddress(of, numbers, list)}
      {...(of.join() === kinds.join() && { "aria-current": "true" as const })}
    >
      {name}
    </ButtonLink>
  );
  const ofOrders = numbers.some((number) => !number.startsWith("R"));
  return (
    <div className="tools">
      {canPrint ? (
        <Button look="main" fit type="button" onClick={() => window.print()}>
          Print {counted(count, "sheet")}
        </Button>
      ) : (
        <p>Print it by your browser&apos;s own menu.</p>
      )}
      {ofOrders && KINDS.map(([of, name]) => kind(of, name))}
      {kind(["return"], "Return slip")}
    </div>
  );
}

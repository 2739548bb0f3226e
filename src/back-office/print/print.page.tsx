import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { shownNumber } from "~/shop/orders/order-number";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import { Button, ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { counted } from "../count-texts";
import { Leaf } from "./leaves";
import { printAddress } from "./print-address";
import { printView } from "./print-view";
import { paperWords, sheetsFor } from "./print.server";

export const meta = () => [{ title: "Print | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const view = printView(new URL(request.url).searchParams);
  const { sheets, missing } = await sheetsFor(servicesOf(context), memberOf(context), view);
  const [only] = view.numbers.length === 1 ? view.numbers : [];
  const order = only !== undefined && !only.startsWith("R") ? { to: `/orders/${only}`, name: shownNumber(only) } : null;
  return { view, sheets, missing, what: paperWords(view.papers), back: order ?? { to: "/orders", name: "Orders" } };
}

/** Papers to print: each order on a sheet of its own, each kind on its own paper. */
export default function Print() {
  const { view, sheets, missing, what, back } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="papers__tools">
        <PageHead title="Print" back={back}>
          {what} for {counted(view.numbers.length, "number")}. Slips are Letter, labels 4 x 6 in: the right paper is
          chosen by itself.
        </PageHead>
        {missing.length > 0 && (
          <Notice title="Some of it is not here.">
            {missing.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </Notice>
        )}
        {sheets.length > 0 && <Tools numbers={view.numbers} count={sheets.length} />}
      </div>
      {sheets.length === 0 && (
        <NothingFound title="Nothing to print">Choose orders in the list, then print from there.</NothingFound>
      )}
      <div className="papers__stage">
        {sheets.map((sheet) => (
          <Leaf key={sheet.id} sheet={sheet} />
        ))}
      </div>
    </>
  );
}

function Tools({ numbers, count }: { numbers: string[]; count: number }) {
  const canPrint = useHydrated();
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
      {ofOrders && (
        <>
          <ButtonLink to={printAddress(["slip", "label"], numbers)}>Slip and label</ButtonLink>
          <ButtonLink to={printAddress(["slip"], numbers)}>Slip only</ButtonLink>
          <ButtonLink to={printAddress(["label"], numbers)}>Label only</ButtonLink>
          <ButtonLink to={printAddress(["pick"], numbers)}>Pick list</ButtonLink>
        </>
      )}
      <ButtonLink to={printAddress(["return"], numbers)}>Return slip</ButtonLink>
    </div>
  );
}

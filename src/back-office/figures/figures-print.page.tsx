import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { fullDay } from "~/shop/shop-time";
import { useHydrated } from "~/ui/use-hydrated";
import { memberOf, servicesOf } from "../context";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { figures } from "./figures-address";
import { askedSheet } from "./asked-sheet.server";
import { ON_PAPER } from "./screen";
import type { SheetTable } from "./sheet";
import { SheetRows } from "./sheet-section";
import { titled } from "../titled";

export const meta = titled("Print figures");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const [services, member, now] = [servicesOf(context), memberOf(context), new Date()];
  const search = new URL(request.url).searchParams;
  const asked = orNotFound(
    await askedSheet(services, member, { screen: params["screen"] ?? "", search, now, form: "paper" }),
  );
  const { shopName, shopAddress, timeZone } = services.settings();
  return { ...asked, shopName, shopAddress, printed: `${fullDay(now, timeZone)}, ${asked.clock} by ${member.name}` };
}

/** Print version of a screen of figures: its row of sums and its tables, black on white. */
export default function PrintFigures() {
  const { sheet, view, screen } = useLoaderData<typeof loader>();
  const canPrint = useHydrated();
  const back = figures.addressOf(view, screen === "overview" ? "/figures" : `/figures/${screen}`);
  return (
    <>
      <div className="papers__tools">
        <PageHead
          title="Print figures"
          back={{ to: back, name: sheet.title }}
          acts={
            canPrint && (
              <Button look="main" fit type="button" onClick={() => window.print()}>
                Print
              </Button>
            )
          }
        >
          {canPrint ? "On Letter. Charts print as their table." : "Print it by your browser's own menu."}
        </PageHead>
      </div>
      <div className="papers__stage">
        <PaperSheet />
      </div>
    </>
  );
}

/** Reverses the sign of a formatted sum; zero has no sign. */
const opposite = (sum: string): string =>
  sum.startsWith("−") || !/[1-9]/.test(sum) ? sum.replace("−", "") : `−${sum}`;

/** Splits a long table into two halves that are printed side by side. */
const halves = (table: SheetTable): SheetTable[] => {
  const half = Math.ceil(table.rows.length / 2);
  return [table.rows.slice(0, half), table.rows.slice(half)]
    .filter((rows) => rows.length > 0)
    .map((rows) => ({ ...table, rows }));
};

/** The printed sheet: row of sums, tables, time of printing and name of the member. */
function PaperSheet() {
  const { sheet, period, zone, filters, shopName, shopAddress, printed } = useLoaderData<typeof loader>();
  return (
    // Scrollable content must be reachable by keyboard.
    <article className="paper paper--letter paper--figures" aria-label={sheet.title} tabIndex={0}>
      <div className="paper__head">
        <div>
          <h2 className="paper__title">{sheet.title}</h2>
          <p>{sheet.head}</p>
          {filters.length > 0 && (
            <p>
              <b>Only {filters.map(({ name, value }) => `${name.toLowerCase()} ${value}`).join(", ")}.</b>
            </p>
          )}
          <p>Days by {zone}.</p>
        </div>
        <p className="paper__end paper__firm">
          {shopName}
          {shopAddress.split("\n").map((line) => (
            <span className="paper__line" key={line}>
              {line}
            </span>
          ))}
        </p>
      </div>
      {sheet.chain && (
        <>
          <h3>From gross to total</h3>
          <dl className="paper__chain">
            {sheet.chain.map(({ name, sum, note, sign, isTotal }) => (
              <div key={name} className={isTotal ? "is-total" : undefined}>
                <dt>
                  {name} <span className="sheet__note">{note}</span>
                </dt>
                <dd>{sign === "−" ? opposite(sum) : sum}</dd>
              </div>
            ))}
          </dl>
          <p className="paper__note">{sheet.remarks?.join(". ")}.</p>
        </>
      )}
      {sheet.chart?.table && (
        <section className="paper__days">
          <h3>{sheet.chart.table.title}</h3>
          {halves(sheet.chart.table).map((table) => (
            <SheetRows key={table.rows[0]?.key} table={table} isWide />
          ))}
        </section>
      )}
      {printedTables(sheet.tables).map((table) => (
        <PaperTable key={table.name} table={table} />
      ))}
      <p className="paper__foot">
        Printed {printed}.{period.open && sheet.isOfPeriod ? " The last day is not over." : ""}
      </p>
    </article>
  );
}

/** Tables with rows; a list without entries is not printed, unless the sheet has nothing else. */
const printedTables = (tables: SheetTable[]): SheetTable[] => {
  const filled = tables.filter(({ rows }) => rows.length > 0);
  return filled.length > 0 ? filled : tables.slice(0, 1);
};

function PaperTable({ table }: { table: SheetTable }) {
  return (
    <section>
      <h3>{table.title}</h3>
      {table.says?.map(({ lead, words }) => (
        <p key={lead} className="paper__says">
          {lead} {words}
        </p>
      ))}
      {table.rows.length > 0 ? <SheetRows table={table} isWide /> : <p>{table.empty}</p>}
      {table.rows.length >= ON_PAPER && (
        <p className="paper__says">Ends after {ON_PAPER.toLocaleString("en-US")} rows: its file has all.</p>
      )}
    </section>
  );
}

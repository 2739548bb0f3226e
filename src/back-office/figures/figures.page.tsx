import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Chain } from "./chain";
import { DaysChart } from "./days-chart";
import { figures } from "./figures-address";
import { askedSheet } from "./asked-sheet.server";
import { FiguresTools, Periods } from "./figures-tools";
import { SheetSection } from "./sheet-section";
import { Pages, Views } from "../ui/list-tools";

export const meta = ({ loaderData }: { loaderData?: { sheet: { title: string } } }) => [
  { title: `${loaderData?.sheet.title ?? "Figures"} | Workshop` },
];

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const screen = params["screen"] ?? "overview";
  const search = new URL(request.url).searchParams;
  return orNotFound(await askedSheet(servicesOf(context), memberOf(context), { screen, search, now: new Date() }));
}

const KINDS = {
  real: "",
  test: "Test orders: no money came. Only real orders count from the first one on.",
  sample: "",
};

/** A screen of figures: the overview, or one of the others. */
export default function Figures() {
  const { sheet, view, screen, kind } = useLoaderData<typeof loader>();
  const isOverview = screen === "overview";
  const table = isOverview ? figures.addressOf({ ...view, by: "day" }, "/figures/sales") : undefined;
  return (
    <>
      <Top />
      {KINDS[kind] && <p className="dust small">{KINDS[kind]}</p>}
      {sheet.chain && (
        <Chain
          links={sheet.chain}
          facts={sheet.facts ?? []}
          file={figures.addressOf({ ...view, by: "order" }, "/figures/sales")}
        />
      )}
      {sheet.chart && <DaysChart chart={sheet.chart} {...(table && { table })} />}
      <div className={isOverview ? "figures-columns" : undefined}>
        {sheet.tables.map((own) => (
          <SheetSection
            key={own.name}
            table={own}
            file={figures.addressOf(view, `/figures/${screen}/file/${own.name}`)}
            isWide={!isOverview}
          />
        ))}
      </div>
      <PagesOfRows />
      {isOverview && <MoreScreens view={view} />}
    </>
  );
}

const pageOf = (screen: string): string => (screen === "overview" ? "/figures" : `/figures/${screen}`);

/** Title, lists of the screen, period, and what is compared or limited. */
function Top() {
  const { sheet, view, screen, today, lists } = useLoaderData<typeof loader>();
  const own = pageOf(screen);
  const isOverview = screen === "overview";
  const back = { to: figures.addressOf({ ...view, after: "", by: "day", show: "best" }), name: "Figures" };
  return (
    <>
      <PageHead
        title={sheet.title}
        {...(!isOverview && { back })}
        acts={<ButtonLink to={figures.addressOf(view, `/figures/${screen}/print`)}>Print</ButtonLink>}
      >
        {sheet.head}
      </PageHead>
      {lists.length > 0 && (
        <Views
          label="Lists"
          views={lists.map(({ show, name }, place) => ({
            to: figures.addressOf({ ...view, show, after: "" }, own),
            name,
            isCurrent: view.show === show || (place === 0 && !lists.some((list) => list.show === view.show)),
          }))}
        />
      )}
      {sheet.isOfPeriod && (
        <>
          <Periods view={view} today={today} page={own} />
          <FiguresTools
            view={view}
            page={own}
            hasBy={screen === "sales"}
            hasBeside={isOverview || screen === "sales" || screen === "goods"}
          />
        </>
      )}
    </>
  );
}

function PagesOfRows() {
  const { sheet, view, screen } = useLoaderData<typeof loader>();
  const { pages } = sheet;
  if (!pages || (pages.previous === null && pages.next === null)) return null;
  const at = (after: number | null) =>
    after === null ? null : figures.addressOf({ ...view, after: after === 0 ? "" : String(after) }, pageOf(screen));
  return (
    <Pages
      pages={[
        { name: "Previous page", to: at(pages.previous) },
        { name: "Next page", to: at(pages.next) },
      ]}
    >
      {pages.words}
    </Pages>
  );
}

const MORE = [
  ["sales", "Sales by product, size, category, code, state or order"],
  ["returns", "Returns by product, size and reason"],
  ["goods", "Best, slow and sold-out goods"],
  ["tax", "Tax by state and kind"],
  ["payouts", "Fees and payouts: what reached the bank"],
  ["searches", "Searches with and without a result"],
  ["steps", "Steps on the way to an order"],
  ["stock", "Stock: value, age, days left, what to buy again"],
] as const;

const MoreScreens = ({ view }: { view: ReturnType<typeof figures.viewIn> }) => (
  <nav className="figures-more" aria-label="More figures">
    <ul>
      {MORE.map(([screen, name]) => (
        <li key={screen}>
          <Link className="link" to={figures.addressOf(view, `/figures/${screen}`)}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);

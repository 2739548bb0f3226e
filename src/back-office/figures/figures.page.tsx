import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { ButtonLink } from "../ui/button";
import { PageEnd, PageHead } from "../ui/page-head";
import { Chain } from "./chain";
import { DaysChart } from "./days-chart";
import { figures, type FiguresView, pageOf } from "./figures-address";
import { MORE_SCREENS } from "./more-screens";
import { askedSheet } from "./asked-sheet.server";
import { FiguresLimits } from "./figures-limits";
import { FiguresTools, Periods } from "./figures-tools";
import { SheetSection } from "./sheet-section";
import { Pages, Views } from "../ui/list-tools";
import { titled } from "../titled";

export const meta = titled((data: { sheet: { title: string } } | undefined) => data?.sheet.title ?? "Figures");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const screen = params["screen"] ?? "overview";
  const search = new URL(request.url).searchParams;
  return orNotFound(await askedSheet(servicesOf(context), memberOf(context), { screen, search, now: new Date() }));
}

const KINDS = {
  real: "",
  test: "Test orders: no money came. Only real orders count from the first one on.",
  sample: "Sample orders are not counted. Figures begin with the first order that is paid, also a test one.",
};

/** Page of a screen of figures, such as the overview or sales. */
export default function Figures() {
  const { sheet, view, screen, kind } = useLoaderData<typeof loader>();
  const isOverview = screen === "overview";
  const table = isOverview ? figures.addressOf({ ...view, by: "day" }, "/figures/sales") : undefined;
  return (
    <>
      <Top />
      {sheet.isOfPeriod && KINDS[kind] && <p className="figures-kind">{KINDS[kind]}</p>}
      {sheet.chain && (
        <Chain
          links={sheet.chain}
          remarks={sheet.remarks ?? []}
          file={figures.addressOf({ ...view, by: "order" }, "/figures/sales")}
        />
      )}
      {sheet.chart && <DaysChart chart={sheet.chart} {...(table && { table })} />}
      <div className={isOverview ? "figures-columns" : undefined}>
        {sheet.tables.map((own) => (
          <div key={own.name} className={own.isWide ? "figures-wide" : undefined}>
            <SheetSection
              table={own}
              file={figures.addressOf(view, `/figures/${screen}/file/${own.name}`)}
              isWide={!isOverview || own.isWide === true}
            />
          </div>
        ))}
      </div>
      <PagesOfRows />
      {isOverview && <MoreScreens view={view} />}
      <PageEnd>
        <PrintLink view={view} screen={screen} />
      </PageEnd>
    </>
  );
}

/** Parameters of one screen alone, which its links to the others drop. */
const OWN_PARTS = { after: "", by: "day", show: "best", size: null } as const;

/** Head of the screen: title, links to its lists, period, grouping, comparison and filters. */
function Top() {
  const { sheet, view, period, screen, screens, today, lists, filters, hasBeside } = useLoaderData<typeof loader>();
  const own = pageOf(screen);
  const tools = {
    view,
    period,
    page: own,
    today,
    filters,
    hasBy: screen === "sales",
    hasBeside,
  };
  return (
    <>
      <PageHead title={sheet.title} seldom={<PrintLink view={view} screen={screen} />}>
        {sheet.head}
      </PageHead>
      <Views
        label="Screens"
        views={screens.map(({ to, name }) => ({
          to: figures.addressOf({ ...view, ...OWN_PARTS }, pageOf(to)),
          name,
          isCurrent: to === screen,
        }))}
      />
      {lists.length > 0 && (
        <Views
          label="Lists"
          views={lists.map(({ show, name }, place) => ({
            to: figures.addressOf({ ...view, show, after: "", size: null }, own),
            name,
            isCurrent: view.show === show || (place === 0 && !lists.some((list) => list.show === view.show)),
          }))}
        />
      )}
      {sheet.isOfPeriod && (
        <>
          <Periods {...tools} />
          <FiguresTools {...tools} />
        </>
      )}
      {sheet.limits && <FiguresLimits limits={sheet.limits} view={view} page={own} />}
    </>
  );
}

const PrintLink = ({ view, screen }: { view: FiguresView; screen: string }) => (
  <ButtonLink to={figures.addressOf(view, `/figures/${screen}/print`)}>Print</ButtonLink>
);

function PagesOfRows() {
  const { sheet, view, screen } = useLoaderData<typeof loader>();
  const { pages } = sheet;
  if (!pages || (pages.words === "" && pages.previous === null)) return null;
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

const MoreScreens = ({ view }: { view: FiguresView }) => (
  <nav className="figures-more" aria-label="More figures">
    {MORE_SCREENS.map(({ title, screens }) => (
      <div key={title}>
        <h2>{title}</h2>
        <ul>
          {screens.map(([screen, name, own]) => (
            <li key={name}>
              <Link className="link" to={figures.addressOf({ ...view, ...own }, `/figures/${screen}`)}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ))}
  </nav>
);

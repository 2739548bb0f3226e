import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import type { GoodsView } from "~/shop/catalog/editing/goods-list-view";
import { categoriesOf } from "~/shop/catalog/editing/category-filter";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { ButtonLink } from "../ui/button";
import { NothingFound, NothingYet } from "../ui/empty";
import { SelectField } from "../ui/field";
import { Chips, Paging, Search, Views } from "../ui/list-tools";
import { PageEnd, PageHead } from "../ui/page-head";
import { CategoryFilter, categoryChips } from "./category-filter";
import { GoodsTable } from "./goods-table";
import { goodsScreen } from "./goods-screen.server";
import { goodsAddress, goodsView, goodsViews } from "./goods-view";
import { chooseGoods } from "./change-many/choose-goods.server";
import { GoodsChosen } from "./change-many/goods-chosen";
import { manyActIn } from "./change-many/many-acts";
import { titled } from "../titled";

export const meta = titled("Goods");

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  goodsScreen(servicesOf(context), memberOf(context), goodsView(new URL(request.url).searchParams));

/** Stores the ticked products, or all products that match the filter, and redirects to the page that changes them. */
export const action = formAction({
  right: "goods.change",
  schema: z.object({ do: z.string().optional(), all: z.string().optional() }),
  act: ({ services, member, request, all }, typed) =>
    chooseGoods(services, member, {
      view: goodsView(new URL(request.url).searchParams),
      act: manyActIn(typed.do),
      ticked: typed.all === "yes" ? null : all("product"),
    }),
});
export const clientAction = sendForm;

/** List of all products, published or not, with a search by name, SKU or handle. */
export default function GoodsPage() {
  const { view, rows, count, isMore, categories, mayChange, mayPrice, mayImport, mayExport, mayRecall } =
    useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  const isFiltered = Boolean(view.search || view.status || view.categories.length > 0 || view.only);
  const { q, ...hidden } = Object.fromEntries(new URLSearchParams(goodsAddress(first).split("?")[1]));
  const seldom = (
    <GoodsActs
      prices={mayPrice ? pricesOf(view) : null}
      mayImport={mayImport}
      mayExport={mayExport}
      mayRecall={mayRecall}
    />
  );
  return (
    <>
      <PageHead
        title="Goods"
        seldom={seldom}
        acts={
          mayChange && (
            <ButtonLink to="/goods/new" look="main" fit>
              A new product
            </ButtonLink>
          )
        }
      >
        {`${count.toLocaleString("en-US")}${isMore ? "+" : ""} ${count === 1 ? "product" : "products"}`}
      </PageHead>
      <Views
        label="Views"
        views={goodsViews.map(({ name, view: only }) => ({
          name,
          to: goodsAddress({ ...only, sort: view.sort }),
          isCurrent:
            goodsAddress({ ...only, sort: view.sort }) === goodsAddress({ ...first, search: "", categories: [] }),
        }))}
      />
      <div className="tools">
        <Search name="q" label="Name, SKU, handle" value={view.search} hidden={hidden} />
        <GoodsFilters view={first} categories={categories} search={q} />
      </div>
      {view.status === "planned" && mayPrice && <PlannedNote />}
      <FormMessage />
      {rows.length > 0 && <GoodsRows />}
      {rows.length === 0 && !isFiltered && !view.after && <NoGoods mayChange={mayChange} />}
      {rows.length === 0 && (isFiltered || view.after) && (
        <NothingFound title="Nothing found" way={<ButtonLink to="/goods">Show all goods</ButtonLink>}>
          {view.search
            ? `No product has "${view.search}" in its name, SKU or handle here.`
            : "No product fits these filters."}
        </NothingFound>
      )}
      <PageEnd>{seldom}</PageEnd>
    </>
  );
}

/** Table of the page's products, with checkboxes for members who may change goods. */
function GoodsRows() {
  const { view, rows, count, isMore, next, submission, mayChange } = useLoaderData<typeof loader>();
  const list = (
    <>
      <GoodsTable rows={rows} mayChange={mayChange} back={goodsAddress(view)} />
      <Paging
        newest={view.after ? goodsAddress({ ...view, after: null }) : null}
        older={next ? goodsAddress({ ...view, after: next }) : null}
      >
        {view.sort === "newest" ? "The newest first" : "By name"}
      </Paging>
    </>
  );
  if (!mayChange) return list;
  return (
    <GoodsChosen submission={submission} rows={rows.length} count={count} isMore={isMore} key={submission}>
      {list}
    </GoodsChosen>
  );
}

/** The list's search and categories as parameters of the screens of prices; its other filters are left out. */
const pricesOf = ({ search, categories }: Pick<GoodsView, "search" | "categories">): URLSearchParams =>
  new URLSearchParams({ ...(search && { q: search }), ...categoriesOf(categories) });

/** Note in the view of planned goods, with a link to planned prices. */
const PlannedNote = () => (
  <p>
    Goods that go on the shop or off it by themselves, or have a planned price.{" "}
    <ButtonLink to="/goods/bulk/plans">Planned prices</ButtonLink>
  </p>
);

interface Rights {
  /** The list's filter for members who may change prices, otherwise null. */
  prices: URLSearchParams | null;
  mayImport: boolean;
  mayExport: boolean;
  /** Whether the member may see recalls, which name shoppers. */
  mayRecall: boolean;
}

const GoodsActs = ({ prices, mayImport, mayExport, mayRecall }: Rights) => (
  <>
    {prices && <ButtonLink to={`/goods/bulk?${prices}`}>Prices and stock</ButtonLink>}
    {prices && <ButtonLink to={`/goods/bulk/percent?${prices}`}>Put on sale</ButtonLink>}
    <ButtonLink to="/goods/categories">Categories</ButtonLink>
    <ButtonLink to="/goods/size-guides">Size guides</ButtonLink>
    {mayRecall && <ButtonLink to="/recalls">Recalls</ButtonLink>}
    {mayImport && <ButtonLink to="/imports">Import</ButtonLink>}
    {mayExport && !mayImport && (
      <ButtonLink to="/imports/export" reloadDocument>
        Save as a file
      </ButtonLink>
    )}
  </>
);

const NoGoods = ({ mayChange }: { mayChange: boolean }) => (
  <NothingYet
    title="Nothing to sell yet"
    way={
      mayChange && (
        <ButtonLink to="/goods/new" look="main">
          Add the first product
        </ButtonLink>
      )
    }
  >
    What you sell stands here.
  </NothingYet>
);

interface GoodsFiltersProps {
  view: GoodsView;
  categories: { id: string; name: string }[];
  search: string | undefined;
}

function GoodsFilters({ view, categories, search }: GoodsFiltersProps) {
  const chips = categoryChips(categories, view.categories, (chosen) => goodsAddress({ ...view, categories: chosen }));
  const kept = {
    ...(search && { q: search }),
    ...(view.status && { status: view.status }),
    ...(view.only && { only: view.only }),
  };
  return (
    <Chips chips={chips} hidden={kept}>
      <CategoryFilter categories={categories} chosen={view.categories} />
      <SelectField label="Order" name="sort" defaultValue={view.sort}>
        <option value="name">By name</option>
        <option value="newest">The newest first</option>
      </SelectField>
    </Chips>
  );
}

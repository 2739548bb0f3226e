import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { categoriesOf } from "~/shop/catalog/editing/category-filter";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { CategoryFilter, categoryChips } from "../goods/category-filter";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { SelectField } from "../ui/field";
import { Chips, Paging, Search, Views } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { LevelTable } from "./level-table";
import { levelsPage } from "./stock.server";
import { levels, levelViews } from "./stock-view";
import { titled } from "../titled";

export const meta = titled("Stock");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = levels.viewIn(new URL(request.url).searchParams);
  return { view, mayChange: can(member, "stock.change"), ...(await levelsPage(services, member, view)) };
}

/** Page with the stock of all variants; its filters, sort order and page number are in the address. */
export default function Stock() {
  const { view, mayChange, lines, next } = useLoaderData<typeof loader>();
  const first = { ...view, after: null };
  const isFiltered = view.text !== "" || view.show !== "all" || view.categories.length > 0 || view.shelf !== null;
  return (
    <>
      <PageHead
        title="Stock"
        acts={
          mayChange && (
            <>
              <ButtonLink to="/stock/count">Stock-take</ButtonLink>
              <ButtonLink look="main" fit to="/stock/delivery">
                Receive a delivery
              </ButtonLink>
            </>
          )
        }
      >
        Pieces that can be sold, by size and color. What is held for orders or sold is taken off already.
      </PageHead>
      <Views
        label="Levels"
        views={levelViews.map(({ show, name }) => ({
          to: levels.addressOf({ ...first, show }),
          name,
          isCurrent: view.show === show,
        }))}
      />
      <Tools />
      {lines.length > 0 ? (
        <LevelTable lines={lines} />
      ) : (
        <NothingFound
          title={isFiltered ? "Nothing found" : "Nothing lies here yet"}
          way={isFiltered && <ButtonLink to="/stock">Show everything</ButtonLink>}
        >
          {view.show === "low" ? "Nothing is low." : "Nothing fits what was asked for."}
        </NothingFound>
      )}
      <Paging
        newest={view.after === null ? null : levels.addressOf(first)}
        older={next === null ? null : levels.addressOf({ ...view, after: next })}
      >
        {view.order === "fewest" ? "The fewest first" : "By name"}
      </Paging>
    </>
  );
}

function Tools() {
  const { view, categories: known, shelves } = useLoaderData<typeof loader>();
  const { show, text, categories, shelf, order } = view;
  const first = { ...view, after: null };
  const hidden = { ...(show !== "all" && { show }), ...(order !== "name" && { order }) };
  return (
    <div className="tools">
      <Search
        name="q"
        label="Name, color, size or SKU"
        value={text}
        hidden={{ ...hidden, ...categoriesOf(categories), ...(shelf && { shelf }) }}
      />
      <Chips
        chips={[
          ...categoryChips(known, categories, (chosen) => levels.addressOf({ ...first, categories: chosen })),
          ...(shelf ? [{ name: "Shelf", value: shelf, without: levels.addressOf({ ...first, shelf: null }) }] : []),
          ...(order === "fewest"
            ? [{ name: "Order", value: "the fewest first", without: levels.addressOf({ ...first, order: "name" }) }]
            : []),
        ]}
        hidden={{ ...(show !== "all" && { show }), ...(text && { q: text }) }}
      >
        <CategoryFilter categories={known} chosen={categories} />
        {shelves.length > 0 && (
          <SelectField label="Shelf" name="shelf" defaultValue={shelf ?? ""}>
            <option value="">Any</option>
            {shelves.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
        <SelectField label="Order" name="order" defaultValue={order}>
          <option value="name">By name</option>
          <option value="fewest">The fewest first</option>
        </SelectField>
      </Chips>
    </div>
  );
}

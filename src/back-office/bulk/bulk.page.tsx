import { randomUUID } from "node:crypto";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { bulkRows } from "~/shop/catalog/bulk/bulk-rows.server";
import { categoriesOf } from "~/shop/catalog/editing/category-filter";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { can } from "~/shop/members/rights";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showSaved } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { CategoryFilter, categoryChips } from "../goods/category-filter";
import { levels } from "../stock/stock-view";
import { ButtonLink } from "../ui/button";
import { SaveFoot } from "../ui/save-foot";
import { NothingFound } from "../ui/empty";
import { Field } from "../ui/field";
import { Chips, Paging, Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { counted } from "../count-words";
import { bulkAddress } from "./bulk-address";
import { cellLabel, Grid } from "./grid";
import { saveGrid } from "./save-grid.server";
import { pageSizes } from "../page-sizes";
import { titled } from "../titled";

export const meta = titled("Prices and stock");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = levels.viewIn(new URL(request.url).searchParams);
  const found = await bulkRows(services, member, view, pageSizes.bulk + 1);
  return {
    view,
    rows: found.slice(0, pageSizes.bulk),
    next: found.length > pageSizes.bulk ? (found[pageSizes.bulk - 1]?.variantId ?? null) : null,
    showsCost: can(member, "goods.cost"),
    submission: randomUUID(),
    categories: await categoryChoices(services, member),
  };
}

export const action = formAction({
  right: "goods.prices",
  schema: Typed,
  async act({ services, member, request, submission }, typed) {
    const { act, saved, errors } = await saveGrid(services, member, submission, typed);
    const count = Object.keys(errors).length;
    if (count === 0) return { to: bulkAddress(levels.viewIn(new URL(request.url).searchParams)), act };
    const bad = Object.fromEntries(Object.keys(errors).map((name) => [name, typed[name] ?? ""]));
    const message = `${counted(saved, "change is", "changes are")} saved, ${counted(count, "cell is", "cells are")} not: each says why.`;
    return { rest: { ...bad, reason: typed.reason ?? "" }, errors, message, act };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showSaved;

/** Screen to edit prices, stock and status of the variants that a filter matches, in a grid. Works without script. */
export default function Bulk() {
  const { view, rows, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title="Prices and stock"
        acts={
          <>
            <ButtonLink to="/goods/bulk/plans">Planned prices</ButtonLink>
            <ButtonLink look="main" fit to={bulkAddress({ ...view, after: null }, "/goods/bulk/percent")}>
              A sale or new prices by percent
            </ButtonLink>
          </>
        }
      >
        Each line is one size in one color. An empty price is the product&apos;s own. Only what you change is saved.
      </PageHead>
      <Tools />
      {rows.length > 0 ? (
        <GridForm />
      ) : (
        <NothingFound title="Nothing found" way={<ButtonLink to="/goods/bulk">Show everything</ButtonLink>}>
          Nothing fits what was asked for.
        </NothingFound>
      )}
      <Paging
        newest={view.after === null ? null : bulkAddress({ ...view, after: null })}
        older={next === null ? null : bulkAddress({ ...view, after: next })}
      >
        By name, {pageSizes.bulk} a page
      </Paging>
    </>
  );
}

function Tools() {
  const { view, categories: known } = useLoaderData<typeof loader>();
  const { text, categories } = view;
  const first = { ...view, after: null };
  return (
    <div className="tools">
      <Search name="q" label="Name, color, size or SKU" value={text} hidden={categoriesOf(categories)} />
      <Chips
        chips={categoryChips(known, categories, (chosen) => bulkAddress({ ...first, categories: chosen }))}
        hidden={{ ...(text && { q: text }) }}
      >
        <CategoryFilter categories={known} chosen={categories} />
      </Chips>
    </div>
  );
}

function GridForm() {
  const { view, rows, showsCost, submission } = useLoaderData<typeof loader>();
  const here = bulkAddress(view);
  return (
    <WorkshopForm
      action={here}
      submission={submission}
      labels={(name) => cellLabel(rows, name) ?? "Why the stock changes"}
      preventScrollReset
    >
      {({ field, values, error, isSending }) => (
        <>
          <Grid rows={rows} showsCost={showsCost} typed={values} error={error} />
          <SaveFoot
            what={
              <div className="foot__what bulk__reason">
                <Field {...field("reason")} label="Why the stock changes" labelNote="where it does" />
              </div>
            }
            back={{ to: here, name: "Discard" }}
            reloadDocument
            busy={isSending}
          />
        </>
      )}
    </WorkshopForm>
  );
}

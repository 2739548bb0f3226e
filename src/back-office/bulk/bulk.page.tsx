import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { bulkRows } from "~/shop/catalog/bulk/bulk-rows.server";
import { categoriesOf } from "~/shop/catalog/editing/category-filter";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { formOf } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { CategoryFilter, categoryChips } from "../goods/category-filter";
import { isId } from "../is-id";
import { stockView } from "../stock/stock-view";
import { Button, ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Field } from "../ui/field";
import { LeaveGuard } from "../ui/leave-guard";
import { Chips, Paging, Search } from "../ui/list-tools";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { useChangedForm } from "../ui/use-changed-form";
import { counted } from "../count-texts";
import { bulkAddress } from "./bulk-address";
import { Grid } from "./grid";
import { saveGrid } from "./save-grid.server";

export const meta = () => [{ title: "Prices and stock | Workshop" }];

/** How many pairs stand on a page. Each has four fields: with 200 it takes longer than any other screen. */
const PAGE = 100;

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const view = stockView(new URL(request.url).searchParams);
  const found = await bulkRows(services, member, view, PAGE + 1);
  return {
    view,
    rows: found.slice(0, PAGE),
    next: found.length > PAGE ? (found[PAGE - 1]?.variantId ?? null) : null,
    showsCost: can(member, "goods.cost"),
    submission: randomUUID(),
    stockSubmission: randomUUID(),
    categories: await categoryChoices(services, member),
  };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.prices");
  const typed = await formOf(request);
  if (!isId(typed.submission ?? "") || !isId(typed.stockSubmission ?? "")) throw data(null, { status: 400 });
  const view = stockView(new URL(request.url).searchParams);
  const { act, saved, errors } = await saveGrid(services, member, typed);
  if (Object.keys(errors).length === 0) {
    const here = bulkAddress(view);
    return redirect(act ? `${here}${here.includes("?") ? "&" : "?"}done=${act}` : here);
  }
  const bad = Object.fromEntries(Object.keys(errors).map((name) => [name, typed[name] ?? ""]));
  return data({ errors, typed: { ...bad, reason: typed.reason ?? "" }, saved }, { status: 422 });
}

/** Prices, stock and status of many pairs at once: a grid over a filter, which works with plain fields, too. */
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
        By name, {PAGE} a page
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
  const { view, rows, showsCost, submission, stockSubmission } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  const isSending = useNavigation().formMethod === "POST";
  const errors: Record<string, string> = answer?.errors ?? {};
  const typed: Record<string, string> = answer?.typed ?? {};
  const count = Object.keys(errors).length;
  const here = bulkAddress(view);
  return (
    <Form method="post" action={here} noValidate preventScrollReset ref={element} onSubmit={onSubmit} key={submission}>
      <LeaveGuard isChanged={isChanged} />
      {count > 0 && (
        <ErrorSummary
          message={`${counted(answer?.saved ?? 0, "change is", "changes are")} saved, ${counted(count, "cell is", "cells are")} not: each says why.`}
          errors={[]}
        />
      )}
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="stockSubmission" value={stockSubmission} />
      <Grid rows={rows} showsCost={showsCost} typed={typed} errors={errors} />
      <div className="foot" role="region" aria-label="What will be saved">
        <div className="foot__what bulk__reason">
          <Field name="reason" label="Why the stock changes" labelNote="where it does" defaultValue={typed.reason} />
        </div>
        <ButtonLink look="bare" to={here} reloadDocument>
          Discard
        </ButtonLink>
        <Button look="main" fit busy={isSending}>
          Save
        </Button>
      </div>
    </Form>
  );
}

import { randomUUID } from "node:crypto";
import { data, Form, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { CategoryFilter } from "../goods/category-filter";
import { places } from "../stock/stock.server";
import { levels } from "../stock/stock-view";
import { Button } from "../ui/button";
import { Choice, Choices, Field, NumberField, SelectField } from "../ui/field";
import { ErrorSummary, Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-words";
import { bulkAddress } from "./bulk-address";
import { percentWish, shownWish } from "./percent-wish";
import { applyPercent, percentPreview, scopeWords, tooDearWords } from "./percent.server";
import { titled } from "../titled";

export const meta = titled("Sale or new prices by percent");

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.prices");
  const search = new URL(request.url).searchParams;
  const view = levels.viewIn(search);
  const read = percentWish(search);
  const preview = read && "wish" in read ? await percentPreview(services, member, view, read.wish) : null;
  const tooDear = preview && preview.tooDear > 0 ? tooDearWords(preview.tooDear) : undefined;
  const known = await places(services);
  return {
    view,
    preview: tooDear === undefined ? preview : null,
    error: (read && "error" in read ? read.error : tooDear) ?? null,
    scope: scopeWords(view, known.categories),
    asked: shownWish(search),
    zone: services.settings().timeZone,
    submission: randomUUID(),
    ...known,
  };
}

export const action = formAction({
  right: "goods.prices",
  schema: Typed,
  async act(sent) {
    const search = new URL(sent.request.url).searchParams;
    const read = percentWish(search);
    if (!read || "error" in read) throw data(null, { status: 400 });
    return applyPercent(sent, levels.viewIn(search), read.wish);
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Form for a change of prices by percent: goods, percent, start and end, with a preview of the prices. */
export default function Percent() {
  const { view, preview, error } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Sale or new prices by percent" back={{ to: bulkAddress(view), name: "Prices and stock" }}>
        You see each price, old and new, and choose from when to when, before anything changes. A variant is one size in
        one color.
      </PageHead>
      {error !== null && <ErrorSummary errors={[{ id: "percent", label: "Percent", error }]} />}
      <WishForm />
      {preview && preview.count + preview.left === 0 && <p className="dust">Nothing with a price fits.</p>}
      {preview && preview.count + preview.left > 0 && (
        <div id="prices" className="bulk__prices">
          <Preview />
        </div>
      )}
    </>
  );
}

function WishForm() {
  const { view, asked, categories, error } = useLoaderData<typeof loader>();
  return (
    <Form action="/goods/bulk/percent#prices" className="stack narrow-form bulk__wish">
      {view.show !== "all" && <input type="hidden" name="show" value={view.show} />}
      {view.shelf !== null && <input type="hidden" name="shelf" value={view.shelf} />}
      <CategoryFilter
        label="Which goods"
        note="Tick none for all of them."
        categories={categories}
        chosen={view.categories}
      />
      <Field label="With these words" labelNote="in name, color, size or SKU" name="q" defaultValue={view.text} />
      <SelectField label="What to do" name="change" defaultValue={asked.change}>
        <option value="sale">Put on sale: a sale price below the price</option>
        <option value="lower">Lower the price</option>
        <option value="raise">Raise the price</option>
      </SelectField>
      <NumberField
        id="percent"
        label="By how much"
        name="percent"
        inputMode="decimal"
        unit="%"
        note="Such as 15 for 15%, always of the price"
        defaultValue={asked.percent}
        {...(error !== null && { error })}
      />
      <SelectField label="Round to" name="rounding" defaultValue={asked.rounding}>
        <option value="cent">the cent</option>
        <option value="dollar">whole dollars</option>
        <option value="ninety-nine">99 cents at the end</option>
      </SelectField>
      <SelectField
        label="What is on sale for less already"
        name="cheaper"
        defaultValue={asked.cheaper}
        note="Counts where prices go down"
      >
        <option value="leave">Leave it as it is</option>
        <option value="change">Change it too</option>
      </SelectField>
      <div>
        <Button>Show what it would do</Button>
      </div>
    </Form>
  );
}

type Line = Awaited<ReturnType<typeof percentPreview>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Product, color, size", place: "lead", cell: ({ name }) => name },
  {
    label: "Today",
    place: "under-end",
    numeric: true,
    cell: (line) => (line.mark === "stays" ? line.old : <del className="old">{line.old}</del>),
  },
  { label: "New", place: "end", numeric: true, cell: (line) => (line.mark === "stays" ? "–" : line.new) },
  { label: "What to know", labelHidden: true, place: "last", cell: (line) => <LineMark {...line} /> },
];

function LineMark({ mark, pays, belowSale, new: price }: Line) {
  if (mark === "stays")
    return <State sign="here">{belowSale ? `Stays: on sale for ${pays}` : `Stays: ${price} would be dearer`}</State>;
  if (mark === "dearer") return <State sign="waits">Dearer than today</State>;
  if (belowSale) return <State sign="waits">{`Shoppers still pay the sale price, ${pays}`}</State>;
  return pays === price ? null : <State sign="here">{`On sale: shoppers pay ${pays}`}</State>;
}

function Preview() {
  const { view, preview, asked, scope } = useLoaderData<typeof loader>();
  if (!preview) return null;
  const { count, left, isMore, lines } = preview;
  const base = bulkAddress({ ...view, after: null }, "/goods/bulk/percent");
  const to = `${base}${base.includes("?") ? "&" : "?"}${new URLSearchParams(asked)}`;
  return (
    <Section
      title={`${counted(count, "variant")}, old and new: ${scope}`}
      note={isMore ? "These are the first; narrow it down." : undefined}
    >
      <Warnings />
      {count > 0 && <ApplyForm action={to} />}
      <Table label="Old and new prices" columns={columns} rows={lines} keyOf={({ id }) => id} />
      {count + left > lines.length && (
        <p className="dust">{`And ${counted(count + left - lines.length, "more variant")}.`}</p>
      )}
    </Section>
  );
}

/** Warnings in the preview: variants that would become dearer, and variants that keep their price. */
function Warnings() {
  const { preview, asked } = useLoaderData<typeof loader>();
  if (!preview) return null;
  const { dearer, belowSale, left } = preview;
  const are = (count: number, words: string) => `${counted(count, "variant")} ${count === 1 ? "is" : "are"} ${words}`;
  return (
    <>
      {dearer > 0 && (
        <Notice title={`${counted(dearer, "variant becomes", "variants become")} dearer for shoppers than today.`}>
          {asked.change !== "raise" && (
            <p>{`They are on sale for less already. Choose "Leave it as it is" to keep those prices.`}</p>
          )}
        </Notice>
      )}
      {belowSale > 0 && (
        <Notice title={`${are(belowSale, "on sale for more than the new price.")}`}>
          <p>Shoppers go on paying that sale price until it is taken off.</p>
        </Notice>
      )}
      {left > 0 && (
        <p>{`${are(left, "on sale for less already and")} ${left === 1 ? "stays" : "stay"} as ${left === 1 ? "it is" : "they are"}.`}</p>
      )}
    </>
  );
}

function ApplyForm({ action: to }: { action: string }) {
  const { preview, submission, zone } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      action={to}
      className="stack narrow-form bulk__apply"
      submission={submission}
      stored={{ when: "now" }}
      labels={{ startsAt: "From", endsAt: "To" }}
    >
      {({ field, tick, isSending }) => (
        <>
          <input type="hidden" name="digest" value={preview?.digest ?? ""} />
          <Choices label="When">
            <Choice {...tick("when", "now")}>Now</Choice>
            <Choice {...tick("when", "later")}>From a time on</Choice>
          </Choices>
          <Field {...field("startsAt")} type="datetime-local" label="From" labelNote={zone} />
          <Field
            {...field("endsAt")}
            type="datetime-local"
            label="To"
            labelNote={`${zone}; empty, the new prices stay`}
            note="At the end each gets its old price back, unless somebody gave it another one meanwhile."
          />
          <div>
            <Button look="main" busy={isSending}>
              Apply to {counted(preview?.count ?? 0, "variant")}
            </Button>
          </div>
        </>
      )}
    </WorkshopForm>
  );
}

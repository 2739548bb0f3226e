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
import { formOf } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { places } from "../stock/stock.server";
import { stockView } from "../stock/stock-view";
import { Button } from "../ui/button";
import { Choice, Choices, Field, NumberField, SelectField } from "../ui/field";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { type Column, Table } from "../ui/table";
import { counted } from "../count-texts";
import { bulkAddress } from "./bulk-address";
import { percentWish } from "./percent-wish";
import { applyPercent, percentPreview } from "./percent.server";

export const meta = () => [{ title: "Change prices by percent | Workshop" }];

export async function loader({ context, request }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.prices");
  const search = new URL(request.url).searchParams;
  const [view, wish] = [stockView(search), percentWish(search)];
  const preview = wish && (await percentPreview(services, member, view, wish));
  const asked = { percent: search.get("percent") ?? "", field: search.get("field"), rounding: search.get("rounding") };
  const { timeZone } = services.settings();
  return { view, preview, asked, zone: timeZone, submission: randomUUID(), ...(await places(services)) };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.prices");
  const search = new URL(request.url).searchParams;
  const wish = percentWish(search);
  const typed = await formOf(request);
  if (!wish || !isId(typed.submission ?? "")) throw data(null, { status: 400 });
  const result = await applyPercent(services, member, stockView(search), wish, typed);
  if (result.saved) return redirect(`/goods/bulk/plans/${result.plan}?done=${result.act}`);
  return data({ typed, errors: result.errors }, { status: "digest" in result.errors ? 409 : 422 });
}

/** A change by percent: which goods, how much, what each would cost, and from when to when. */
export default function Percent() {
  const { view, preview, asked } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Change by percent" back={{ to: bulkAddress(view), name: "Prices and stock" }}>
        Nothing changes before you have seen each price, old and new.
      </PageHead>
      <WishForm />
      {asked.percent !== "" && !preview && (
        <ErrorSummary
          errors={[
            { id: "percent", label: "Percent", error: "Write a number such as 15; a sale price is always less." },
          ]}
        />
      )}
      {preview && preview.count === 0 && <p className="dust">No pair with a price fits.</p>}
      {preview && preview.count > 0 && <Preview />}
    </>
  );
}

function WishForm() {
  const { view, asked, categories } = useLoaderData<typeof loader>();
  return (
    <Form action="/goods/bulk/percent" className="stack adjust">
      <SelectField label="Which goods" name="category" defaultValue={view.categoryId ?? ""}>
        <option value="">All of them</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label="With these words" labelNote="in name, color, size or SKU" name="q" defaultValue={view.text} />
      <SelectField label="Which price" name="field" defaultValue={asked.field ?? "salePrice"}>
        <option value="salePrice">The sale price, from the price</option>
        <option value="price">The price itself</option>
      </SelectField>
      <NumberField
        id="percent"
        label="Percent off"
        name="percent"
        inputMode="decimal"
        unit="% (with a minus before it, the price goes up)"
        defaultValue={asked.percent}
      />
      <SelectField label="Rounded to" name="rounding" defaultValue={asked.rounding ?? "cent"}>
        <option value="cent">the cent</option>
        <option value="dollar">whole dollars</option>
        <option value="ninety-nine">99 cents at the end</option>
      </SelectField>
      <div>
        <Button>Show what it would do</Button>
      </div>
    </Form>
  );
}

type Line = Awaited<ReturnType<typeof percentPreview>>["lines"][number];

const columns: Column<Line>[] = [
  { label: "Pair", place: "lead", cell: ({ name }) => name },
  { label: "Old", place: "under-end", numeric: true, cell: (line) => <del className="old">{line.old}</del> },
  { label: "New", place: "end", numeric: true, cell: (line) => line.new },
];

function Preview() {
  const { view, preview, asked } = useLoaderData<typeof loader>();
  if (!preview) return null;
  const { count, isMore, lines } = preview;
  const search = new URLSearchParams(Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const base = bulkAddress({ ...view, after: null }, "/goods/bulk/percent");
  return (
    <Section
      title={`${counted(count, "pair")}, old and new`}
      note={isMore ? "These are the first; narrow it down." : undefined}
    >
      <ApplyForm action={`${base}${base.includes("?") ? "&" : "?"}${search}`} />
      <Table label="Old and new prices" columns={columns} rows={lines} keyOf={({ id }) => id} />
      {count > lines.length && <p className="dust">{`And ${counted(count - lines.length, "more pair")}.`}</p>}
    </Section>
  );
}

function ApplyForm({ action: to }: { action: string }) {
  const { preview, submission, zone } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const isSending = useNavigation().formMethod === "POST";
  const typed: Record<string, string> = answer?.typed ?? {};
  const { digest, ...errors }: Record<string, string | undefined> = answer?.errors ?? {};
  return (
    <Form method="post" action={to} className="stack adjust bulk__apply" noValidate key={submission}>
      <ErrorSummary
        message={digest}
        errors={Object.entries(errors).map(([id, error = ""]) => ({
          id,
          label: id === "endsAt" ? "To" : "From",
          error,
        }))}
      />
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="digest" value={preview?.digest ?? ""} />
      <Choices label="When">
        <Choice name="when" value="now" defaultChecked={typed.when !== "later"}>
          Now
        </Choice>
        <Choice name="when" value="later" defaultChecked={typed.when === "later"}>
          From a time on
        </Choice>
      </Choices>
      <Field
        id="startsAt"
        name="startsAt"
        type="datetime-local"
        label="From"
        labelNote={zone}
        defaultValue={typed.startsAt}
        error={errors.startsAt}
      />
      <Field
        id="endsAt"
        name="endsAt"
        type="datetime-local"
        label="To"
        labelNote={`${zone}; empty, the new prices stay`}
        defaultValue={typed.endsAt}
        error={errors.endsAt}
        note="At the end each pair gets its old price back, unless somebody gave it another one meanwhile."
      />
      <div>
        <Button look="main" busy={isSending}>
          Apply to {counted(preview?.count ?? 0, "pair")}
        </Button>
      </div>
    </Form>
  );
}

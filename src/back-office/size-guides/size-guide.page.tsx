import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { units } from "~/shop/catalog/size-guides/size-units";
import { orNotFound } from "~/shop/form";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-words";
import { formActions, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { SaveFoot } from "../ui/save-foot";
import { Field, SelectField, TextField } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { guideLabel } from "./guide-words";
import { GuideTable } from "./guide-table";
import { guidePage, saveGuide, turnGuide } from "./size-guide.server";
import { titled } from "../titled";

export const meta = titled((data: { name: string } | undefined) => data?.name || "A new size guide");

/** Id of the size guide in the address; null for a new one. */
const guideIn = ({ guide = "" }: LoaderFunctionArgs["params"]): string | null => (guide === "new" ? null : guide);

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await guidePage(servicesOf(context), memberOf(context), guideIn(params)));

export const action = formActions({
  save: { right: "goods.change", schema: Typed, act: (sent) => saveGuide(sent, guideIn(sent.params)) },
  turn: {
    right: "goods.change",
    schema: z.object({ turn: z.enum(["away", "back"]) }),
    act: (sent, { turn }) => turnGuide(sent, orNotFound(guideIn(sent.params)), turn === "away"),
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of one size guide: its text, table, and products. */
export default function SizeGuidePage() {
  const page = useLoaderData<typeof loader>();
  const { id, name, isPutAway, count, users, mayChange } = page;
  return (
    <>
      <PageHead
        title={name || "A new size guide"}
        back={{ to: "/goods/size-guides", name: "Size guides" }}
        acts={mayChange && isPutAway && <Turn />}
      >
        {isPutAway && <State sign="over">Put away</State>}{" "}
        {id === null
          ? "Shoppers see it once a product has it."
          : `${count > 0 ? counted(count, "product has", "products have") : "No product has"} it.`}
      </PageHead>
      {!mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <GuideForm />
      {id !== null && (
        <Section
          title="Products that have it"
          note={count > users.length ? `the first ${users.length} of ${count}` : undefined}
        >
          {users.length === 0 && (
            <p className="dust">None yet. Choose it on the page of a product, under &quot;Sizes and colors&quot;.</p>
          )}
          <ul>
            {users.map((product) => (
              <li key={product.id} className="goes-with__line">
                <Link className="link" to={`/goods/${product.id}`}>
                  {product.name || "Without a name"}
                </Link>
                {product.status !== "published" && <span className="dust small">not on the shop</span>}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {mayChange && id !== null && !isPutAway && (
        <Section title="Put away" note="can be undone">
          <p className="dust">No product can choose it then. Only a guide that no product has can be put away.</p>
          <Turn />
        </Section>
      )}
    </>
  );
}

function Turn() {
  const { id, submission, version, isPutAway } = useLoaderData<typeof loader>();
  return (
    <WorkshopForm
      name="turn"
      action={`/goods/size-guides/${id}`}
      submission={submission}
      version={version}
      labels={{ putAwayAt: "Put away" }}
    >
      <input type="hidden" name="turn" value={isPutAway ? "back" : "away"} />
      <Button>{isPutAway ? "Take it out again" : "Put away"}</Button>
    </WorkshopForm>
  );
}

function GuideForm() {
  const { id, fields, version, submission, mayChange } = useLoaderData<typeof loader>();
  const here = `/goods/size-guides/${id ?? "new"}`;
  return (
    <WorkshopForm
      name="save"
      action={here}
      submission={submission}
      version={version}
      stored={fields}
      labels={guideLabel}
      thing="this size guide"
      preventScrollReset
    >
      {(parts) => (
        <>
          <Words {...parts} mayChange={mayChange} />
          <Section title="Sizes and measures" note="Arrow keys move, a column can be pasted">
            <p className="dust" id="save-table">
              A row for each size, a column for each measure, such as Chest. Write sizes as the products name them, and
              a shopper&apos;s size is marked. What stays empty is left out; after saving there is room for more.
            </p>
            {parts.error("table") && <p className="field__error">{parts.error("table")}</p>}
            <GuideTable {...parts} disabled={!mayChange} />
          </Section>
          {mayChange && (
            <SaveFoot
              what="All products that have it show it at once. It can be undone."
              back={{ to: id === null ? "/goods/size-guides" : here, name: "Discard" }}
              reloadDocument
              busy={parts.isSending}
            />
          )}
        </>
      )}
    </WorkshopForm>
  );
}

function Words({ field, mayChange }: FormParts & { mayChange: boolean }) {
  const at = (name: string) => ({ ...field(name), label: guideLabel(name), disabled: !mayChange });
  return (
    <div className="stack">
      <div className="fields fields--wide">
        <Field {...at("name")} labelNote="such as Jackets for men" autoComplete="off" />
        <SelectField {...at("unit")}>
          {Object.entries(units).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      </div>
      <TextField {...at("words")} rows={2} />
    </div>
  );
}

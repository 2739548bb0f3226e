import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from "react-router";
import { units } from "~/shop/catalog/size-guides/size-units";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { counted } from "../count-texts";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { ConflictForm } from "../ui/conflict-form";
import { Field, SelectField, TextField } from "../ui/field";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { useChangedForm } from "../ui/use-changed-form";
import { guideLabel } from "./guide-fields";
import { GuideTable } from "./guide-table";
import { guidePage, saveGuide, turnGuide } from "./size-guide.server";

export const meta = ({ loaderData }: { loaderData?: { name: string } }) => [
  { title: `${loaderData?.name || "A new size guide"} | Workshop` },
];

/** The guide that an address names; null for a new one. */
const guideIn = ({ guide = "" }: LoaderFunctionArgs["params"]): string | null =>
  guide === "new" ? null : guide.replaceAll("\0", "");

export const loader = async ({ context, params }: LoaderFunctionArgs) =>
  orNotFound(await guidePage(servicesOf(context), memberOf(context), guideIn(params)));

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services, id] = [memberOf(context), servicesOf(context), guideIn(params)];
  await requireRight(services, member, "goods.change");
  const typed = await formOf(request);
  const { submission = "", turn } = typed;
  const version = Number(typed.version);
  if (!isId(submission) || !Number.isSafeInteger(version)) throw data(null, { status: 400 });
  const answer = (errors: Record<string, string>) => data({ typed, errors, conflict: null }, { status: 422 });
  try {
    const result =
      turn && id !== null
        ? await turnGuide(services, member, { id, submission, version, isAway: turn === "away" })
        : await saveGuide(services, member, id, typed);
    if (result.kind === "saved") return redirect(`/goods/size-guides/${result.id}?done=${result.act}`);
    if (result.kind === "wrong") return answer(result.errors);
    return data({ typed, errors: {} as Record<string, string>, conflict: result }, { status: 409 });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return answer(error.fields);
  }
}

/** One size guide: its words and table, and which products have it. */
export default function SizeGuidePage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { id, name, isPutAway, count, users, mayChange } = page;
  if (answer?.conflict) return <GuideConflict {...answer} conflict={answer.conflict} />;
  const errors = Object.entries(answer?.errors ?? {});
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
      <ErrorSummary errors={errors.map(([field, error]) => ({ id: field, label: guideLabel(field), error }))} />
      <GuideForm key={page.submission} />
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
    <Form method="post" action={`/goods/size-guides/${id}`}>
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="turn" value={isPutAway ? "back" : "away"} />
      <Button>{isPutAway ? "Take it out again" : "Put away"}</Button>
    </Form>
  );
}

function GuideForm() {
  const { id, fields, version, submission, mayChange } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  const isSending = useNavigation().formMethod === "POST";
  const errors: Record<string, string> = answer?.errors ?? {};
  const typed: Record<string, string> = answer && !answer.typed.turn ? answer.typed : fields;
  const at = (name: string) => ({
    id: name,
    name,
    label: guideLabel(name),
    defaultValue: typed[name] ?? "",
    disabled: !mayChange,
    ...(errors[name] && { error: errors[name] }),
  });
  const here = `/goods/size-guides/${id ?? "new"}`;
  return (
    <Form method="post" action={here} noValidate preventScrollReset ref={element} onSubmit={onSubmit}>
      <LeaveGuard isChanged={isChanged} />
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={version} />
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
      <Section title="Sizes and measures" note="Arrow keys move, a column can be pasted">
        <p className="dust" id="table">
          A row for each size, a column for each measure, such as Chest. Write sizes as the products name them, and a
          shopper&apos;s size is marked. What stays empty is left out; after saving there is room for more.
        </p>
        {errors.table && <p className="field__error">{errors.table}</p>}
        <GuideTable fields={typed} errors={errors} disabled={!mayChange} />
      </Section>
      {mayChange && (
        <div className="foot" role="region" aria-label="What will be saved">
          <p className="foot__what">All products that have it show it at once. It can be undone.</p>
          <ButtonLink look="bare" to={id === null ? "/goods/size-guides" : here} reloadDocument>
            Discard
          </ButtonLink>
          <Button look="main" fit busy={isSending}>
            Save
          </Button>
        </div>
      )}
    </Form>
  );
}

type Refused = NonNullable<ReturnType<typeof useActionData<typeof action>>>;

/** The refused save: what both changed waits for a choice. */
function GuideConflict({
  typed,
  conflict,
}: {
  typed: Record<string, string>;
  conflict: NonNullable<Refused["conflict"]>;
}) {
  const { id, name, submission } = useLoaderData<typeof loader>();
  const here = `/goods/size-guides/${id}`;
  const { submission: _old, version: _older, mine: _before, ...values } = typed;
  const { version, mine, kind: _, ...shown } = conflict;
  return (
    <>
      <PageHead title={name} back={{ to: here, name }} />
      <ConflictForm action={here} thing="this size guide" {...shown}>
        <input type="hidden" name="submission" value={submission} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="mine" value={mine.join(" ")} />
        {Object.entries(values)
          .filter(([field]) => !field.startsWith("take:"))
          .map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
      </ConflictForm>
    </>
  );
}

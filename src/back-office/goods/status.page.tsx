import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  Link,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { planStatus, setStatus } from "~/shop/catalog/editing/product-status.server";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field } from "../ui/field";
import { GuardedForm } from "../ui/guarded-form";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { isStatus, needPlaces, statusWords } from "./status-texts";
import { formatMoment, parseMoment } from "~/shop/wall-clock";

export const meta = () => [{ title: "On the shop or not | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const { id, version, values } = orNotFound(await openProduct(services, member, params.id ?? ""));
  const { timeZone } = services.settings();
  return {
    id,
    version,
    timeZone,
    name: values.name,
    status: values.publishedStatus,
    publishAt: formatMoment(values.publishAt, timeZone),
    putAwayAt: formatMoment(values.putAwayAt, timeZone),
    submission: randomUUID(),
  };
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const typed = await formOf(request);
  const id = params.id ?? "";
  const { submission = "", to } = typed;
  const version = Number(typed.version);
  if (!isId(submission) || !Number.isSafeInteger(version)) throw data(null, { status: 400 });
  const form = { id, version, submission };
  try {
    if (isStatus(to)) return answered(id, await setStatus(services, member, form, to));
    const { timeZone } = services.settings();
    const plan = {
      publishAt: parseMoment(typed.publishAt, timeZone),
      putAwayAt: parseMoment(typed.putAwayAt, timeZone),
    };
    const errors = planErrors(plan, new Date());
    if (Object.keys(errors).length > 0) return data({ errors, typed }, { status: 422 });
    return answered(
      id,
      await planStatus(services, member, form, {
        publishAt: plan.publishAt ?? null,
        putAwayAt: plan.putAwayAt ?? null,
      }),
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "input-invalid") throw error;
    return data({ errors: error.fields, typed }, { status: 422 });
  }
}

const answered = (id: string, result: Awaited<ReturnType<typeof setStatus>>) =>
  result.saved
    ? redirect(`/goods/${id}?done=${result.act}`)
    : data(
        { errors: { changed: "Somebody changed this product after you opened it. Look again, then decide." } },
        { status: 409 },
      );

type Plan = Record<"publishAt" | "putAwayAt", Date | null | undefined>;

function planErrors({ publishAt, putAwayAt }: Plan, now: Date): Record<string, string> {
  const wrong = "Write a day and a time, or leave both empty.";
  const isPast = (moment: Date | null | undefined) => moment && moment <= now;
  return {
    ...(publishAt === undefined && { publishAt: wrong }),
    ...(putAwayAt === undefined && { putAwayAt: wrong }),
    ...(isPast(publishAt) && { publishAt: "This time is over. Choose a later one." }),
    ...(isPast(putAwayAt) && { putAwayAt: "This time is over. Choose a later one." }),
    ...(publishAt && putAwayAt && putAwayAt <= publishAt && { putAwayAt: "Choose a time after it goes on the shop." }),
  };
}

const LABELS: Record<string, string> = {
  publishAt: "Goes on the shop",
  putAwayAt: "Is put away",
  changed: "Not saved",
};

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;
type Answer = { errors: Record<string, string>; typed?: Record<string, string> } | undefined;

/** Whether a product is on the shop, now or at a time. */
export default function StatusPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as Answer;
  const errors = Object.entries(answer?.errors ?? {});
  return (
    <>
      <PageHead title={loaded.name} back={{ to: `/goods/${loaded.id}`, name: loaded.name || "The product" }} />
      <ErrorSummary
        errors={errors
          .filter(([field]) => !(field in needPlaces))
          .map(([field, error]) => ({ id: field, label: LABELS[field] ?? field, error }))}
      />
      <StillMissing id={loaded.id} missing={errors.filter(([field]) => field in needPlaces)} />
      <NowForm {...loaded} />
      <PlanForm loaded={loaded} answer={answer} />
    </>
  );
}

/** What keeps it off the shop, each thing with the way to its field. */
const StillMissing = ({ id, missing }: { id: string; missing: [string, string][] }) =>
  missing.length > 0 && (
    <section className="missing" role="alert">
      <h2>Not on the shop yet</h2>
      <ul>
        {missing.map(([need, words]) => (
          <li key={need}>
            <Link to={`/goods/${id}#${needPlaces[need as keyof typeof needPlaces].field}`}>{words}</Link>
          </li>
        ))}
      </ul>
    </section>
  );

const Hidden = ({ submission, version }: Pick<Loaded, "submission" | "version">) => (
  <>
    <input type="hidden" name="submission" value={submission} />
    <input type="hidden" name="version" value={version} />
  </>
);

const statusActs = [
  { to: "published", act: "Put on the shop", words: "Shoppers find it and can buy it." },
  { to: "draft", act: "Make it a draft", words: "Only members see it, until it is ready." },
  { to: "archived", act: "Put away", words: "Only members see it, in the goods under Put away." },
] as const;

/** What can be done at once. */
const NowForm = (loaded: Loaded) => (
  <Form method="post">
    <Hidden {...loaded} />
    <DialogPage
      title={`${loaded.name || "This product"}: ${statusWords[loaded.status].name.toLowerCase()}`}
      foot={
        <>
          <p>What changes can be undone. Orders keep all that was bought.</p>
          <ButtonLink look="bare" to={`/goods/${loaded.id}`}>
            Cancel
          </ButtonLink>
        </>
      }
    >
      {/* Each in its place, however it stands now: what takes goods off the shop is never where another act was. */}
      <ul className="status-acts">
        {statusActs.map(({ to, act, words }) => (
          <li key={to}>
            <p>
              <b>{statusWords[to].name}</b>
              <span className="dust small">{words}</span>
            </p>
            {to === loaded.status ? (
              <span className="dust">It stands so now</span>
            ) : (
              <Button name="to" value={to} look={to === "published" ? "main" : undefined} fit>
                {act}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </DialogPage>
  </Form>
);

/** What happens by itself, by the shop's clock. */
function PlanForm({ loaded, answer }: { loaded: Loaded; answer: Answer }) {
  const at = (name: "publishAt" | "putAwayAt") => {
    const error = answer?.errors[name];
    const value = answer?.typed?.[name] ?? loaded[name];
    return {
      id: name,
      name,
      label: LABELS[name],
      type: "datetime-local",
      defaultValue: value,
      ...(error && { error }),
    };
  };
  return (
    <GuardedForm className="status-plan" answer={answer?.typed}>
      <Hidden {...loaded} />
      <DialogPage
        title="At a time"
        foot={
          <>
            <p>{`By the shop's clock, ${loaded.timeZone.replaceAll("_", " ")}. Empty plans nothing.`}</p>
            <Button name="to" value="plan">
              Save the plan
            </Button>
          </>
        }
      >
        <div className="fields">
          <Field {...at("publishAt")} />
          <Field {...at("putAwayAt")} />
        </div>
      </DialogPage>
    </GuardedForm>
  );
}

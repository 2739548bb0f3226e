import { randomUUID } from "node:crypto";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { planStatus, setStatus } from "~/shop/catalog/editing/product-status.server";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm, showNewest } from "../forms/send-form";
import { useAnswer } from "../forms/use-unsaved";
import { WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field } from "../ui/field";
import { PageHead } from "../ui/page-head";
import { needPlaces, statuses, statusWords } from "./status-words";
import { formatMoment, parseMoment } from "~/shop/wall-clock";
import { titled } from "../titled";

export const meta = titled("On the shop or not");

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

export const action = formAction({
  right: "goods.change",
  schema: z.object({
    to: z.enum([...statuses, "plan"]).default("plan"),
    publishAt: z.string().optional(),
    putAwayAt: z.string().optional(),
  }),
  async act({ services, member, params, submission, version }, { to, ...typed }) {
    const id = params.id ?? "";
    const { timeZone } = services.settings();
    const plan = {
      publishAt: parseMoment(typed.publishAt, timeZone),
      putAwayAt: parseMoment(typed.putAwayAt, timeZone),
    };
    const errors = to === "plan" ? timeErrors(plan, new Date()) : {};
    if (Object.keys(errors).length > 0) return { errors };
    const form = { id, version, submission };
    const planned = { publishAt: plan.publishAt ?? null, putAwayAt: plan.putAwayAt ?? null };
    const result = await (to === "plan"
      ? planStatus(services, member, form, planned)
      : setStatus(services, member, form, to));
    if (result.saved) return { to: `/goods/${id}`, act: result.act };
    return { late: "Somebody changed this product after you opened it. Look again, then decide." };
  },
});

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

type Times = Record<"publishAt" | "putAwayAt", Date | null | undefined>;

function timeErrors({ publishAt, putAwayAt }: Times, now: Date): Record<string, string> {
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

const LABELS = { publishAt: "Goes on the shop", putAwayAt: "Is put away" };

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

/** Page to change the status of a product, at once or at planned times. */
export default function StatusPage() {
  const loaded = useLoaderData<typeof loader>();
  const missing = Object.entries(useAnswer()?.errors ?? {}).filter(([field]) => field in needPlaces);
  if (loaded.id === GIFT_CARD_ID) return <BySetting {...loaded} />;
  return (
    <>
      <PageHead title={loaded.name} back={{ to: `/goods/${loaded.id}`, name: loaded.name || "The product" }} />
      {missing.length > 0 ? <StillMissing id={loaded.id} missing={missing} /> : <FormMessage of={["now"]} />}
      <NowForm {...loaded} />
      <PlanForm {...loaded} />
    </>
  );
}

/** Notice that a setting says whether gift cards are sold. */
const BySetting = ({ id, name, status }: Loaded) => (
  <>
    <PageHead title={name} back={{ to: `/goods/${id}`, name }} />
    <DialogPage
      title={`${name}: ${statusWords[status].name.toLowerCase()}`}
      foot={
        <>
          <p>What changes can be undone. Orders keep all that was bought.</p>
          <ButtonLink to="/settings/gift-cards">Settings, Gift cards</ButtonLink>
        </>
      }
    >
      <p>Gift cards are put on the shop, and taken off it, in the settings, which have their amounts, too.</p>
    </DialogPage>
  </>
);

/** Notice with missing fields without which a product cannot be published, each with a link to its field. */
const StillMissing = ({ id, missing }: { id: string; missing: [string, string][] }) => (
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

const statusActs = [
  { to: "published", act: "Put on the shop", words: "Shoppers find it and can buy it." },
  { to: "draft", act: "Make it a draft", words: "Only members see it, until it is ready." },
  { to: "archived", act: "Put away", words: "Only members see it, in the goods under Put away." },
] as const;

/** Form that changes the status at once. */
const NowForm = ({ id, name, status, submission, version }: Loaded) => (
  <WorkshopForm name="now" submission={submission} version={version} isBare>
    <DialogPage
      title={`${name || "This product"}: ${statusWords[status].name.toLowerCase()}`}
      foot={
        <>
          <p>What changes can be undone. Orders keep all that was bought.</p>
          <ButtonLink look="bare" to={`/goods/${id}`}>
            Cancel
          </ButtonLink>
        </>
      }
    >
      {/* Each button has a fixed position, so that a double click cannot press another button. */}
      <ul className="status-acts">
        {statusActs.map(({ to, act, words }) => (
          <li key={to}>
            <p>
              <b>{statusWords[to].name}</b>
              <span className="dust small">{words}</span>
            </p>
            {to === status ? (
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
  </WorkshopForm>
);

/** Form for the times of planned status changes, in the shop's time zone. */
const PlanForm = ({ timeZone, publishAt, putAwayAt, submission, version }: Loaded) => (
  <WorkshopForm
    name="plan"
    submission={submission}
    version={version}
    stored={{ publishAt, putAwayAt }}
    labels={LABELS}
    className="status-plan"
  >
    {({ field, isSending }) => (
      <DialogPage
        title="At a time"
        foot={
          <>
            <p>{`By the shop's clock, ${timeZone.replaceAll("_", " ")}. Empty plans nothing.`}</p>
            <Button name="to" value="plan" busy={isSending}>
              Save the plan
            </Button>
          </>
        }
      >
        <div className="fields">
          <Field {...field("publishAt")} label={LABELS.publishAt} type="datetime-local" />
          <Field {...field("putAwayAt")} label={LABELS.putAwayAt} type="datetime-local" />
        </div>
      </DialogPage>
    )}
  </WorkshopForm>
);

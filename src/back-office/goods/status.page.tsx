import { randomUUID } from "node:crypto";
import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
} from "react-router";
import { openProduct } from "~/shop/catalog/editing/open-product.server";
import { planStatus, setStatus } from "~/shop/catalog/editing/status.server";
import { formOf, orNotFound } from "~/shop/form";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { memberOf, servicesOf } from "../context";
import { isId } from "../ids";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Field } from "../ui/field";
import { ErrorSummary } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { isStatus, needPlaces, statusWords } from "./status-words";
import { formatMoment, parseMoment } from "./parse-moment";

export const meta = () => [{ title: "On the shop or not | Workshop" }];

export async function loader({ context, params }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  await requireRight(services, member, "goods.change");
  const { id, version, values, missing } = orNotFound(await openProduct(services, member, params.id ?? ""));
  const { timeZone } = services.settings();
  return {
    ...{ id, version, missing, timeZone, name: values.name, status: values.publishedStatus },
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

const LABELS: Record<string, { label: string; field?: string }> = {
  publishAt: { label: "Goes on the shop" },
  putAwayAt: { label: "Is put away" },
  changed: { label: "Not saved" },
};

/** Whether a product is on the shop, now or at a time. */
export default function StatusPage() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData() as { errors: Record<string, string>; typed?: Record<string, string> } | undefined;
  const { id, name, status, version, submission, timeZone } = loaded;
  const errors = Object.entries(answer?.errors ?? {});
  const missing = errors.filter(([field]) => field in needPlaces);
  const hidden = (
    <>
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={version} />
    </>
  );
  return (
    <>
      <PageHead title={name} back={{ to: `/goods/${id}`, name: name || "The product" }} />
      <ErrorSummary
        errors={errors
          .filter(([field]) => !(field in needPlaces))
          .map(([field, error]) => ({ id: field, label: LABELS[field]?.label ?? field, error }))}
      />
      {missing.length > 0 && (
        <section className="missing" role="alert">
          <h2>Not on the shop yet</h2>
          <ul>
            {missing.map(([field, words]) => (
              <li key={field}>
                <a href={`/back-office/goods/${id}#${needPlaces[field as keyof typeof needPlaces].field}`}>{words}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Form method="post">
        {hidden}
        <DialogPage
          title={`${name || "This product"}: ${statusWords[status].name.toLowerCase()}`}
          foot={
            <>
              <p>What changes can be undone.</p>
              <ButtonLink look="bare" to={`/goods/${id}`}>
                Cancel
              </ButtonLink>
              {status !== "archived" && (
                <Button name="to" value="archived">
                  Put away
                </Button>
              )}
              {status !== "draft" && (
                <Button name="to" value="draft">
                  Make it a draft
                </Button>
              )}
              {status !== "published" && (
                <Button name="to" value="published" look="main" fit>
                  Put on the shop
                </Button>
              )}
            </>
          }
        >
          <p>A draft and what is put away are seen by members only. Orders keep all that was bought.</p>
        </DialogPage>
      </Form>
      <Form method="post">
        {hidden}
        <DialogPage
          title="At a time"
          foot={
            <>
              <p>{`By the shop's clock, ${timeZone.replaceAll("_", " ")}. Empty plans nothing.`}</p>
              <Button name="to" value="plan">
                Save the plan
              </Button>
            </>
          }
        >
          <div className="fields">
            <Field
              label="Goes on the shop"
              type="datetime-local"
              id="publishAt"
              name="publishAt"
              defaultValue={answer?.typed?.publishAt ?? loaded.publishAt}
              {...(answer?.errors.publishAt && { error: answer.errors.publishAt })}
            />
            <Field
              label="Is put away"
              type="datetime-local"
              id="putAwayAt"
              name="putAwayAt"
              defaultValue={answer?.typed?.putAwayAt ?? loaded.putAwayAt}
              {...(answer?.errors.putAwayAt && { error: answer.errors.putAwayAt })}
            />
          </div>
        </DialogPage>
      </Form>
    </>
  );
}

import { type ActionFunctionArgs, data, Link, type LoaderFunctionArgs, redirect, useActionData } from "react-router";
import { z } from "zod";
import { levelsOf } from "~/shop/catalog/stock/levels.server";
import { MOST_PIECES } from "~/shop/catalog/stock/delivery";
import { pairName } from "~/shop/catalog/stock/pair-name";
import { formOf, orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { countPair, finishTake, giveUpTake, leaveOut } from "~/shop/stock-take/stock-takes.server";
import { declined } from "../form-answers";
import { readFields } from "../forms/form-outcome.server";
import { memberOf, servicesOf } from "../context";
import { isId } from "../is-id";
import { promisedOf } from "../stock/stock.server";
import { numberIn } from "../stock/stock-view";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Road } from "../ui/road";
import { CountForm } from "./count-form";
import { CountedList } from "./counted-list";
import { FindPiece } from "./find-piece";
import { TakeSummary } from "./take-summary";
import { takePage } from "./take.server";
import { type TakeData, useTake } from "./use-take";
import { sentence } from "../count-texts";

export const meta = () => [{ title: "Stock-take | Workshop" }];

/** The one page that may use the camera: it reads codes. */
export const headers = () => ({
  "permissions-policy": "camera=(self), microphone=(), usb=(), geolocation=(), browsing-topics=()",
});

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<TakeData> {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const { searchParams } = new URL(request.url);
  const view = {
    id: takeIn(params),
    pair: numberIn(searchParams.get("pair")),
    text: (searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    onlyDifferences: searchParams.get("show") === "differences",
  };
  const page = orNotFound(await takePage(services, member, view));
  const typed = /^\d{1,6}$/.exec(searchParams.get("counted") ?? "")?.[0] ?? null;
  const mayBegin = can(member, "stock.change");
  return { ...page, view, typed, mayBegin, mayCount: mayBegin && page.state === "open" };
}

const takeIn = ({ take = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isId(take)) throw data(null, { status: 404 });
  return take;
};

const Sent = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("count"),
    pair: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
    counted: z
      .string()
      .trim()
      .regex(/^\d{1,6}$/, "Write how many pieces lie there: 0 or more.")
      .transform(Number)
      .refine((pieces) => pieces <= MOST_PIECES, `Write at most ${MOST_PIECES.toLocaleString("en-US")}.`),
    /** Without script the buttons beside the number send the form. */
    step: z.enum(["less", "more"]).optional(),
  }),
  z.object({
    intent: z.literal("leave-out"),
    pair: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
  }),
  z.object({ intent: z.literal("finish"), submission: z.uuid() }),
  z.object({ intent: z.literal("give-up"), submission: z.uuid() }),
]);

export async function action({ context, params, request }: ActionFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const takeId = takeIn(params);
  const values = await formOf(request);
  const { fields, errors } = readFields(Sent, values);
  if (errors) return declined(values, { errors });
  const here = `/stock/count/${takeId}`;
  if (fields.intent === "give-up") {
    const { saved, act } = await giveUpTake(services, member, { takeId, submission: fields.submission });
    return redirect(saved ? `/stock/count?done=${act}` : "/stock/count");
  }
  if (fields.intent === "leave-out") {
    await leaveOut(services, member, { takeId, variantId: fields.pair });
    return redirect(here);
  }
  if (fields.intent === "count") {
    const { pair, counted, step } = fields;
    if (step) return redirect(`${here}?pair=${pair}&counted=${Math.max(0, counted + (step === "more" ? 1 : -1))}`);
    const result = await countPair(services, member, { takeId, variantId: pair, counted });
    return result.saved ? redirect(here) : declined(values, { message: NOT_COUNTED[result.why], status: 409 });
  }
  const { what = "" } = orNotFound(
    await takePage(services, member, { id: takeId, pair: null, text: "", onlyDifferences: false }),
  );
  const reason = `Stock-take: ${what}`;
  const result = await finishTake(services, member, { submission: fields.submission, takeId, reason });
  if (result.saved) return redirect(`${here}?done=${result.act}`);
  const [shortage] = result.shortages;
  const [pair] = shortage ? await levelsOf(services, member, [shortage.variantId]) : [];
  const { sold, soldTo, held, heldFor } = await promisedOf(services, shortage?.variantId ?? 0);
  const promised = [held > 0 && `held until paid: ${heldFor}`, sold > 0 && `sold and not sent: ${soldTo}`];
  const whose = promised.filter(Boolean).join("; ");
  const message =
    `Nothing was changed yet. Of ${pair ? pairName(pair.name, pair.size, pair.color) : "a variant"} more is missing than can still be sold. ` +
    (whose ? `${sentence(whose.replace(/^./, (letter) => letter.toUpperCase()))} ` : "") +
    "Count it again, or leave it out and settle those orders first.";
  return declined(values, { message, status: 409 });
}

const NOT_COUNTED = {
  over: "This stock-take is over: somebody finished it or gave it up. Begin another one.",
  "no-limit": "This variant is sold without limit, so there is nothing to compare.",
  elsewhere: "This variant was counted in another stock-take that is not finished. Finish that one first.",
};

/** A stock-take: while it is under way what to count next, then what came of it. */
export default function Take() {
  const { what, begun, state } = useTake();
  const answer = useActionData<typeof action>();
  const errors: Record<string, string> = answer?.errors ?? {};
  const message = answer?.message ?? errors.counted;
  return (
    <>
      <PageHead title="Stock-take" back={{ to: "/stock", name: "Stock" }}>
        {what}. {begun}
      </PageHead>
      {message && <Notice title={message} isAnswer />}
      {state === "open" && <Counting typed={answer?.values?.counted} />}
      {state !== "open" && <TakeSummary />}
      {state !== "open" && <CountedList />}
    </>
  );
}

/** How far the count has come, the pair at hand, and what was counted. */
function Counting({ typed: sent }: { typed: string | undefined }) {
  const { progress, current, mayCount, typed, view } = useTake();
  return (
    <>
      <div className="take__head">
        <strong>
          {progress.done} of {progress.all} counted
        </strong>
        <span className="dust">{progress.all - progress.done} to go</span>
      </div>
      <Road
        done={progress.done}
        all={Math.max(1, progress.all)}
        label={`${progress.done} of ${progress.all} counted`}
      />
      <div className="take">
        <div>
          {mayCount && <FindPiece />}
          {mayCount && current && (
            <CountForm key={`${current.id} ${typed}`} takeId={view.id} pair={current} typed={sent ?? typed} />
          )}
          {mayCount && !current && view.text === "" && (
            <p className="take__over">
              Everything is counted.{" "}
              <Link className="link" to="#finish">
                Finish below
              </Link>
              , or find a variant above to count it again.
            </p>
          )}
        </div>
        <CountedList />
      </div>
    </>
  );
}

import { data, Link, type LoaderFunctionArgs, useActionData } from "react-router";
import { z } from "zod";
import { MOST_PIECES } from "~/shop/catalog/stock/delivery";
import { orNotFound } from "~/shop/form";
import { can } from "~/shop/members/rights";
import { countVariant, giveUpTake, leaveOut } from "~/shop/stock-take/stock-takes.server";
import { memberOf, servicesOf } from "../context";
import { LIVE } from "../stock/find-bar";
import { formActions, Typed } from "../forms/form-action.server";
import type { FormAnswer } from "../forms/form-answer";
import { sendForm, showNewest } from "../forms/send-form";
import { isUuid } from "~/shop/is-uuid";
import { numberIn } from "../stock/stock-view";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Road } from "../ui/road";
import { CountForm } from "./count-form";
import { CountedList } from "./counted-list";
import { FindPiece } from "./find-piece";
import { finishedTake } from "./finish-take.server";
import { TakeSummary } from "./take-summary";
import { NOT_COUNTED } from "./take-words";
import { takePage } from "./take.server";
import { useSameControl } from "./use-same-control";
import { type TakeData, useTake } from "./use-take";
import { titled } from "../titled";

export const meta = titled("Stock-take");

/** Allows the camera, to scan codes; other pages may not use it. */
export const headers = () => ({
  "permissions-policy": "camera=(self), microphone=(), usb=(), geolocation=(), browsing-topics=()",
});

export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<TakeData> {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const { searchParams } = new URL(request.url);
  const view = {
    id: takeIn(params),
    // The parameter is named `pair` because members may have bookmarked older addresses.
    variant: numberIn(searchParams.get("pair")),
    isTyped: searchParams.has(LIVE),
    text: (searchParams.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    onlyDifferences: searchParams.get("show") === "differences",
  };
  const page = orNotFound(await takePage(services, member, view));
  const typed = /^\d{1,6}$/.exec(searchParams.get("counted") ?? "")?.[0] ?? null;
  const mayBegin = can(member, "stock.change");
  return { ...page, view, typed, mayBegin, mayCount: mayBegin && page.state === "open" };
}

const takeIn = ({ take = "" }: LoaderFunctionArgs["params"]): string => {
  if (!isUuid(take)) throw data(null, { status: 404 });
  return take;
};

const Variant = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

const Count = z.object({
  variant: Variant,
  counted: z
    .string()
    .trim()
    .regex(/^\d{1,6}$/, "Write how many pieces lie there: 0 or more.")
    .transform(Number)
    .refine((pieces) => pieces <= MOST_PIECES, `Write at most ${MOST_PIECES.toLocaleString("en-US")}.`),
  /** Button pressed beside the number; in browsers without JavaScript it submits the form. */
  step: z.enum(["less", "more"]).optional(),
});

const takeAt = (params: LoaderFunctionArgs["params"]): string => `/stock/count/${takeIn(params)}`;

export const action = formActions({
  count: {
    right: "stock.change",
    schema: Count,
    async act({ services, member, params }, { variant, counted, step }) {
      const here = takeAt(params);
      if (step) return { to: `${here}?pair=${variant}&counted=${Math.max(0, counted + (step === "more" ? 1 : -1))}` };
      const result = await countVariant(services, member, { takeId: takeIn(params), variantId: variant, counted });
      return result.saved ? { to: here } : { message: NOT_COUNTED[result.why], status: 409 };
    },
  },
  "leave-out": {
    right: "stock.change",
    schema: z.object({ variant: Variant }),
    async act({ services, member, params }, { variant }) {
      await leaveOut(services, member, { takeId: takeIn(params), variantId: variant });
      return { to: takeAt(params) };
    },
  },
  finish: {
    right: "stock.change",
    schema: Typed,
    act: ({ services, member, params, submission }) => finishedTake(services, member, takeIn(params), submission),
  },
  "give-up": {
    right: "stock.change",
    schema: Typed,
    async act({ services, member, params, submission }) {
      const { saved, act } = await giveUpTake(services, member, { takeId: takeIn(params), submission });
      return { to: "/stock/count", act: saved ? act : null };
    },
  },
});
export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page of a stock-take: the next variant to count while it is open, and its result afterwards. */
export default function Take() {
  const { what, begun, state } = useTake();
  const answer = useActionData<FormAnswer>();
  return (
    <>
      <PageHead title="Stock-take" back={{ to: "/stock", name: "Stock" }}>
        {what}. {begun}
      </PageHead>
      {/* A finished stock-take has no form, so that the message is shown here. */}
      {state !== "open" && answer?.message && <Notice title={answer.message} isAnswer />}
      {state === "open" && <Counting />}
      {state !== "open" && <TakeSummary />}
      {state !== "open" && <CountedList />}
    </>
  );
}

/** Progress of an open stock-take, the current variant, and the counted ones. */
function Counting() {
  const { progress, current, mayCount, typed, view, submission } = useTake();
  const { box, onFocus } = useSameControl(current?.id);
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
        <div ref={box} onFocus={onFocus}>
          {mayCount && <FindPiece />}
          {mayCount && current && (
            <CountForm takeId={view.id} variant={current} typed={typed} submission={submission} />
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

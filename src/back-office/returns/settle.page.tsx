import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { type Cents, cents, formatCents } from "~/shop/money";
import { CREDIT } from "~/shop/orders/refunds/store-credit";
import { settleAsMember } from "~/shop/returns/settle-return.server";
import { cameOf, CONDITIONS, restockField, settleField, usualSettlement } from "~/shop/returns/settlement";
import { useHydrated } from "~/ui/use-hydrated";
import { sendForm, showNewest } from "../forms/send-form";
import { useUnsaved } from "../forms/use-unsaved";
import { DeliveryTick } from "../orders/delivery-tick";
import { holdWords } from "../orders/hold-words";
import { AGREED_LABEL, StoreCreditFields } from "../orders/store-credit-fields";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/field";
import { ReturnedLine } from "./returned-line";
import { SettleFields } from "./settle-fields";
import { lineSum, settleSum } from "./settle-sum";
import { openStep, stepAction } from "./step.server";
import { StepPage } from "./step-form";
import { titled } from "../titled";

export const meta = titled("Settle a return");

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { view, file, form, isOpen } = await openStep(context, params.number, {
    right: "returns.settle",
    state: "received",
  });
  const usual = usualSettlement(file.toSettle);
  const lines = file.toSettle.flatMap((line) => {
    const words = view.lines.find(({ position }) => position === line.position);
    const own = usual.lines.find(({ position }) => position === line.position);
    return words && own && cameOf(line) > 0 ? [{ line, words, usual: own }] : [];
  });
  return { view, form, isOpen, lines, isDeliveryDue: usual.delivery, left: file.moneyLeft ?? NOTHING };
}

const NOTHING = { delivery: cents(0), all: cents(0), credit: cents(0), hold: null };

export const action = stepAction("returns.settle", ({ services, member, form, values }) =>
  settleAsMember(services, member, form, values),
);

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

type Loaded = Awaited<ReturnType<typeof loader>>;

/** Initial values of the form, which are the usual settlement. */
const usualFields = ({ lines, isDeliveryDue }: Pick<Loaded, "lines" | "isDeliveryDue">): Record<string, string> => ({
  ...Object.fromEntries(
    lines.flatMap(({ line: { position, exchangeVariantId }, usual }) => [
      [settleField("refund", position), String(usual.refunded)],
      [settleField("exchange", position), String(usual.exchanged)],
      [settleField("variant", position), String(usual.exchangeVariantId ?? exchangeVariantId ?? "")],
      ...CONDITIONS.map((condition) => [restockField(position, condition), String(usual.restocked[condition] ?? 0)]),
    ]),
  ),
  delivery: isDeliveryDue ? "yes" : "",
});

/** Current values of the fields: the initial or sent values with changes since. */
function useFields(opened: Record<string, string | undefined>) {
  const [fields, setFields] = useState(opened);
  return {
    fields,
    onChange({ target, currentTarget }: { target: EventTarget; currentTarget: HTMLElement }) {
      const form = target instanceof HTMLElement ? currentTarget.closest("form") : null;
      if (form)
        setFields(
          Object.fromEntries(
            [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
          ),
        );
    },
  };
}

/** Page with the form that settles a return: restocking, refunds and replacements by line. */
export default function Settle() {
  const { lines, left, isDeliveryDue, ...page } = useLoaderData<typeof loader>();
  const { answer, kept } = useUnsaved(undefined);
  const stored = usualFields({ lines, isDeliveryDue });
  // Typed values replace all of the initial ones: a box that was not ticked sends nothing.
  const { fields, onChange } = useFields(answer?.typed ?? kept ?? stored);
  const isScripted = useHydrated();
  const toSettle = lines.map(({ line }) => line);
  const sum = settleSum(toSettle, fields, left);
  const isKnown = isScripted && sum !== null;
  const isCredit = left.credit > 0 && fields[CREDIT.tick] === "yes";
  return (
    <StepPage
      {...page}
      title={`Settle ${page.view.shown}`}
      stored={stored}
      labels={(field) => fieldWords(field, lines)}
      note="Money that has gone back cannot be undone. Pressed twice, it goes back once. The shopper gets a letter."
      button={buttonWords(isKnown ? sum : null, { ...left, isCredit })}
      isFinal
    >
      {({ field, tick }) => (
        <>
          <HoldNotice left={left} />
          <div className="settle" onChange={onChange}>
            {lines.map(({ line, words, usual }) => (
              <ReturnedLine
                key={line.position}
                {...words}
                note={[`Came: ${words.came}`, words.why, words.before].filter(Boolean).join(". ")}
              >
                <SettleFields line={line} usual={usual} field={field} />
              </ReturnedLine>
            ))}
            {!page.view.hasDifference && <OtherPrice to={`/returns/${page.view.number}/exchange`} />}
            {left.delivery > 0 && (
              <DeliveryTick {...tick("delivery", "yes")} amount={left.delivery} isDue={isDeliveryDue} />
            )}
            <StoreCreditFields
              form={{ field, tick }}
              sum={isKnown ? sum : null}
              left={left.credit}
              isChosen={isCredit}
              isReady={isScripted}
            />
            <TextField
              {...field("words")}
              label="Words to the shopper"
              labelNote="in the letter; needed when less goes back than was paid"
              rows={3}
            />
          </div>
          <Sum lines={lines} left={left} fields={fields} isCredit={isCredit} />
        </>
      )}
    </StepPage>
  );
}

/** Way to an exchange for goods at another price, whose difference is paid before the return is settled. */
const OtherPrice = ({ to }: { to: string }) => (
  <p className="small dust">
    Is another size, color or product wanted that costs more or less?{" "}
    <Link className="link" to={to}>
      Exchange it
    </Link>
  </p>
);

/** Name of the button: with the refunded sum, unless it is unknown or a bank still decides over it. */
function buttonWords(
  sum: Cents | null,
  { hold, isCredit }: Pick<Loaded["left"], "hold"> & { isCredit: boolean },
): string {
  if (sum === null || hold === "disputed") return "Settle it";
  if (sum === 0) return "Settle without a refund";
  return isCredit ? `Settle with ${formatCents(sum)} store credit` : `Settle and refund ${formatCents(sum)}`;
}

/** Notice about money that cannot be refunded because of a dispute; renders nothing without one. */
const HoldNotice = ({ left: { all, hold } }: Pick<Loaded, "left">) =>
  hold && (
    <Notice title={all > 0 ? "Not all can be refunded now." : "Nothing can be refunded now."}>
      <p>
        {holdWords[hold]}
        {hold === "disputed" && " Settle it then, or write 0 pieces to refund."}
      </p>
    </Notice>
  );

interface SumProps extends Pick<Loaded, "lines" | "left"> {
  fields: Record<string, string | undefined>;
  isCredit: boolean;
}

/** Preview of the refund by line and in total. */
function Sum({ lines, left, fields, isCredit }: SumProps) {
  const sum = settleSum(
    lines.map(({ line }) => line),
    fields,
    left,
  );
  return (
    <dl className="sums settle__sum" aria-label={isCredit ? "Store credit" : "Goes back"} aria-live="polite">
      {lines.map(({ line, words }) => {
        const own = lineSum(line, fields);
        const pieces = Number(fields[settleField("refund", line.position)] ?? 0);
        return (
          <div key={line.position}>
            <dt>
              {words.name}
              {pieces > 1 && `, ${pieces} pieces`}
            </dt>
            <dd>{own === null ? "not clear yet" : formatCents(own)}</dd>
          </div>
        );
      })}
      {left.delivery > 0 && fields.delivery === "yes" && (
        <div>
          <dt>Delivery</dt>
          <dd>{formatCents(left.delivery)}</dd>
        </div>
      )}
      <div className="sums__total">
        <dt>{isCredit ? "Store credit" : "Goes back"}</dt>
        <dd>{sum === null ? "not clear yet" : formatCents(sum)}</dd>
      </div>
    </dl>
  );
}

const FIELDS = {
  refund: "refund",
  amount: "amount",
  exchange: "exchange",
  variant: "send instead",
  restock: "shelf",
};

const isField = (kind: string): kind is keyof typeof FIELDS => Object.hasOwn(FIELDS, kind);

function fieldWords(field: string, lines: { words: { position: number; name: string } }[]): string {
  if (field === "words") return "Words to the shopper";
  if (field === CREDIT.words) return AGREED_LABEL;
  const [kind = "", position] = field.split("-");
  const name = lines.find(({ words }) => words.position === Number(position))?.words.name ?? "";
  return isField(kind) ? `${name}, ${FIELDS[kind]}` : name;
}

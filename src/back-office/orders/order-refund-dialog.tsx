import { useState } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { hereField } from "~/shop/returns/refund-here";
import { cents, type Cents, formatCents } from "~/shop/money";
import { useUnsavedOf } from "../forms/use-unsaved";
import type { FormParts } from "../forms/workshop-form";
import { Field, SelectField, Tick } from "../ui/field";
import { Notice } from "../ui/notice";
import { SideDialog } from "../ui/side-dialog";
import { useLookAgain } from "../ui/use-look-again";
import { DeliveryTick } from "./delivery-tick";
import { OrderDialogForm } from "./order-dialog-form";
import { RefundHereTicks } from "./order-refund-here-ticks";
import { RefundLines } from "./order-refund-lines";
import {
  isDeliveryDueFor,
  type Refund,
  type RefundParts,
  stockOfUnsent,
  sumOfRefund,
  type Typed,
  typedRefundOf,
} from "./order-refund-parts";
import { AGREED_LABEL, StoreCreditFields } from "./store-credit-fields";
import { REFUND_REASONS } from "~/shop/orders/reasons";
import { CREDIT } from "~/shop/orders/refunds/store-credit";

interface Props {
  refund: Refund;
  submission: string;
}

/** Dialog to refund an order. While an earlier refund is not confirmed, it says so and has no button. */
export function RefundDialog({ refund, submission }: Props) {
  useLookAgain(refund.isUnconfirmed);
  if (refund.isUnconfirmed)
    return (
      <SideDialog title={refund.title} back={`/orders/${refund.number}`}>
        <div className="dialog__body side__body">
          <Notice title="Asked, not yet confirmed.">
            <p>
              The payment provider has not answered yet whether the last refund went through. It is asked again by
              itself, within a minute; until then no second one can be made.
            </p>
          </Notice>
        </div>
      </SideDialog>
    );
  if (refund.hold && refund.moneyLeft === 0)
    return (
      <SideDialog title={refund.title} back={`/orders/${refund.number}`}>
        <div className="dialog__body side__body">
          <Notice title="Nothing can be refunded now.">
            <p>{refund.hold}</p>
          </Notice>
        </div>
      </SideDialog>
    );
  return <RefundFields refund={refund} submission={submission} />;
}

function RefundFields({ refund, submission }: Props) {
  const [changed, setChanged] = useState<Typed>({});
  const isReady = useHydrated();
  const change = (values: Typed) => setChanged((earlier) => ({ ...earlier, ...values }));
  const typedIn = ({ values }: FormParts) => typedRefundOf(refund, values, changed);
  const sumOf = (form: FormParts) => (isReady ? sumOfRefund(refund, typedIn(form)) : null);
  const isCredit = (form: FormParts) => refund.creditLeft > 0 && typedIn(form)[CREDIT.tick] === "yes";
  const { number, version } = refund;
  return (
    <OrderDialogForm
      title={refund.title}
      {...{ number, submission, version }}
      stored={{ reason: REFUND_REASONS[0], restock: "yes", "goodwill-tax": "yes" }}
      labels={labelsOf(refund)}
      look="rust"
      button={(parts) => {
        const sum = sumOf(parts);
        if (!sum) return "Refund what is chosen";
        return isCredit(parts) ? `Give ${formatCents(sum)} as store credit` : `Refund ${formatCents(sum)}`;
      }}
      waits={(parts) => sumOf(parts) === 0}
      note="Money that has gone back cannot be undone. Pressed twice, it goes back once."
      isChanged={() => Object.keys(changed).length > 0}
    >
      {(form) => {
        const parts = { refund, typed: typedIn(form), error: form.error, isReady, change };
        return (
          <>
            <NothingYet sum={sumOf(form)} />
            {refund.hold && <p className="back__note">{refund.hold} Another payment of this order can go back.</p>}
            {refund.lines.length > 0 && <RefundLines {...parts} />}
            <p className="small dust back__note">
              Amounts are what was paid, less its part of the discount{refund.hasTax && " and with its sales tax"}. They
              may be lowered; an empty one gives back all.
              {refund.hasSent && ` ${sentWords(refund)}`}
              {refund.before.map((words) => ` ${words}`)}
            </p>
            <div className="stack">
              <RefundHereTicks {...parts} />
              <Choices {...parts} form={form} />
              <StoreCreditFields
                form={form}
                sum={sumOf(form)}
                left={refund.creditLeft}
                isChosen={isCredit(form)}
                isReady={isReady}
                onChange={(isChosen) => change({ [CREDIT.tick]: isChosen ? "yes" : "" })}
              />
            </div>
            <Sum refund={refund} sum={sumOf(form)} isCredit={isCredit(form)} />
          </>
        );
      }}
    </OrderDialogForm>
  );
}

/** Says after a second factor was given that the refund is still to be made; renders nothing before. */
function NothingYet({ sum }: { sum: Cents | null }) {
  const { kept } = useUnsavedOf(() => true);
  return (
    kept && (
      <Notice title="Nothing has gone back yet." isAnswer>
        <p>{sum ? `It was you: now press "Refund ${formatCents(sum)}".` : "It was you: now press the button below."}</p>
      </Notice>
    )
  );
}

const BY_RETURN = "is taken into stock with its return once it comes back; that return pays nothing a second time.";
const sentWords = ({ lines }: Refund): string =>
  lines.some(({ out }) => out > 0) ? `What is still with the shopper ${BY_RETURN}` : `What has left ${BY_RETURN}`;

const labelsOf = ({ lines }: Refund): Record<string, string> => ({
  ...Object.fromEntries(
    lines.flatMap(({ position, name }) => [
      [`pieces-${position}`, `Pieces of ${name}`],
      [`amount-${position}`, `Amount for ${name}`],
      [hereField(position), `${name} lies here`],
    ]),
  ),
  goodwill: "For goodwill",
  reason: "Why",
  [CREDIT.words]: AGREED_LABEL,
});

interface ChoicesProps extends Pick<RefundParts, "refund" | "typed" | "change"> {
  form: FormParts;
}

/** Fields for delivery, fees and goodwill, and for the reason. */
const Choices = ({ refund, typed, form: { field, tick }, change }: ChoicesProps) => (
  <>
    {refund.canRestock && (
      <Tick {...tick("restock", "yes")} onChange={({ target }) => change({ restock: target.checked ? "yes" : "" })}>
        Put what has not left back in stock
        {typed["restock"] === "yes" && <StockWords>{stockOfUnsent(refund.lines, typed)}</StockWords>}
      </Tick>
    )}
    {refund.delivery > 0 && (
      <DeliveryTick
        id="delivery"
        name="delivery"
        value="yes"
        checked={typed["delivery"] === "yes"}
        onChange={({ target }) => change({ delivery: target.checked ? "yes" : "" })}
        amount={refund.delivery}
        isDue={isDeliveryDueFor(refund, typed)}
      />
    )}
    {refund.fees > 0 && (
      <Tick {...tick("fees", "yes")} onChange={({ target }) => change({ fees: target.checked ? "yes" : "" })}>
        Give back fees too, {formatCents(refund.fees)}
      </Tick>
    )}
    <Field
      {...field("goodwill")}
      label="For goodwill"
      labelNote="beside pieces and delivery"
      inputMode="decimal"
      placeholder="0.00"
      onChange={({ target }) => change({ goodwill: target.value })}
    />
    {refund.hasTax && <Tick {...tick("goodwill-tax", "yes")}>Sales tax goes back with goodwill, in proportion</Tick>}
    <SelectField
      {...field("reason")}
      label="Why"
      labelNote="seen by members only"
      onChange={({ target }) => change({ reason: target.value })}
    >
      {REFUND_REASONS.map((each) => (
        <option key={each}>{each}</option>
      ))}
    </SelectField>
  </>
);

const StockWords = ({ children }: { children: string }) => children && <span className="dust"> ({children})</span>;

interface SumProps {
  refund: Refund;
  sum: Cents | null;
  isCredit: boolean;
}

const Sum = ({ refund: { to, moneyLeft, paid }, sum, isCredit }: SumProps) => (
  <div className="back__sum" aria-live="polite">
    <span>
      <b>{isCredit ? "Goes onto a gift card, as store credit" : `Goes back ${to}`}</b>
      <span className="sub">
        {sum === null
          ? `Up to ${formatCents(moneyLeft)} of ${formatCents(paid)} can go back.`
          : `${formatCents(cents(Math.max(0, moneyLeft - sum)))} of ${formatCents(paid)} stay with you.`}{" "}
        The shopper gets a letter.
      </span>
    </span>
    {sum !== null && <strong className="back__amount">{formatCents(sum)}</strong>}
  </div>
);

import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PostedForm } from "~/ui/posted-form";
import { takesFocus } from "~/ui/takes-focus";
import { useForm } from "~/ui/use-form";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import type { PageTexts } from "~/shop/texts/page-texts";
import { CancelOrder } from "~/shop/orders/status/cancel-order";
import { shownNumber } from "~/shop/orders/order-number";
import { TrapFields } from "~/shop/trap-fields";
import type { LineToChoose } from "./lines-to-choose";
import { OrderLookup } from "./return-form";
import { shownReturnNumber } from "./return-number";
import { ToPay } from "~/shop/orders/pay-link/to-pay";
import { ReturnLines } from "./return-lines";

/** The order that was found, with the data for choosing its lines. */
export interface FoundOrder {
  order: string;
  email: string;
  round: number;
  /** Last day on which a return of the order can be started, formatted. */
  until: string;
  /**
   * Set while no piece of the order was sent: what the page says then, the deadline for cancelling it, formatted, and where the money
   * would go.
   */
  unsent: { text: string; cancel: { until: string; money: string } | null } | null;
  lines: LineToChoose[];
}

export interface Answered {
  found?: FoundOrder | undefined;
  /** The lines' form fields at the time of the search for other products. */
  looked?: Record<string, string> | undefined;
  /** Number of the started return. */
  number?: string | undefined;
  /** Texts about the started return; `next` says whether it may be sent at once or is approved first, `money` what goes back for it. */
  started?: { title: string; text: string; next: string; money: string };
  /** Price difference of the return's exchange, with address and deadline of the payment; null if nothing is due. */
  toPay?: { amount: string; url: string; until: string } | null;
  /** Goods that are kept for the return's exchange, each with the last day, formatted. */
  kept?: { name: string; until: string }[];
  answer: FormResult;
}

const lookupComplaints = fieldErrorsBy(() => Promise.resolve(OrderLookup));
const noComplaints = () => Promise.resolve(() => ({}));
const refusalOf = (answered: FormResult | undefined): string | undefined =>
  answered?.ok === false && Object.keys(answered.errors).length === 0 ? answered.message : undefined;

interface StepsProps {
  texts: PageTexts<"returnStart">;
  answered: Answered | undefined;
}

/** Steps of starting a return: find the order, choose its lines, get the return's number. */
export function ReturnSteps({ texts, answered }: StepsProps) {
  // A refusal may lack the order: then the order shown before stays, with the shopper's choices.
  const [seen, setSeen] = useState(answered?.found);
  if (answered?.found && answered.found !== seen) setSeen(answered.found);
  if (answered?.number && answered.started)
    return (
      <Started
        number={answered.number}
        words={answered.started}
        toPay={answered.toPay ?? null}
        kept={answered.kept ?? []}
      />
    );

  const chosen =
    answered?.answer.ok === false && (answered.answer.values.step ?? "find") !== "find" ? answered.answer : undefined;
  const found = answered?.found ?? (seen?.order === chosen?.values.order ? seen : undefined);
  if (found?.unsent) return <Unsent {...found} unsent={found.unsent} />;
  if (answered && found) return <Choose found={found} looked={answered.looked} answered={answered.answer} />;
  if (chosen) return <SendAgain chosen={chosen} />;
  return <Find texts={texts} answered={answered?.answer} />;
}

/** Form for finding the order. */
function Find({ texts, answered }: { texts: PageTexts<"returnStart">; answered: FormResult | undefined }) {
  return (
    <PostedForm
      action="/return-or-exchange#return"
      preventScrollReset
      complaints={lookupComplaints}
      answered={answered}
      button={texts.button}
    >
      {(typed, errors) => (
        <>
          <Field
            label={texts.orderLabel}
            name="order"
            placeholder={texts.orderPlaceholder}
            autoComplete="off"
            inputMode="numeric"
            className="half"
            required
            defaultValue={typed.order}
            error={errors.order}
          />
          <Field
            label={texts.emailLabel}
            name="email"
            type="email"
            autoComplete="email"
            className="half"
            required
            defaultValue={typed.email}
            error={errors.email}
          />
          <TrapFields />
        </>
      )}
    </PostedForm>
  );
}

/**
 * Shown while no piece of the order was sent: the order can be cancelled here until a deadline; later there is a link to the
 * contact page.
 */
function Unsent({ order, email, unsent }: FoundOrder & { unsent: NonNullable<FoundOrder["unsent"]> }) {
  const { text, cancel } = unsent;
  return (
    <>
      <div>
        <h2 ref={takesFocus} tabIndex={-1}>
          Order {shownNumber(order)}
        </h2>
        <p>
          {text}
          {!cancel && " Write to us with its number if you do not want it any more."}
        </p>
      </div>
      {cancel ? (
        <CancelOrder number={order} email={email} {...cancel} />
      ) : (
        <GoLink to="/contact">Write to us about it</GoLink>
      )}
      <AnotherOrder />
    </>
  );
}

/** Form for choosing the returned lines. */
function Choose({
  found,
  looked = {},
  answered,
}: { found: FoundOrder; answered: FormResult } & Pick<Answered, "looked">) {
  const { errors, form } = useForm(noComplaints, answered);
  const isSending = useNavigation().state === "submitting";
  const typed = answered.ok ? looked : answered.values;
  const canReturn = found.lines.some(({ reasons }) => reasons.length > 0);
  const refusal = refusalOf(answered) ?? errors.lines;
  return (
    <>
      <div>
        <h2 ref={takesFocus} tabIndex={-1}>
          Order {shownNumber(found.order)}
        </h2>
        <p className="muted">
          {canReturn ? `Can be sent back until ${found.until}.` : "Nothing in this order can be sent back any more."}
        </p>
      </div>
      <Form method="post" action="/return-or-exchange#return" replace preventScrollReset {...form}>
        {refusal && <FormMessage kind="error">{refusal}</FormMessage>}
        <input type="hidden" name="step" value="start" />
        <input type="hidden" name="order" value={found.order} />
        <input type="hidden" name="email" value={found.email} />
        <input type="hidden" name="round" value={found.round} />
        <ReturnLines lines={found.lines} typed={typed} errors={errors} />
        <div>
          {canReturn ? (
            <Button type="submit" busy={isSending}>
              Get a return number
            </Button>
          ) : (
            <GoLink to="/contact">Ask us about it</GoLink>
          )}
        </div>
      </Form>
      <AnotherOrder />
    </>
  );
}

/** Hidden fields with the chosen lines, so that after a refusal without the order they can be submitted again without script. */
function SendAgain({ chosen }: { chosen: FormResult & { ok: false } }) {
  const isSending = useNavigation().state === "submitting";
  return (
    <Form method="post" action="/return-or-exchange#return" replace preventScrollReset>
      <FormMessage kind="error">{chosen.message}</FormMessage>
      <p>What you chose is kept and can be sent again.</p>
      {Object.entries(chosen.values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div>
        <Button type="submit" busy={isSending}>
          Get a return number
        </Button>
      </div>
      <AnotherOrder />
    </Form>
  );
}

const AnotherOrder = () => <GoLink to="/return-or-exchange">Look up another order</GoLink>;

interface StartedProps {
  number: string;
  words: NonNullable<Answered["started"]>;
  toPay: NonNullable<Answered["toPay"]> | null;
  kept: NonNullable<Answered["kept"]>;
}

/** Confirmation with the number of the started return. */
function Started({ number, words, toPay, kept }: StartedProps) {
  return (
    <div className="started" role="status">
      <h2 ref={takesFocus} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.text}</p>
      <p className={toPay ? "started__number started__number--beside reg" : "started__number reg"}>
        {shownReturnNumber(number)}
      </p>
      <p>{words.next}</p>
      {words.money && <p>{words.money}</p>}
      {!toPay &&
        kept.map(({ name, until }) => (
          <p key={name}>
            <b>{name}</b> is kept for you until {until}, and leaves once your parcel is here.
          </p>
        ))}
      {toPay && (
        <ToPay {...toPay}>
          <p>
            {kept.map(({ name }) => name).join(" and ") || "What you want instead"} {kept.length > 1 ? "are" : "is"}{" "}
            kept for you. Pay the difference until {toPay.until}: the link is on its way to your inbox, too. Without it
            your return goes on, and you get your money back.
          </p>
        </ToPay>
      )}
      <GoLink to="/return-policy">Return &amp; Exchange Policy</GoLink>
    </div>
  );
}

import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { FormMessage } from "~/ui/form-message";
import { GoLink } from "~/ui/go-link";
import { PostedForm } from "~/ui/posted-form";
import { takesFocus } from "~/ui/takes-focus";
import { useForm } from "~/ui/use-form";
import type { Answer } from "../answer";
import type { PageTexts } from "../information/page";
import { shownNumber } from "../orders/order";
import { complaintsBy } from "../submission";
import { TrapFields } from "../traps";
import type { LineToChoose } from "./lines-to-choose";
import { OrderLookup, shownReturnNumber } from "./return";
import { ReturnLines } from "./return-lines";

/** An order that was found, as far as the form that chooses its lines needs it. */
export interface FoundOrder {
  order: string;
  email: string;
  round: number;
  /** The last day on which its return may be started. */
  until: string;
  lines: LineToChoose[];
}

export interface Answered {
  found?: FoundOrder | undefined;
  /** The number of the return that was started. */
  number?: string | undefined;
  answer: Answer;
}

const lookupComplaints = complaintsBy(OrderLookup);
const noComplaints = () => ({});
const refusalOf = (answered: Answer | undefined): string | undefined =>
  answered?.ok === false && Object.keys(answered.errors).length === 0 ? answered.message : undefined;

interface FindProps {
  texts: PageTexts<"returnStart">;
  answered: Answer | undefined;
}

/** Asks which order. */
export function Find({ texts, answered }: FindProps) {
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

/** Shows its lines to choose from. */
export function Choose({ found, answered }: { found: FoundOrder; answered: Answer }) {
  const { errors, form } = useForm(noComplaints, answered);
  const isSending = useNavigation().state === "submitting";
  const typed = answered.ok ? {} : answered.values;
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
    </>
  );
}

/** Says the number of the return that was started. */
export function Started({ number, replyWithin }: { number: string; replyWithin: string }) {
  return (
    <div className="started" role="status">
      <h2 ref={takesFocus} tabIndex={-1}>
        Return started
      </h2>
      <p>Write this number on the parcel:</p>
      <p className="started__number reg">{shownReturnNumber(number)}</p>
      <p>
        The instructions are on their way to your inbox. A prepaid label for parcels from the United States follows
        within {replyWithin}.
      </p>
      <GoLink to="/return-policy">Return &amp; Exchange Policy</GoLink>
    </div>
  );
}

import type { ReactNode } from "react";
import { byName } from "~/platform/by-name";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Choice, Choices, Field, MoneyField, NumberField, SelectField, TextField, Tick } from "../ui/field";
import { Section } from "../ui/section";
import { FIELDS, KINDS } from "./offer-fields";

interface OfferFormProps {
  action: string;
  fields: Record<string, string>;
  zone: string;
  submission: string;
  /** Version of a stored offer; undefined for a new offer. */
  version?: number;
  /** Sentences about goods of a stored offer that were deleted, by field. */
  gone?: Gone;
  children: ReactNode;
}

interface Gone {
  goods: string;
  gets: string;
}

const LABELS = byName<string>(FIELDS);

/** Form with all fields of an offer; fields that the chosen kind does not have are hidden by the style sheet. */
export function OfferForm({ action, fields, zone, submission, version, gone, children }: OfferFormProps) {
  const isNew = version === undefined;
  return (
    <WorkshopForm
      {...(isNew ? {} : { name: "save", version })}
      action={action}
      className="offer"
      submission={submission}
      stored={fields}
      labels={LABELS}
      thing="this offer"
      preventScrollReset={!isNew}
    >
      {(parts) => (
        <>
          <Section title="The rule">
            <Rule {...parts} gone={gone?.gets} />
          </Section>
          <Section title="Goods">
            <Goods {...parts} gone={gone?.goods} />
          </Section>
          <Section title="When">
            <When {...parts} zone={zone} />
          </Section>
          <div className="offer__acts">
            <Button look="main" busy={parts.isSending}>
              {isNew ? "Make this offer" : "Save"}
            </Button>
            {children}
          </div>
        </>
      )}
    </WorkshopForm>
  );
}

/** Parts of the form with the sentence about deleted goods of its field. */
type WithGone = FormParts & { gone: string | undefined };

const noteWith = (gone: string | undefined, note: string): string => (gone ? `${gone} ${note}` : note);

const Rule = ({ gone, ...parts }: WithGone) => (
  <div className="stack">
    <SelectField {...parts.field("kind")} label={FIELDS.kind}>
      {Object.entries(KINDS).map(([kind, words]) => (
        <option key={kind} value={kind}>
          {words}
        </option>
      ))}
    </SelectField>
    <div className="offer__value">
      <MoneyField {...parts.field("from")} label={FIELDS.from} note="Of the goods that count, before codes." />
    </div>
    <div className="offer__pieces">
      <NumberField {...parts.field("pieces")} label={FIELDS.pieces} unit="pieces" />
    </div>
    <Off {...parts} />
    <BuyGet {...parts} gone={gone} />
    <Present {...parts} />
  </div>
);

const Off = ({ field, tick, error }: FormParts) => (
  <div className="stack offer__off">
    <Choices label={FIELDS.by} error={error("by")}>
      <Choice {...tick("by", "percent")}>Percent</Choice>
      <Choice {...tick("by", "amount")}>An amount</Choice>
    </Choices>
    <div className="offer__percent">
      <NumberField {...field("percent")} label={FIELDS.percent} unit="% off" />
    </div>
    <div className="offer__amount">
      <MoneyField {...field("amount")} label={FIELDS.amount} />
    </div>
  </div>
);

const BuyGet = ({ field, gone }: WithGone) => (
  <div className="stack offer__buy">
    <div className="offer__pair">
      <NumberField {...field("buy")} label={FIELDS.buy} unit="pieces" />
      <NumberField {...field("get")} label={FIELDS.get} unit="pieces" />
    </div>
    <NumberField
      {...field("getPercent")}
      label={FIELDS.getPercent}
      unit="% off"
      note="100 is free. The cheapest pieces are the ones that cost less."
    />
    <NumberField {...field("times")} label={FIELDS.times} labelNote="empty means as often as it fits" unit="times" />
    <TextField
      {...field("gets")}
      label={FIELDS.gets}
      labelNote="empty means more of the same goods"
      note={noteWith(gone, "One a line: a category, or a product by name, SKU or barcode.")}
      rows={3}
      // A blank tells the style sheet whether anything is typed.
      placeholder=" "
    />
    <div className="offer__pair offer__gets">
      <Field {...field("getsOne")} label={FIELDS.getsOne} labelNote="such as liner" autoComplete="off" />
      <Field {...field("getsMany")} label={FIELDS.getsMany} labelNote="such as liners" autoComplete="off" />
    </div>
  </div>
);

const Present = ({ field }: FormParts) => (
  <div className="stack offer__present">
    <Field
      {...field("present")}
      label={FIELDS.present}
      labelNote="by SKU or barcode, or by name, color and size"
      note="It comes into the bag by itself, and leaves it with its condition."
      autoComplete="off"
    />
    <Field
      {...field("presentCalled")}
      label={FIELDS.presentCalled}
      labelNote="such as Leather balm"
      autoComplete="off"
    />
  </div>
);

const Goods = ({ field, gone }: WithGone) => (
  <div className="stack">
    <TextField
      {...field("goods")}
      label={FIELDS.goods}
      labelNote="empty means all"
      note={noteWith(
        gone,
        "One a line: a category, or a product by name, SKU or barcode. Final-sale goods count only if they are named.",
      )}
      rows={4}
    />
    <div className="offer__pair">
      <Field {...field("one")} label={FIELDS.one} labelNote="such as pair of gloves" autoComplete="off" />
      <Field {...field("many")} label={FIELDS.many} labelNote="such as pairs of gloves" autoComplete="off" />
    </div>
    <p className="small dust">
      Riders read these words in the sentence of the offer. Without them it speaks of pieces.
    </p>
  </div>
);

const When = ({ field, tick, zone }: FormParts & { zone: string }) => (
  <div className="stack">
    <Tick {...tick("isOn", "yes")}>It is on</Tick>
    <Field
      {...field("startsAt")}
      type="datetime-local"
      label={FIELDS.startsAt}
      labelNote={`${zone}; empty means at once`}
    />
    <Field
      {...field("endsAt")}
      type="datetime-local"
      label={FIELDS.endsAt}
      labelNote={`${zone}; empty means never`}
      note="From then on open checkouts are told the new total."
    />
    <Tick {...tick("isWithoutCodes", "yes")}>
      Not together with a code: an order has either the offers or the code, whichever takes more off
    </Tick>
  </div>
);

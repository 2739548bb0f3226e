import { type ReactNode } from "react";
import { byName } from "~/platform/by-name";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Field, MoneyField, NumberField, SelectField, TextField, Tick } from "../ui/field";
import { Section } from "../ui/section";
import { FORMER_PURPOSE } from "~/shop/discounts/code";
import { PURPOSES } from "./code-words";

interface CodeFormProps {
  action: string;
  fields: Record<string, string>;
  zone: string;
  submission: string;
  /** Version of a stored code; undefined for a new code. */
  version?: number;
  children: ReactNode;
}

const LABELS = byName<string>({
  name: "Code",
  kind: "What it takes off",
  percent: "Percent",
  amount: "Amount",
  purpose: "Given for",
  minimum: "From an order value of",
  mostUses: "Times in all",
  startsAt: "Works from",
  endsAt: "Ends",
  goods: "Only these goods",
});

/** Form with all fields of a discount code. */
export function CodeForm({ action, fields, zone, submission, version, children }: CodeFormProps) {
  const isNew = version === undefined;
  return (
    <WorkshopForm
      {...(isNew ? {} : { name: "save", version })}
      action={action}
      className="code"
      submission={submission}
      stored={fields}
      labels={LABELS}
      thing="this code"
      preventScrollReset={!isNew}
    >
      {(parts) => (
        <>
          <Section title="What it takes off">
            <div className="stack">
              {isNew && (
                <Field
                  {...parts.field("name")}
                  label={LABELS.name}
                  autoCapitalize="characters"
                  autoComplete="off"
                  note="What shoppers type. It cannot be renamed."
                />
              )}
              <Off {...parts} />
            </div>
          </Section>
          <Section title="When it works">
            <When {...parts} zone={zone} />
          </Section>
          <div className="code__acts">
            <Button look="main" busy={parts.isSending}>
              {isNew ? "Make this code" : "Save"}
            </Button>
            {children}
          </div>
        </>
      )}
    </WorkshopForm>
  );
}

const Off = ({ field, value }: FormParts) => (
  <>
    <SelectField {...field("kind")} label={LABELS.kind}>
      <option value="percent">Percent of the goods</option>
      <option value="amount">An amount</option>
      <option value="free-delivery">The delivery fee</option>
    </SelectField>
    <div className="code__percent">
      <NumberField {...field("percent")} label={LABELS.percent} unit="% off" />
    </div>
    <div className="code__amount">
      <MoneyField {...field("amount")} label={LABELS.amount} />
    </div>
    <TextField
      {...field("goods")}
      label={LABELS.goods}
      labelNote="one a line, by name, SKU or barcode; empty means all"
      rows={4}
    />
    <SelectField {...field("purpose")} label={LABELS.purpose}>
      {Object.entries(PURPOSES)
        .filter(([purpose]) => purpose !== FORMER_PURPOSE || value("purpose") === purpose)
        .map(([purpose, words]) => (
          <option key={purpose} value={purpose}>
            {words}
          </option>
        ))}
    </SelectField>
  </>
);

const When = ({ field, tick, zone }: FormParts & { zone: string }) => (
  <div className="stack">
    <MoneyField {...field("minimum")} label={LABELS.minimum} labelNote="empty means any" />
    <NumberField {...field("mostUses")} label={LABELS.mostUses} labelNote="empty means no limit" unit="times" />
    <Tick {...tick("oncePerEmail", "yes")}>Once for each person, by e-mail address</Tick>
    <Field
      {...field("startsAt")}
      type="datetime-local"
      label={LABELS.startsAt}
      labelNote={`${zone}; empty means at once`}
    />
    <Field
      {...field("endsAt")}
      type="datetime-local"
      label={LABELS.endsAt}
      labelNote={`${zone}; empty means never`}
      note="From then on open checkouts are told that it has expired."
    />
  </div>
);

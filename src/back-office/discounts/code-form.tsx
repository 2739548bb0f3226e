import { type ReactNode } from "react";
import { useNavigation } from "react-router";
import { SavingForm } from "../saving-form";
import { useKept } from "../use-pending-form";
import { Button } from "../ui/button";
import { Field, MoneyField, NumberField, SelectField, TextField, Tick } from "../ui/field";
import { Section } from "../ui/section";
import { PURPOSES } from "./code-texts";

interface CodeFormProps {
  action: string;
  fields: Record<string, string>;
  zone: string;
  submission: string;
  /** Of a code that is there already. */
  version?: number;
  answer: { typed: Record<string, string>; errors: Record<string, string>; message?: string } | undefined;
  children: ReactNode;
}

const LABELS: Record<string, string> = {
  code: "Code",
  kind: "What it takes off",
  percent: "Percent",
  amount: "Amount",
  purpose: "Given for",
  minimum: "From an order value of",
  mostUses: "Times in all",
  startsAt: "Works from",
  endsAt: "Ends",
  goods: "Only these goods",
};

/** All that can be said about a code. */
export function CodeForm({ action, fields, zone, submission, version, answer, children }: CodeFormProps) {
  const kept = useKept();
  const typed: Record<string, string | undefined> = answer?.typed ?? (kept.kind === undefined ? fields : kept);
  const errors = answer?.errors ?? {};
  const isSending = useNavigation().formMethod === "POST";
  const parts = { typed, errors, zone };
  return (
    <SavingForm
      action={action}
      className="code"
      submission={submission}
      answer={answer}
      pending={typed === kept ? kept : {}}
      labels={LABELS}
    >
      <input type="hidden" name="submission" value={typed.submission ?? submission} />
      {version !== undefined && <input type="hidden" name="version" value={typed.version ?? version} />}
      <Section title="What it takes off">
        <div className="stack">
          {version === undefined && (
            <Field
              id="code"
              name="code"
              label={LABELS.code}
              defaultValue={typed.code}
              error={errors.code}
              autoCapitalize="characters"
              autoComplete="off"
              note="What shoppers type. It cannot be renamed."
            />
          )}
          <Off {...parts} />
        </div>
      </Section>
      <Section title="When it works">
        <When {...parts} />
      </Section>
      <div className="code__acts">
        <Button look="main" busy={isSending}>
          {version === undefined ? "Make this code" : "Save"}
        </Button>
        {children}
      </div>
    </SavingForm>
  );
}

interface PartProps {
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
  zone: string;
}

const Off = ({ typed, errors }: PartProps) => (
  <>
    <SelectField id="kind" name="kind" label={LABELS.kind} defaultValue={typed.kind} error={errors.kind}>
      <option value="percent">Percent of the goods</option>
      <option value="amount">An amount</option>
      <option value="free-delivery">The delivery fee</option>
    </SelectField>
    <NumberField
      id="percent"
      name="percent"
      label={LABELS.percent}
      labelNote="where it is percent"
      unit="% off"
      defaultValue={typed.percent}
      error={errors.percent}
    />
    <MoneyField
      id="amount"
      name="amount"
      label={LABELS.amount}
      labelNote="where it is an amount"
      defaultValue={typed.amount}
      error={errors.amount}
    />
    <TextField
      id="goods"
      name="goods"
      label={LABELS.goods}
      labelNote="one a line, by name or SKU; empty means all"
      rows={4}
      defaultValue={typed.goods}
      error={errors.goods}
    />
    <SelectField id="purpose" name="purpose" label={LABELS.purpose} defaultValue={typed.purpose} error={errors.purpose}>
      {Object.entries(PURPOSES).map(([purpose, words]) => (
        <option key={purpose} value={purpose}>
          {words}
        </option>
      ))}
    </SelectField>
  </>
);

const When = ({ typed, errors, zone }: PartProps) => (
  <div className="stack">
    <MoneyField
      id="minimum"
      name="minimum"
      label={LABELS.minimum}
      labelNote="empty means any"
      defaultValue={typed.minimum}
      error={errors.minimum}
    />
    <NumberField
      id="mostUses"
      name="mostUses"
      label={LABELS.mostUses}
      labelNote="empty means no limit"
      unit="times"
      defaultValue={typed.mostUses}
      error={errors.mostUses}
    />
    <Tick id="oncePerEmail" name="oncePerEmail" value="yes" defaultChecked={typed.oncePerEmail === "yes"}>
      Once for each person, by e-mail address
    </Tick>
    <Field
      id="startsAt"
      name="startsAt"
      type="datetime-local"
      label={LABELS.startsAt}
      labelNote={`${zone}; empty means at once`}
      defaultValue={typed.startsAt}
      error={errors.startsAt}
    />
    <Field
      id="endsAt"
      name="endsAt"
      type="datetime-local"
      label={LABELS.endsAt}
      labelNote={`${zone}; empty means never`}
      defaultValue={typed.endsAt}
      error={errors.endsAt}
      note="From then on open checkouts are told that it has expired."
    />
  </div>
);

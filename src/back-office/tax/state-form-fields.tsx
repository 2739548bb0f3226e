import type { ReactNode } from "react";
import { MOST_FEES, MOST_RULES } from "~/shop/tax/most-rules";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import { DELIVERY_TAXES, TREATMENTS } from "~/shop/tax/tax-table";
import type { FormParts } from "../forms/workshop-form";
import { Choice, Choices, Field, MoneyField, NumberField, Tick } from "../ui/field";
import { Section } from "../ui/section";
import { rowName, rowsIn, ruleName, stateLabel } from "./state-fields";
import type { statePage } from "./tax-screen.server";
import { TaxForm } from "./tax-form";
import { deliveryNames, kindNames, treatmentNames } from "./tax-words";

type Page = NonNullable<Awaited<ReturnType<typeof statePage>>>;

/** Form for a state's rates, rules, delivery and fees; `children` shows the rates by ZIP, which have their own pages. */
export const StateForm = ({ page, children }: { page: Page; children: ReactNode }) => {
  const here = `/settings/tax/${page.state}`;
  return (
    <TaxForm
      page={page}
      name="save"
      action={here}
      labels={stateLabel}
      thing="this state"
      remembers={`${page.memberId} settings/tax/${page.state}`}
      legend={`Rates and rules of ${page.name}`}
      what={
        page.registered
          ? "Orders from now on. Old orders and their refunds keep what they had."
          : "Written down only: nothing is collected until you tick the state."
      }
      back={{ to: here, name: "Discard" }}
      reloads
    >
      {(parts) => (
        <>
          <Rules parts={parts} />
          <DatedRules parts={parts} />
          <Rates parts={parts} />
          {children}
          <Delivery parts={parts} doubt={page.deliveryDoubt} />
          <Fees parts={parts} />
        </>
      )}
    </TaxForm>
  );
};

interface PartProps {
  parts: FormParts;
}

const Rates = ({ parts: { field } }: PartProps) => (
  <Section title="Rates" note="in percent">
    <div className="tax-fields">
      <NumberField
        {...field("stateRate")}
        label="The state's own"
        inputMode="decimal"
        unit="%"
        note="0 where the state itself takes none"
      />
      <NumberField
        {...field("localRate")}
        label="Local"
        labelNote="where no ZIP range holds"
        inputMode="decimal"
        unit="%"
      />
      <Field
        {...field("source")}
        label="Where they came from"
        labelNote="stands on each order"
        autoComplete="off"
        placeholder="The state's table of October 1"
      />
      <Field {...field("since")} type="date" label="Collected since" labelNote="empty means not said" />
    </div>
  </Section>
);

/** Heads of the columns of rules; on a phone the fields have their names. */
const RuleHead = () => (
  <div className="rule rule--head" aria-hidden="true">
    <span>Kind</span>
    <span>What holds</span>
    <span>Limit a piece</span>
    <span>The county</span>
  </div>
);

const Rules = ({ parts }: PartProps) => (
  <Section title="By kind of goods" note="a piece, after discount">
    <RuleHead />
    {TAX_KINDS.map((kind) => (
      <div className="rule" key={kind} role="group" aria-label={kindNames[kind]}>
        <b className="rule__kind">{kindNames[kind]}</b>
        <RuleFields parts={parts} nameOf={(part) => ruleName(kind, part)} of={kindNames[kind]} />
        {HINTS[kind] && <p className="rule__note">{HINTS[kind]}</p>}
      </div>
    ))}
  </Section>
);

const HINTS: Partial<Record<TaxKind, string>> = {
  clothing:
    "At the limit itself the whole piece is taxed. Tick it where only the state lets go: a ZIP range can still say that its county does, too.",
  protective: "Helmets, armor, riding gloves: what nobody wears when not riding.",
};

interface RuleProps extends PartProps {
  nameOf(part: "treatment" | "amount" | "stateOnly"): string;
  of: string;
  /** Treatment that is chosen at first in an empty row. */
  otherwise?: string;
}

/** Fields of a rule: treatment, amount, and whether the rule applies to the state's tax only. */
function RuleFields({ parts, nameOf, of, otherwise }: RuleProps) {
  const treatment = parts.field(nameOf("treatment"));
  return (
    <>
      <Cell error={treatment.error} id={treatment.id}>
        {(described) => (
          <select
            {...described}
            className="input input--choice"
            name={treatment.name}
            defaultValue={treatment.defaultValue || otherwise}
            aria-label={`What holds: ${of}`}
          >
            {TREATMENTS.map((each) => (
              <option key={each} value={each}>
                {treatmentNames[each]}
              </option>
            ))}
          </select>
        )}
      </Cell>
      <AmountCell parts={parts} name={nameOf("amount")} label={`Limit a piece: ${of}`} placeholder="no limit" />
      <div className="rule__tick">
        <Tick {...parts.tick(nameOf("stateOnly"), "yes")}>
          <span className="rule__who">The county </span>taxes it all the same<span className="vh">: {of}</span>
        </Tick>
      </div>
    </>
  );
}

interface CellProps {
  id: string;
  error: string | undefined;
  /** Class of the cell. */
  face?: string;
  children(described: { id: string; "aria-invalid"?: true; "aria-describedby"?: string }): ReactNode;
}

/** A control in a table row, with its error below it. */
const Cell = ({ id, error, face, children }: CellProps) => (
  <div className={["field", error && "has-error", face].filter(Boolean).join(" ")}>
    {children({ id, ...(error && { "aria-invalid": true as const, "aria-describedby": `${id}-error` }) })}
    {error && (
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
    )}
  </div>
);

interface AmountProps extends PartProps {
  name: string;
  label: string;
  placeholder: string;
}

function AmountCell({ parts, name, label, placeholder }: AmountProps) {
  const { id, error, ...field } = parts.field(name);
  return (
    <Cell id={id} error={error} face="rule__limit">
      {(described) => (
        <span className="money">
          <input
            {...field}
            {...described}
            className="input input--num"
            inputMode="decimal"
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
          />
        </span>
      )}
    </Cell>
  );
}

function DatedRules({ parts }: PartProps) {
  const rows = rowsIn("dated", parts.values, MOST_RULES);
  return (
    <Section title="Rules with dates" note="while they last they win">
      <p className="small dust" id="save-dated">
        A tax holiday, if the state has one, with the highest price a piece that it holds for. By the days of your shop.
        Choose no kind, and the row is left out; after saving there is room for more.
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <DatedRule key={row} parts={parts} row={row} />
      ))}
    </Section>
  );
}

function DatedRule({ parts, row }: PartProps & { row: number }) {
  const at = (part: string) => rowName("dated", row, part);
  const of = `rule ${row + 1}`;
  const kind = parts.field(at("kind"));
  return (
    <div className="rule rule--dated" role="group" aria-label={`Rule with dates ${row + 1}`}>
      <Cell id={kind.id} error={kind.error}>
        {(described) => (
          <select
            {...described}
            className="input input--choice"
            name={kind.name}
            defaultValue={kind.defaultValue}
            aria-label={`Kind of goods: ${of}`}
          >
            <option value="">No rule</option>
            {TAX_KINDS.map((each) => (
              <option key={each} value={each}>
                {kindNames[each]}
              </option>
            ))}
          </select>
        )}
      </Cell>
      <RuleFields parts={parts} nameOf={at} of={of} otherwise="exempt" />
      <div className="rule__more">
        <Field {...parts.field(at("from"))} type="date" label="First day" />
        <Field {...parts.field(at("to"))} type="date" label="Last day" />
        <MoneyField {...parts.field(at("cap"))} label="Up to, a piece" placeholder="any price" />
        <Field {...parts.field(at("name"))} label="Name" autoComplete="off" placeholder="Back to school" />
      </div>
    </div>
  );
}

interface DeliveryProps extends PartProps {
  /** Sentence on why no rule is usual here; null where one is. */
  doubt: string | null;
}

function Delivery({ parts, doubt }: DeliveryProps) {
  return (
    <Section title="Delivery">
      <Choices label="The delivery fee is" error={parts.error("delivery")}>
        {DELIVERY_TAXES.map((each) => (
          <Choice key={each} {...parts.tick("delivery", each)}>
            {deliveryNames[each]}
          </Choice>
        ))}
      </Choices>
      {doubt && <p className="small">No rule is filled in here: {doubt}. Ask the state or an adviser.</p>}
      <p className="small dust">
        The line on the order says &quot;Delivery&quot;, never &quot;shipping and handling&quot;: some states tax the
        second only.
      </p>
    </Section>
  );
}

function Fees({ parts }: PartProps) {
  const rows = rowsIn("fee", parts.values, MOST_FEES);
  return (
    <Section title="Fees an order" note="a line of their own">
      <p className="small dust" id="save-fees">
        Such as a retail delivery fee. Leave name and amount empty, and the fee is left out.
      </p>
      {Array.from({ length: rows }, (_, row) => (
        <Fee key={row} parts={parts} row={row} />
      ))}
    </Section>
  );
}

function Fee({ parts, row }: PartProps & { row: number }) {
  const at = (part: string) => rowName("fee", row, part);
  return (
    <div className="tax-fee" role="group" aria-label={`Fee ${row + 1}`}>
      <Field {...parts.field(at("name"))} label="Name" autoComplete="off" placeholder="Retail delivery fee" />
      <MoneyField {...parts.field(at("amount"))} label="An order" />
      <MoneyField {...parts.field(at("fromValue"))} label="From an order value of" placeholder="any" />
      <Field {...parts.field(at("from"))} type="date" label="First day" />
      <Field {...parts.field(at("to"))} type="date" label="Last day" />
      <div className="tax-fee__ticks">
        <Tick {...parts.tick(at("onlyWithTaxed"), "yes")}>Only with something taxed in the order</Tick>
        <Tick {...parts.tick(at("taxed"), "yes")}>The fee itself is taxed</Tick>
      </div>
    </div>
  );
}

import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { memberOf, servicesOf } from "../context";
import { formAction, Typed } from "../forms/form-action.server";
import { sendForm, showNewest } from "../forms/send-form";
import type { FormParts } from "../forms/workshop-form";
import { gridKeys } from "../ui/grid-keys";
import { PageHead } from "../ui/page-head";
import { amountField, limitLabel, salesField } from "./limit-fields";
import { TaxForm } from "./tax-form";
import { limitsPage, saveLimits } from "./watch.server";
import { titled } from "../titled";

export const meta = titled("Limits of states");

export const loader = ({ context }: LoaderFunctionArgs) =>
  limitsPage(servicesOf(context), memberOf(context), new Date());

export const action = formAction({ right: "settings.change", schema: Typed, act: saveLimits });

export const clientAction = sendForm;
export const shouldRevalidate = showNewest;

/** Page with the sales limits of all states, above which the shop may have to register, and the shop's sales in each. */
export default function LimitsPage() {
  const page = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Limits of states" back={{ to: "/settings/tax", name: "Sales tax" }}>
        Sales from which a state may want you to register. These are a start, not advice: ask each state or an adviser,
        and write its limit here. An empty field is not watched.
      </PageHead>
      {!page.mayChange && <p className="read-only">You may read this. Changing it takes another role.</p>}
      <TaxForm
        page={page}
        action="/settings/tax/limits"
        labels={limitLabel}
        thing="these limits"
        legend="Limits"
        what="A limit that you change is watched anew."
        back={{ to: "/settings/tax", name: "Cancel" }}
      >
        {(parts) => <LimitTable parts={parts} />}
      </TaxForm>
    </>
  );
}

/** Table with a row for each state: the sales there, and both limits. */
function LimitTable({ parts }: { parts: FormParts }) {
  const { states, sold } = useLoaderData<typeof loader>();
  return (
    <div className="bulk" tabIndex={0} role="group" aria-label="Limits by state">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table className="t bulk__grid limits" {...gridKeys}>
        <thead>
          <tr>
            <th scope="col">State</th>
            <th scope="col" className="n">
              You sold
            </th>
            <th scope="col" className="n">
              Limit $
            </th>
            <th scope="col" className="n">
              Or sales
            </th>
          </tr>
        </thead>
        <tbody>
          {states.map(({ state, name }) => (
            <tr key={state}>
              <th scope="row">{name}</th>
              <td className="n">{sold[state] ?? <span className="dust">nothing</span>}</td>
              <td className="n">
                <Cell parts={parts} name={amountField(state)} label={`Limit in dollars: ${name}`} column="amount" />
              </td>
              <td className="n">
                <Cell parts={parts} name={salesField(state)} label={`Number of sales: ${name}`} column="sales" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  parts: FormParts;
  name: string;
  label: string;
  column: string;
}

function Cell({ parts, name, label, column }: CellProps) {
  const { id, error, defaultValue } = parts.field(name);
  return (
    <>
      <input
        className={error ? "bulk__cell has-error" : "bulk__cell"}
        id={id}
        name={name}
        data-column={column}
        inputMode="numeric"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        autoComplete="off"
        defaultValue={defaultValue}
      />
      {error && (
        <span className="bulk__error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </>
  );
}

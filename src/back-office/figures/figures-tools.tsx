import { Form } from "react-router";
import { comparisons } from "~/shop/figures/period";
import { stateNames } from "~/shop/us-states";
import { Button } from "../ui/button";
import { Field, SelectField } from "../ui/field";
import { Chips, Views } from "../ui/list-tools";
import { byNames, figures, type FiguresView } from "./figures-address";
import { besideNames, periodName } from "./figures-words";

interface PeriodsProps {
  view: FiguresView;
  today: string;
  /** Path of the screen that the form opens. */
  page: string;
}

/** Periods in the order of their links. */
const OFFERED = ["today", "7", "30", "month", "last-month", "year", "own"] as const;

/** Links to periods, and a form for chosen dates. */
export const Periods = ({ view, today, page }: PeriodsProps) => (
  <>
    <Views
      label="Period"
      views={OFFERED.map((period) => ({
        to: figures.addressOf({ ...view, period, after: "", ...(period !== "own" && { from: null, to: null }) }, page),
        name: periodName(period, today),
        isCurrent: view.period === period,
      }))}
    />
    {view.period === "own" && (
      <Form className="figures-dates" action={page}>
        <Hidden view={{ ...view, from: null, to: null, after: "" }} />
        <Field label="From" name="from" type="date" defaultValue={view.from ?? ""} max={today} />
        <Field label="To" name="to" type="date" defaultValue={view.to ?? today} max={today} />
        <Button>Show these days</Button>
      </Form>
    )}
  </>
);

const BY_NAMES: Record<FiguresView["by"], string> = {
  day: "day",
  product: "product",
  variant: "size and color",
  category: "category",
  code: "code",
  state: "state",
  order: "order",
};

interface ToolsProps {
  view: FiguresView;
  page: string;
  /** Whether the screen can group sales by a key, and compare them with another period (`hasBeside`). */
  hasBy: boolean;
  hasBeside: boolean;
}

/** Form to choose the grouping and the comparison, and links that remove filters. */
export const FiguresTools = ({ view, page, hasBy, hasBeside }: ToolsProps) => {
  const limits = limitsOf(view, page);
  if (!hasBy && !hasBeside && limits.length === 0) return null;
  return (
    <div className="tools">
      {(hasBy || hasBeside) && (
        <Form className="figures-choice" action={page}>
          <Hidden
            view={{ ...view, ...(hasBy && { by: "day" }), ...(hasBeside && { beside: "weekdays" }), after: "" }}
          />
          {hasBy && (
            <SelectField label="By" name="by" defaultValue={view.by} key={view.by}>
              {byNames.map((by) => (
                <option key={by} value={by}>
                  {BY_NAMES[by]}
                </option>
              ))}
            </SelectField>
          )}
          {hasBeside && (
            <SelectField label="Beside" name="beside" defaultValue={view.beside} key={`beside ${view.beside}`}>
              {comparisons.map((beside) => (
                <option key={beside} value={beside}>
                  {besideNames[beside]}
                </option>
              ))}
            </SelectField>
          )}
          <Button>Show</Button>
        </Form>
      )}
      {limits.length > 0 && <Chips chips={limits} />}
    </div>
  );
};

function limitsOf(view: FiguresView, page: string) {
  const shown = {
    product: { name: "Product", value: view.product || "none" },
    category: { name: "Category", value: view.category || "none" },
    code: { name: "Code", value: view.code || "none" },
    state: { name: "State", value: stateNames[view.state ?? ""] ?? (view.state || "none") },
  };
  return (["product", "category", "code", "state"] as const).flatMap((key) =>
    view[key] === null
      ? []
      : [{ ...shown[key], without: figures.addressOf({ ...view, [key]: null, after: "" }, page) }],
  );
}

/** Hidden fields with the parameters of a view, for a form that changes others. */
const Hidden = ({ view }: { view: FiguresView }) =>
  [...figures.queryOf(view)].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

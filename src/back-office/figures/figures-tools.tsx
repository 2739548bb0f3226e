import { Form } from "react-router";
import { comparisonOf, comparisonsOf, type Span } from "~/shop/figures/period";
import { Button } from "../ui/button";
import { Field, SelectField } from "../ui/field";
import { Chips, Views } from "../ui/list-tools";
import { byNames, figures, type FiguresView, offeredPeriods } from "./figures-address";
import { besideNames, periodName } from "./figures-words";
import { HiddenView } from "./hidden-view";
import type { ShownFilter } from "./shown-filters.server";

interface ToolsProps {
  view: FiguresView;
  /** Days that the screen shows. */
  period: Span;
  /** Path of the screen that the forms open. */
  page: string;
  /** Whether the screen can group sales by a key, and compare them with another period (`hasBeside`). */
  hasBy: boolean;
  hasBeside: boolean;
  filters: ShownFilter[];
  /** Current day in the shop's time zone. */
  today: string;
}

/** Links to periods. The one to chosen dates keeps the days shown, to begin from. */
export const Periods = ({ view, period: { from, to }, page, today }: ToolsProps) => (
  <Views
    label="Period"
    views={offeredPeriods.map((period) => ({
      to: figures.addressOf(
        { ...view, period, after: "", ...(period === "own" ? { from, to } : { from: null, to: null }) },
        page,
      ),
      name: periodName(period, today),
      isCurrent: view.period === period,
    }))}
  />
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

/** Form to choose dates, the grouping and the comparison, and links that remove filters. */
export const FiguresTools = ({ view, period, page, hasBy, hasBeside, filters, today }: ToolsProps) => {
  const limits = filters
    .filter(({ key }) => key !== "size")
    .map(({ key, name, value }) => ({
      name,
      value,
      without: figures.addressOf({ ...view, [key]: null, after: "" }, page),
    }));
  const hasDates = view.period === "own";
  const hasForm = hasDates || hasBy || hasBeside;
  if (!hasForm && limits.length === 0) return null;
  const others: FiguresView = {
    ...view,
    ...(hasDates && { from: null, to: null }),
    ...(hasBy && { by: "day" }),
    ...(hasBeside && { beside: "weekdays" }),
    after: "",
  };
  return (
    <div className="tools">
      {hasForm && (
        <Form className="figures-choice" action={page}>
          <HiddenView view={others} />
          {hasDates && <Dates from={period.from} to={period.to} today={today} />}
          {hasBy && <By by={view.by} />}
          {hasBeside && <Beside period={period} beside={comparisonOf(period, view.beside)} />}
          <Button>Show</Button>
        </Form>
      )}
      {limits.length > 0 && <Chips chips={limits} />}
    </div>
  );
};

/** Fields for the first and the last day. */
const Dates = ({ from, to, today }: Span & { today: string }) => (
  <>
    <Field label="From" name="from" type="date" defaultValue={from} max={today} key={`from ${from}`} />
    <Field label="To" name="to" type="date" defaultValue={to} max={today} key={`to ${to}`} />
  </>
);

const By = ({ by: current }: Pick<FiguresView, "by">) => (
  <SelectField label="By" name="by" defaultValue={current} key={current}>
    {byNames.map((by) => (
      <option key={by} value={by}>
        {BY_NAMES[by]}
      </option>
    ))}
  </SelectField>
);

const Beside = ({ period, beside: current }: Pick<ToolsProps, "period"> & Pick<FiguresView, "beside">) => (
  <SelectField label="Beside" name="beside" defaultValue={current} key={current}>
    {comparisonsOf(period).map((beside) => (
      <option key={beside} value={beside}>
        {besideNames[beside]}
      </option>
    ))}
  </SelectField>
);

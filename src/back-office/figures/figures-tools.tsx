import { Form } from "react-router";
import { comparisons } from "~/shop/figures/period";
import { Button } from "../ui/button";
import { Field, SelectField } from "../ui/field";
import { Chips, Views } from "../ui/list-tools";
import { byNames, figures, type FiguresView, offeredPeriods } from "./figures-address";
import { besideNames, periodName } from "./figures-texts";
import type { ShownFilter } from "./shown-filters.server";

interface ToolsProps {
  view: FiguresView;
  /** Path of the screen that the forms open. */
  page: string;
  /** Whether the screen can group sales by a key, and compare them with another period (`hasBeside`). */
  hasBy: boolean;
  hasBeside: boolean;
  filters: ShownFilter[];
}

/** Id of the form for chosen dates. While it is shown, the choices of `FiguresTools` are part of it, which keeps its dates. */
const DATES = "figures-dates";

/** A view without the parameters that the choices of `FiguresTools` send. */
const withoutChoices = ({ view, hasBy, hasBeside }: ToolsProps): FiguresView => ({
  ...view,
  ...(hasBy && { by: "day" }),
  ...(hasBeside && { beside: "weekdays" }),
  after: "",
});

/** Links to periods, and a form for chosen dates. */
export const Periods = ({ today, ...tools }: ToolsProps & { today: string }) => {
  const { view, page } = tools;
  return (
    <>
      <Views
        label="Period"
        views={offeredPeriods.map((period) => ({
          to: figures.addressOf(
            { ...view, period, after: "", ...(period !== "own" && { from: null, to: null }) },
            page,
          ),
          name: periodName(period, today),
          isCurrent: view.period === period,
        }))}
      />
      {view.period === "own" && (
        <Form className="figures-dates" id={DATES} action={page}>
          <Hidden view={{ ...withoutChoices(tools), from: null, to: null }} />
          <Field label="From" name="from" type="date" defaultValue={view.from ?? ""} max={today} />
          <Field label="To" name="to" type="date" defaultValue={view.to ?? today} max={today} />
          <Button>Show these days</Button>
        </Form>
      )}
    </>
  );
};

const BY_NAMES: Record<FiguresView["by"], string> = {
  day: "day",
  product: "product",
  variant: "size and color",
  category: "category",
  code: "code",
  state: "state",
  order: "order",
};

/** Form to choose the grouping and the comparison, and links that remove filters. */
export const FiguresTools = (tools: ToolsProps) => {
  const { view, page, hasBy, hasBeside, filters } = tools;
  const limits = filters
    .filter(({ key }) => key !== "size")
    .map(({ key, name, value }) => ({
      name,
      value,
      without: figures.addressOf({ ...view, [key]: null, after: "" }, page),
    }));
  if (!hasBy && !hasBeside && limits.length === 0) return null;
  return (
    <div className="tools">
      {(hasBy || hasBeside) &&
        (view.period === "own" ? (
          <div className="figures-choice">
            <Choices {...tools} form={DATES} />
          </div>
        ) : (
          <Form className="figures-choice" action={page}>
            <Hidden view={withoutChoices(tools)} />
            <Choices {...tools} />
          </Form>
        ))}
      {limits.length > 0 && <Chips chips={limits} />}
    </div>
  );
};

/** Choices of grouping and comparison with their button; `form` is the id of a form elsewhere on the page. */
const Choices = ({ view, hasBy, hasBeside, form }: Omit<ToolsProps, "page" | "filters"> & { form?: string }) => (
  <>
    {hasBy && (
      <SelectField label="By" name="by" form={form} defaultValue={view.by} key={view.by}>
        {byNames.map((by) => (
          <option key={by} value={by}>
            {BY_NAMES[by]}
          </option>
        ))}
      </SelectField>
    )}
    {hasBeside && (
      <SelectField label="Beside" name="beside" form={form} defaultValue={view.beside} key={`beside ${view.beside}`}>
        {comparisons.map((beside) => (
          <option key={beside} value={beside}>
            {besideNames[beside]}
          </option>
        ))}
      </SelectField>
    )}
    <Button form={form}>Show</Button>
  </>
);

/** Hidden fields with the parameters of a view, for a form that changes others. */
const Hidden = ({ view }: { view: FiguresView }) =>
  [...figures.queryOf(view)].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />);

import { Link } from "react-router";
import { counted } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { Section } from "../ui/section";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import type { watchOf } from "./watch.server";

type WatchView = Awaited<ReturnType<typeof watchOf>>;
type Line = WatchView["lines"][number];

interface WatchProps {
  watch: WatchView;
  submission: string;
  mayChange: boolean;
}

/** States where tax is not collected, the one nearest to its limit of sales first. */
export const Watch = ({ watch, submission, mayChange }: WatchProps) => (
  <Section title="Where you come near a limit" note="Your sales in 12 months or this year, states not ticked">
    {watch.lines.length > 0 ? (
      <Table
        label="Sales against limits"
        columns={columns(submission, mayChange)}
        rows={watch.lines}
        keyOf={({ state }) => state}
      />
    ) : (
      <p className="dust">Nothing was sold yet to a state that is not ticked.</p>
    )}
    <p className="small dust tax-after">
      Goods after discount; what came back is not taken off. States change their limits and count in their own ways: ask
      an adviser before you rely on it. From 80% on it stands on Today.{" "}
      <Link className="link" to="/settings/tax/limits">
        {watch.count > watch.lines.length ? `All ${counted(watch.count, "state")} and their limits` : "Limits"}
      </Link>
    </p>
  </Section>
);

const columns = (submission: string, mayChange: boolean): Column<Line>[] => [
  {
    label: "State, sales of its limit",
    place: "lead",
    cell: ({ name, amount }) => (
      <>
        {name}
        <span className="sub">{amount}</span>
      </>
    ),
  },
  { label: "Number of sales", place: "under", cell: ({ sales }) => sales },
  {
    label: "Stands at",
    place: "end",
    cell: ({ words, percent, isNear }) => (
      <span className="watch__at">
        <meter
          className={isNear ? "watch__bar is-near" : "watch__bar"}
          min={0}
          max={100}
          value={Math.min(100, percent)}
        >
          {words}
        </meter>
        {isNear ? (
          <State sign="waits">{`Near: ${words}. Ask an adviser`}</State>
        ) : (
          <span className="dust">{words}</span>
        )}
      </span>
    ),
  },
  {
    label: "What you know of",
    labelHidden: true,
    place: "last",
    cell: ({ state, name, isNear, isSaid }) =>
      isNear && mayChange && !isSaid ? (
        <WorkshopForm name={`note:${state}`} action="/settings/tax" submission={submission} isBare>
          <input type="hidden" name="state" value={state} />
          <Button>
            Noted<span className="vh">: {name}</span>
          </Button>
        </WorkshopForm>
      ) : (
        isNear && isSaid && <span className="dust small">noted</span>
      ),
  },
];

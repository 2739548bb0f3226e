import { type ReactNode, useState } from "react";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import { Tick } from "../../ui/field";
import { SelectionBar } from "../../ui/selection-bar";
import { useSelectionCount } from "../../ui/use-selection-count";
import { actNames, manyActs } from "./many-acts";

interface GoodsChosenProps {
  submission: string;
  /** Number of rows on this page; `count` is the number of matches on all pages, or the limit of one act if `isMore` is true. */
  rows: number;
  count: number;
  /** Whether more products match than one act accepts. */
  isMore: boolean;
  children: ReactNode;
}

/** Form around the list of goods, with the bar of acts on many products. */
export function GoodsChosen({ submission, rows, count, isMore, children }: GoodsChosenProps) {
  const { form, chosen, onChange, onClick, chooseNone, chooseAll } = useSelectionCount<HTMLDivElement>("product");
  const [isAll, setAll] = useState(false);
  const all = `All ${count.toLocaleString("en-US")} that match`;
  const none = () => {
    setAll(false);
    chooseNone();
  };
  return (
    <WorkshopForm submission={submission} name="choose" isBare onChange={onChange}>
      <div ref={form} onClick={onClick}>
        <div className="goods-none small dust">
          <span>Tick the goods you want to change.</span>
          <Button type="button" look="bare" onClick={chooseAll}>
            {rows === 1 ? "Choose this one" : `Choose all ${rows} on this page`}
          </Button>
          {count > rows && !isMore && (
            <Tick
              name="all"
              value="yes"
              checked={isAll}
              onChange={({ currentTarget }) => setAll(currentTarget.checked)}
            >
              {all}
            </Tick>
          )}
          {isMore && (
            <span>{`More than ${count.toLocaleString("en-US")} match: narrow the list to choose all of them.`}</span>
          )}
        </div>
        {children}
      </div>
      <SelectionBar
        chosen={isAll ? count : chosen}
        names={["product", "products"]}
        {...(isAll && { note: "all that match" })}
        onNone={none}
      >
        <select
          className="input input--choice foot__choice"
          name="do"
          aria-label="What to do"
          defaultValue={manyActs[0]}
        >
          {manyActs.map((act) => (
            <option key={act} value={act}>
              {actNames[act]}
            </option>
          ))}
        </select>
        <Button look="main" fit>
          Show what it would do
        </Button>
      </SelectionBar>
    </WorkshopForm>
  );
}

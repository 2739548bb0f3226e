import type { ReactNode } from "react";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { SelectionBar } from "../ui/selection-bar";
import { useSelectionCount } from "../ui/use-selection-count";
import { counted } from "../count-words";

/** Papers that can be printed for chosen orders. */
const PRINTS = [
  { kind: "pick", name: "Pick list" },
  { kind: "slip", name: "Packing slips" },
  { kind: "label", name: "Address labels" },
] as const;

/** Form around the list of orders, with the bar of acts on many orders. */
export function OrdersChosen({
  submission,
  rows,
  children,
}: {
  submission: string;
  rows: number;
  children: ReactNode;
}) {
  const {
    form,
    chosen,
    sum: pieces,
    onChange,
    onClick,
    chooseNone,
    chooseAll,
  } = useSelectionCount<HTMLDivElement>("order", "pieces");
  return (
    <WorkshopForm submission={submission} isBare onChange={onChange}>
      <p className="orders-none small dust">
        <span className="orders-none__why">Tick the orders you want to print, mark packed or send.</span>
        {chosen !== undefined && (
          <Button type="button" look="bare" onClick={chooseAll}>
            {rows === 1 ? "Choose this one" : `Choose all ${rows} on this page`}
          </Button>
        )}
      </p>
      <div ref={form} onClick={onClick}>
        {children}
      </div>
      <SelectionBar
        chosen={chosen}
        names={["order", "orders"]}
        note={`${counted(pieces, "piece")} to send`}
        onNone={chooseNone}
      >
        <span className="orders-print">
          <select className="input input--choice" name="kind" aria-label="What to print" defaultValue="slip">
            {PRINTS.map(({ kind, name }) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
          <Button name="act" value="print">
            Print
          </Button>
        </span>
        <Button name="act" value="pack">
          Mark packed
        </Button>
        <Button look="main" fit name="act" value="paste">
          Paste tracking
        </Button>
      </SelectionBar>
    </WorkshopForm>
  );
}

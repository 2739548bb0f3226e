import type { TotalRow } from "~/shop/bag/total-rows";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Notice } from "../ui/notice";
import { MadeLines } from "./made-lines";

/** Totals of a new order that the member has to confirm. */
export interface Quoted {
  /** Total in cents. */
  total: number;
  /** Whether the reduction needs a passkey or a code before the order can be made. */
  asksFactor: boolean;
  rows: TotalRow[];
  /** Reason why the code is not counted; null if it is, or without one. */
  codeLeftOut: string | null;
  /** Reduction that the member grants, as text; null if there is none. */
  given: string | null;
  lines: { name: string; choice: string; price: string; was: string | null }[];
  until: string;
  /** Words about the method of delivery, and the button of the other one that may be chosen; null where there is one method only. */
  method: { text: string; other: { by: "faster" | "usual"; button: string } | null } | null;
  to: string;
  goesTo: string;
}

interface DecisionProps {
  quoted: Quoted;
  typed: Record<string, string>;
  submission: string;
}

/** Dialog that shows the sums and asks for confirmation. Making the order reserves its pieces and sends the pay link. */
export const Decision = ({ quoted, typed, submission }: DecisionProps) => (
  <WorkshopForm submission={submission}>
    {({ isSending }) => (
      <DialogPage
        title={`Send ${quoted.rows.find(({ key }) => key === "total")?.amount ?? ""} to be paid?`}
        foot={
          <>
            <p className="small dust">{`Held until ${quoted.until}. Nothing is charged before it is paid.`}</p>
            <Button look="bare" name="back" value="yes">
              Back
            </Button>
            {quoted.asksFactor ? (
              <Button look="main" fit busy={isSending} name="factor" value="yes">
                Show it and come back
              </Button>
            ) : (
              <Button look="main" fit busy={isSending}>
                Make it and send the link
              </Button>
            )}
          </>
        }
      >
        {Object.entries(typed)
          .filter(([name]) => name !== "submission" && name !== "by")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <div className="stack">
          <MadeLines lines={quoted.lines} rows={quoted.rows} />
          {quoted.method && <p>{quoted.method.text}</p>}
          {quoted.method?.other && (
            <div>
              <Button name="by" value={quoted.method.other.by}>
                {quoted.method.other.button}
              </Button>
            </div>
          )}
          {quoted.asksFactor && (
            <Notice title="This order asks for your passkey or a code first.">
              <p>With what you gave in the last 24 hours it is above the limit of the settings.</p>
            </Notice>
          )}
          {quoted.codeLeftOut && <p>{quoted.codeLeftOut}</p>}
          {quoted.given && <p>{`You give ${quoted.given}. The log says why.`}</p>}
          <p>{`The link goes to ${quoted.to}, a copy of the letter to you. The parcel goes to ${quoted.goesTo}.`}</p>
        </div>
      </DialogPage>
    )}
  </WorkshopForm>
);

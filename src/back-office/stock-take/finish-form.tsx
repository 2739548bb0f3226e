import { counted as countedWords } from "../count-words";
import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { useTake } from "./use-take";

/** Buttons that finish a stock-take, leave the current variant out, or give the stock-take up. */
export function FinishForm() {
  const { view, submission, counted, differences, mayCount, current } = useTake();
  if (!mayCount) return null;
  const here = `/stock/count/${view.id}`;
  return (
    <div className="counted__finish" id="finish">
      <p className="small dust">Nothing changes in the shop until you finish.</p>
      {counted > 0 && (
        <WorkshopForm name="finish" submission={submission} action={here}>
          {({ isSending }) => (
            <Button wide thumb busy={isSending}>
              {differences === 0 ? "Finish: nothing differs" : `Finish with ${countedWords(differences, "difference")}`}
            </Button>
          )}
        </WorkshopForm>
      )}
      {current?.before !== null && current && (
        <WorkshopForm name="leave-out" submission={submission} action={here}>
          <input type="hidden" name="variant" value={current.id} />
          <Button look="bare">Leave {current.name} out</Button>
        </WorkshopForm>
      )}
      <details>
        <summary className="link small">Give it up</summary>
        <WorkshopForm name="give-up" submission={submission} action={here} className="counted__give-up">
          <p>What was counted is not used, and nothing changes.</p>
          <Button>Give this stock-take up</Button>
        </WorkshopForm>
      </details>
    </div>
  );
}

import { counted } from "../../count-texts";
import { WorkshopForm } from "../../forms/workshop-form";
import { Button } from "../../ui/button";
import type { textPage } from "../text.server";

interface MissingWordsProps {
  page: Pick<
    NonNullable<Awaited<ReturnType<typeof textPage>>>,
    "here" | "draft" | "submission" | "version" | "mayChange"
  >;
}

/** List of the errors that prevent publishing the draft as it is saved, and a button that discards the draft. */
export function MissingWords({ page: { here, draft, submission, version, mayChange } }: MissingWordsProps) {
  if (!draft) return null;
  return (
    <div className="knows">
      <div>
        {draft.complaints.length === 0 ? (
          "Nothing is missing. Put it on the shop when you like."
        ) : (
          <>
            <strong>
              Before the saved draft can go on the shop, {counted(draft.complaints.length, "thing is", "things are")}{" "}
              missing.
            </strong>
            <ul className="knows__list">
              {draft.complaints.map(({ field, label, text }) => (
                <li key={field}>
                  <a className="link" href={`#save-${field}`}>
                    {label}
                  </a>
                  : {text}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {mayChange && (
        <WorkshopForm name="discard" action={here} submission={submission} version={version} isBare>
          <Button look="bare">Discard the draft</Button>
        </WorkshopForm>
      )}
    </div>
  );
}

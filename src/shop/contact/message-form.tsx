import { FormMessage } from "~/ui/form-message";
import { PostedForm } from "~/ui/posted-form";
import type { Answer } from "../answer";
import type { PageTexts } from "../information/page";
import { complaintsBy } from "../submission";
import { TrapFields } from "../traps";
import { Message } from "./message";
import { MessageFields } from "./message-fields";

interface MessageFormProps {
  texts: PageTexts<"contact">["form"];
  answered: Answer | undefined;
}

const complaints = complaintsBy(Message);

/** Writes to the shop. Spec §2.15, Decisions §4. */
export function MessageForm({ texts, answered }: MessageFormProps) {
  if (answered?.ok) return <FormMessage kind="success">{texts.success}</FormMessage>;
  return (
    <PostedForm
      action="/contact#message"
      preventScrollReset
      complaints={complaints}
      answered={answered}
      button={texts.button}
    >
      {(typed, errors) => (
        <>
          <MessageFields texts={texts} rows={7} typed={typed} errors={errors} />
          <TrapFields />
        </>
      )}
    </PostedForm>
  );
}

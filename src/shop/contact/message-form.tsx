import { FormMessage } from "~/ui/form-message";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import type { PageTexts } from "~/shop/texts/page-texts";
import { type LetterAnswer, withSlowLetter } from "~/shop/slow-letter";
import { TrapFields } from "~/shop/trap-fields";
import { MessageFields } from "./message-fields";

interface MessageFormProps {
  texts: PageTexts<"contact">["form"];
  answered: FormResult<LetterAnswer> | undefined;
}

const complaints = fieldErrorsBy(async () => (await import("./message")).Message);

/** Form of a message to the shop. */
export function MessageForm({ texts, answered }: MessageFormProps) {
  if (answered?.ok) return <FormMessage kind="success">{withSlowLetter(texts.success, answered.value)}</FormMessage>;
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
          <MessageFields texts={texts} typed={typed} errors={errors} />
          <TrapFields />
        </>
      )}
    </PostedForm>
  );
}

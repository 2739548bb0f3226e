import type { SubmitEvent } from "react";
import { PrefetchPageLinks } from "react-router";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { formValues } from "~/shop/form";
import { optimisticQuestion, QuestionForm, type Question } from "./review";
import { QuestionFields } from "./write-fields";

interface AskDialogProps {
  product: { id: string; name: string };
  /** What was typed before, when it could not be taken. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
  onAsk: (question: Question, form: FormData) => void;
}

/** A question for the shop and other riders; as with a review, nothing happens while something is missing. */
export function AskDialog({ product, typed, onClose, onAsk }: AskDialogProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { data } = QuestionForm.safeParse(formValues(form));
    if (data) onAsk(optimisticQuestion(data, `asked-${Date.now()}`), form);
  };
  return (
    <Dialog title="Ask a question" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Sending needs the route's module: prefetched now, it is there even when the connection drops later. */}
      <PrefetchPageLinks page={`/questions?product=${product.id}`} />
      <form className="write" noValidate onSubmit={submit}>
        <QuestionFields productId={product.id} values={typed} errors={{}} />
        <Button type="submit" wide>
          Submit question
        </Button>
      </form>
    </Dialog>
  );
}

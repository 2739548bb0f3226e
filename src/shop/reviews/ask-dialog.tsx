import { useEffect } from "react";
import { PrefetchPageLinks } from "react-router";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { useToast } from "~/ui/toast";
import { optimisticQuestion, type Question } from "./review";
import { useCheckedForm } from "./use-checked-form";
import { QuestionFields } from "./write-fields";

const rules = () => import("./review-form");

interface AskDialogProps {
  product: { id: string; name: string };
  /** Typed values of an attempt that was refused. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
  onAsk: (question: Question, form: FormData) => void;
}

/** Dialog for asking a question; an incomplete form is not sent. */
export function AskDialog({ product, typed, onClose, onAsk }: AskDialogProps) {
  const { prepare } = useToast();
  useEffect(() => {
    void rules();
    prepare();
  }, [prepare]);
  const { errors, onSubmit } = useCheckedForm(
    async () => (await rules()).QuestionForm,
    (question, form) => onAsk(optimisticQuestion(question, `asked-${Date.now()}`), form),
  );
  return (
    <Dialog title="Ask a question" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Prefetches the route's module, which sending needs, in case the connection drops later. */}
      <PrefetchPageLinks page={`/questions?product=${product.id}`} />
      <form className="write" noValidate onSubmit={onSubmit}>
        <QuestionFields productId={product.id} values={typed} errors={errors} />
        <Button type="submit" wide>
          Submit question
        </Button>
      </form>
    </Dialog>
  );
}

import { type ReactNode, type SubmitEvent, useEffect } from "react";
import { PrefetchPageLinks } from "react-router";
import { fieldErrorsBy } from "~/shop/form";
import { formValues } from "~/shop/form-values";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { useToast } from "~/ui/toast";
import { type LoadCheck, useForm } from "~/ui/use-form";
import { optimisticQuestion, optimisticReview, type Question, type Review } from "./review";
import { QuestionFields, ReviewFields } from "./write-fields";

const rules = () => import("./review-form");
const reviewErrors = fieldErrorsBy(async () => (await rules()).ReviewForm);
const questionErrors = fieldErrorsBy(async () => (await rules()).QuestionForm);

/** Required fields: a review without them is not sent, and no error is shown (R-5-10). */
const SILENT = { rating: undefined, content: undefined, author: undefined };

interface DialogProps {
  product: { id: string; name: string };
  /** Typed values of an attempt that was refused. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
}

/** Dialog for writing a review; an incomplete form is not sent. */
export const WriteDialog = ({
  onWrite,
  ...dialog
}: DialogProps & { onWrite: (review: Review, form: FormData) => void }) => (
  <PostDialog
    {...dialog}
    title="Write a review"
    page="/reviews"
    button="Submit review"
    check={reviewErrors}
    onPost={async (form) => {
      const review = (await rules()).ReviewForm.parse(formValues(form));
      onWrite(optimisticReview(review, `written-${Date.now()}`), form);
    }}
  >
    {(errors) => <ReviewFields productId={dialog.product.id} values={dialog.typed} errors={{ ...errors, ...SILENT }} />}
  </PostDialog>
);

/** Dialog for asking a question; an incomplete form is not sent. */
export const AskDialog = ({
  onAsk,
  ...dialog
}: DialogProps & { onAsk: (question: Question, form: FormData) => void }) => (
  <PostDialog
    {...dialog}
    title="Ask a question"
    page="/questions"
    button="Submit question"
    check={questionErrors}
    onPost={async (form) => {
      const question = (await rules()).QuestionForm.parse(formValues(form));
      onAsk(optimisticQuestion(question, `asked-${Date.now()}`), form);
    }}
  >
    {(errors) => <QuestionFields productId={dialog.product.id} values={dialog.typed} errors={errors} />}
  </PostDialog>
);

interface PostDialogProps extends DialogProps {
  title: string;
  /** Path of the page that receives the form. */
  page: string;
  button: string;
  check: LoadCheck;
  /** Receives the form when it is complete. */
  onPost: (form: FormData) => Promise<void>;
  children: (errors: Record<string, string | undefined>) => ReactNode;
}

function PostDialog({ product, title, page, button, check, onPost, onClose, children }: PostDialogProps) {
  const { prepare } = useToast();
  const { errors, form } = useForm(check, undefined);
  useEffect(() => {
    void rules();
    prepare();
  }, [prepare]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void onPost(new FormData(event.currentTarget));
  };
  return (
    <Dialog title={title} open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Prefetches the route's module, which sending needs, in case the connection drops later. */}
      <PrefetchPageLinks page={`${page}?product=${product.id}`} />
      <form className="write" {...form} onSubmit={submit}>
        {children(errors)}
        <Button type="submit" wide>
          {button}
        </Button>
      </form>
    </Dialog>
  );
}

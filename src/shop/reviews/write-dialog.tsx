import { useState, type SubmitEvent } from "react";
import { PrefetchPageLinks } from "react-router";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { fieldErrors, formValues } from "~/shop/form";
import { optimisticReview, type Review, ReviewForm } from "./review";
import { ReviewFields } from "./write-fields";

interface WriteDialogProps {
  product: { id: string; name: string };
  /** What was typed before, when it could not be taken. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
  onWrite: (review: Review, form: FormData) => void;
}

/** Stars, name and content are required: without them nothing happens. */
export function WriteDialog({ product, typed, onClose, onWrite }: WriteDialogProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const parsed = ReviewForm.safeParse(formValues(form));
    if (parsed.success) return onWrite(optimisticReview(parsed.data, `written-${Date.now()}`), form);
    const wrong = fieldErrors(parsed.error);
    const { email, title } = wrong;
    setErrors({ ...(email && { email }), ...(title && { title }) });
    // No message is shown for it; the focus leads to the first invalid field.
    const fields = event.currentTarget.querySelectorAll<HTMLInputElement>("[name]");
    [...fields].find(({ name }) => name in wrong)?.focus();
  };
  return (
    <Dialog title="Write a review" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Sending needs the route's module: prefetched now, it is there even when the connection drops later. */}
      <PrefetchPageLinks page={`/reviews?product=${product.id}`} />
      <form className="write" noValidate onSubmit={submit}>
        <ReviewFields productId={product.id} values={typed} errors={errors} />
        <Button type="submit" wide>
          Submit review
        </Button>
      </form>
    </Dialog>
  );
}

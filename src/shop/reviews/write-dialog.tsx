import { useEffect, useState, type SubmitEvent } from "react";
import { PrefetchPageLinks } from "react-router";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { useToast } from "~/ui/toast";
import { fieldErrors, formValues } from "~/shop/form-values";
import { optimisticReview, type Review } from "./review";
import { ReviewFields } from "./write-fields";

const rules = () => import("./review-form");

interface WriteDialogProps {
  product: { id: string; name: string };
  /** Typed values of an attempt that was refused. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
  onWrite: (review: Review, form: FormData) => void;
}

/** Dialog for writing a review; an incomplete form is not sent. */
export function WriteDialog({ product, typed, onClose, onWrite }: WriteDialogProps) {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { prepare } = useToast();
  useEffect(() => {
    void rules();
    prepare();
  }, [prepare]);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = event.currentTarget;
    const form = new FormData(written);
    const { ReviewForm } = await rules();
    const parsed = ReviewForm.safeParse(formValues(form));
    if (parsed.success) return onWrite(optimisticReview(parsed.data, `written-${Date.now()}`), form);
    const wrong = fieldErrors(parsed.error);
    const { email, title } = wrong;
    setErrors({ ...(email && { email }), ...(title && { title }) });
    // Other fields show no message; the first invalid field gets the focus.
    const fields = written.querySelectorAll<HTMLInputElement>("[name]");
    [...fields].find(({ name }) => name in wrong)?.focus();
  };
  return (
    <Dialog title="Write a review" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Prefetches the route's module, which sending needs, in case the connection drops later. */}
      <PrefetchPageLinks page={`/reviews?product=${product.id}`} />
      <form className="write" noValidate onSubmit={(event) => void submit(event)}>
        <ReviewFields productId={product.id} values={typed} errors={errors} />
        <Button type="submit" wide>
          Submit review
        </Button>
      </form>
    </Dialog>
  );
}

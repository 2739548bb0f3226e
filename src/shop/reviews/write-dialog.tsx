import { useEffect } from "react";
import { PrefetchPageLinks } from "react-router";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { useToast } from "~/ui/toast";
import { optimisticReview, type Review } from "./review";
import { useCheckedForm } from "./use-checked-form";
import { ReviewFields } from "./write-fields";

const rules = () => import("./review-form");
/** Required fields: a review without them is not sent, and no error is shown (R-5-10). */
const SILENT = ["rating", "content", "author"];

interface WriteDialogProps {
  product: { id: string; name: string };
  /** Typed values of an attempt that was refused. */
  typed: Record<string, string> | undefined;
  onClose: () => void;
  onWrite: (review: Review, form: FormData) => void;
}

/** Dialog for writing a review; an incomplete form is not sent. */
export function WriteDialog({ product, typed, onClose, onWrite }: WriteDialogProps) {
  const { prepare } = useToast();
  useEffect(() => {
    void rules();
    prepare();
  }, [prepare]);
  const { errors, onSubmit } = useCheckedForm(
    async () => (await rules()).ReviewForm,
    (review, form) => onWrite(optimisticReview(review, `written-${Date.now()}`), form),
    SILENT,
  );
  return (
    <Dialog title="Write a review" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="muted">{product.name}</p>
      {/* Prefetches the route's module, which sending needs, in case the connection drops later. */}
      <PrefetchPageLinks page={`/reviews?product=${product.id}`} />
      <form className="write" noValidate onSubmit={onSubmit}>
        <ReviewFields productId={product.id} values={typed} errors={errors} />
        <Button type="submit" wide>
          Submit review
        </Button>
      </form>
    </Dialog>
  );
}

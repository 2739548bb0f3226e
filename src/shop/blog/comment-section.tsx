import { FormMessage } from "~/ui/form-message";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import { MessageFields } from "~/shop/contact/message-fields";
import type { PageTexts } from "~/shop/texts/page-texts";
import { TrapFields } from "~/shop/trap-fields";

interface CommentSectionProps {
  texts: PageTexts<"blogs">["comments"];
  /** Comments with their times (`sentAt`), and the day as text. */
  comments: { id: number; name: string; message: string; sentAt: string; day: string }[];
  answered: FormResult | undefined;
  /** The article's path. */
  address: string;
  /** Time on the server's clock when the form was rendered. */
  shownAt: number;
}

/** Approved comments, and the form to write one. */
export function CommentSection({ texts, comments, answered, address, shownAt }: CommentSectionProps) {
  return (
    <>
      {comments.length > 0 && (
        <section className="section wide said" aria-labelledby="comments">
          <h2 id="comments">
            {comments.length} {comments.length === 1 ? "Comment" : "Comments"}
          </h2>
          <ol>
            {comments.map(({ id, name, message, sentAt, day }) => (
              <li key={id} className="said__one">
                <p className="said__by">
                  <b>{name}</b>
                  <time dateTime={sentAt}>{day}</time>
                </p>
                <p className="said__words">{message}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="section wide" id="comment" aria-labelledby="leave-comment">
        <div className="comment topo topo--tall">
          <div>
            <h2 id="leave-comment">{texts.heading}</h2>
            <p className="comment__note muted">{texts.note}</p>
          </div>
          <CommentForm texts={texts} answered={answered} address={address} shownAt={shownAt} />
        </div>
      </section>
    </>
  );
}

const complaints = fieldErrorsBy(async () => (await import("./comment")).Comment);

function CommentForm({ texts, answered, address, shownAt }: Omit<CommentSectionProps, "comments">) {
  if (answered?.ok) return <FormMessage kind="success">{texts.success}</FormMessage>;
  return (
    <PostedForm
      action={`${address}#comment`}
      preventScrollReset
      complaints={complaints}
      answered={answered}
      button={texts.button}
    >
      {(typed, errors) => (
        <>
          <MessageFields texts={texts} rows={6} typed={typed} errors={errors} />
          <TrapFields shownAt={shownAt} />
        </>
      )}
    </PostedForm>
  );
}

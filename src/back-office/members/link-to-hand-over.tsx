import { linkLasts } from "~/shop/members/link-kinds";
import { CopyButton } from "../ui/copy-button";
import { Field } from "../ui/field";
import { Notice } from "../ui/notice";

interface LinkToHandOverProps {
  link: string | undefined;
  email: string;
  /** Whether the link renews a member's access; such links are never sent by letter. */
  isRenewal?: boolean;
}

/** Shows a link that the owner hands over to the member, or says that it was sent by letter. The link is shown only once. */
export function LinkToHandOver({ link, email, isRenewal = false }: LinkToHandOverProps) {
  if (link)
    return (
      <div className="stack">
        <Field
          label="Link to hand over"
          value={link}
          readOnly
          note={`For ${email} alone. It opens once, within ${linkLasts("invitation")}, and is shown only now.`}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <p>
          <CopyButton text={link} what="the link" />
        </p>
      </div>
    );
  if (isRenewal)
    return <Notice title="The link was shown once, when it was made. Make another one; it takes its place." />;
  return <p role="status">A letter with the link is on its way to {email}.</p>;
}

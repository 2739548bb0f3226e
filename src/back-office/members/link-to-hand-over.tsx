import { Field } from "../ui/field";

/** What happened to a link: a letter has it, or it stands here once, to be handed over. */
export const LinkToHandOver = ({ link, email }: { link: string | undefined; email: string }) =>
  link ? (
    <Field
      label="Link to hand over"
      value={link}
      readOnly
      note={`For ${email} alone. It opens once, within 24 hours, and is shown only now.`}
    />
  ) : (
    <p role="status">A letter with the link is on its way to {email}.</p>
  );

import { Field, TextField } from "~/ui/field";
import { limits } from "~/shop/limits";

interface MessageFieldsProps {
  texts: { name: string; email: string; message: string };
  /** Height of the field for the text, in lines. */
  rows?: number;
  typed: Record<string, string | undefined>;
  errors: Record<string, string | undefined>;
}

/** Form fields of a message or a comment: sender and text. */
export function MessageFields({ texts, rows = 7, typed, errors }: MessageFieldsProps) {
  return (
    <>
      <Field
        className="half"
        label={texts.name}
        name="name"
        autoComplete="name"
        required
        maxLength={limits.text.name}
        defaultValue={typed.name}
        error={errors.name}
      />
      <Field
        className="half"
        label={texts.email}
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={limits.text.email}
        defaultValue={typed.email}
        error={errors.email}
      />
      <TextField
        label={texts.message}
        name="message"
        rows={rows}
        required
        maxLength={limits.text.message}
        defaultValue={typed.message}
        error={errors.message}
      />
    </>
  );
}

import { Field, TextField } from "~/ui/field";
import { limits } from "~/shop/limits";
import { TrapFields } from "~/shop/trap-fields";

export interface FormState {
  values?: Record<string, string | undefined>;
  errors: Record<string, string | undefined>;
}

/** Fields of the form for a review, with typed values and errors. */
export function ReviewFields({ productId, values = {}, errors }: FormState & { productId: string }) {
  return (
    <>
      <input type="hidden" name="product" value={productId} />
      <TrapFields />
      <RatingRadios name="rating" chosen={Number(values.rating ?? 0)} error={errors.rating} />
      <Field
        label="Title"
        mark="(optional)"
        name="title"
        maxLength={limits.text.line}
        defaultValue={values.title}
        error={errors.title}
      />
      <TextField
        label="Review"
        name="content"
        maxLength={limits.text.message}
        defaultValue={values.content}
        error={errors.content}
      />
      <AuthorField values={values} errors={errors} />
      <EmailField
        values={values}
        errors={errors}
        hint="Marks you as a verified buyer if you bought it here. Never shown."
      />
    </>
  );
}

/** Fields of the form for a question, with typed values and errors. */
export function QuestionFields({ productId, values = {}, errors }: FormState & { productId: string }) {
  return (
    <>
      <input type="hidden" name="product" value={productId} />
      <TrapFields />
      <TextField
        label="Question"
        name="question"
        maxLength={limits.text.message}
        defaultValue={values.question}
        error={errors.question}
      />
      <AuthorField values={values} errors={errors} />
      <EmailField values={values} errors={errors} hint="Only to answer you. Never shown." />
    </>
  );
}

const AuthorField = ({ values = {}, errors }: FormState) => (
  <Field
    label="Name"
    name="author"
    autoComplete="name"
    maxLength={limits.text.name}
    defaultValue={values.author}
    error={errors.author}
  />
);

const EmailField = ({ values = {}, errors, hint }: FormState & { hint: string }) => (
  <Field
    label="E-mail"
    mark="(optional)"
    type="email"
    name="email"
    autoComplete="email"
    hint={hint}
    defaultValue={values.email}
    error={errors.email}
  />
);

/** Radio buttons of a rating, drawn as stars up to the chosen one. */
export function RatingRadios({ name, chosen, error }: { name: string; chosen: number; error: string | undefined }) {
  return (
    <fieldset className={error ? "field rate has-error" : "field rate"}>
      <legend className="label">Rating</legend>
      <div className="rate__row">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label className="rate__star" key={stars}>
            <input
              type="radio"
              name={name}
              value={stars}
              aria-label={stars === 1 ? "1 star" : `${stars} stars`}
              defaultChecked={stars === chosen}
            />
            <i />
          </label>
        ))}
      </div>
      {error && <p className="field__msg">{error}</p>}
    </fieldset>
  );
}

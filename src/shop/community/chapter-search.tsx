import { Field, SelectField } from "~/ui/field";
import { PostedForm } from "~/ui/posted-form";
import { fieldErrorsBy, type FormResult } from "~/shop/form";
import type { PageTexts } from "~/shop/texts/page-texts";
import { limits } from "~/shop/limits";
import { TrapFields } from "~/shop/trap-fields";

interface ChapterSearchProps {
  texts: PageTexts<"community">["hero"]["form"];
  states: { code: string; name: string }[];
  answered: FormResult | undefined;
  /** Code of the state whose chapters are shown. */
  chosen: string | undefined;
}

const complaints = fieldErrorsBy(async () => (await import("./chapter-query")).ChapterQuery);

/** Form to find the chapters of a state, or to join them with name and e-mail address. */
export function ChapterSearch({ texts, states, answered, chosen = "" }: ChapterSearchProps) {
  return (
    <PostedForm
      action="/community#chapters"
      className="chero__form"
      preventScrollReset
      complaints={complaints}
      answered={answered}
      button={texts.button}
      wide
    >
      {(typed, errors) => (
        <>
          <Field
            label={texts.name}
            name="name"
            autoComplete="name"
            maxLength={limits.text.name}
            defaultValue={typed.name}
            error={errors.name}
          />
          <Field
            label={texts.email}
            name="email"
            type="email"
            autoComplete="email"
            maxLength={limits.text.email}
            hint="Leave both and you are on the list of the chapters you find."
            defaultValue={typed.email}
            error={errors.email}
          />
          <SelectField
            label={texts.state}
            name="state"
            required
            defaultValue={typed.state ?? chosen}
            error={errors.state}
          >
            <option value="">{texts.statePlaceholder}</option>
            {states.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </SelectField>
          <TrapFields />
        </>
      )}
    </PostedForm>
  );
}

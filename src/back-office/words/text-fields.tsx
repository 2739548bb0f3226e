import type { MenuForm } from "~/shop/texts/menu-forms";
import type { FormParts } from "../forms/workshop-form";
import { differ } from "../ui/differ";
import { Field, SelectField, Tick } from "../ui/field";
import { Fold, Section } from "../ui/section";
import { MenuRows } from "./menu-rows";
import { MarkdownField } from "./markdown-field";
import { PAGES } from "./pages";
import type { WordField, WordPart } from "./word-fields";

interface TextFieldsProps {
  parts: FormParts;
  list: readonly WordPart[];
  stored: Record<string, string>;
  groups: readonly { id: string; name: string }[];
  quotes: readonly { name: string; value: string }[];
  /** Form of the menu, where it is one. */
  menu: MenuForm | null;
  disabled: boolean;
}

/** Id of the list of addresses that links are chosen from. */
const TARGETS = "link-targets";

/** Fields of a text: one part as it is, several folded to their headings; those with a change or an error are open. */
export function TextFields({ list, ...props }: TextFieldsProps) {
  const { parts, stored } = props;
  const isTouched = ({ fields }: WordPart) =>
    fields.some(({ name }) => parts.error(name) !== undefined || differ(parts.typed[name], stored[name]));
  return (
    <>
      {list.length === 1
        ? list.map(({ title, fields }) => (
            <Section key={title} title={title}>
              <Fields fields={fields} {...props} />
            </Section>
          ))
        : list.map((part, place) => (
            <Fold
              key={part.title}
              title={part.title}
              note={isTouched(part) ? "changed, not saved" : summaryOf(part, stored)}
              isOpen={place === 0 || isTouched(part)}
            >
              <Fields fields={part.fields} {...props} />
            </Fold>
          ))}
      <datalist id={TARGETS}>
        {Object.entries(PAGES).map(([path, name]) => (
          <option key={path} value={path}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}

/** Beginning of the first text of a part. */
function summaryOf({ fields: [first] }: WordPart, stored: Record<string, string>): string {
  const text = stored[first?.name ?? ""] ?? "";
  return text.length > 48 ? `${text.slice(0, 47).replace(/\p{Cs}$/u, "")}…` : text;
}

const Fields = ({ fields, ...props }: Omit<TextFieldsProps, "list"> & { fields: readonly WordField[] }) => (
  <div className="stack">
    {fields.map((field) => (
      <OneField key={field.name} field={field} {...props} />
    ))}
  </div>
);

function OneField({
  field: { name, label, kind },
  parts,
  stored,
  ...props
}: Omit<TextFieldsProps, "list"> & { field: WordField }) {
  const { groups, quotes, menu, disabled } = props;
  if (kind === "rows")
    return menu && <MenuRows form={menu} parts={parts} stored={stored} targets={TARGETS} disabled={disabled} />;
  const common = { ...parts.field(name), label, disabled, isNew: differ(parts.typed[name], stored[name]) };
  if (kind === "shown")
    return (
      <div className="field">
        <Tick {...parts.tick(name, "yes")} disabled={disabled}>
          {label}
        </Tick>
        {parts.error(name) && <p className="field__error">{parts.error(name)}</p>}
      </div>
    );
  if (kind === "group")
    return (
      <SelectField {...common}>
        {groups.map(({ id, name: words }) => (
          <option key={id} value={id}>
            {words}
          </option>
        ))}
      </SelectField>
    );
  if (kind === "markdown") return <MarkdownField {...common} quotes={quotes} isMarkdown rows={26} />;
  if (kind === "lines")
    return <MarkdownField {...common} quotes={quotes} isMarkdown={false} rows={rowsFor(stored[name])} />;
  if (kind === "link")
    return <Field {...common} list={TARGETS} inputMode="url" autoComplete="off" spellCheck={false} />;
  return <Field {...common} autoComplete="off" />;
}

const rowsFor = (text = ""): number => Math.min(8, Math.max(2, Math.ceil(text.length / 60)));

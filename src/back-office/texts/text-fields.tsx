import type { ReactNode } from "react";
import type { Choice } from "~/shop/community/community-forms";
import type { MenuForm } from "~/shop/texts/menu-forms";
import type { FormParts } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { differ } from "../ui/differ";
import { Field, LineField, SelectField, Tick } from "../ui/field";
import { Fold, Section } from "../ui/section";
import { addedKinds, rowsOfProducts } from "~/shop/texts/home-parts";
import { MenuRows } from "./menu-rows";
import { MarkdownField } from "./markdown-field";
import { PAGES } from "./pages";
import type { WordField, WordPart } from "./fields-of-text";

interface TextFieldsProps {
  parts: FormParts;
  /** Pictures that can be chosen for a section. */
  pictures: readonly { path: string; alt: string }[];
  list: readonly WordPart[];
  stored: Record<string, string>;
  groups: readonly { id: string; name: string }[];
  quotes: readonly { name: string; value: string }[];
  /** Form of the menu; null if the text is not a menu. */
  menu: MenuForm | null;
  disabled: boolean;
}

/** Id of the `datalist` with the addresses that are suggested for links. */
const TARGETS = "link-targets";

/**
 * Fields of a text. A single part is shown open; of several parts each is collapsed, except the first and those with a change or
 * an error.
 */
export function TextFields({ list, ...props }: TextFieldsProps) {
  const { parts, stored } = props;
  const isTouched = ({ fields }: WordPart) =>
    fields.some(({ name }) => parts.error(name) !== undefined || differ(parts.typed[name], stored[name]));
  return (
    <>
      {list.some(({ section }) => section) ? (
        <HomeSections {...props} list={list} />
      ) : list.length === 1 ? (
        list.map(({ title, fields }) => (
          <Section key={title} title={title}>
            <Fields fields={fields} {...props} />
          </Section>
        ))
      ) : (
        list.map((part, place) => (
          <Fold
            key={part.title}
            title={part.title}
            note={isTouched(part) ? "changed, not saved" : summaryOf(part, stored)}
            isOpen={place === 0 || isTouched(part)}
          >
            <Fields fields={part.fields} {...props} />
          </Fold>
        ))
      )}
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

/** Sections of home in their order, each with buttons to move or hide it; these buttons also save the typed text. */
function HomeSections({ list, ...props }: TextFieldsProps) {
  const { parts, stored, disabled } = props;
  const isTouched = ({ fields }: WordPart) =>
    fields.some(({ name }) => parts.error(name) !== undefined || differ(parts.typed[name], stored[name]));
  const sections = list.filter(({ section }) => section);
  return (
    <>
      <ol aria-label="Sections">
        {sections.map((part, place) => (
          <li key={part.section?.id} className="parts__one">
            <Fold
              title={part.title}
              note={isTouched(part) ? "changed, not saved" : stateOf(part, stored)}
              isOpen={place === 0 || isTouched(part)}
            >
              <Fields fields={part.fields} of={part.title} {...props} />
            </Fold>
            {!disabled && part.section && !part.section.isFixed && (
              <SectionActs part={part} isFirst={place === 1} isLast={place === sections.length - 1} />
            )}
          </li>
        ))}
      </ol>
      {!disabled && (
        <fieldset className="parts__add">
          <legend className="label">Add a section</legend>
          {addedKinds.map(({ kind, name, shows }) => (
            <div key={kind} className="parts__kind">
              <Button name="act" value={`add:${kind}`}>
                {name}
              </Button>
              <span className="small dust">{shows}</span>
            </div>
          ))}
          <p className="small dust parts__wide">
            It comes at the end, hidden until its form is filled in and you show it.
          </p>
        </fieldset>
      )}
      {list
        .filter(({ section }) => !section)
        .map((part) => (
          <Fold key={part.title} title={part.title} note={summaryOf(part, stored)} isOpen={isTouched(part)}>
            <Fields fields={part.fields} {...props} />
          </Fold>
        ))}
    </>
  );
}

const stateOf = (part: WordPart, stored: Record<string, string>): string =>
  part.section?.isShown === false ? "hidden" : summaryOf(part, stored);

function SectionActs({
  part: { title, section },
  isFirst,
  isLast,
}: {
  part: WordPart;
  isFirst: boolean;
  isLast: boolean;
}) {
  if (!section) return null;
  const { id, isShown, isAdded } = section;
  const acts = [
    ...(isFirst ? [] : [["earlier", "Earlier"]]),
    ...(isLast ? [] : [["later", "Later"]]),
    isShown ? ["hide", "Hide"] : ["show", "Show"],
    ...(isAdded ? [["remove", "Take out"]] : []),
  ];
  return (
    <p className="parts__acts small">
      {acts.map(([does = "", words]) => (
        <button key={does} type="submit" name="act" value={`${does}:${id}`} className="link">
          {words}
          <span className="vh">: {title}</span>
        </button>
      ))}
    </p>
  );
}

/** Beginning of the text in the first field of a part. */
function summaryOf({ fields: [first] }: WordPart, stored: Record<string, string>): string {
  const value = stored[first?.name ?? ""] ?? "";
  const text = first?.kind === "visibility" ? (VISIBILITY.find((one) => one.value === value)?.name ?? value) : value;
  return text.length > 48 ? `${text.slice(0, 47).replace(/\p{Cs}$/u, "")}…` : text;
}

interface FieldsProps extends Omit<TextFieldsProps, "list"> {
  fields: readonly WordField[];
  /** Name of the section with these fields, for screen readers: labels of fields in a section do not contain it. */
  of?: string;
}

const Fields = ({ fields, of, ...props }: FieldsProps) => (
  <div className="stack" {...(of !== undefined && { role: "group", "aria-label": of })}>
    {inRows(fields).map(([field, leads]) =>
      leads ? (
        <div key={field.name} className="pair">
          <OneField field={field} {...props} />
          <OneField field={leads} {...props} />
        </div>
      ) : (
        <OneField key={field.name} field={field} {...props} />
      ),
    )}
  </div>
);

/** Groups fields into rows: the text and the address of a link share a row, and any other field has its own. */
function inRows(fields: readonly WordField[]): [WordField, WordField?][] {
  const isLed = (field: WordField | undefined, next: WordField | undefined) =>
    field?.kind === "line" && next?.kind === "link" && ownerOf(field.name) === ownerOf(next.name);
  return fields.flatMap((field, place): [WordField, WordField?][] => {
    if (isLed(fields[place - 1], field)) return [];
    const next = fields[place + 1];
    return [next && isLed(field, next) ? [field, next] : [field]];
  });
}

const ownerOf = (path: string): string => path.slice(0, path.lastIndexOf("."));

function OneField({
  field: { name, label: named, short: label = named, kind, options = [], note },
  parts,
  stored,
  ...props
}: Omit<TextFieldsProps, "list"> & { field: WordField }) {
  const { groups, quotes, menu, disabled, pictures } = props;
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
  const choices = choicesOf(kind, { options, groups, stored: stored[name] ?? "" });
  if (choices)
    return (
      <SelectField {...common} note={note}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </SelectField>
    );
  if (kind === "picture")
    return (
      <PictureField stored={stored[name] ?? ""} pictures={pictures}>
        {(options) => <SelectField {...common}>{options}</SelectField>}
      </PictureField>
    );
  if (kind === "markdown") return <MarkdownField {...common} quotes={quotes} isMarkdown rows={26} />;
  if (kind === "lines" || kind === "table")
    return <MarkdownField {...common} quotes={quotes} isMarkdown={false} rows={rowsFor(stored[name])} />;
  if (kind === "link")
    return <Field {...common} list={TARGETS} inputMode="url" autoComplete="off" spellCheck={false} />;
  return <LineField {...common} note={note} autoComplete="off" />;
}

interface FieldChoices {
  options: readonly Choice[];
  groups: TextFieldsProps["groups"];
  stored: string;
}

/** Options of a select, those of a choice always with the stored value; undefined for other kinds of fields. */
function choicesOf(kind: WordField["kind"], { options, groups, stored }: FieldChoices): readonly Choice[] | undefined {
  if (kind === "from") return rowsOfProducts.map(({ from, name }) => ({ value: from, name }));
  if (kind === "group" || kind === "faqGroup") return groups.map(({ id, name }) => ({ value: id, name }));
  if (kind === "visibility") return VISIBILITY;
  if (kind !== "choice") return undefined;
  if (options.some(({ value }) => value === stored)) return options;
  return [{ value: stored, name: stored === "" ? "Choose" : stored }, ...options];
}

const VISIBILITY: readonly Choice[] = [
  { value: "shown", name: "On the shop" },
  { value: "hidden", name: "Hidden" },
];

interface PictureFieldProps {
  stored: string;
  pictures: TextFieldsProps["pictures"];
  children(options: ReactNode): ReactNode;
}

/** Select for a stored picture, beside the current one; the current picture is an option even if it is not in the list. */
const PictureField = ({ stored, pictures, children }: PictureFieldProps) => (
  <div className="duo">
    {stored ? <img src={`/api${stored}?width=160`} alt="" loading="lazy" /> : <span className="duo__none" />}
    {children(
      [...new Set(["", stored, ...pictures.map(({ path }) => path)])].map((path) => (
        <option key={path} value={path}>
          {pictures.find((each) => each.path === path)?.alt || path.split("/").at(-1) || "None"}
        </option>
      )),
    )}
  </div>
);

const rowsFor = (text = ""): number => Math.min(8, Math.max(2, Math.ceil(text.length / 60)));

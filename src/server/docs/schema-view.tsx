import type { ReactNode } from "react";
import { fieldsOf, itemOf, nameOf, optionsOf, type Schema } from "./openapi";

interface FieldProps {
  name: string;
  required: boolean;
  note?: string;
  children: ReactNode;
}

export function Field({ name, required, note, children }: FieldProps) {
  return (
    <div>
      <dt>
        <code>{name}</code> {required && <span className="ref__must">required</span>}
        {note && <span className="muted"> {note}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Deepest nesting shown; guards against recursive schemas. */
const MAX_DEPTH = 8;

/** Schema of a value: its type, and its fields below. */
export function SchemaView({ schema, depth }: { schema: Schema; depth: number }) {
  const fields = Object.entries(fieldsOf(schema));
  const required = [schema, itemOf(schema)].flatMap((part) => part.required ?? []);
  return (
    <>
      <p>
        <Kind schema={schema} />
      </p>
      {fields.length > 0 && depth < MAX_DEPTH && (
        <dl className="ref__fields">
          {fields.map(([name, field]) => (
            <Field key={name} name={name} required={required.includes(name)}>
              {field.description && <p>{field.description}</p>}
              <SchemaView schema={field} depth={depth + 1} />
            </Field>
          ))}
        </dl>
      )}
    </>
  );
}

export function Kind({ schema }: { schema: Schema }) {
  const limits = limitsOf(schema);
  return (
    <>
      <KindName schema={schema} />
      {limits.length > 0 && <span className="muted">, {limits.join(", ")}</span>}
    </>
  );
}

function KindName({ schema }: { schema: Schema }): ReactNode {
  const { $ref, items, enum: values, const: only, additionalProperties, format } = schema;
  if ($ref) {
    const name = nameOf($ref);
    return <a href={`#thing-${name}`}>{name}</a>;
  }
  if (only !== undefined) return <code>{JSON.stringify(only)}</code>;
  if (values)
    return values.map((value, index) => [index > 0 && " | ", <code key={index}>{JSON.stringify(value)}</code>]);
  if (items)
    return (
      <>
        list of <KindName schema={items} />
      </>
    );
  const options = optionsOf(schema);
  if (options.length > 0)
    return options.map((option, index) => (
      <span key={index}>
        {index > 0 && (schema.allOf ? " and " : " or ")}
        <KindName schema={option} />
      </span>
    ));
  if (typeof additionalProperties === "object" && !schema.properties)
    return (
      <>
        map to <KindName schema={additionalProperties} />
      </>
    );
  const type = [schema.type ?? (schema.properties ? "object" : "anything")].flat().join(" or ");
  return format ? `${type} (${format})` : type;
}

/** Further limits of a value, as text. */
function limitsOf(schema: Schema): string[] {
  const range = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    // Integer schemas contain JavaScript's safe bounds, which are not shown.
    const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined;
    const high = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
    if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`];
    if (low !== undefined) return [`at least ${low}${unit}`];
    return high === undefined ? [] : [`at most ${high}${unit}`];
  };
  return [
    ...range(schema.minimum, schema.maximum, ""),
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minItems, schema.maxItems, " items"),
    ...(schema.pattern ? [`matches ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless given`]),
  ];
}

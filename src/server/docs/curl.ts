import { type Call, nameOf, optionsOf, type Schema } from "./openapi";

/** Deepest nesting of an example; guards against recursive schemas. */
const MAX_DEPTH = 8;

/** The curl command for a call, with example values. */
export function curlOf(
  { method, path, parameters = [], requestBody }: Call,
  base: string,
  schemas: Record<string, Schema>,
) {
  const example = (schema: Schema | undefined) => exampleOf(schema ?? {}, schemas, 0);
  const filledPath = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((filled, { name, schema }) => filled.replace(`{${name}}`, String(example(schema))), path);
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query" && parameter.required)
      .map(({ name, schema }): [string, string] => [name, String(example(schema))]),
  );
  const url = quoted(`${base}${filledPath}${query.size > 0 ? `?${query}` : ""}`);
  const body = requestBody?.content?.["application/json"]?.schema;
  return [
    method === "GET" ? `curl ${url}` : `curl -X ${method} ${url}`,
    ...(body ? [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(example(body), null, 2))}`] : []),
  ].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** An example value of a schema; the schema's own `example` if it has one. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth: number): unknown {
  const inner = (part: Schema) => exampleOf(part, schemas, depth + 1);
  const known = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (known !== undefined) return known;
  if (depth > MAX_DEPTH) return null;
  if (schema.$ref) return inner(schemas[nameOf(schema.$ref)] ?? {});
  const [option] = optionsOf(schema);
  if (option) return inner(option);
  if (schema.items) return [inner(schema.items)];
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name, part]) => schema.required?.includes(name) || part.example !== undefined)
        .map(([name, part]) => [name, inner(part)]),
    );
  const [type] = [schema.type ?? "string"].flat();
  if (type === "integer" || type === "number") return Math.max(schema.minimum ?? 1, 1);
  if (type === "boolean") return true;
  if (type === "object") return {};
  return schema.format === "email" ? "rider@example.com" : "text";
}

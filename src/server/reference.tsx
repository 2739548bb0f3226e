import { renderToStaticMarkup } from "react-dom/server";

/** As much of a JSON schema as our descriptions use. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content?: Content; required?: boolean };
  responses?: Record<string, { description?: string; content?: Content }>;
}

/** As much of an OpenAPI document as the reference shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string };
  paths?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

interface Page {
  document: ApiDocument;
  /** Where the calls are reached, without a slash at the end. */
  base: string;
  /** The address of its stylesheet. */
  style: string;
  /** A script that makes it handier; everything is there without. */
  script: string;
}

interface Call extends Operation {
  method: string;
  path: string;
  id: string;
}

/** The reference of all calls as one page. */
export const referencePage = (page: Page): string => `<!doctype html>${renderToStaticMarkup(<Reference {...page} />)}`;

function Reference({ document, base, style, script }: Page) {
  const { info, paths = {}, components } = document;
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => {
      const id = operation.operationId ?? `${method}${path}`.replace(/\W+/g, "-");
      return { ...operation, method: method.toUpperCase(), path, id };
    }),
  );
  const byTag = Map.groupBy(calls, ({ tags }) => tags?.[0] ?? "Other");
  const schemas = Object.entries(components?.schemas ?? {});

  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>{`${info.title} reference`}</title>
        <meta name="description" content={info.description} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {style && <link rel="stylesheet" href={style} />}
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to the calls
        </a>
        <div className="ref">
          <nav className="ref__nav" aria-label="Calls">
            <a href="/">Back to the shop</a>
            {[...byTag].map(([tag, own]) => (
              <div key={tag}>
                <p className="ref__tag">{tag}</p>
                <ul>
                  {own.map(({ id, method, path }) => (
                    <li key={id}>
                      <a href={`#${id}`}>
                        <Method name={method} /> <Path path={path} />
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            ))}
            <div>
              <p className="ref__tag">Things</p>
              <ul>
                {schemas.map(([name]) => (
                  <li key={name}>
                    <a href={`#thing-${name}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </div>
          </nav>
          <main className="ref__main" id="main">
            <h1>{info.title}</h1>
            <p>{info.description}</p>
            <p>
              All calls are below <code>{base}</code>. For programs the same is described in{" "}
              <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1). What a call declines is answered with a{" "}
              <a href="#thing-Problem">problem document</a>.
            </p>
            {[...byTag].map(([tag, own]) => (
              <section key={tag} aria-label={tag}>
                <h2>{tag}</h2>
                {own.map((call) => (
                  <CallArticle key={call.id} call={call} base={base} schemas={components?.schemas ?? {}} />
                ))}
              </section>
            ))}
            <section aria-label="Things">
              <h2>Things</h2>
              {schemas.map(([name, schema]) => (
                <article key={name} id={`thing-${name}`} className="ref__call">
                  <h3>{name}</h3>
                  {schema.description && <p>{schema.description}</p>}
                  <SchemaView schema={schema} depth={0} />
                </article>
              ))}
            </section>
          </main>
        </div>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

const Method = ({ name }: { name: string }) => <span className="ref__method">{name}</span>;

/** A path may break after its slashes. */
const Path = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, place) => (
    <span key={place}>
      {part}
      <wbr />
    </span>
  ));

interface CallProps {
  call: Call;
  base: string;
  schemas: Record<string, Schema>;
}

function CallArticle({ call, base, schemas }: CallProps) {
  const { id, method, path, summary, description, parameters = [], requestBody, responses = {} } = call;
  return (
    <article className="ref__call" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{summary ?? path}</h3>
      <p>
        <Method name={method} />{" "}
        <code>
          <Path path={path} />
        </code>
      </p>
      {description && <p>{description}</p>}
      <pre className="ref__curl" data-copy="" tabIndex={0} aria-label="As a command">
        <code>{curlOf(call, base, schemas)}</code>
      </pre>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <dl className="ref__fields">
            {parameters.map(({ name, in: place, required, description: words, schema = {} }) => (
              <Field key={name} name={name} required={required ?? false} note={`in the ${place}`}>
                <Kind schema={schema} />
                {(words ?? schema.description) && <p>{words ?? schema.description}</p>}
              </Field>
            ))}
          </dl>
        </>
      )}
      {requestBody && (
        <>
          <h4>Body</h4>
          <ContentView content={requestBody.content} />
        </>
      )}
      <h4>Answers</h4>
      {Object.entries(responses).map(([status, { description: words, content }]) => (
        <details key={status} className="ref__answer" open={status === "200"}>
          <summary>
            <b>{status}</b> {words && <Words text={words} />}
          </summary>
          <ContentView content={content} />
        </details>
      ))}
    </article>
  );
}

/** Words in which `code` stands between backticks. */
const Words = ({ text }: { text: string }) =>
  text.split("`").map((part, place) => (place % 2 === 1 ? <code key={place}>{part}</code> : part));

function ContentView({ content = {} }: { content?: Content | undefined }) {
  const kinds = Object.entries(content);
  if (kinds.length === 0) return <p className="muted">Without a body.</p>;
  return kinds.map(([type, { schema }]) => (
    <div key={type}>
      <p className="ref__type">{type}</p>
      {schema && <SchemaView schema={schema} depth={0} />}
    </div>
  ));
}

interface FieldProps {
  name: string;
  required: boolean;
  note?: string;
  children: React.ReactNode;
}

function Field({ name, required, note, children }: FieldProps) {
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

/** Deeper than this nothing of ours goes. */
const DEEPEST = 8;

/** What a value looks like: its kind, and its fields below. */
function SchemaView({ schema, depth }: { schema: Schema; depth: number }) {
  const fields = Object.entries(fieldsOf(schema));
  const required = [schema, itemOf(schema)].flatMap((part) => part.required ?? []);
  return (
    <>
      <p>
        <Kind schema={schema} />
      </p>
      {fields.length > 0 && depth < DEEPEST && (
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

/** The item of a list, through lists of lists; else the thing itself. */
const itemOf = (schema: Schema): Schema => (schema.items ? itemOf(schema.items) : schema);

const optionsOf = ({ anyOf, oneOf, allOf }: Schema): Schema[] => anyOf ?? oneOf ?? allOf ?? [];

/** The fields of an object, of a list's items, of a map's values, or of the one option that has any. */
function fieldsOf(schema: Schema): Record<string, Schema> {
  const item = itemOf(schema);
  if (item.properties) return item.properties;
  if (typeof item.additionalProperties === "object") return fieldsOf(item.additionalProperties);
  return Object.assign({}, ...optionsOf(item).map(fieldsOf)) as Record<string, Schema>;
}

function Kind({ schema }: { schema: Schema }) {
  const limits = limitsOf(schema);
  return (
    <>
      <KindName schema={schema} />
      {limits.length > 0 && <span className="muted">, {limits.join(", ")}</span>}
    </>
  );
}

function KindName({ schema }: { schema: Schema }): React.ReactNode {
  const { $ref, items, enum: values, const: only, additionalProperties, format } = schema;
  if ($ref) {
    const name = nameOf($ref);
    return <a href={`#thing-${name}`}>{name}</a>;
  }
  if (only !== undefined) return <code>{JSON.stringify(only)}</code>;
  if (values)
    return values.map((value, place) => [place > 0 && " | ", <code key={place}>{JSON.stringify(value)}</code>]);
  if (items)
    return (
      <>
        list of <KindName schema={items} />
      </>
    );
  const options = optionsOf(schema);
  if (options.length > 0)
    return options.map((option, place) => (
      <span key={place}>
        {place > 0 && (schema.allOf ? " and " : " or ")}
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

const nameOf = (reference: string): string => reference.split("/").at(-1) ?? reference;

/** What else is asked of a value, in words. */
function limitsOf(schema: Schema): string[] {
  const between = (least: number | undefined, most: number | undefined, unit: string): string[] => {
    // Whole numbers come with the bounds of what JavaScript can count.
    const low = least !== undefined && least > Number.MIN_SAFE_INTEGER ? least : undefined;
    const high = most !== undefined && most < Number.MAX_SAFE_INTEGER ? most : undefined;
    if (low !== undefined && high !== undefined) return [`${low} to ${high}${unit}`];
    if (low !== undefined) return [`at least ${low}${unit}`];
    return high === undefined ? [] : [`at most ${high}${unit}`];
  };
  return [
    ...between(schema.minimum, schema.maximum, ""),
    ...between(schema.minLength, schema.maxLength, " characters"),
    ...between(schema.minItems, schema.maxItems, " items"),
    ...(schema.pattern ? [`matches ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} unless given`]),
  ];
}

/** A command that makes the call, with examples for what has to be there. */
function curlOf({ method, path, parameters = [], requestBody }: Call, base: string, schemas: Record<string, Schema>) {
  const example = (schema: Schema | undefined) => exampleOf(schema ?? {}, schemas, 0);
  const filled = parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((sofar, { name, schema }) => sofar.replace(`{${name}}`, String(example(schema))), path);
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query" && parameter.required)
      .map(({ name, schema }): [string, string] => [name, String(example(schema))]),
  );
  const address = quoted(`${base}${filled}${query.size > 0 ? `?${query}` : ""}`);
  const body = requestBody?.content?.["application/json"]?.schema;
  return [
    method === "GET" ? `curl ${address}` : `curl -X ${method} ${address}`,
    ...(body ? [`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(example(body), null, 2))}`] : []),
  ].join(" \\\n  ");
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A value that looks like the schema: its own example where it has one. */
function exampleOf(schema: Schema, schemas: Record<string, Schema>, depth: number): unknown {
  const inner = (part: Schema) => exampleOf(part, schemas, depth + 1);
  const given = schema.example ?? schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0];
  if (given !== undefined) return given;
  if (depth > DEEPEST) return null;
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

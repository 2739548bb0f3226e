import { curlOf } from "./curl";
import type { Call, Content, Operation, Parameter, Schema } from "./openapi";
import { Field, Kind, SchemaView } from "./schema-view";

export const Method = ({ name }: { name: string }) => <span className="ref__method">{name}</span>;

/** Shows a path that may wrap after its slashes. */
export const Path = ({ path }: { path: string }) =>
  path.split(/(?<=\/)/).map((part, index) => (
    <span key={index}>
      {part}
      <wbr />
    </span>
  ));

interface CallProps {
  call: Call;
  base: string;
  schemas: Record<string, Schema>;
}

export function CallArticle({ call, base, schemas }: CallProps) {
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
      {parameters.length > 0 && <ParameterList parameters={parameters} />}
      {requestBody && (
        <>
          <h4>Body</h4>
          <ContentView content={requestBody.content} />
        </>
      )}
      <h4>Answers</h4>
      {Object.entries(responses).map(([status, response]) => (
        <ResponseDetails key={status} status={status} response={response} />
      ))}
    </article>
  );
}

const ParameterList = ({ parameters }: { parameters: Parameter[] }) => (
  <>
    <h4>Parameters</h4>
    <dl className="ref__fields">
      {parameters.map(({ name, in: location, required = false, description, schema = {} }) => (
        <Field key={name} name={name} required={required} note={`in the ${location}`}>
          <Kind schema={schema} />
          {(description ?? schema.description) && <p>{description ?? schema.description}</p>}
        </Field>
      ))}
    </dl>
  </>
);

interface ResponseDetailsProps {
  status: string;
  response: NonNullable<Operation["responses"]>[string];
}

const ResponseDetails = ({ status, response: { description, content } }: ResponseDetailsProps) => (
  <details className="ref__answer" open={status === "200"}>
    <summary>
      <b>{status}</b> {description && <CodeText text={description} />}
    </summary>
    <ContentView content={content} />
  </details>
);

/** Shows a text, with the parts between backticks as code. */
const CodeText = ({ text }: { text: string }) =>
  text.split("`").map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

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

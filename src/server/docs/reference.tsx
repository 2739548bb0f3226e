import { renderToStaticMarkup } from "react-dom/server";
import { CallArticle, Method, Path } from "./call-article";
import { type ApiDocument, type Call, callsOf, type Schema } from "./openapi";
import { SchemaView } from "./schema-view";

interface Page {
  document: ApiDocument;
  /** Base address of the calls, without a trailing slash. */
  base: string;
  /** Address of the page's stylesheet. */
  style: string;
  /** Source of the page's script, such as its copy buttons; the page works without it. */
  script: string;
}

/** API reference of all calls as one page. */
export const referencePage = (page: Page): string => `<!doctype html>${renderToStaticMarkup(<Reference {...page} />)}`;

type CallsByTag = Map<string, Call[]>;

function Reference({ document, base, style, script }: Page) {
  const { info, components } = document;
  const byTag: CallsByTag = Map.groupBy(callsOf(document), ({ tags }) => tags?.[0] ?? "Other");
  const schemas = components?.schemas ?? {};
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
          <Contents byTag={byTag} names={Object.keys(schemas)} />
          <main className="ref__main" id="main">
            <h1>{info.title}</h1>
            <p>{info.description}</p>
            <p>
              All calls are below <code>{base}</code>. For programs the same is described in{" "}
              <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1). What a call declines is answered with a{" "}
              <a href="#thing-Problem">problem document</a>.
            </p>
            {[...byTag].map(([tag, calls]) => (
              <section key={tag} aria-label={tag}>
                <h2>{tag}</h2>
                {calls.map((call) => (
                  <CallArticle key={call.id} call={call} base={base} schemas={schemas} />
                ))}
              </section>
            ))}
            <SchemaSection schemas={schemas} />
          </main>
        </div>
        <script dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

const Contents = ({ byTag, names }: { byTag: CallsByTag; names: string[] }) => (
  <nav className="ref__nav" aria-label="Calls">
    <a href="/">Back to the shop</a>
    {[...byTag].map(([tag, calls]) => (
      <div key={tag}>
        <p className="ref__tag">{tag}</p>
        <ul>
          {calls.map(({ id, method, path }) => (
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
        {names.map((name) => (
          <li key={name}>
            <a href={`#thing-${name}`}>{name}</a>
          </li>
        ))}
      </ul>
    </div>
  </nav>
);

const SchemaSection = ({ schemas }: { schemas: Record<string, Schema> }) => (
  <section aria-label="Things">
    <h2>Things</h2>
    {Object.entries(schemas).map(([name, schema]) => (
      <article key={name} id={`thing-${name}`} className="ref__call">
        <h3>{name}</h3>
        {schema.description && <p>{schema.description}</p>}
        <SchemaView schema={schema} depth={0} />
      </article>
    ))}
  </section>
);

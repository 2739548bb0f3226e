import { RouterContextProvider, type ServerBuild, createRequestHandler } from "react-router";
import { addressContext, sessionContext } from "~/back-office/context";
import { backOfficeBuild } from "~/back-office/back-office-build";
import { documentPolicy } from "~/rendering/document-context";
import { type Services, services } from "~/services";
import type { Member } from "~/shop/members/member";

const asset = { module: "/module.js", imports: [], css: [] };

/** Renders the real screens of the back office for a signed-in member, without a session: for tests of their content and acts. */
export function officeAs(shop: Services, member: Member, confirmedAt = new Date()) {
  const { routes } = backOfficeBuild({} as ServerBuild["assets"]);
  const listed = Object.values(routes).map((route) => {
    const { module, ...rest } = route ?? { module: {} };
    return [route?.id ?? "", { ...rest, ...asset, hasAction: "action" in module, hasLoader: "loader" in module }];
  });
  const assets = { version: "test", url: "/manifest.js", entry: asset, routes: Object.fromEntries(listed) };
  const handle = createRequestHandler(backOfficeBuild(assets as unknown as ServerBuild["assets"]));

  async function fetched(path: string, init?: RequestInit): Promise<Response> {
    const context = new RouterContextProvider();
    context.set(services, shop);
    context.set(documentPolicy, () => "");
    context.set(sessionContext, { id: "session", member: { ...member, confirmedAt }, confirmedAt });
    context.set(addressContext, `/back-office${path}`);
    return handle(new Request(`http://localhost/back-office${path === "/" ? "" : path}`, init), context);
  }

  return {
    fetch: fetched,
    /** Text of a screen, without markup. */
    async text(path: string): Promise<string> {
      return wordsIn(await (await fetched(path)).text());
    },
    /** Posts a form like a browser without script. */
    post: (path: string, fields: Record<string, string> | [string, string][]) =>
      fetched(path, { method: "POST", headers: { origin: "http://localhost" }, body: new URLSearchParams(fields) }),
  };
}

/** Path that an answer redirects to, within the back office. */
export const place = (answer: Response): string => (answer.headers.get("location") ?? "").replace("/back-office", "");

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };

/** Text of a page's body, with words separated by single spaces. */
export const wordsIn = (html: string): string =>
  html
    .replace(/^[\s\S]*?<body[^>]*>/, "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<(script|style|svg)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<\/?(b|mark|ins|a)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, " ")
    .trim();

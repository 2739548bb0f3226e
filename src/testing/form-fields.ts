/** The fields of a form as a browser without script sends them. */
export function fieldsIn(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of html.matchAll(/<input[^>]*>/g)) {
    const at = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const type = at("type");
    if ((type === "checkbox" || type === "radio") && !tag.includes(" checked")) continue;
    const name = at("name");
    if (name) fields[name] = text(at("value"));
  }
  for (const [, name = "", value] of html.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>([^<]*)/g))
    fields[name] = text(value);
  for (const [, name = "", options = ""] of html.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
    fields[name] = text(
      /<option(?: value="([^"]*)")? selected=""[^>]*>([^<]*)/
        .exec(options)
        ?.slice(1)
        .find((part) => part !== undefined),
    );
  return fields;
}

const text = (value = "") => value.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

/** The form of a page that has this text in it, or its first one below the frame. */
export const formIn = (html: string, mark = ""): string =>
  html
    .slice(html.indexOf("<main"))
    .match(/<form[\s\S]*?<\/form>/g)
    ?.find((form) => form.includes(mark)) ?? "";

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", "#x2F": "/" };
const text = (value = ""): string => value.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** Fields in HTML that a browser without script would send; with a form's id, only the fields of that form. */
export function fieldsIn(html: string, form?: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const body = html.slice(Math.max(0, html.indexOf("<main")));
  const from = form === undefined ? -1 : body.search(new RegExp(`<form[^>]* id="${form}"`));
  const to = from < 0 ? -1 : body.indexOf("</form>", from);
  for (const { 0: whole, index } of body.matchAll(/<input[^>]*>|<(textarea|select)\b[^>]*>[\s\S]*?<\/\1>/g)) {
    const tag = whole.slice(0, whole.indexOf(">") + 1);
    const at = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const name = at("name");
    // A field belongs to a form by its `form` attribute, or because it is inside the form element.
    const isMeant = form === undefined || tag.includes(` form="${form}"`) || (index > from && index < to);
    if (name === undefined || tag.includes(" disabled") || !isMeant) continue;
    const type = at("type");
    if ((type === "checkbox" || type === "radio") && !tag.includes(" checked")) continue;
    // Browsers take line breaks out of a field of one line, but not out of a hidden one.
    const kept = (value: string) => (type === "hidden" ? value : value.replace(/[\r\n]/g, ""));
    fields[text(name)] = whole.startsWith("<input") ? kept(text(at("value"))) : chosenIn(whole);
  }
  return fields;
}

function chosenIn(control: string): string {
  if (control.startsWith("<textarea")) return text(/^<textarea[^>]*>\n?([\s\S]*)<\/textarea>$/.exec(control)?.[1]);
  return text(
    /<option(?: value="([^"]*)")? selected=""[^>]*>([^<]*)/
      .exec(control)
      ?.slice(1)
      .find((each) => each !== undefined),
  );
}

/** The first form of a page that contains this text; without a text, the first form below the frame. */
export const formIn = (html: string, mark = ""): string =>
  html
    .slice(html.indexOf("<main"))
    .match(/<form[\s\S]*?<\/form>/g)
    ?.find((form) => form.includes(mark)) ?? "";

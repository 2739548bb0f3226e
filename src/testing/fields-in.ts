const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", "#x2F": "/" };
const text = (value = ""): string => value.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** The fields of a page as a browser without script would send them; with a form's id, those that belong to it. */
export function fieldsIn(html: string, form?: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const body = html.slice(html.indexOf("<main"));
  for (const [whole] of body.matchAll(/<input[^>]*>|<(textarea|select)\b[^>]*>[\s\S]*?<\/\1>/g)) {
    const tag = whole.slice(0, whole.indexOf(">") + 1);
    const at = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const name = at("name");
    if (name === undefined || tag.includes(" disabled") || (form !== undefined && !isOf(tag, body, whole, form)))
      continue;
    const type = at("type");
    if ((type === "checkbox" || type === "radio") && !tag.includes(" checked")) continue;
    fields[text(name)] = whole.startsWith("<input") ? text(at("value")) : chosenIn(whole);
  }
  return fields;
}

/** Whether a field belongs to a form: by its own word, or by standing in it. */
function isOf(tag: string, body: string, whole: string, form: string): boolean {
  if (tag.includes(` form="${form}"`)) return true;
  const start = body.search(new RegExp(`<form[^>]* id="${form}"`));
  const at = body.indexOf(whole);
  return start >= 0 && at > start && at < body.indexOf("</form>", start);
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

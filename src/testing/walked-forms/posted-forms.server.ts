import { attributeOf } from "../html";

/** A form of a page as a browser would send it: its address within the back office, and its fields by name. */
export interface PostedForm {
  to: string;
  fields: [name: string, value: string][];
}

const ENTITIES: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">", "#x2F": "/" };
const decoded = (text: string): string =>
  text.replace(/&([#\w]+);/g, (entity, name: string) => ENTITIES[name] ?? entity);

/** All forms of a page that post to a screen, each with its fields, also those outside of the form's element. */
export function postedForms(html: string, path: string): PostedForm[] {
  const main = html.slice(html.indexOf("<body"));
  return [...main.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].flatMap(({ 0: form }) => {
    const tag = form.slice(0, form.indexOf(">") + 1);
    if (attributeOf(tag, "method") !== "post" || attributeOf(tag, "enctype") === "multipart/form-data") return [];
    const id = attributeOf(tag, "id");
    const outside = id === undefined ? [] : [...main.replace(form, "").matchAll(control)].map(([whole]) => whole);
    const own = [...form.matchAll(control)].map(([whole]) => whole).filter((each) => !/^<[^>]*\sform="/.test(each));
    const all = [...own, ...outside.filter((each) => attributeOf(each, "form") === id)];
    const to = (attributeOf(tag, "action") ?? path).replace(/^\/back-office/, "");
    return [{ to: to === "" ? "/" : to, fields: all.flatMap(sentBy) }];
  });
}

const control = /<input\b[^>]*>|<(textarea|select)\b[^>]*>[\s\S]*?<\/\1>/g;

function sentBy(element: string): [string, string][] {
  const tag = element.slice(0, element.indexOf(">") + 1);
  const name = attributeOf(tag, "name");
  if (name === undefined || / disabled(=|>|\s)/.test(tag)) return [];
  const type = attributeOf(tag, "type");
  if (type === "file") return [];
  if ((type === "checkbox" || type === "radio") && !/ checked(=|>|\s|\/)/.test(tag)) return [];
  if (element.startsWith("<input")) return [[name, attributeOf(tag, "value") ?? (type === "checkbox" ? "on" : "")]];
  if (element.startsWith("<textarea"))
    return [[name, decoded(/^<textarea[^>]*>\n?([\s\S]*)<\/textarea>$/.exec(element)?.[1] ?? "")]];
  const options = [...element.matchAll(/<option\b([^>]*)>([^<]*)/g)];
  const chosen = options.find(([, attributes = ""]) => / selected/.test(attributes)) ?? options[0];
  if (!chosen) return [];
  return [[name, decoded(/ value="([^"]*)"/.exec(` ${chosen[1]}`)?.[1] ?? chosen[2] ?? "")]];
}

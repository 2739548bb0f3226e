import { byName } from "./by-name";
import { type DrawnElement, drawsTooMuch, type Reach } from "./drawn-amount";

/** SVG elements that only draw. Names with a prefix are refused, because a prefix can mean any namespace. */
const ELEMENTS = new Set(
  `svg g defs symbol use switch title desc style path rect circle ellipse line polyline polygon text tspan textPath marker
  linearGradient radialGradient stop pattern clipPath mask filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow
  feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence`.split(
    /\s+/,
  ),
);
const SVG = "http://www.w3.org/2000/svg";

const PROLOG =
  /^\uFEFF?(?:<\?xml version=["']1\.\d["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["']\w+["'])?\s*\?>)?/i;
const COMMENT = /<!--(?!-?>)(?:(?!--)[^])*-->/y;
const TAG = /<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const ATTRIBUTE = /(?<![\w:.-])([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const TEXT = /[^<]+/y;

/**
 * Whether an SVG only draws, in bounds: it has no scripts, links or external files, nothing that parsers read differently, no `use` of
 * what contains a `use`, and no references that multiply what is drawn. Text that this strict parser cannot read is refused.
 */
export function isHarmlessDrawing(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return false;
  }
  let at = PROLOG.exec(text)?.[0].length ?? 0;
  const open: string[] = [];
  let isDrawn = false;
  // Text of the style element so far: parsers join it across comments and elements inside.
  let style = "";
  const elements = elementsRead();
  const next = (piece: RegExp) => {
    piece.lastIndex = at;
    const found = piece.exec(text);
    if (found) at = piece.lastIndex;
    return found;
  };
  while (at < text.length) {
    const words = next(TEXT)?.[0];
    if (words !== undefined) {
      if (open.length === 0 && words.trim() !== "") return false;
      if (open.at(-1) === "style") style += decoded(words);
      continue;
    }
    if (next(COMMENT)) continue;
    const [, end, name = "", attributes = "", isEmpty] = next(TAG) ?? [];
    if (!ELEMENTS.has(name)) return false;
    if (end) {
      if (open.pop() !== name || attributes || isEmpty) return false;
      if (name === "style" && !isHarmlessStyle(style)) return false;
      elements.leave();
    } else {
      const own = attributesIn(attributes);
      if ((open.length === 0 && (isDrawn || name !== "svg")) || !own.every(isHarmlessAttribute)) return false;
      elements.enter(name, own, attributes.length);
      if (isEmpty) elements.leave();
      else open.push(name);
    }
    isDrawn = true;
  }
  return isDrawn && open.length === 0 && elements.areBounded(style);
}

interface Attribute {
  name: string;
  /** Name without prefix, in small letters. */
  local: string;
  value: string;
}

const attributesIn = (text: string): Attribute[] =>
  Array.from(text.matchAll(ATTRIBUTE), ([, name = "", double, single = ""]) => ({
    name,
    local: (name.split(":").at(-1) ?? "").toLowerCase(),
    value: decoded(double ?? single),
  }));

/** Elements that a style sheet may refer to: its rules can match any element, also those inside what they refer to. */
const LEAVES: ReadonlySet<string> = new Set(["linearGradient", "radialGradient", "filter"]);

/** Records the elements of a drawing with their references to each other. */
function elementsRead() {
  const elements: DrawnElement[] = [];
  const open: DrawnElement[] = [];
  return {
    enter(name: string, attributes: readonly Attribute[], letters: number) {
      const ids = attributes.filter(({ local }) => local === "id").map(({ value }) => value);
      const element = {
        name,
        ids,
        letters: name.length + letters,
        refers: referencesIn(attributes),
        points: pointsIn(attributes),
        end: 0,
      };
      elements.push(element);
      open.push(element);
    },
    leave() {
      const left = open.pop();
      if (left) left.end = elements.length;
    },
    /** Whether no `use` draws another one, style sheets refer to what draws nothing further, and references draw little again. */
    areBounded(style: string) {
      const used = new Set(
        elements.filter(({ name }) => name === "use").flatMap(({ refers }) => refers.map(({ to }) => to)),
      );
      let usesUntil = 0;
      for (const [at, { name, ids, end }] of elements.entries()) {
        if (ids.some((id) => used.has(id))) usesUntil = Math.max(usesUntil, end);
        if (name === "use" && at < usesUntil) return false;
      }
      const styled = new Set(urlsIn(style));
      return (
        elements.every(({ name, ids }) => LEAVES.has(name) || !ids.some((id) => styled.has(id))) &&
        !drawsTooMuch(elements)
      );
    },
  };
}

const referencesIn = (attributes: readonly Attribute[]): { to: string; reach: Reach }[] =>
  attributes.flatMap(({ local, value }) => {
    if (local === "href") return [{ to: idIn(value.slice(1)), reach: "once" as const }];
    const named = local === "style" ? value : local;
    const reach = /marker/i.test(named) ? "points" : /fill|stroke/i.test(named) ? "inherited" : "once";
    return urlsIn(value).map((to) => ({ to, reach }));
  });

/** Upper bound of the points of an element's line. */
const pointsIn = (attributes: readonly Attribute[]): number =>
  attributes
    .filter(({ local }) => local === "d" || local === "points")
    .reduce((points, { value }) => points + (value.match(/\d+/g)?.length ?? 0), 0);

const urlsIn = (style: string): string[] =>
  Array.from(style.matchAll(/url\(\s*(?:["']\s*)?#([^"')]*)/gi), ([, id = ""]) => idIn(id));

/** The id that a fragment means: browsers leave out tabs and line ends, and decode what stands behind a percent sign. */
function idIn(fragment: string): string {
  const id = fragment.replaceAll(/[\t\n\r]/g, "").trim();
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

function isHarmlessAttribute({ name, local, value }: Attribute): boolean {
  if (name === "xmlns") return value === SVG;
  // Another base would make a link to a part of the drawing one to another file.
  if (name.toLowerCase() === "xml:base") return false;
  if (local.startsWith("on")) return false;
  return local === "href" || local === "src" ? value.startsWith("#") : isHarmlessStyle(value);
}

const NAMED = byName<string>({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" });

/** Decodes a text like an XML parser; entities that the document would have to declare are left unchanged. */
const decoded = (text: string): string =>
  text.replace(
    /&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|(\w+));/gi,
    (written, hex?: string, decimal?: string, name = "") => {
      const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
      if (hex || decimal) return code <= 0x10ffff ? String.fromCodePoint(code) : written;
      return NAMED[name as string] ?? written;
    },
  );

/** Whether a style, or an attribute used as one, refers only to parts of the drawing itself, and to them where it stands. */
const isHarmlessStyle = (style: string): boolean =>
  !/\\|@import|\binherit\b|\bvar\(|url\(\s*["']?(?!\s*["']?#)|(?:image|image-set|src)\(|javascript:|expression\(/i.test(
    style,
  );

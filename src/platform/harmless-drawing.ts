import { byName } from "./by-name";

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
 * Whether an SVG only draws: it has no scripts, links or external files, nothing that parsers read differently, and no `use` of
 * what contains a `use`, because each level would multiply what is drawn. Text that this strict parser cannot read is refused.
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
  const uses = openUses();
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
      uses.leave();
    } else {
      const own = attributesIn(attributes);
      if ((open.length === 0 && (isDrawn || name !== "svg")) || !own.every(isHarmlessAttribute)) return false;
      uses.enter(name, own);
      if (isEmpty) uses.leave();
      else open.push(name);
    }
    isDrawn = true;
  }
  return isDrawn && open.length === 0 && !uses.areNested();
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

/** Records which elements contain a `use`, and which are used. */
function openUses() {
  const open: string[] = [];
  const containing = new Set<string>();
  const used = new Set<string>();
  return {
    enter(element: string, attributes: readonly Attribute[]) {
      open.push(attributes.find(({ local }) => local === "id")?.value ?? "");
      if (element !== "use") return;
      for (const id of open) containing.add(id);
      for (const { local, value } of attributes) if (local === "href") used.add(value.slice(1));
    },
    leave: () => void open.pop(),
    areNested: () => [...used].some((id) => id !== "" && containing.has(id)),
  };
}

function isHarmlessAttribute({ name, local, value }: Attribute): boolean {
  if (name === "xmlns") return value === SVG;
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

/** Whether a style, or an attribute used as one, refers only to parts of the drawing itself. */
const isHarmlessStyle = (style: string): boolean =>
  !/\\|@import|url\(\s*["']?(?!\s*["']?#)|(?:image|image-set|src)\(|javascript:|expression\(/i.test(style);

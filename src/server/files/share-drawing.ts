import { type Outlines, openOutlines } from "~/platform/outlines.server";
import type { Drawings } from "~/platform/composed-pictures.server";
import { SHARE_SIZE } from "~/shop/head";
import type { ShareTexts } from "~/shop/share-picture.server";
import { DRAWN_LETTERS, DRAWN_NAME, LOGO_LETTERS, LOGO_SIZE, MARK_RING, MARK_WHEEL } from "~/ui/logo-paths";

const { width: WIDTH, height: HEIGHT } = SHARE_SIZE;
/** Margin on which the mark, the title and the price start, in pixels. */
const MARGIN = 64;
/** Width of the column of texts, in pixels. */
const COLUMN = 500;
/** Share of the height that a cut-out fills. */
const FILL = 0.86;
/** Center and greatest width of a cut-out, in pixels, right of the column. */
const CUT_OUT = { x: 872, width: 560 };

/** Font sizes and heights of lines in pixels. */
const LOGO_HEIGHT = 60;
const TITLE = { largest: 132, smallest: 50, step: 2, leading: 0.9, lines: 4, height: 310 };
const PRICE = { size: 72, before: 46, gap: 20, above: 34 };
/** Height of capitals in ems, and of the strike through a former price. */
const CAPITALS = 0.7;
const STRIKE = 0.33;

/** Colors of the look, whose style sheets an SVG without a page cannot read. */
const COLOR = { bone: "#ede7db", dust: "#aaa193", ember: "#f07a48", coal: "#0c0b0a" };

/** Plate behind products, as in the style sheets, with its light where the product stands. */
const PLATE = svg(`<defs>
<radialGradient id="light" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="1" gradientTransform="translate(${CUT_OUT.x} ${HEIGHT * 0.38}) scale(${WIDTH * 0.62} ${HEIGHT * 0.8})">
<stop offset="0" stop-color="#83786a"/><stop offset=".6" stop-color="#5b5349"/><stop offset="1" stop-color="#423c35"/></radialGradient>
<linearGradient id="floor" x2="0" y2="1"><stop offset=".64" stop-color="#0c0805" stop-opacity="0"/><stop offset="1" stop-color="#0c0805" stop-opacity=".34"/></linearGradient>
</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#light)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#floor)"/>`);

/** Shade under the texts, so that they are legible over a photograph, too. */
const SHADE = `<defs><linearGradient id="shade"><stop offset="0" stop-color="${COLOR.coal}" stop-opacity=".8"/><stop offset=".32" stop-color="${COLOR.coal}" stop-opacity=".58"/><stop offset=".66" stop-color="${COLOR.coal}" stop-opacity="0"/></linearGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#shade)"/>`;

/** Drawings under and over the picture of a link preview. */
export async function shareDrawings(texts: ShareTexts): Promise<Drawings> {
  const outlines = await openOutlines();
  const over = [SHADE, logo(outlines, texts.shopName), ...titleAndPrice(outlines, texts)].join("");
  return {
    under: PLATE,
    over: svg(over),
    size: SHARE_SIZE,
    box: { x: CUT_OUT.x, y: HEIGHT / 2, width: CUT_OUT.width, height: Math.round(HEIGHT * FILL) },
  };
}

/** Mark and name at the top of the column. A long name is drawn smaller. */
function logo(outlines: Outlines, shopName: string): string {
  const name = shopName.trim();
  const scale = LOGO_HEIGHT / LOGO_SIZE.height;
  const size = LOGO_SIZE.height * 0.8;
  const room = COLUMN / scale - LOGO_LETTERS.x;
  const fitting = Math.min(size, (size * room) / Math.max(1, outlines.widthOf(upper(name), size)));
  const baseline = LOGO_SIZE.height / 2 + (fitting * CAPITALS) / 2;
  const letters = name === DRAWN_NAME ? DRAWN_LETTERS : outlines.pathOf(upper(name), LOGO_LETTERS.x, baseline, fitting);
  return `<g transform="translate(${MARGIN} ${MARGIN - 4}) scale(${scale})" fill="${COLOR.bone}"><path fill-rule="evenodd" d="${MARK_RING}"/><path d="${MARK_WHEEL}"/><path fill-rule="${name === DRAWN_NAME ? "evenodd" : "nonzero"}" d="${letters}"/></g>`;
}

/** Title above the price, both at the foot of the column. */
function titleAndPrice(outlines: Outlines, { title, price, was }: ShareTexts): string[] {
  const foot = HEIGHT - MARGIN;
  const { lines, size } = fittedLines(outlines, upper(title));
  const last = price ? foot - PRICE.size * CAPITALS - PRICE.above : foot;
  const drawn = lines.map((line, at) => {
    const baseline = last - (lines.length - 1 - at) * size * TITLE.leading;
    return path(outlines.pathOf(line, MARGIN - size * 0.02, baseline, size), COLOR.bone);
  });
  if (!price) return drawn;
  drawn.push(path(outlines.pathOf(price, MARGIN, foot, PRICE.size), was ? COLOR.ember : COLOR.bone));
  if (!was) return drawn;
  const from = MARGIN + outlines.widthOf(price, PRICE.size) + PRICE.gap;
  drawn.push(
    path(outlines.pathOf(was, from, foot, PRICE.before), COLOR.dust),
    path(strike(from, foot - PRICE.before * STRIKE, outlines.widthOf(was, PRICE.before)), COLOR.dust),
  );
  return drawn;
}

/** Lines of a title in the largest size in which it fits the column; in the smallest one it ends with an ellipsis. */
export function fittedLines(outlines: Outlines, title: string): { lines: string[]; size: number } {
  for (let size = TITLE.largest; size > TITLE.smallest; size -= TITLE.step) {
    const lines = wrapped(outlines, title, size);
    const isNarrow = lines.every((line) => outlines.widthOf(line, size) <= COLUMN);
    if (isNarrow && lines.length <= TITLE.lines && lines.length * size * TITLE.leading <= TITLE.height)
      return { lines, size };
  }
  const size = TITLE.smallest;
  const lines = wrapped(outlines, title, size);
  const most = Math.floor(TITLE.height / (size * TITLE.leading));
  const shown = lines.slice(0, most).map((line) => shortened(outlines, line, size));
  if (lines.length > most) shown.push(shortened(outlines, `${shown.pop()}…`, size));
  return { lines: shown, size };
}

/** Words of a text in lines of the column's width; a word that is wider has a line of its own. */
function wrapped(outlines: Outlines, text: string, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && outlines.widthOf(`${last} ${word}`, size) <= COLUMN)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** Line that is not wider than the column: its end is replaced by an ellipsis. */
function shortened(outlines: Outlines, line: string, size: number): string {
  let shown = line;
  while (outlines.widthOf(shown, size) > COLUMN) shown = `${[...shown.replace(/…$/, "")].slice(0, -1).join("")}…`;
  return shown;
}

const upper = (text: string): string => text.toLocaleUpperCase("en-US");
const path = (d: string, color: string): string => `<path fill="${color}" d="${d}"/>`;
const strike = (x: number, y: number, width: number): string => `M${x} ${y - 2}h${width}v4h${-width}z`;

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`;
}

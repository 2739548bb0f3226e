import { byName } from "~/platform/by-name";
import { COLOR_NAMES } from "./color-names";

/** Color words of riding gear with their usual color; they take precedence over CSS color names. */
const WORDS = byName<string>({
  black: "#121212",
  "jet black": "#0a0a0a",
  "washed black": "#2e2c2b",
  onyx: "#16161a",
  ebony: "#1e1a17",
  coal: "#1b1a19",
  carbon: "#26272a",
  charcoal: "#36383b",
  graphite: "#41444a",
  gunmetal: "#3b4046",
  anthracite: "#383e42",
  asphalt: "#4a4b4d",
  slate: "#5a6570",
  ash: "#8f8f8b",
  smoke: "#848884",
  stone: "#a39e93",
  concrete: "#95938f",
  cement: "#95938f",
  gray: "#7d7d7d",
  heather: "#9a9ba0",
  steel: "#71797e",
  chrome: "#c3c6ca",
  silver: "#c0c0c0",
  pewter: "#8e9294",
  titanium: "#878681",
  white: "#f7f7f4",
  "off white": "#f2eee3",
  bone: "#e3dac9",
  ivory: "#f4efdf",
  cream: "#f3e9d2",
  ecru: "#d9cdb0",
  natural: "#e4d8c0",
  chalk: "#efece4",
  eggshell: "#efe8d6",
  pearl: "#ebe7dc",
  oatmeal: "#d6c7ad",
  parchment: "#e9dfc6",
  sand: "#c2a878",
  desert: "#c19a6b",
  dune: "#c8ad7f",
  beige: "#d4c2a1",
  khaki: "#a99a74",
  tan: "#b48a5a",
  camel: "#b98d57",
  taupe: "#8b7d6e",
  mushroom: "#a89985",
  wheat: "#dcbf8e",
  buckskin: "#c39b68",
  buff: "#d2b27c",
  tobacco: "#74502f",
  whiskey: "#a5672f",
  bourbon: "#7c4a25",
  honey: "#c58a2f",
  caramel: "#a8682f",
  cognac: "#8f4a22",
  chestnut: "#6d3420",
  saddle: "#84502a",
  walnut: "#5a3e2b",
  mocha: "#5f4636",
  coffee: "#4b3527",
  espresso: "#3a2820",
  chocolate: "#4a2c1d",
  brown: "#60412b",
  umber: "#5a4632",
  copper: "#a85e35",
  bronze: "#7f5a2c",
  brass: "#a98a3f",
  gold: "#c09a37",
  mustard: "#c4952b",
  ochre: "#b97a2a",
  amber: "#e09a2c",
  yellow: "#e9c52b",
  "hi viz": "#d8f02c",
  "hi vis": "#d8f02c",
  neon: "#d8f02c",
  lime: "#a6c93a",
  orange: "#e0701e",
  "burnt orange": "#b8531d",
  pumpkin: "#cc6a22",
  terracotta: "#b45a3c",
  clay: "#a8674c",
  rust: "#a3461f",
  brick: "#8f3b2c",
  red: "#b3202a",
  cherry: "#8f1d2c",
  "black cherry": "#3d0f1a",
  crimson: "#99182c",
  scarlet: "#c0241f",
  cardinal: "#8e1b2e",
  ruby: "#8a1a33",
  oxblood: "#4f1a1c",
  burgundy: "#5e1526",
  maroon: "#5b1a22",
  wine: "#5a1c2c",
  merlot: "#5b1b2d",
  bordeaux: "#561a2b",
  cranberry: "#8a1c38",
  coral: "#ea6f5b",
  salmon: "#ec8c78",
  peach: "#f1b58c",
  blush: "#e5b8ae",
  rose: "#c9747f",
  "dusty rose": "#b98084",
  pink: "#e58fa8",
  magenta: "#b5236f",
  berry: "#7a2548",
  plum: "#5b2a4c",
  aubergine: "#42203a",
  eggplant: "#42203a",
  purple: "#5a3379",
  violet: "#6b4a9c",
  lavender: "#a99bc9",
  lilac: "#b7a1cc",
  navy: "#1e2a44",
  midnight: "#1a2136",
  ink: "#20263a",
  indigo: "#2e3a63",
  denim: "#42597c",
  "raw denim": "#26314a",
  royal: "#2748a0",
  cobalt: "#1f4aa1",
  blue: "#2b5799",
  "light blue": "#9dbbd8",
  sky: "#8cb8dc",
  ice: "#cfe2ea",
  powder: "#b7cbdd",
  steelblue: "#4a6a8a",
  petrol: "#1f4a55",
  teal: "#1f6a6c",
  turquoise: "#3fb0ac",
  aqua: "#5cc0c0",
  mint: "#a8d5ba",
  sage: "#95a285",
  olive: "#5b5b33",
  "olive drab": "#565839",
  army: "#4f5638",
  moss: "#5f673c",
  forest: "#26412c",
  hunter: "#2b4632",
  pine: "#24453a",
  emerald: "#1f7a52",
  green: "#2f6b3c",
  camo: "#5d5f43",
  camouflage: "#5d5f43",
  "desert camo": "#b3a07a",
});

/** Words that change the next color word, such as "dark": the share of black or white to mix in. */
const SHADES = byName<{ with: number; part: number }>({
  dark: { with: 0, part: 0.35 },
  deep: { with: 0, part: 0.25 },
  light: { with: 255, part: 0.4 },
  pale: { with: 255, part: 0.5 },
  faded: { with: 255, part: 0.2 },
  washed: { with: 255, part: 0.15 },
});

/**
 * Guesses a swatch from a color's name, as #rrggbb; null for an unknown name. Of several colors, as in "Black/Red", the first
 * counts. The member sees and can change it.
 */
export function guessSwatch(name: string): string | null {
  const parts = name
    .toLowerCase()
    .replaceAll("grey", "gray")
    .split(/[/|&+,]|\b(?:and|with|on)\b/);
  for (const part of parts) {
    const words = part.match(/[a-z]+/g) ?? [];
    const found = named(words);
    if (found) return found;
  }
  return null;
}

/** Longest run of words that is a known color; of two runs of the same length the later one, as in "Midnight Black". */
function named(words: string[]): string | undefined {
  for (let length = words.length; length > 0; length -= 1)
    for (let from = words.length - length; from >= 0; from -= 1) {
      const swatch = colorOf(words.slice(from, from + length));
      if (swatch) return shaded(swatch, words[from - 1]);
    }
  return undefined;
}

function colorOf(words: string[]): string | undefined {
  const phrase = words.join(" ");
  if (Object.hasOwn(WORDS, phrase)) return WORDS[phrase];
  const joined = words.join("");
  // A color of `WORDS` with a shade is more precise than the CSS color of the same name.
  return COLOR_NAMES.has(joined) && !(words[0] !== undefined && Object.hasOwn(SHADES, words[0])) ? joined : undefined;
}

function shaded(swatch: string, before: string | undefined): string {
  const shade = before !== undefined && Object.hasOwn(SHADES, before) ? SHADES[before] : undefined;
  if (!shade || !swatch.startsWith("#")) return swatch;
  const mixed = [1, 3, 5].map((at) => {
    const value = Number.parseInt(swatch.slice(at, at + 2), 16);
    return Math.round(value + (shade.with - value) * shade.part);
  });
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

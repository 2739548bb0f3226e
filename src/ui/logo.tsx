interface LogoProps {
  /** Name of the shop, beside the mark. */
  name: string;
  /** Whether the logo has an accessible name; false inside a link that has one. */
  isNamed?: boolean;
}

/** The name for which drawn letters exist; any other name is typeset. */
const DRAWN_NAME = "Iron Mesa";
const DRAWN_WIDTH = 321;
/** Horizontal start of the letters, and the width of one letter with its space, in units of the SVG. */
const LETTERS = { x: 78, advance: 25 };

/** The shop's mark and name; as high as the parent element. */
export function Logo({ name, isNamed = false }: LogoProps) {
  const words = name.trim();
  const isDrawn = words === DRAWN_NAME;
  const length = [...words].length * LETTERS.advance;
  const width = isDrawn ? DRAWN_WIDTH : LETTERS.x + length;
  const naming = isNamed ? { role: "img", "aria-label": words } : { "aria-hidden": true };
  return (
    <svg
      viewBox={`0 0 ${width} 64`}
      preserveAspectRatio="xMinYMid meet"
      fill="currentColor"
      focusable="false"
      {...naming}
    >
      <path
        fillRule="evenodd"
        d="M2 32A30 30 0 1 0 62 32A30 30 0 1 0 2 32ZM7.2 32A24.8 24.8 0 1 0 56.8 32A24.8 24.8 0 1 0 7.2 32ZM7.4 35.2L7.8 32.4L11.5 31.2L15.4 29.4L18.6 19.6L20 18.2L42.6 18.2L44 19.6L47.2 29.2L52.5 31.2L56.2 32.4L56.6 35.2Z"
      />
      <path d="M31.32 36.37L52.46 47.47L53.81 45.13L32.67 34.03ZM30.83 35.88L43.03 55.1L45.37 53.75L33.17 34.53ZM30.65 35.2L30.65 57.4L33.35 57.4L33.35 35.2ZM30.83 34.53L18.63 53.75L20.97 55.1L33.17 35.88ZM31.32 34.03L10.19 45.13L11.54 47.47L32.67 36.37ZM25.8 35.2A6.2 6.2 0 0 0 38.2 35.2Z" />
      {isDrawn ? <path fillRule="evenodd" d={DRAWN} /> : <Letters words={words} length={length} />}
    </svg>
  );
}

/** Letters stretched to a fixed width, so that the width does not depend on the loaded font. */
const Letters = ({ words, length }: { words: string; length: number }) => (
  <text className="logo__name" x={LETTERS.x} y="50" textLength={length} lengthAdjust="spacingAndGlyphs">
    {words.toLocaleUpperCase("en-US")}
  </text>
);

/** Letters of `DRAWN_NAME` as one path. */
const DRAWN =
  "M78 14H86.64V50H78ZM91.32 50V14H111.48L116.52 19.04V31.28L112.56 35.6L117.24 50H107.88L104.28 37.04H99.96V50ZM99.96 21.92V29.48H106.44L107.88 28.04V23.36L106.44 21.92ZM126.96 14H142.8L147.84 19.04V44.96L142.8 50H126.96L121.92 44.96V19.04ZM132 21.92L130.56 23.36V40.64L132 42.08H137.76L139.2 40.64V23.36L137.76 21.92ZM152.52 50V14H160.44L169.8 33.44V14H178.44V50H170.52L161.16 30.56V50ZM199.68 50V14H209.04L216.24 30.56L223.44 14H232.8V50H224.16V31.28L219.12 42.8H213.36L208.32 31.28V50ZM237.48 14H259.08V21.92H246.12V28.04H256.92V35.6H246.12V42.08H259.08V50H237.48ZM268.8 14H287.52V21.92H273.84L272.4 23.36V26.96L273.84 28.4H283.2L287.52 32.72V44.96L282.48 50H263.76V42.08H277.44L278.88 40.64V37.04L277.44 35.6H268.08L263.76 31.28V19.04ZM299.4 14H311.64L318.84 50H310.2L308.76 43.52H302.28L300.84 50H292.2ZM305.16 23.36L303.36 36.32H307.68L305.88 23.36Z";

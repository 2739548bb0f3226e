/** Paths of the icons: 24 px grid, 1.6 px stroke, square caps, mitred joins. */
const glyphs = {
  menu: "M3 6.5h18M3 12h12M3 17.5h18",
  search: "M4 10.5a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0 -13 0zM15.5 15.5l5.5 5.5",
  close: "m5 5 14 14M19 5 5 19",
  heart: "M12 20.5 3.8 12.3a5 5 0 0 1 7.1-7.1L12 6.3l1.1-1.1a5 5 0 0 1 7.1 7.1z",
  bag: "M4 9h16l-1 12H5zM8.5 9V6.5a3.5 3.5 0 0 1 7 0V9M9.5 14.5h5",
  plus: "M12 4v16M4 12h16",
  minus: "M4 12h16",
  check: "m4 12.5 5.5 5.5L20 6.5",
  down: "m5 9 7 7 7-7",
  left: "M20 12H5M11 6l-6 6 6 6",
  right: "M4 12h15M13 6l6 6-6 6",
  filter: "M3 7h10M19 7h2M3 17h2M11 17h10M13 4h4v6h-4zM5 14h4v6H5z",
  ruler: "M2.5 8h19v8h-19zM6.5 8v4M10.2 8v3M13.9 8v4M17.6 8v3",
  truck: "M2 6h12v11H2zM14 10h4.5l3.5 4v3h-8zM5 17a2 2 0 0 0 4 0M15.5 17a2 2 0 0 0 4 0",
  return: "M4 9h11a5 5 0 0 1 0 10H8M8.5 4.5 4 9l4.5 4.5",
  card: "M2.5 5.5h19v13h-19zM2.5 10h19M6 15h4",
  wallet: "M2.5 7h19v13h-19zM2.5 7 16 3.5V7M21.5 11.5H16v4h5.5",
  gift: "M3 8h18v4H3zM5 12v8.5h14V12M12 8v12.5M12 8c-5 0-6-4.5-3.5-4.5C11 3.5 12 8 12 8s1-4.5 3.5-4.5C18 3.5 17 8 12 8z",
  lock: "M5 11h14v9.5H5zM8 11V7.5a4 4 0 0 1 8 0V11",
  pin: "M12 21.5c-4-5-6.5-8.5-6.5-12a6.5 6.5 0 0 1 13 0c0 3.5-2.5 7-6.5 12zM12 7v5M9.5 9.5h5",
  play: "M7 4.5v15l12-7.5z",
  pause: "M8 5v14M16 5v14",
  mute: "M3 9h4l5-4.5v15L7 15H3zM16 9.5l5 5M21 9.5l-5 5",
  unmute: "M3 9h4l5-4.5v15L7 15H3zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11",
  share: "M12 15V3.5M7.5 8 12 3.5 16.5 8M5 12.5V20.5h14v-8",
  parcel: "m3 7.5 9-4.5 9 4.5v9L12 21l-9-4.5zM3 7.5l9 4.5 9-4.5M12 12v9",
  alert: "M12 2.5 21.5 12 12 21.5 2.5 12zM12 8v5M12 15.5v1",
  info: "M3 3h18v18H3zM12 11v6M12 7v.5",
  mail: "M2.5 5.5h19v13h-19zM3 6.5l9 7 9-7",
  globe: "M3 12a9 9 0 1 0 18 0 9 9 0 1 0 -18 0zM3 12h18M12 3c-5 5-5 13 0 18 5-5 5-13 0-18",
  calendar: "M3.5 5.5h17v15h-17zM3.5 10h17M8 3v5M16 3v5",
  clock: "M3 12a9 9 0 1 0 18 0 9 9 0 1 0 -18 0zM12 6.5V12l4 3",
  expand: "M9 3.5H3.5V9M15 3.5h5.5V9M9 20.5H3.5V15M15 20.5h5.5V15",
  facebook: "M14.5 21v-8.5h3l.5-3.5h-3.5V7c0-1.3.5-2 2-2H18V2.2C17.5 2 16.6 2 15.5 2 12.7 2 11 3.7 11 6.5V9H8v3.5h3V21",
  instagram: "M4 4h16v16H4zM8.2 12a3.8 3.8 0 1 0 7.6 0 3.8 3.8 0 1 0 -7.6 0zM16.5 7.5h.5",
  x: "m4 4 16 16M20 4 4 20",
  pinterest:
    "M2.5 12a9.5 9.5 0 1 0 19 0 9.5 9.5 0 1 0 -19 0zM9.5 20l2.5-10.5M8.5 12.5c-1.5-3 .5-6 3.7-6 3 0 4.8 2.3 4 5-.7 2.7-3.7 3.6-4.9 1.7",
  youtube: "M2.5 5.5h19v13h-19zM10 9v6l5-3z",
} satisfies Record<string, string>;

export type IconName = keyof typeof glyphs;

interface Line {
  width: number;
  height: number;
  stroke: number;
}

/** A path as a CSS image, for a mask of a pseudo-element: a drawing that needs no elements. */
export const lineImage = (path: string, { width, height, stroke }: Line): string =>
  `url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}' viewBox='0 0 ${width} ${height}' fill='none' stroke='%23000' stroke-width='${stroke}' stroke-linecap='square'%3E%3Cpath d='${path}'/%3E%3C/svg%3E")`;

/** An icon as a CSS image, for links and buttons of the class `icon-btn--drawn`. */
export const iconImage = (name: IconName): string => lineImage(glyphs[name], { width: 24, height: 24, stroke: 1.6 });

interface IconProps {
  name: IconName;
  /** Accessible name; omitted for an icon beside a text, which screen readers then skip. */
  label?: string;
  size?: "small" | "regular";
  /** Whether the shape is filled, as for a heart that is switched on. */
  fill?: boolean;
}

/** An icon in the color of the surrounding text. */
export function Icon({ name, label, size = "regular", fill = false }: IconProps) {
  const classes = ["i", size === "small" && "i--s", fill && "i--fill"].filter(Boolean).join(" ");
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg viewBox="0 0 24 24" className={classes} focusable="false" {...naming}>
      <path d={glyphs[name]} />
    </svg>
  );
}

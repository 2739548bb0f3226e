import { Mark } from "./mark";

interface PlateProps {
  /** Hash of the stored picture; the shop's logo is shown if it is null. */
  hash: string | null;
  /** Whether the picture fits into a row of 44 pixels. */
  small?: boolean;
  /** Whether the picture is twice as large, for pages of a single product. */
  big?: boolean;
}

/** A product's picture on the shop's dark background, shown beside the product's name and hidden from screen readers. */
export function Plate({ hash, small = false, big = false }: PlateProps) {
  const face = ["plate", small && "plate--row", big && "plate--big", !hash && "plate--mark"].filter(Boolean).join(" ");
  return (
    <span className={face}>
      {hash ? (
        <img
          src={`/pictures/${hash}/original`}
          srcSet={`/pictures/${hash}/96.webp 96w, /pictures/${hash}/160.webp 160w`}
          sizes={big ? "80px" : "40px"}
          width={40}
          height={50}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : (
        <Mark />
      )}
    </span>
  );
}

/** A picture as wide as its column, for pages about pictures; hidden from screen readers. */
export const WidePlate = ({ hash }: Pick<PlateProps, "hash">) => (
  <span className={hash ? "plate plate--wide" : "plate plate--wide plate--mark"}>
    {hash ? (
      <img
        src={`/pictures/${hash}/original`}
        srcSet={`/pictures/${hash}/320.webp 320w, /pictures/${hash}/480.webp 480w`}
        sizes="(width < 700px) 50vw, 200px"
        width={320}
        height={400}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
      />
    ) : (
      <Mark />
    )}
  </span>
);

interface FileFigure {
  /** The fate of so many rows: "are the same". */
  name: string;
  count: number;
  /** Somebody has to do something about them. */
  isWaiting?: boolean;
}

/** How many rows of a file go where: three or four figures beside each other. */
export const FileFigures = ({ figures }: { figures: FileFigure[] }) => (
  <dl className="file-figures">
    {figures.map(({ name, count, isWaiting }) => (
      <div key={name} className={isWaiting ? "is-waiting" : undefined}>
        <dt>{name}</dt>
        <dd>{count.toLocaleString("en-US")}</dd>
      </div>
    ))}
  </dl>
);

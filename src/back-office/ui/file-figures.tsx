interface FileFigure {
  /** Text after the number of rows: "are the same". */
  name: string;
  count: number;
  /** Whether these rows need an answer. */
  isWaiting?: boolean;
}

/** Numbers of a file's rows, one for each kind of result, side by side. */
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

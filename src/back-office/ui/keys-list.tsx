/** Keyboard shortcuts of one kind of page. */
export interface KeyGroup {
  name: string;
  keys: { keys: string[]; does: string }[];
}

/** List of keyboard shortcuts. */
export const KeysList = ({ groups }: { groups: KeyGroup[] }) => (
  <div className="keys">
    {groups.map(({ name, keys }) => (
      <section key={name}>
        <h3>{name}</h3>
        <dl className="keys__list">
          {keys.map(({ keys: pressed, does }) => (
            <div key={does}>
              <dt>{does}</dt>
              <dd>
                {pressed.map((key) => (
                  <kbd className="kbd" key={key}>
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </div>
);

/** List of keyboard shortcuts below an entry. */
export const QueueKeys = ({ mayAnswer }: { mayAnswer: boolean }) => (
  <p className="queue__keys">
    <Key letter="J">next</Key>
    <Key letter="K">back</Key>
    <Key letter="A">approve</Key>
    {mayAnswer && <Key letter="R">answer</Key>}
    <Key letter="H">hide, then 1 to 6</Key>
    <Key letter="Z">undo</Key>
  </p>
);

const Key = ({ letter, children }: { letter: string; children: string }) => (
  <span>
    <kbd className="kbd">{letter}</kbd> {children}
  </span>
);

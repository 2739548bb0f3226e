import { Facts, Section } from "../ui/section";
import { State, type Sign } from "../ui/state";

/** An order at a glance, in words. */
export interface GlanceProps {
  title: string;
  state: { name: string; sign: Sign };
  at: string;
  lines: { key: number; text: string }[];
  total: string | null;
  to: string | null;
}

/** One order, found by its whole number. */
export const Glance = ({ title, state, at, lines, total, to }: GlanceProps) => (
  <Section title={title}>
    <Facts
      facts={[
        { name: "State", value: <State sign={state.sign}>{state.name}</State>, note: at },
        { name: "Things", value: lines.map(({ key, text }) => <p key={key}>{text}</p>) },
        ...(total ? [{ name: "Total", value: total }] : []),
        ...(to ? [{ name: "Goes to", value: to }] : []),
      ]}
    />
  </Section>
);

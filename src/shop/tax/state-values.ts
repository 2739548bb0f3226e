import { z } from "zod";
import { cents, type Cents } from "~/shop/money";
import { PlainLine } from "~/shop/plain-text";
import { MOST_FEES, MOST_RULES } from "./most-rules";
import { MOST_RATE, RATE_ERROR } from "./rate-text";
import { TAX_KINDS, type TaxKind } from "~/shop/catalog/kinds-for-tax";
import { DELIVERY_TAXES, type TaxFee, type TaxRule, TREATMENTS } from "./tax-table";
import { ZipRanges } from "./zip-ranges";

const Rate = z.int().min(0, RATE_ERROR).max(MOST_RATE, RATE_ERROR);
const Day = z.iso.date("Write a day as 2026-08-01.");
const Amount = z.int().min(1, "Write an amount above 0.").max(99_999_99, "Write at most 99,999.99.").transform(cents);

const needsAmount = ({ treatment }: Pick<TaxRule, "treatment">): boolean =>
  treatment === "exempt-below" || treatment === "excess";

const rule = {
  treatment: z.enum(TREATMENTS, "Choose what holds."),
  amount: Amount.nullable(),
  part: z.enum(["both", "state"]),
};

const AMOUNT_MISSING = { message: "Write the amount a piece.", path: ["amount"] };
const hasAmount = (one: { treatment: TaxRule["treatment"]; amount: Cents | null }): boolean =>
  needsAmount(one) === (one.amount !== null);

/** Schema of the permanent rule for a kind of goods. */
const KindRule = z.object(rule).refine(hasAmount, AMOUNT_MISSING);
export type KindRule = z.infer<typeof KindRule>;

/** Schema of a rule for certain days, such as a tax holiday. */
const DatedRule = z
  .object({
    kind: z.enum(TAX_KINDS, "Choose a kind of goods."),
    ...rule,
    from: Day.nullable(),
    to: Day.nullable(),
    cap: Amount.nullable(),
    name: PlainLine(60),
  })
  .refine(hasAmount, AMOUNT_MISSING)
  .refine(({ from, to }) => from !== null || to !== null, { message: "Write its first or last day.", path: ["from"] })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    message: "The last day comes before the first.",
    path: ["to"],
  }) satisfies z.ZodType<TaxRule>;

const Fee = z
  .object({
    name: PlainLine(60, { missing: "Name the fee as its law does." }).min(1, "Name the fee as its law does."),
    amount: Amount,
    fromValue: z.int().min(0).max(99_999_99, "Write at most 99,999.99.").transform(cents),
    onlyWithTaxed: z.boolean(),
    from: Day.nullable(),
    to: Day.nullable(),
    taxed: z.boolean(),
  })
  .refine(({ from, to }) => from === null || to === null || from <= to, {
    message: "The last day comes before the first.",
    path: ["to"],
  }) satisfies z.ZodType<TaxFee>;

/** Schemas of a state's fields, in the form in which the log stores them. */
export const stateSchemas = {
  registered: z.boolean(),
  stateRate: Rate.nullable(),
  localRate: Rate,
  delivery: z.enum(DELIVERY_TAXES, "Choose how delivery is taxed."),
  source: PlainLine(120),
  /** Day on which the rates were entered, or last checked and confirmed. */
  day: Day.nullable(),
  /** Day since which the merchant collects tax in the state; null if not given. */
  since: Day.nullable(),
  /** True while its rules are the usual ones, filled in by a click, that nobody has checked. */
  isUnchecked: z.boolean(),
  clothing: KindRule,
  footwear: KindRule,
  protective: KindRule,
  accessory: KindRule,
  dated: z.array(DatedRule).max(MOST_RULES, `Use at most ${MOST_RULES} rules.`),
  fees: z.array(Fee).max(MOST_FEES, `Use at most ${MOST_FEES} fees.`),
  ranges: ZipRanges,
} as const;

/** Everything that a merchant enters for a state. */
export type StateValues = { [Field in keyof typeof stateSchemas]: z.output<(typeof stateSchemas)[Field]> };

const TAXED: KindRule = { treatment: "taxed", amount: null, part: "both" };

/** Values of a state for which nothing was entered. */
export const NO_VALUES: StateValues = {
  registered: false,
  stateRate: null,
  localRate: 0,
  delivery: "not",
  source: "",
  day: null,
  since: null,
  isUnchecked: false,
  clothing: TAXED,
  footwear: TAXED,
  protective: TAXED,
  accessory: TAXED,
  dated: [],
  fees: [],
  ranges: [],
};

/** All rules of a state, in the form that the computation needs. */
export const rulesOf = (values: StateValues): TaxRule[] => [
  ...TAX_KINDS.map((kind: TaxKind) => ({ kind, ...values[kind], from: null, to: null, cap: null, name: "" })),
  ...values.dated,
];

/** Error message saying why collection cannot be switched on for a state; undefined if it can. */
export const whyNotTicked = ({ stateRate, ranges }: Pick<StateValues, "stateRate" | "ranges">): string | undefined =>
  stateRate === null && ranges.length === 0
    ? "Write its rate first, 0 if the state itself has none: a rule without a rate taxes nothing."
    : undefined;

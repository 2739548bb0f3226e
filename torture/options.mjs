/**
 * Options of `npm run torture` with their descriptions: those of the usual run, and of the other programs that it can start.
 */
import { askedOf, numberOf, optionLines, understood } from "../scripts/command-options.mjs";

const drawn = () => String(Date.now() % 1_000_000);
const help = { type: "boolean", words: "these lines" };
const port = (usual) => ({ type: "string", default: usual, value: "N", words: "the first port that the shop takes" });

const PROGRAMS = {
  "torture/torture.mjs": {
    rounds: { type: "string", default: "200", value: "N", words: "how often something is killed" },
    shoppers: { type: "string", default: "4", value: "N", words: "who begin to buy in each round" },
    members: { type: "string", default: "2", value: "N", words: "who refund, ship and take returns meanwhile" },
    changes: { type: "boolean", words: "kills only while orders are changed, made by members and paid by links" },
    processes: { type: "string", default: "1", value: "N", words: "of the shop on the built-in database, 1 or 2" },
    "database-url": {
      type: "string",
      value: "URL",
      words: "a PostgreSQL server for two processes of the shop, or TEST_DATABASE_URL",
    },
    hold: {
      type: "string",
      value: "MINUTES",
      words: "in place of the rounds: fifty networks hold all the stock they can",
    },
    deploy: {
      type: "string",
      value: "N",
      words: "in place of the rounds: how often each of two processes is replaced",
    },
    mixed: {
      type: "string",
      value: "MINUTES",
      words: "in place of the rounds: reads, buys and works, and looks what grows",
    },
    seed: { type: "string", value: "N", words: "of all that is drawn; without it each run has its own" },
    port: port("4810"),
    help,
  },
  "torture/fuzz.mjs": {
    fuzz: { type: "string", default: "20000", value: "N", words: "requests that nobody should make" },
    only: { type: "string", value: "N", words: "one request of the seed is sent and told" },
    seed: { type: "string", default: "1", value: "N", words: "of the requests" },
    port: { type: "string", value: "N", words: "the shop's port; without it a free one" },
    help,
  },
  "torture/restoring.mjs": {
    restore: { type: "boolean", words: "kills backups, restores and restore tests" },
    seed: { type: "string", value: "N", words: "of all that is drawn; without it each run has its own" },
    port: port("4830"),
    help,
  },
  "torture/acts.mjs": {
    acts: { type: "string", default: "1000", value: "N", words: "how often three acts on an order are drawn" },
    seed: { type: "string", value: "N", words: "of all that is drawn; without it each run has its own" },
    help,
  },
};

const isCount = (value) => Number.isInteger(value) && value > 0;
/** Checks of numeric options, by name. */
const NUMBERS = {
  rounds: isCount,
  shoppers: isCount,
  members: (value) => Number.isInteger(value) && value >= 0,
  processes: (value) => value === 1 || value === 2,
  hold: (value) => value > 0,
  deploy: isCount,
  mixed: (value) => value > 0,
  acts: isCount,
  fuzz: isCount,
  only: (value) => Number.isInteger(value) && value >= 0,
  seed: (value) => Number.isInteger(value) && value >= 0,
  port: (value) => Number.isInteger(value) && value > 0 && value < 65_535,
};

/**
 * Parses arguments. Returns the `program` to run with the `values` of its options, or only `words` to print and an exit code: 0
 * for help, 2 for a message of one line about an invalid argument.
 */
export const askedFor = (args, environment = process.env) =>
  askedOf("torture", () => {
    const isGiven = (flag) => args.some((arg) => arg === `--${flag}` || arg.startsWith(`--${flag}=`));
    if (isGiven("help")) return { words: helpWords(), code: 0 };
    const program =
      isGiven("fuzz") || isGiven("only")
        ? "torture/fuzz.mjs"
        : isGiven("restore")
          ? "torture/restoring.mjs"
          : isGiven("acts")
            ? "torture/acts.mjs"
            : "torture/torture.mjs";
    const { values } = understood(args, PROGRAMS[program]);
    for (const [name, text] of Object.entries(values)) if (NUMBERS[name]) numberOf(name, text, NUMBERS[name]);
    const usual = { seed: drawn(), "database-url": environment.TEST_DATABASE_URL };
    const told = isGiven("port") || !environment.TORTURE_PORT ? {} : { port: environment.TORTURE_PORT };
    return { program, values: { ...usual, ...values, ...told } };
  });

const helpWords = () => `Usage: npm run torture -- [options]

Kills the built shop at every step between intent, order and refund, and looks what became of the money:
${optionLines(PROGRAMS["torture/torture.mjs"])}

In its place requests that nobody should make:
${optionLines(PROGRAMS["torture/fuzz.mjs"])}

In its place backups that are killed:
${optionLines(PROGRAMS["torture/restoring.mjs"])}

In its place any three acts in a row, without a kill, compared with what their shopper has paid:
${optionLines(PROGRAMS["torture/acts.mjs"])}

For example:
  npm run torture -- --rounds 50 --seed 7
  npm run torture -- --fuzz 100000

Ends with 0 when nothing was wrong, 1 when something was, 2 when an option is not understood.
`;

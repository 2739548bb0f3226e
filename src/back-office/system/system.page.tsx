import { randomUUID } from "node:crypto";
import type { ReactNode } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { z } from "zod";
import { can } from "~/shop/members/rights";
import { spokenTime } from "~/shop/shop-time";
import { memberOf, servicesOf } from "../context";
import { formAction } from "../forms/form-action.server";
import { FormMessage } from "../forms/form-message";
import { sendForm } from "../forms/send-form";
import { WorkshopForm } from "../forms/workshop-form";
import { isUuid } from "~/shop/is-uuid";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { DescriptionList, Section } from "../ui/section";
import { BothTexts } from "../texts/both-texts";
import { SelectionBar } from "../ui/selection-bar";
import { State } from "../ui/state";
import { type Column, Table } from "../ui/table";
import { useSelectionCount } from "../ui/use-selection-count";
import { healthRows } from "./health-rows";
import { failureWords } from "./failure-words";
import { wordsFor } from "./job-words";
import { systemState, tryJobsAgain } from "./system.server";
import { version } from "../../../package.json";
import { titled } from "../titled";

export const meta = titled("Health");

interface StuckJob {
  id: string;
  name: string;
  reason: string;
  error: string;
  since: string;
  next: string;
}

export async function loader({ context }: LoaderFunctionArgs) {
  const [member, services] = [memberOf(context), servicesOf(context)];
  const now = new Date();
  const system = await systemState(services, member, now);
  const zone = services.settings().timeZone;
  const { mode } = services;
  return {
    rows: healthRows(system, { now, zone, mode, version, node: process.versions.node }),
    newer: system.newer,
    submission: randomUUID(),
    count: system.failing.count,
    mayChange: can(member, "system.change"),
    jobs: system.failing.jobs.map((job): StuckJob => ({
      id: job.id,
      name: wordsFor(job.queue).name,
      reason: failureWords(job),
      error: job.error,
      since: spokenTime(job.since, now, zone),
      next: job.next ? `Again ${spokenTime(job.next, now, zone)}` : "Waits for you",
    })),
  };
}

export const action = formAction({
  right: "system.change",
  schema: z.object({}),
  async act({ services, member, all }) {
    await tryJobsAgain(services, member, all("job").filter(isUuid));
    return { to: "/system" };
  },
});

export const clientAction = sendForm;

/** Page with the state of all parts of the system, and failed jobs with a button to retry them. */
export default function System() {
  const { rows, jobs, count, newer, mayChange, submission } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Health">What has to work so that the shop does.</PageHead>
      <FormMessage />
      <DescriptionList
        rows={rows.map(({ name, sign, state, note }) => ({
          name,
          value: <State sign={sign}>{state}</State>,
          note,
        }))}
      />
      {jobs.length > 0 && (
        <Failed mayChange={mayChange} submission={submission} key={submission}>
          <Section title="What failed" note={count > jobs.length ? `The oldest ${jobs.length} of ${count}` : undefined}>
            <JobTable jobs={jobs} withTicks={mayChange} />
          </Section>
        </Failed>
      )}
      {newer.length > 0 && (
        <Section title="Newer default words" note="Yours stay until you choose">
          {newer.map(({ name, way, fields }) => (
            <div key={way}>
              <p>
                <Link className="link" to={way}>
                  {name}
                </Link>
              </p>
              <BothTexts fields={fields} />
            </div>
          ))}
        </Section>
      )}
    </>
  );
}

interface FailedProps {
  mayChange: boolean;
  submission: string;
  children: ReactNode;
}

/** Form around the failed jobs with a button to retry them, for members with the right. */
function Failed({ mayChange, submission, children }: FailedProps) {
  const { form, chosen, chooseNone, onChange } = useSelectionCount<HTMLDivElement>("job");
  if (!mayChange) return <div id="work">{children}</div>;
  return (
    <WorkshopForm submission={submission} isBare id="work" onChange={onChange}>
      <div ref={form}>{children}</div>
      <SelectionBar chosen={chosen} names={["task", "tasks"]} onNone={chooseNone}>
        <Button look="main" fit>
          Try again now
        </Button>
      </SelectionBar>
    </WorkshopForm>
  );
}

const JobTable = ({ jobs, withTicks }: { jobs: StuckJob[]; withTicks: boolean }) => (
  <Table label="What failed" columns={withTicks ? [tick, ...columns] : columns} rows={jobs} keyOf={({ id }) => id} />
);

const tick: Column<StuckJob> = {
  label: "Choose",
  labelHidden: true,
  place: "tick",
  cell: ({ id, name, since }) => (
    <input className="tick__box" type="checkbox" name="job" value={id} aria-label={`${name}, ${since}`} />
  ),
};

const columns: Column<StuckJob>[] = [
  { label: "Task", place: "lead", cell: ({ name }) => name },
  {
    label: "Why",
    place: "under",
    cell: ({ reason, error }) => (
      <>
        {reason}
        {error && <span className="sub">{error}</span>}
      </>
    ),
  },
  { label: "Since", place: "end", cell: ({ since }) => since },
  { label: "Then", place: "last", cell: ({ next }) => next },
];

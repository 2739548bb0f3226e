import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button";
import { NothingFound } from "../ui/empty";
import { Search } from "../ui/list-tools";
import { PageHead } from "../ui/page-head";
import { type Column, Table } from "../ui/table";

interface NamedTextsProps<Row> {
  title: string;
  /** Sentence about what the texts are for. */
  about: string;
  /** Label of the button that publishes drafts; null without drafts, or without the right. */
  publish: string | null;
  /** Label and text of the search. */
  search: { label: string; text: string };
  columns: Column<Row>[];
  rows: Row[];
  /** Answer to a search that found nothing, and the way to all. */
  none: { says: ReactNode; all: ReactNode };
}

/** List of texts that the program names, such as letters, with a search in their words. */
export const NamedTexts = <Row extends { key: string }>(props: NamedTextsProps<Row>) => (
  <>
    <PageHead
      title={props.title}
      back={{ to: "/words", name: "Words" }}
      acts={props.publish !== null && <ButtonLink to="/words/publish">{props.publish}</ButtonLink>}
    >
      {props.about}
    </PageHead>
    <div className="tools">
      <Search name="q" label={props.search.label} value={props.search.text} />
    </div>
    {props.rows.length > 0 ? (
      <Table label={props.title} columns={props.columns} rows={props.rows} keyOf={({ key }) => key} live />
    ) : (
      <NothingFound title="Nothing found" way={props.none.all}>
        {props.none.says}
      </NothingFound>
    )}
  </>
);

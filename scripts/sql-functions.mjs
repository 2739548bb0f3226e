// SQL functions: a file of migrations/functions has the present text of each, with its settings; migrations create and replace them.
// Both are compared as texts. sql-functions.test.mjs compares the files with the functions of a migrated database.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const COMMENT = String.raw`(?:--(?!>)[^\n]*\n)*`;
/** Statements of migrations about a function: its definition with the comment above, a changed setting, or its end. */
const STATEMENTS = new RegExp(
  [
    String.raw`^(?<text>${COMMENT}CREATE (?:OR REPLACE )?FUNCTION (?<defined>\w+)\([\s\S]*?\$\$[\s\S]*?\$\$[^;]*;)`,
    String.raw`^ALTER FUNCTION (?<altered>\w+)\([^)]*\) (?<setting>SET [^;]+);`,
    String.raw`^DROP FUNCTION (?:IF EXISTS )?(?<dropped>\w+)`,
  ].join("|"),
  "gm",
);
const HEADING = new RegExp(`^(?<comment>${COMMENT})CREATE OR REPLACE FUNCTION (?<name>\\w+)\\(`);

const sqlFiles = (folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted();
const fileOf = (migrations, name) => join(migrations, "functions", `${name}.sql`);
const read = (file) => readFileSync(file, "utf8");

/**
 * Text of each function by its file, by name.
 *
 * @throws {Error} for a file that does not begin with the definition of the function after which it is named, or a comment on it.
 */
export function textsOfFiles(migrations) {
  const texts = new Map();
  for (const file of sqlFiles(join(migrations, "functions"))) {
    const name = file.slice(0, -".sql".length);
    const text = read(fileOf(migrations, name));
    if (HEADING.exec(text)?.groups.name !== name)
      throw new Error(`${fileOf(migrations, name)} does not begin with CREATE OR REPLACE FUNCTION ${name}(`);
    texts.set(name, text);
  }
  return texts;
}

/** Newest text of each function that the migrations define and have not dropped since, by name. */
export function textsOfMigrations(migrations) {
  const texts = new Map();
  for (const file of sqlFiles(migrations))
    for (const { groups } of read(join(migrations, file)).matchAll(STATEMENTS)) {
      const { text, defined, altered, setting, dropped } = groups;
      if (defined) texts.set(defined, `${text.replace(/^CREATE FUNCTION /m, "CREATE OR REPLACE FUNCTION ")}\n`);
      else if (altered)
        texts.set(
          altered,
          texts.get(altered).replace(" AS ", () => ` ${setting} AS `),
        );
      else texts.delete(dropped);
    }
  return texts;
}

/** Functions whose files differ from the migrations by more than the comment, by name; a function comes after those that it calls. */
export function changedFunctions(migrations) {
  const changed = differing(textsOfFiles(migrations), textsOfMigrations(migrations));
  const sorted = new Map();
  const visited = new Set();
  const add = (name, text) => {
    if (visited.has(name)) return;
    visited.add(name);
    for (const [other, its] of changed) if (new RegExp(`\\b${other}\\(`).test(text)) add(other, its);
    sorted.set(name, text);
  };
  for (const [name, text] of changed) add(name, text);
  return sorted;
}

/** Names of the functions whose files and migrations differ, or that only one of both has. */
export function differingFunctions(migrations) {
  const [files, defined] = [textsOfFiles(migrations), textsOfMigrations(migrations)];
  return [...new Set([...differing(files, defined).keys(), ...differing(defined, files).keys()])].toSorted();
}

/**
 * Writes functions that the migrations define otherwise than their files into the files, for a migration that was written by
 * hand. The comment of an existing file stays.
 */
export function writeFunctionFiles(migrations) {
  const files = textsOfFiles(migrations);
  for (const [name, text] of differing(textsOfMigrations(migrations), files)) {
    const comment = files.has(name) ? HEADING.exec(files.get(name)).groups.comment : HEADING.exec(text).groups.comment;
    writeFileSync(fileOf(migrations, name), comment + withoutComment(text));
  }
}

const differing = (texts, others) =>
  new Map([...texts].filter(([name, text]) => withoutComment(text) !== withoutComment(others.get(name) ?? "")));

const withoutComment = (text) => text.slice(HEADING.exec(text)?.groups.comment.length ?? 0);

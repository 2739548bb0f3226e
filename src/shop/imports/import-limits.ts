/** Maximum sizes of files, and how long they are kept. */
export const importLimits = {
  bytes: 200 * 1024 * 1024,
  rows: 50_000,
  /** Maximum total size in bytes of all pictures sent by one form. */
  pictureBytes: 1024 * 1024 * 1024,
  /** Maximum length of a picture's alternative text, in characters. */
  pictureWords: 500,
  /** Maximum length of a picture's URL or file name, in characters, and in bytes, which an index of the database can take. */
  pictureSource: 1_000,
  pictureSourceBytes: 2_500,
  /** Maximum length of a cell, in characters. */
  cell: 100_000,
  columns: 300,
  /** Maximum length of a column's heading, in characters; a file with a longer one is taken for no table. */
  heading: 300,
  /** Days after which unapplied files, and the rows of applied ones, are deleted. */
  keptDays: 30,
} as const;

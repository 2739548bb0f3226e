/** Configuration of drizzle-kit. */
export default {
  dialect: "postgresql",
  schema: "./src/**/*.tables.ts",
  out: "./migrations",
  casing: "snake_case",
};

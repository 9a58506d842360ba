/** What `rostrum --version` says: the version of the package, held by `rows.test.ts`. A file to read would cost a start its time. */
export const VERSION = "0.1.0";

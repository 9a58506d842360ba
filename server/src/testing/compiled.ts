/** For processes that inherit nothing: where this test run keeps compiled sources, so that not each of them compiles all of them anew. */
export function compiledSources(): Readonly<Record<string, string>> {
  const { NODE_COMPILE_CACHE } = process.env;
  return NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
}

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { OPENAPI_FILE } from "../../scripts/openapi.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const DOCUMENT = fileURLToPath(OPENAPI_FILE);

let folder: string;
before(async () => {
  // Below this folder, so that the compiler finds its libraries.
  folder = await mkdtemp(join(FOLDER, "node_modules/.generated-"));
});
after(() => rm(folder, { recursive: true }));

/** A generator of types; these two are the ones that most TypeScript projects use. */
interface Generator {
  readonly name: string;
  /** Its script and what it is told. */
  words(): [script: string, ...words: string[]];
  /** Imports what it made. */
  readonly head: string;
  typeOf(name: string): string;
}

const GENERATORS: readonly Generator[] = [
  {
    name: "openapi-typescript",
    words: () => ["openapi-typescript/bin/cli.js", DOCUMENT, "--output", join(folder, "openapi-typescript.ts")],
    head: 'import type { components } from "./openapi-typescript.ts";\ntype Of<N extends keyof components["schemas"]> = components["schemas"][N];',
    typeOf: (name: string) => `Of<"${name}">`,
  },
  {
    name: "@hey-api/openapi-ts",
    words: () => ["@hey-api/openapi-ts/bin/run.js", "-i", DOCUMENT, "-o", join(folder, "hey"), "-p", "@hey-api/typescript"],
    head: 'import type * as types from "./hey/types.gen.ts";',
    typeOf: (name: string) => `types.${name}`,
  },
];

/** What a program sends, and what its compiler should refuse. */
const program = (typeOf: (name: string) => string) => `
export const post: ${typeOf("NewPost")} = { publishMode: "QUEUE", caption: "Rye" };
export const poll: ${typeOf("NewPost")} = { publishMode: "DRAFT", poll: { question: "Which?", options: ["Rye", "Spelt"], period: "1d" } };
export const medium: ${typeOf("PostMedia")} = { url: "https://shop.example/rye.jpg" };
export const moved: ${typeOf("PostChange")} = { queuePosition: "FRONT" };
export const feed: ${typeOf("NewAutomation")} =
  { name: "Blog", collectionId: 1, type: "RSS", feedUrl: "https://shop.example/feed", importAsType: "LINK" };
// @ts-expect-error: it says when it goes out
export const whenever: ${typeOf("NewPost")} = { caption: "Rye" };
// @ts-expect-error: texts are texts
export const numbered: ${typeOf("NewPost")} = { publishMode: "QUEUE", caption: 5 };
// @ts-expect-error: there is no such place in a queue
export const middle: ${typeOf("PostChange")} = { queuePosition: "MIDDLE" };
// @ts-expect-error: a feed has a name
export const nameless: ${typeOf("NewAutomation")} = { collectionId: 1, type: "RSS", feedUrl: "https://shop.example/feed", importAsType: "LINK" };
`;

for (const { name, words, head, typeOf } of GENERATORS) {
  test(`types that ${name} makes of the document accept what the API takes, and nothing else`, async () => {
    await run(...words());
    const file = join(folder, `${name.replace(/\W+/g, "-")}.program.ts`);
    await writeFile(file, head + program(typeOf));
    await run("typescript/bin/tsc", "--noEmit", "--strict", "--skipLibCheck", "--allowImportingTsExtensions", "--module", "esnext", file);
  });
}

async function run(script: string, ...words: string[]): Promise<void> {
  const done = promisify(execFile)(process.execPath, [join(FOLDER, "node_modules", script), ...words], { cwd: folder });
  await done.catch(({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
    assert.fail(`${script}: ${stdout}${stderr}`),
  );
}

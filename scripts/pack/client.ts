import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { operationRows } from "@rostrum/contract/operations.ts";
import { build, type Plugin } from "esbuild";

const ROOT = join(import.meta.dirname, "../..");
const SOURCES = join(ROOT, "contract/src");
const ENTRY = "rostrum-client";
const PAGE = "docs/typed-client.md";

/** Fills `folder` with the package `rostrum-client`: one JavaScript module, its types, and the page of the documentation. */
export async function makeClientPackage(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all([bundle(join(folder, "dist")), declare(join(folder, "dist"))]);
  await cp(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  await writeFile(join(folder, "README.md"), withoutPages(await readFile(join(ROOT, PAGE), "utf8")));
  const { version, license } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string; license: string };
  const entry = { types: `./dist/${ENTRY}.d.ts`, default: `./dist/${ENTRY}.js` };
  const manifest = {
    name: ENTRY,
    version,
    description: "The typed client of Rostrum, self-hosted social publishing.",
    license,
    type: "module",
    exports: { ".": entry },
    types: entry.types,
    sideEffects: false,
    files: ["dist"],
    // `AbortSignal.any`.
    engines: { node: ">=20.3" },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The client needs to know of each operation where its fields go. Schemas and descriptions would make it ten times as large. */
const withoutSchemas: Plugin = {
  name: "table without schemas",
  setup({ onLoad }) {
    onLoad({ filter: /\/contract\/src\/operations\.ts$/ }, () => ({ contents: `export const operations = ${bareTable()};`, loader: "js" }));
  },
};

function bareTable(): string {
  const names = (schema: { readonly shape: object } | undefined) =>
    schema && { shape: Object.fromEntries(Object.keys(schema.shape).map((name) => [name, {}])) };
  const rows = operationRows().map(([name, { method, path, params, query, body, upload, paginated, reachesOut }]) => [
    name,
    { method, path, params: names(params), query: names(query), body: body && {}, upload, paginated, reachesOut },
  ]);
  return JSON.stringify(Object.fromEntries(rows), null, 2);
}

async function bundle(outdir: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [`contract/src/${ENTRY}.ts`],
    outdir,
    bundle: true,
    platform: "neutral",
    format: "esm",
    target: "es2022",
    plugins: [withoutSchemas],
    metafile: true,
    logLevel: "warning",
  });
  const foreign = Object.keys(metafile.inputs).filter((path) => !path.startsWith("contract/src/"));
  if (foreign.length > 0) throw new Error(`The client is to need no other package, but contains ${foreign.join(", ")}`);
}

/** The declarations of the entry and of what it imports; they must not need any package. */
async function declare(folder: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), "rostrum-client-types-"));
  try {
    const compilerOptions = {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      noCheck: true,
      types: [],
      outDir: work,
      rootDir: SOURCES,
    };
    const settings = { extends: join(ROOT, "tsconfig.json"), compilerOptions, include: [], files: [join(SOURCES, `${ENTRY}.ts`)] };
    await writeFile(join(work, "tsconfig.json"), JSON.stringify(settings));
    await promisify(execFile)(join(ROOT, "node_modules/.bin/tsc"), ["-p", work]);
    await collect(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function collect(from: string, to: string): Promise<void> {
  const seen = new Set<string>();
  const waiting = [join(from, `${ENTRY}.d.ts`)];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = await readFile(path, "utf8");
    for (const [, target = ""] of text.matchAll(/\bfrom "([^"]+)"/g)) {
      if (!target.startsWith(".")) throw new Error(`The types of the client need ${target}`);
      waiting.push(join(dirname(path), target.replace(/\.ts$/, ".d.ts")));
    }
    const place = join(to, relative(from, path));
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text.replaceAll(/(\bfrom "[^"]+)\.ts"/g, '$1.js"'));
  }
}

/** Links to other pages of the documentation lead nowhere in a package: their words stay. */
function withoutPages(page: string): string {
  return page.replaceAll(/\[([^\]]+)\]\((?!https:)[^)]*\)/g, "$1");
}

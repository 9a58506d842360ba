import { globSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { dirname, join, posix } from "node:path";
import { build, type Plugin } from "esbuild";
import { build as buildPages } from "vite";
import { type BundledPackage, bundledInCommandLine } from "./bundled.ts";
import type { Needs } from "./lock.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The fields of a `package.json` that packing reads. */
interface Manifest extends Partial<Needs> {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  readonly engines: { readonly node: string };
}

interface MadePackage {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly needs: Needs;
  /** What is inside its files; what gets installed beside it is in `needs`. */
  readonly bundled: readonly BundledPackage[];
}

/**
 * Fills `folder` with the package `rostrum`: command line, server, dashboard. The folders of the repository keep their places, so that
 * what the server finds relative to its own files is where it was; each TypeScript file becomes a JavaScript file beside its
 * neighbours. The command line must have been bundled.
 */
export async function makePackage(folder: string): Promise<MadePackage> {
  const { sources, packages } = await reachable();
  await transpile(sources, folder);
  const assets = globSync("server/src/**/*.*", { cwd: ROOT, exclude: ["**/*.ts", "**/testing/**", "**/fixtures/**"] });
  for (const file of [...assets, ...globSync(["openapi/*.yaml", "cli/{bin,dist}/**/*.*", "LICENSE", ...DOCUMENTS], { cwd: ROOT })]) {
    await copy(file, join(folder, file.replace(/^cli\//, "")));
  }
  const bundled = [...(await addDashboard(join(folder, "dashboard/dist"))), ...(await bundledInCommandLine(ROOT))];
  const { manifest, needs } = await manifestOf(packages);
  await writeJson(join(folder, "package.json"), manifest);
  // The server reads its version from here.
  await writeJson(join(folder, "server/package.json"), {
    name: "@rostrum/server",
    version: manifest.version,
    type: "module",
    private: true,
  });
  return { manifest, needs, bundled };
}

/** What people read and what they start the service with: part of the package, because messages name it, and of a release. */
export const DOCUMENTS = ["README.md", "CHANGELOG.md", "docs/**/*.*", "deploy/**/*.*"];

/** Every module next to a caller that runs it apart is imported there as a type, which no bundler sees: so all files start. */
const STARTS = { include: "server/src/**/*.ts", exclude: /\.test\.ts$|\.d\.ts$|\/testing\/|\/testing\.ts$|\/test-[\w-]+\.ts$/ };
const OUR_PACKAGE = /^@rostrum\/(contract)\/(.+)$/;

/** The source files that the service can load, and the packages that they import. */
async function reachable(): Promise<{ sources: readonly string[]; packages: ReadonlySet<string> }> {
  const plugin: Plugin = {
    name: "workspace",
    setup({ onResolve }) {
      onResolve({ filter: OUR_PACKAGE }, ({ path }) => ({ path: join(ROOT, path.replace(OUR_PACKAGE, "$1/src/$2")) }));
    },
  };
  const starts = globSync(STARTS.include, { cwd: ROOT }).filter((path) => !STARTS.exclude.test(path));
  const { metafile } = await build({
    ...COMMON,
    entryPoints: starts,
    outdir: "unused",
    write: false,
    packages: "external",
    metafile: true,
    plugins: [plugin],
  });
  const sources = Object.keys(metafile.inputs);
  const testing = sources.filter((path) => STARTS.exclude.test(path));
  if (testing.length > 0) throw new Error(`The service imports test code: ${testing.join(", ")}`);
  const imports = Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external === true));
  const names = imports.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path).filter((name) => !isBuiltin(name));
  return { sources, packages: new Set(names) };
}

/** Keeps every import, with the file that it leads to afterwards. */
async function transpile(sources: readonly string[], folder: string): Promise<void> {
  const known = new Set(sources);
  const plugin: Plugin = {
    name: "keep imports",
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ kind, path, importer }) => {
        if (kind === "entry-point") return null;
        const from = posix.dirname(posix.relative(ROOT, importer));
        const target = path.startsWith(".")
          ? posix.join(from, path)
          : OUR_PACKAGE.test(path)
            ? path.replace(OUR_PACKAGE, "$1/src/$2")
            : null;
        if (target === null) return { path, external: true };
        if (!known.has(target)) return { errors: [{ text: `${target} is not part of the package` }] };
        const relative = posix.relative(from, target).replace(/\.ts$/, ".js");
        return { path: relative.startsWith(".") ? relative : `./${relative}`, external: true };
      });
    },
  };
  await build({ ...COMMON, entryPoints: [...sources], outdir: folder, outbase: ROOT, plugins: [plugin] });
}

const COMMON = { absWorkingDir: ROOT, bundle: true, platform: "node", format: "esm", target: "esnext", logLevel: "warning" } as const;

/** Builds the dashboard, with the licences of what is in it, which must be distributed with the code. */
async function addDashboard(outDir: string): Promise<readonly BundledPackage[]> {
  const list = "licences.json";
  const configFile = join(ROOT, "dashboard/vite.config.ts");
  await buildPages({
    root: join(ROOT, "dashboard"),
    configFile,
    logLevel: "warn",
    build: { outDir, emptyOutDir: true, license: { fileName: list } },
  });
  const licences: unknown = JSON.parse(await readFile(join(outDir, list), "utf8"));
  return (licences as readonly { name: string; version: string; identifier: string }[]).map(({ name, version, identifier }) => ({
    name,
    version,
    licence: identifier,
  }));
}

/** The package's `package.json`. What the contract and the server import must be among their dependencies. */
async function manifestOf(imported: ReadonlySet<string>): Promise<Pick<MadePackage, "manifest" | "needs">> {
  const [root, contract, server, cli] = await Promise.all([
    readManifest("package.json"),
    readManifest("contract/package.json"),
    readManifest("server/package.json"),
    readManifest("cli/package.json"),
  ]);
  const dependencies = Object.fromEntries(
    [contract, server].flatMap((part) => Object.entries(part.dependencies ?? {}).filter(([name]) => !name.startsWith("@rostrum/"))),
  );
  const missing = [...imported].filter((name) => !(name in dependencies));
  if (missing.length > 0) throw new Error(`packages are imported that no manifest names: ${missing.join(", ")}`);
  const needs = { dependencies, optionalDependencies: { ...server.optionalDependencies, ...root.optionalDependencies } };
  const manifest = {
    name: "rostrum",
    version: cli.version,
    description: root.description,
    license: root.license,
    type: "module",
    bin: { rostrum: "bin/rostrum.js" },
    imports: { "#server/main": "./server/src/main.js", "#server/doctor": "./server/src/running/doctor/local.js" },
    engines: root.engines,
    ...needs,
  };
  return { manifest, needs };
}

async function readManifest(path: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(ROOT, path), "utf8")) as Manifest;
}

async function copy(file: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await cp(join(ROOT, file), target);
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

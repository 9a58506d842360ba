import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Lockfile } from "./lockfiles.ts";
import { npm, npmPack } from "./npm.ts";
import { filesIn, writeArchive } from "./pack/archive.ts";
import type { BundledPackage } from "./pack/bundled.ts";
import { makeClientPackage } from "./pack/client.ts";
import { releaseLock } from "./pack/lock.ts";
import { makeN8nPackage } from "./pack/n8n.ts";
import { DOCUMENTS, makePackage } from "./pack/service.ts";
import { sumLineOf } from "./pack/sums.ts";

/**
 * `npm run pack`: writes a release into `dist/release`, or into the folder after `--to`:
 *
 * - `rostrum-VERSION.tgz`: the whole service with its command line; `rostrum-cli-VERSION.tgz`: the command line alone;
 *   `rostrum-client-VERSION.tgz`: the typed client
 * - `n8n-nodes-rostrum-VERSION.tgz`: the nodes for n8n
 * - `package.json` and `package-lock.json`: with these `npm ci` installs exactly the versions that the repository's lockfile has
 * - `sbom.cdx.json`: a CycloneDX list of every part
 * - `README.md`, `CHANGELOG.md`, `docs/`, and `deploy/` with the unit, the chart and the rules for alerts
 * - `SHA256SUMS` of all of them
 *
 * The folder appears when it is complete. Beside it, `rostrum-release-VERSION.tar` has all of it in one file, with its checksum in
 * `rostrum-release-VERSION.tar.sha256`.
 */

const ROOT = join(import.meta.dirname, "..");

const { values } = parseArgs({ options: { to: { type: "string", default: join(ROOT, "dist/release") } } });
const { folder: release, archive } = await pack(resolve(values.to));
console.log([release, ...(await readdir(release)).sort(), archive, `${archive}.sha256`].join("\n"));

async function pack(target: string): Promise<{ readonly folder: string; readonly archive: string }> {
  await mkdir(dirname(target), { recursive: true });
  const work = await mkdtemp(`${target}.unfinished-`);
  try {
    const folder = join(work, "release");
    await mkdir(folder);
    const { version } = await fill(folder, work);
    const name = `rostrum-release-${version}`;
    const archive = `${name}.tar`;
    await writeArchive(folder, join(work, archive), name);
    await rm(target, { recursive: true, force: true });
    await rename(folder, target);
    for (const file of [archive, `${archive}.sha256`]) await rename(join(work, file), join(dirname(target), file));
    return { folder: target, archive: join(dirname(target), archive) };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fill(folder: string, work: string): Promise<{ readonly version: string }> {
  const client = join(work, "client");
  await makeClientPackage(client);
  await npmPack([client], folder);
  const nodes = join(work, "n8n");
  await makeN8nPackage(nodes);
  await npmPack([nodes], folder);
  const content = join(work, "package");
  // First, because its bundle is part of the other package.
  await npmPack(["--workspace", "cli"], folder);
  const { manifest, needs, bundled } = await makePackage(content);
  const file = await npmPack([content], folder);
  const integrity = `sha512-${createHash("sha512")
    .update(await readFile(file))
    .digest("base64")}`;
  const { name, version, ...rest } = manifest;
  const source = `file:${basename(file)}`;
  const place = { version, resolved: source, integrity, ...rest };
  const repository = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as Lockfile;
  const own = { name: `${name}-release`, version, dependencies: { [name]: source } };
  await writeJson(join(folder, "package.json"), { ...own, private: true });
  const packages = { "": own, ...releaseLock(repository, { name, place, needs }) };
  await writeJson(join(folder, "package-lock.json"), { ...own, dependencies: undefined, lockfileVersion: 3, requires: true, packages });
  await writeJson(join(folder, "sbom.cdx.json"), await partsOf(folder, bundled));
  for (const file of globSync(DOCUMENTS, { cwd: ROOT })) await cp(join(ROOT, file), join(folder, file), { recursive: true });
  await writeSums(folder);
  return { version };
}

interface PartsList {
  readonly components: readonly object[];
}

/** npm's list of what gets installed, and the packages whose code is inside the files of ours. */
async function partsOf(folder: string, bundled: readonly BundledPackage[]): Promise<PartsList> {
  const list = JSON.parse(await npm(["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"], { cwd: folder })) as PartsList;
  const inside = new Map(bundled.map((part) => [`${part.name}@${part.version}`, part]));
  return { ...list, components: [...list.components, ...[...inside.values()].map(partOf)] };
}

function partOf({ name, version, licence }: BundledPackage): object {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const licenses = [licence.includes(" ") ? { expression: licence } : { license: { id: licence } }];
  return { "bom-ref": `bundled:${name}@${version}`, type: "library", name, version, purl, licenses };
}

async function writeSums(folder: string): Promise<void> {
  const names = await filesIn(folder);
  const lines = await Promise.all(names.map((name) => sumLineOf(join(folder, name), name)));
  await writeFile(join(folder, "SHA256SUMS"), lines.join(""));
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

import assert from "node:assert/strict";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join, relative, resolve } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { extract } from "tar-stream";
import { npm } from "../../scripts/npm.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { freePort } from "../../server/src/testing/free-port.ts";
import { aPhoto } from "../../server/src/testing/media.ts";
import { UNLIMITED } from "./running.ts";

const ROOT = join(import.meta.dirname, "../..");

const open = new AsyncDisposableStack();
after(() => open.disposeAsync());
let folder: string;
let release: string;
let home: string;

before(async () => {
  folder = open.use(await temporaryFolder()).path;
  // A release that is about to be published can be tried as it is.
  const given = process.env.ROSTRUM_TEST_RELEASE;
  release = given === undefined ? join(folder, "release") : resolve(ROOT, given);
  if (given === undefined) {
    await promisify(execFile)(process.execPath, ["scripts/pack.ts", "--to", release], { cwd: ROOT });
  }
  home = join(folder, "machine");
  await mkdir(home);
  await writeFile(join(home, "package.json"), "{}\n");
  await npm(["install", "--prefer-offline", "--no-audit", "--no-fund", join(release, theFile(/^rostrum-\d.*\.tgz$/))], { cwd: home });
});

test("The checksums of a release are those of its files, and name all of them", () => {
  const sums = read("SHA256SUMS").trimEnd().split("\n");
  const files = filesOfRelease().filter((name) => name !== "SHA256SUMS");
  const expected = files.map(
    (name) =>
      `${createHash("sha256")
        .update(readFileSync(join(release, name)))
        .digest("hex")}  ${name}`,
  );
  assert.deepEqual(sums, expected);
  assert.deepEqual(
    [...new Set(files.map((name) => name.split("/")[0]?.replace(/\d+\.\d+\.\d+/, "VERSION")))],
    [
      "CHANGELOG.md",
      "README.md",
      "deploy",
      "docs",
      "n8n-nodes-rostrum-VERSION.tgz",
      "package-lock.json",
      "package.json",
      "rostrum-VERSION.tgz",
      "rostrum-cli-VERSION.tgz",
      "rostrum-client-VERSION.tgz",
      "sbom.cdx.json",
    ],
  );
});

test("One archive holds the files of the release, with its checksum beside it", async () => {
  const [archive = "", ...others] = globSync("rostrum-release-*.tar", { cwd: dirname(release) });
  assert.deepEqual(others, []);
  const bytes = readFileSync(join(dirname(release), archive));
  const sum = createHash("sha256").update(bytes).digest("hex");
  assert.equal(readFileSync(join(dirname(release), `${archive}.sha256`), "utf8"), `${sum}  ${archive}\n`);
  const inside = new Map<string, Buffer>();
  for await (const entry of Readable.from([bytes]).pipe(extract())) inside.set(entry.header.name, await buffer(entry));
  const name = archive.replace(/\.tar$/, "");
  assert.match(name, /^rostrum-release-\d+\.\d+\.\d+$/);
  const files = filesOfRelease();
  assert.deepEqual(
    [...inside].map(([path, content]) => [path, content.equals(readFileSync(join(release, path.replace(`${name}/`, ""))))]),
    files.map((file) => [`${name}/${file}`, true]),
  );
});

test("A release has the documentation and what is needed to deploy it, as the repository has them", () => {
  for (const path of ["README.md", "docs/README.md", "docs/installing.md", "deploy/rostrum.service", "deploy/helm/rostrum/Chart.yaml"]) {
    const text = readFileSync(join(ROOT, path), "utf8");
    assert.equal(read(path), text, path);
    assert.equal(readFileSync(join(home, "node_modules/rostrum", path), "utf8"), text, path);
  }
});

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity: string; readonly resolved?: string }>>;
}

test("The lockfile of a release has the versions and hashes of the repository's, and the hash of the package", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as Lock;
  const { packages: tested } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as Lock;
  const { "": _, "node_modules/rostrum": own, ...rest } = packages;
  assert.ok(Object.keys(rest).length > 100);
  for (const [path, { version, integrity, resolved }] of Object.entries(rest)) {
    assert.deepEqual([version, integrity, resolved], [tested[path]?.version, tested[path]?.integrity, undefined], path);
  }
  const hash = createHash("sha512")
    .update(readFileSync(join(release, (own?.resolved ?? "").replace("file:", ""))))
    .digest("base64");
  assert.equal(own?.integrity, `sha512-${hash}`);
});

test("The list of parts has every package of the lockfile, and those inside the dashboard's and the command line's files", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as Lock;
  const { bomFormat, components } = JSON.parse(read("sbom.cdx.json")) as { bomFormat: string; components: readonly { purl: string }[] };
  assert.equal(bomFormat, "CycloneDX");
  const listed = new Set(components.map(({ purl }) => purl));
  const locked = Object.entries(packages).filter(([path]) => path !== "");
  const purls = locked.map(([path, { version }]) => `pkg:npm/${path.replace(/^.*node_modules\//, "").replace("@", "%40")}@${version}`);
  assert.deepEqual(
    purls.filter((purl) => !listed.has(purl)),
    [],
  );
  for (const name of ["react", "%40mantine/core", "commander"])
    assert.ok(
      [...listed].some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    );
});

test("The installed package contains no TypeScript and no tests, and the licences of what is inside its files", () => {
  const files = globSync("**/*", { cwd: join(home, "node_modules/rostrum") });
  assert.ok(files.length > 500);
  assert.deepEqual(
    files.filter((path) => /\.ts$|\.test\.|(^|\/)(tests?|testing|fixtures)(\/|$)/.test(path)),
    [],
  );
  for (const path of ["LICENSE", "dist/LICENSES.txt", "dashboard/dist/licences.json"]) assert.ok(files.includes(path), path);
});

test("The package for n8n installs nothing else, and contains what its manifest names", async () => {
  const n8n = join(folder, "n8n");
  await mkdir(n8n);
  await writeFile(join(n8n, "package.json"), "{}\n");
  // As n8n installs it: it is itself the peer that the package needs.
  await npm(["install", "--offline", "--legacy-peer-deps", "--ignore-scripts", join(release, theFile(/^n8n-nodes-rostrum-.*\.tgz$/))], {
    cwd: n8n,
  });
  assert.deepEqual(globSync("node_modules/*", { cwd: n8n }), ["node_modules/n8n-nodes-rostrum"]);
  const own = join(n8n, "node_modules/n8n-nodes-rostrum");
  const files = globSync("**/*.*", { cwd: own });
  const manifest = JSON.parse(readFileSync(join(own, "package.json"), "utf8"));
  const named: string[] = [...manifest.n8n.nodes, ...manifest.n8n.credentials, "dist/icons/rostrum.svg", "dist/icons/rostrum.dark.svg"];
  assert.deepEqual(
    named.filter((path) => !files.includes(path)),
    [],
  );
  assert.deepEqual([manifest.dependencies, manifest.devDependencies, manifest.n8n.strict], [undefined, undefined, true]);
});

test("npx rostrum serve publishes a post with a picture, shows its pages, and stops on SIGTERM with code 0", async () => {
  const port = await freePort();
  const { child, output } = await serve(port);
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  const key = /rst_[\w-]+/.exec(output())?.[0];
  const api = async (method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${key}`, ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) };
    const reply = await fetch(`${url}/v1${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await reply.text();
    assert.ok(reply.status < 300, text);
    return JSON.parse(text).data;
  };
  const form = new FormData();
  form.set("media", new Blob([await aPhoto()]), "croissant.jpg");
  const { id: mediaId } = await api("POST", "/brands/1/media", form);
  const channels = (await api("GET", "/brands/1/channels?per_page=100")) as readonly { id: number; type: string }[];
  const channelId = channels.find(({ type }) => type === "Mastodon")?.id;
  const { id: collectionId } = await api("POST", "/brands/1/collections", { title: "Packed", channels: [channelId] });
  const post = { publishMode: "IMMEDIATE", caption: "Baked in a package", media: [{ id: mediaId }] };
  const { id: postId } = await api("POST", `/brands/1/collections/${collectionId}/posts`, post);
  const [entry] = await eventually("the post is published", async () => {
    const entries = (await api("GET", `/brands/1/published-posts?post_id=${postId}`)) as readonly { status: string; url: string }[];
    return entries.length === 1 && entries;
  });
  assert.equal(entry?.status, "PUBLISHED");
  assert.match(await text(entry?.url ?? ""), /Baked in a package/);
  const asset = globSync("dashboard/dist/app/assets/*.js", { cwd: join(home, "node_modules/rostrum") })[0] ?? "";
  for (const path of [
    "/",
    "/docs",
    "/help/",
    "/help/networks/linkedin",
    "/help/pictures/media.png",
    "/openapi-v1.2.0.yaml",
    "/readyz",
    `/${asset.replace("dashboard/dist/", "")}`,
  ])
    await text(`${url}${path}`);
  // Not to npx, which ends without passing the signal on.
  process.kill(Number(readFileSync(join(folder, "data/postgres/service.pid"), "utf8")), "SIGTERM");
  assert.deepEqual(await ended, [0, null], output());
  assert.match(output(), /^Stopping: finishing work in flight/m);
});

test("Once it has stopped, npx rostrum doctor says what there is on the machine", async () => {
  const env = {
    PATH: plainPath(),
    HOME: folder,
    ROSTRUM_DATA_DIR: join(folder, "data"),
    ROSTRUM_URL: `http://127.0.0.1:${await freePort()}`,
  };
  const examined = await promisify(execFile)("npx", ["rostrum", "doctor", "--json"], { cwd: home, env }).catch((error: unknown) => error);
  const { code, stdout } = examined as { readonly code?: number; readonly stdout: string };
  const { fine, findings } = JSON.parse(stdout) as { fine: boolean; findings: readonly { check: string; level: string }[] };
  assert.deepEqual([code, fine], [1, false]);
  const levels = Object.fromEntries(findings.map(({ check, level }) => [check, level]));
  assert.deepEqual([levels.service, levels.settings], ["fault", "ok"]);
  assert.ok(findings.length > 3, stdout);
});

test("An older Node hands over to the one that is installed with the package, with its signals and exit codes", async () => {
  const program = join(home, "node_modules/rostrum/bin/rostrum.js");
  const older = ["--import", "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.1.0'})", program];
  const env = { HOME: folder, PATH: process.env.PATH ?? "" };
  const { stdout } = await promisify(execFile)(process.execPath, [...older, "--version"], { env });
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  const wrong = promisify(execFile)(process.execPath, [...older, "no-such-command"], { env });
  await assert.rejects(wrong, { code: 2 });
});

/** Without the repository's programs. */
function plainPath(): string {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .filter((place) => !place.includes("node_modules"))
    .join(delimiter);
}

/** Starts the installed service as a machine with npm alone would. */
async function serve(port: number): Promise<{ readonly child: ChildProcess; output(): string }> {
  const env = { PATH: plainPath(), HOME: folder, ROSTRUM_DATA_DIR: join(folder, "data"), ...UNLIMITED, PORT: String(port) };
  const child = spawn("npx", ["rostrum", "serve"], { cwd: home, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  open.defer(() => endGroup(child));
  const exited = once(child, "exit");
  let output = "";
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (piece: string) => {
        output += piece;
        if (output.includes("Rostrum is ready")) resolve();
      });
    }
  });
  const isReady = await Promise.race([ready.then(() => true), exited.then(() => false)]);
  assert.ok(isReady, output);
  return { child, output: () => output };
}

/** Ends npx and everything that it has started, if anything is left. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

async function text(url: string): Promise<string> {
  const reply = await fetch(url);
  const body = await reply.text();
  assert.equal(reply.status, 200, `${url}: ${body}`);
  return body;
}

function read(name: string): string {
  return readFileSync(join(release, name), "utf8");
}

function filesOfRelease(): string[] {
  const entries = globSync("**/*", { cwd: release, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [relative(release, join(entry.parentPath, entry.name))] : [])).sort();
}

function theFile(pattern: RegExp): string {
  const name = globSync("*", { cwd: release }).find((name) => pattern.test(name));
  if (name === undefined) throw new Error(`${release} has no such file`);
  return name;
}

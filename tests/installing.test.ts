import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { parse } from "yaml";
import { readConfig } from "../server/src/ground/config.ts";
import { temporaryFolder } from "../server/src/ground/database/testing.ts";

/** What `docs/installing.md` describes: container image, compositions, unit and chart, as far as they can be checked without running them. */
const ROOT = join(import.meta.dirname, "..");
const CHART = "deploy/helm/rostrum";
const METRICS_PORT = "9464";
const TEMPLATES = globSync(`${CHART}/templates/*`, { cwd: ROOT }).sort();
const FILES = [
  "Dockerfile",
  ".dockerignore",
  "compose.yaml",
  "compose.scale.yaml",
  "deploy/Caddyfile",
  "deploy/rostrum.service",
  `${CHART}/values.yaml`,
  ...TEMPLATES,
];
const PAGE = "docs/installing.md";
const PORT = readConfig({}).port;
const VERSION = (JSON.parse(read("cli/package.json")) as { version: string }).version;

interface Service {
  readonly image: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly restart?: string;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
}

interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const COMPOSITIONS = ["compose.yaml", "compose.scale.yaml"].map((path) => ({
  path,
  content: parse(read(path), { merge: true }) as Composition,
}));

test("every setting that these files and their page name is one that the service reads", () => {
  const known = new Set([...read("server/src/ground/config.ts").matchAll(/\b(ROSTRUM_[A-Z0-9_]*[A-Z0-9])\b/g)].map(([name]) => name));
  for (const path of [...FILES, PAGE]) {
    const named = [...read(path).matchAll(/\bROSTRUM_[A-Z0-9_]*[A-Z0-9]\b/g)].map(([name]) => name);
    assert.deepEqual(
      named.filter((name) => !known.has(name)),
      [],
      path,
    );
  }
});

test("the page of settings has a row for every setting that the service reads", () => {
  const known = [...read("server/src/ground/config.ts").matchAll(/\benv\.((?:ROSTRUM|DATABASE)_[A-Z0-9_]+)\b/g)].map(
    ([, name]) => name ?? "",
  );
  assert.ok(known.length > 20, `${known.length}`);
  const rows = read("docs/settings.md");
  assert.deepEqual(
    known.filter((name) => !rows.includes(`\`${name}\``)),
    [],
  );
});

test("the service accepts the settings of each container, and stores everything in the image's volume", () => {
  const ofImage = Object.fromEntries(
    (/^ENV (.+)$/m.exec(read("Dockerfile"))?.[1] ?? "").split(" ").map((pair) => pair.split("=") as [string, string]),
  );
  assert.equal(ofImage.ROSTRUM_DATA_DIR, /^VOLUME (.+)$/m.exec(read("Dockerfile"))?.[1]);
  for (const { path, content } of COMPOSITIONS) {
    const own = Object.entries(content.services).filter(([, { build }]) => build !== undefined);
    assert.ok(own.length > 0, path);
    for (const [name, { environment, volumes }] of own) {
      const config = readConfig({ ...ofImage, ...filled(environment ?? {}) });
      assert.deepEqual([config.host, config.port], ["0.0.0.0", PORT], `${path}: ${name}`);
      assert.ok(
        volumes?.some((volume) => volume.endsWith(`:${ofImage.ROSTRUM_DATA_DIR}`)),
        `${path}: ${name}`,
      );
    }
  }
});

test("processes that share a database share the keys and the store, too", () => {
  const services: Composition["services"] = COMPOSITIONS[1]?.content.services ?? {};
  const own = Object.values(services).filter(({ build }) => build !== undefined);
  assert.deepEqual(own.map(({ command }) => command?.join(" ")).sort(), [
    "serve --role api",
    "serve --role api",
    "serve --role worker",
    "serve --role worker",
  ]);
  for (const { environment } of own) {
    const { databaseUrl, secretKey, adminToken, s3, trustProxy } = readConfig(filled(environment ?? {}));
    assert.ok(databaseUrl !== null && secretKey !== null && adminToken !== null && s3 !== null && trustProxy.length === 1);
  }
  assert.equal(new Set(own.map(({ volumes }) => volumes?.join())).size, 4, "each has a volume of its own");
});

test("every container is started again, is asked how it is, and has its volumes declared", () => {
  for (const { path, content } of COMPOSITIONS) {
    for (const [name, { restart, healthcheck, build, volumes }] of Object.entries(content.services)) {
      assert.equal(restart, "unless-stopped", `${path}: ${name}`);
      // The image brings its own check.
      const isAsked = healthcheck === undefined ? build !== undefined : healthcheck.test !== undefined;
      assert.equal(isAsked, true, `${path}: ${name}`);
      for (const volume of volumes ?? []) {
        const source = volume.split(":")[0] ?? "";
        assert.ok(source.startsWith("./") ? existsSync(join(ROOT, source)) : source in content.volumes, `${path}: ${volume}`);
      }
    }
  }
});

test("images are named by an exact version, and the one that is built on by its digest", () => {
  const bases = [...read("Dockerfile").matchAll(/^FROM (\S+)/gm)].map(([, base = ""]) => base);
  assert.equal(bases.length, 2);
  for (const base of bases) assert.match(base, /^node:26\.\d+\.\d+-[\w-]+@sha256:[0-9a-f]{64}$/);
  assert.equal(new Set(bases).size, 1);
  for (const { content } of COMPOSITIONS) {
    for (const { image } of Object.values(content.services)) assert.match(image, /^[\w/]+:\d+\.\d+/);
    for (const { image, build } of Object.values(content.services)) if (build !== undefined) assert.equal(image, `rostrum:${VERSION}`);
  }
  const chart = parse(read(`${CHART}/Chart.yaml`)) as { version: string; appVersion: string };
  assert.deepEqual([chart.version, chart.appVersion], [VERSION, VERSION]);
});

test("ports are the service's own, and the paths for health those that it answers", () => {
  assert.equal(/^EXPOSE (\d+)$/m.exec(read("Dockerfile"))?.[1], String(PORT));
  assert.match(read("Dockerfile"), new RegExp(`\\$\\{PORT:-${PORT}\\} .*GET /healthz`));
  assert.deepEqual(COMPOSITIONS[0]?.content.services.rostrum?.ports, [`127.0.0.1:${PORT}:${PORT}`]);
  assert.deepEqual(
    [...read("deploy/Caddyfile").matchAll(/api-\d:(\d+)/g)].map(([, port]) => port),
    [String(PORT), String(PORT)],
  );
  assert.deepEqual(
    [...read(`${CHART}/templates/_helpers.tpl`).matchAll(/containerPort: (\d+)/g)].map(([, port]) => port),
    [String(PORT), METRICS_PORT],
  );
  assert.match(read(`${CHART}/templates/_helpers.tpl`), new RegExp(`name: ROSTRUM_METRICS_PORT\\n\\s+value: "${METRICS_PORT}"`));
  const { services } = COMPOSITIONS[1]?.content ?? assert.fail();
  for (const { build, environment } of Object.values(services)) {
    if (build !== undefined) assert.equal(environment?.ROSTRUM_METRICS_PORT, METRICS_PORT);
  }
  assert.match(String(services["worker-1"]?.healthcheck?.test), new RegExp(`/127\\.0\\.0\\.1/${METRICS_PORT} .*GET /healthz`));
  const answered = new Set([...read("server/src/doors/http/health.ts").matchAll(/scope\.get\("(\/\w+)"/g)].map(([, path]) => path));
  const asked = FILES.flatMap((path) => [...read(path).matchAll(/\/(?:healthz|readyz|health\w*|ready\w*)\b/g)].map(([found]) => found));
  assert.ok(asked.length >= 5);
  assert.deepEqual(
    asked.filter((path) => !answered.has(path)),
    [],
  );
});

test("the programs, scripts and pages that these files name exist", () => {
  for (const path of ["Dockerfile", "deploy/rostrum.service"]) {
    const programs = [...read(path).matchAll(/\/opt\/rostrum\/node_modules\/rostrum\/(bin\/[\w.]+)/g)].map(([, program = ""]) => program);
    assert.equal(programs.length, 1, path);
    for (const program of programs) assert.ok(existsSync(join(ROOT, "cli", program)), program);
  }
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
  const named = [...read("Dockerfile").matchAll(/npm run (\w+)/g)].map(([, script = ""]) => script);
  assert.deepEqual(named, ["pack"]);
  for (const script of named) assert.ok(script in scripts);
  const headings = [...read(PAGE).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  const anchors = FILES.flatMap((path) => [...read(path).matchAll(/docs\/installing\.md#([\w-]+)/g)].map(([, anchor = ""]) => anchor));
  assert.ok(anchors.length >= 3);
  for (const anchor of anchors) assert.ok(headings.includes(anchor), anchor);
});

test("the health checks ask without starting a Node: 200 is healthy, and anything else is not", async () => {
  let status = 200;
  await using server = createServer((_request, response) => response.writeHead(status).end("{}"));
  const port = await new Promise<number>((resolve) => server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)));
  const image = JSON.parse(/HEALTHCHECK[\s\S]*?CMD (\[.*\])/.exec(read("Dockerfile"))?.[1] ?? "[]") as string[];
  const scale =
    COMPOSITIONS.find(({ path }) => path === "compose.scale.yaml")?.content.services["worker-1"]?.healthcheck?.test?.slice(1) ?? [];
  for (const [file = "", ...args] of [image, scale.map((word) => word.replace("/9464", "/$PORT"))]) {
    assert.equal(file, "bash");
    const ask = () => promisify(execFile)(file, args, { env: { PATH: process.env.PATH ?? "", PORT: String(port) } });
    status = 200;
    await ask();
    status = 503;
    await assert.rejects(ask());
  }
});

test("Node is of one version on every system, and each package says which it needs", () => {
  const root = JSON.parse(read("package.json")) as { optionalDependencies: Readonly<Record<string, string>> };
  const versions = Object.entries(root.optionalDependencies).filter(([name]) => name.startsWith("node-"));
  assert.equal(versions.length, 2);
  assert.equal(new Set(versions.map(([, version]) => version)).size, 1);
  for (const path of globSync(["package.json", "*/package.json"], { cwd: ROOT, exclude: (name) => name.includes("node_modules") })) {
    const { engines } = JSON.parse(read(path)) as { engines?: { node?: string } };
    assert.match(engines?.node ?? "", /^>=\d+$/, path);
  }
  // The image runs the Node of the lockfile, not the one of its base.
  assert.match(read("Dockerfile"), /ENTRYPOINT \["\/opt\/rostrum\/node_modules\/\.bin\/node"/);
});

test("the image's build sees no installed packages, no data and no secrets", () => {
  const ignored = read(".dockerignore").split("\n");
  for (const pattern of [".git", "**/node_modules", "**/dist", "data", "**/*.env", ".env*"]) assert.ok(ignored.includes(pattern), pattern);
});

test("the unit gives the service the folders that its settings name, and takes the rest of the system away", () => {
  const unit = settingsOf("deploy/rostrum.service");
  const environment = Object.fromEntries((unit.get("Environment") ?? []).map((pair) => pair.split("=") as [string, string]));
  assert.equal(readConfig(environment).dataDirectory, `/var/lib/${unit.get("StateDirectory")?.[0]}`);
  assert.equal(environment.NODE_COMPILE_CACHE, `/var/cache/${unit.get("CacheDirectory")?.[0]}`);
  const expected = {
    ProtectSystem: "strict",
    NoNewPrivileges: "yes",
    SystemCallFilter: "@system-service",
    KillMode: "mixed",
    CapabilityBoundingSet: "",
  };
  for (const [name, value] of Object.entries(expected)) assert.deepEqual(unit.get(name), [value], name);
});

test("systemd understands the unit", async (t) => {
  const isThere = await promisify(execFile)("systemd-analyze", ["--version"]).then(
    () => true,
    () => false,
  );
  if (!isThere) return t.skip("systemd-analyze is not installed");
  await using folder = await temporaryFolder();
  const path = join(folder.path, "rostrum.service");
  // The program is not installed here, and nor is the user.
  await writeFile(path, read("deploy/rostrum.service").replace(/^ExecStart=\S+/m, "ExecStart=/bin/sh"));
  const { stdout, stderr } = await promisify(execFile)("systemd-analyze", ["verify", "--man=no", path]);
  assert.deepEqual([stdout, stderr.split("\n").filter((line) => line.includes("rostrum.service"))], ["", []]);
});

test("each value of the chart is used by a template, and each that a template uses is there", () => {
  const values = parse(read(`${CHART}/values.yaml`)) as Readonly<Record<string, unknown>>;
  const used = new Set(TEMPLATES.flatMap((path) => [...read(path).matchAll(/\.Values\.([\w.]+)/g)].map(([, name = ""]) => name)));
  const lacking = [...used].filter(
    (name) =>
      name.split(".").reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>> | undefined)?.[part], values) === undefined,
  );
  assert.deepEqual(lacking, []);
  assert.deepEqual(
    Object.keys(values).filter((name) => ![...used].some((path) => path === name || path.startsWith(`${name}.`))),
    [],
  );
});

test("blocks of the chart's templates end, and what they include is defined", () => {
  const all = TEMPLATES.map((path) => ({ path, text: read(path).replaceAll(/\{\{\/\*[\s\S]*?\*\/\}\}/g, "") }));
  for (const { path, text } of all) {
    const begun = [...text.matchAll(/\{\{-? *(?:if|with|range|define)\b/g)].length;
    const ended = [...text.matchAll(/\{\{-? *end *-?\}\}/g)].length;
    assert.equal(begun, ended, path);
  }
  const whole = all.map(({ text }) => text).join("\n");
  const defined = new Set([...whole.matchAll(/define "([\w.]+)"/g)].map(([, name]) => name));
  const included = [...whole.matchAll(/include "([\w.]+)"/g)].map(([, name]) => name);
  assert.ok(included.length > 5);
  assert.deepEqual(
    included.filter((name) => !defined.has(name)),
    [],
  );
});

/** Values in place of `${NAME}`, `${NAME:-value}` and `${NAME:?why}`, as somebody who runs it would set them. */
function filled(environment: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const given: Readonly<Record<string, string>> = {
    ROSTRUM_PUBLIC_URL: "https://rostrum.example.org",
    ROSTRUM_SECRET_KEY: Buffer.alloc(32, 1).toString("base64"),
    ROSTRUM_ADMIN_TOKEN: "a token of more than sixteen characters",
    ROSTRUM_S3_SECRET_ACCESS_KEY: "secret",
    POSTGRES_PASSWORD: "secret",
  };
  const put = (text: string) =>
    text.replaceAll(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, name: string) => given[name] ?? assert.fail(`nobody is told to set ${name}`));
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, put(value)]));
}

function settingsOf(path: string): Map<string, string[]> {
  const settings = new Map<string, string[]>();
  for (const [, name = "", value = ""] of read(path).matchAll(/^(\w+)=(.*)$/gm)) settings.set(name, [...(settings.get(name) ?? []), value]);
  return settings;
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

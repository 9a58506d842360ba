import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

/** Who may import whom, as data. A file belongs to the first part whose pattern it matches. */
const ROOT = join(import.meta.dirname, "..");

interface Part {
  readonly name: string;
  readonly files: RegExp;
  /** Files of the workspace that it may import, besides its own folder. */
  readonly mayImport: readonly RegExp[];
  readonly neverImports?: readonly RegExp[];
  readonly noNode?: true;
  /** Packages from outside; absent: any. */
  readonly packages?: readonly string[];
  readonly noOwnFolder?: true;
  readonly neverSays?: RegExp;
}

const CONTRACT = /^contract\/src\//;
const GROUND = /^server\/src\/(app|clock|config|refusal|viewer)\.ts$/;
const DATABASE = /^server\/src\/database\//;
const RULES = /^server\/src\/[\w-]+\/rules\.ts$/;
const STORE = /^server\/src\/[\w-]+\/([\w-]+-)?(store|list|stored|places)\.ts$/;
const OPERATIONS = /^server\/src\/[\w-]+\/operations\.ts$/;
const CONNECTOR_WORDS = /^server\/src\/connectors\/connector\.ts$/;
const NET = /^server\/src\/net\//;
const DECODING = /^server\/src\/decoding\//;
const SIGN_IN = /^server\/src\/(sign-in|oauth)\//;
const PAGES = /^server\/src\/http\/(client-address|html|page)\.ts$/;
const HTTP = /^server\/src\/(http|mcp)\//;
const ENGINE = /^server\/src\/engine\//;
const SANDBOX = /^server\/src\/sandbox\//;
const CONNECTORS = /^server\/src\/connectors\//;
const FOUNDATION = /^server\/src\/(net|secrets|storage|observability|database)\//;

const parts: readonly Part[] = [
  { name: "tests", files: /\.test\.ts$|\/testing\/|\/testing\.ts$|\/fixtures\//, mayImport: [/./] },
  { name: "contract", files: CONTRACT, mayImport: [], packages: ["zod", "zod-openapi"], noNode: true },
  { name: "tools on standard input", files: /^cli\/src\/mcp\//, mayImport: [CONTRACT], packages: ["@modelcontextprotocol/server"] },
  { name: "cli", files: /^cli\/src\//, mayImport: [CONTRACT], packages: ["commander"] },
  {
    name: "rules",
    files: RULES,
    mayImport: [CONTRACT, RULES, CONNECTOR_WORDS],
    packages: [],
    noNode: true,
    noOwnFolder: true,
    neverSays: /\bDate\.now\(|\bMath\.random\(|\bTemporal\.Now\b|\bprocess\./,
  },
  {
    name: "stores",
    files: STORE,
    mayImport: [CONTRACT, DATABASE, RULES, STORE, GROUND, CONNECTOR_WORDS, /\/(content|inspect)\.ts$/],
    neverImports: [HTTP],
  },
  {
    name: "one connector",
    files: /^server\/src\/connectors\/[\w-]+\//,
    mayImport: [CONTRACT, CONNECTOR_WORDS, NET, DECODING],
    neverImports: [STORE],
  },
  { name: "table of connectors", files: /^server\/src\/connectors\/index\.ts$/, mayImport: [CONNECTORS, GROUND] },
  { name: "words of connectors", files: CONNECTOR_WORDS, mayImport: [CONTRACT, NET] },
  { name: "operations", files: OPERATIONS, mayImport: [/^server\/src\//, CONTRACT], neverImports: [OPERATIONS, HTTP, CONNECTORS] },
  {
    name: "one sandbox network",
    files: /^server\/src\/sandbox\/[\w-]+\//,
    mayImport: [CONTRACT, /^server\/src\/sandbox\/[\w-]+\.ts$/, /^server\/src\/http\/(html|page|range)\.ts$/],
    neverImports: [CONNECTORS],
  },
  {
    name: "sandbox",
    files: SANDBOX,
    mayImport: [CONTRACT, SANDBOX, DATABASE, DECODING, /^server\/src\/http\/(html|page|range)\.ts$/],
    neverImports: [CONNECTORS],
  },
  { name: "net", files: NET, mayImport: [] },
  { name: "database", files: DATABASE, mayImport: [CONTRACT] },
  { name: "secrets, storage, logs", files: /^server\/src\/(secrets|storage|observability)\//, mayImport: [CONTRACT, GROUND] },
  { name: "decoding", files: DECODING, mayImport: [] },
  { name: "feeds", files: /^server\/src\/feeds\//, mayImport: [CONTRACT, NET, DECODING] },
  {
    name: "engine",
    files: ENGINE,
    mayImport: [CONTRACT, GROUND, FOUNDATION, CONNECTOR_WORDS, /^server\/src\/(queue|media|published|channels|posts|automations)\//],
    neverImports: [OPERATIONS, HTTP],
  },
  {
    name: "sign-in",
    files: SIGN_IN,
    mayImport: [CONTRACT, GROUND, FOUNDATION, STORE, SIGN_IN, PAGES, /^server\/src\/(mcp\/access|users\/password)\.ts$/],
    neverImports: [OPERATIONS, ENGINE, CONNECTORS],
  },
  {
    name: "http",
    files: HTTP,
    mayImport: [
      CONTRACT,
      HTTP,
      GROUND,
      FOUNDATION,
      OPERATIONS,
      /^server\/src\/(private-)?operations\.ts$/,
      /^server\/src\/brands\/access\.ts$/,
      /^server\/src\/api-keys\//,
      SIGN_IN,
    ],
    neverImports: [ENGINE, CONNECTORS],
  },
  { name: "composition", files: /^server\/src\/[\w-]+\.ts$/, mayImport: [/^server\/src\//, CONTRACT] },
  {
    name: "features",
    files: /^server\/src\/[\w-]+\/[\w-]+\.ts$/,
    mayImport: [/^server\/src\//, CONTRACT],
    neverImports: [HTTP, OPERATIONS],
  },
];

const files = globSync(["{contract,server,cli}/src/**/*.ts"], { cwd: ROOT }).sort();

test("every source file belongs to a part of the architecture", () => {
  const strays = files.filter((file) => partOf(file) === undefined);
  assert.deepEqual(strays, []);
});

test("the test sees every source file there is", () => {
  const seen = new Set(files);
  for (const folder of ["contract/src", "server/src", "cli/src"]) {
    const all = globSync("**/*", { cwd: join(ROOT, folder) }).filter((path) => path.endsWith(".ts"));
    for (const path of all) assert.ok(seen.has(`${folder}/${path}`), path);
  }
  assert.ok(files.length > 150, `${files.length} files are fewer than there can be`);
});

for (const part of parts) {
  test(`${part.name} import only what the architecture allows`, () => {
    const own = files.filter((file) => partOf(file) === part);
    assert.ok(own.length > 0, "the pattern matches no file");
    assert.deepEqual(
      own.flatMap((file) => breaches(part, file)),
      [],
    );
  });
}

test("the service loads nothing that decodes what strangers made: that runs in processes of its own", () => {
  const decoders = /^(sharp|@cwasm\/nsbmp|mediabunny|file-type|htmlparser2|parse5|feedsmith)$/;
  const seen = new Set<string>();
  const waiting = ["server/src/main.ts"];
  const loaded: string[] = [];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const specifier of importsOf(read(file).replace(/^(?:import|export) type [^;]*;$/gm, ""))) {
      if (decoders.test(specifier)) loaded.push(`${file} loads ${specifier}`);
      const target = resolveImport(file, specifier);
      if (target.endsWith(".ts") && target.includes("/src/")) waiting.push(target);
    }
  }
  assert.ok(seen.size > 150, `${seen.size} files are fewer than the service has`);
  assert.deepEqual(loaded, []);
});

test("generic code names no platform", () => {
  const generic = files.filter(
    (file) => /^server\/src\/(engine|posts|queue|http|published|collections|channels)\//.test(file) && !file.endsWith(".test.ts"),
  );
  const names =
    /["'`](Facebook|Instagram|Threads|LinkedIn|Google Business|YouTube|TikTok|Pinterest|Mastodon|Bluesky|Telegram|Social Media)["'`]/;
  assert.deepEqual(
    generic.filter((file) => names.test(read(file))),
    [],
  );
});

function partOf(file: string): Part | undefined {
  return parts.find((part) => part.files.test(file));
}

function breaches(part: Part, file: string): string[] {
  const text = read(file);
  const found = importsOf(text).flatMap((specifier) => {
    const target = resolveImport(file, specifier);
    return mayImport(part, file, target) ? [] : [`${file} imports ${specifier}`];
  });
  return part.neverSays?.test(text) ? [...found, `${file} says ${part.neverSays.exec(text)?.[0]}`] : found;
}

function mayImport(part: Part, file: string, target: string): boolean {
  if (isBuiltin(target)) return part.noNode !== true;
  if (!target.includes("/src/"))
    return part.packages === undefined || part.packages.some((name) => target === name || target.startsWith(`${name}/`));
  if (part.neverImports?.some((pattern) => pattern.test(target)) && dirname(target) !== dirname(file)) return false;
  if (part.noOwnFolder !== true && (target.startsWith(`${dirname(file)}/`) || sameFolder(file, target))) return true;
  return part.mayImport.some((pattern) => pattern.test(target));
}

/** Below the same feature folder, such as two files of one connector. */
function sameFolder(file: string, target: string): boolean {
  const folder = /^(?:server\/src\/(?:connectors|sandbox)\/[\w-]+|server\/src\/[\w-]+|contract\/src|cli\/src)\//.exec(file)?.[0];
  return folder !== undefined && target.startsWith(folder);
}

function importsOf(text: string): string[] {
  const statements = text.matchAll(
    /^(?:import|export)\s[^"'`;]*?from\s+["']([^"']+)["']|^import\s+["']([^"']+)["']|\bimport\(["']([^"']+)["']\)/gm,
  );
  return [...statements].map((match) => match[1] ?? match[2] ?? match[3] ?? "");
}

function resolveImport(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return relative(ROOT, join(ROOT, dirname(file), specifier));
  return specifier.replace(/^@rostrum\/contract\//, "contract/src/");
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

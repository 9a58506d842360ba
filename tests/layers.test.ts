import assert from "node:assert/strict";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";

/** Which part may import which. A file belongs to the first part whose pattern it matches. */
const ROOT = join(import.meta.dirname, "..");

interface Part {
  readonly name: string;
  readonly files: RegExp;
  /** Workspace files that it may import, besides those of its own folder. */
  readonly mayImport: readonly RegExp[];
  readonly neverImports?: readonly RegExp[];
  readonly noNode?: true;
  /** External packages that it may import; absent: any. */
  readonly packages?: readonly string[];
  readonly noOwnFolder?: true;
  readonly neverSays?: RegExp;
}

const CONTRACT = /^contract\/src\//;
const GROUND = /^server\/src\/(app|ground\/(clock|config|crash-points|holder|moments|origin|refusal|shortages|spans|version|viewer))\.ts$/;
/** Whether this process has been running all the time: it knows nothing else. */
const AWAKE = /^server\/src\/ground\/awake\.ts$/;
/** What is being measured: it knows nothing else, either. */
const SPANS = /^server\/src\/ground\/spans\.ts$/;
/** What the service lacks, by its errors: it knows nothing else. */
const SHORTAGES = /^server\/src\/ground\/shortages\.ts$/;
/** Whose turn it is: of the origin, it takes who asks. */
const HOLDER = /^server\/src\/ground\/holder\.ts$/;
const DATABASE = /^server\/src\/ground\/database\//;
const RULES = /^server\/src\/[\w-]+\/[\w-]+\/rules\.ts$/;
const STORE = /^server\/src\/[\w-]+\/[\w-]+\/([\w-]+-)?(store|list|stored|places)\.ts$/;
const OPERATIONS = /^server\/src\/[\w-]+\/[\w-]+\/operations\.ts$/;
const CONNECTOR_WORDS =
  /^server\/src\/networks\/connectors\/(api|connector|comparable|cover|language|files-by-part|guard|json|log-in|pictures|reply|sending|shown|signs|strikes|their-clock|to-be-found|turned-away|wait)\.ts$/;
/** What platforms of one company, those that speak OAuth as written, or those that take cards of pages have in common. */
const CONNECTOR_FAMILY = /^server\/src\/networks\/connectors\/(cards|google|meta|oauth|once)\//;
const SANDBOX_KIT = /^server\/src\/networks\/sandbox\/(google|kit|meta)\//;
const NET = /^server\/src\/ground\/net\//;
const DECODING = /^server\/src\/ground\/decoding\//;
const SIGN_IN = /^server\/src\/(people\/sign-in|doors\/(sign-up|oauth|account-pages))\//;
const WEB = /^server\/src\/ground\/web\//;
/** What the service says, in every language: it knows nothing else. */
const SENTENCES = /^server\/src\/ground\/sentences\//;
const HTTP = /^server\/src\/doors\/(http|mcp)\//;
const ENGINE = /^server\/src\/publishing\/engine\//;
const SANDBOX = /^server\/src\/networks\/([\w-]+\/)?sandbox\//;
const CONNECTORS = /^server\/src\/networks\/([\w-]+\/connector|connectors)\//;
const FOUNDATION = /^server\/src\/ground\/(net|secrets|storage|observability|database|loops)\//;

const parts: readonly Part[] = [
  { name: "tests", files: /\.test\.ts$|\/testing\/|\/testing\.ts$|\/fixtures\//, mayImport: [/./] },
  { name: "contract", files: CONTRACT, mayImport: [], packages: ["intl-messageformat", "zod", "zod-openapi"], noNode: true },
  {
    name: "tools on standard input",
    files: /^cli\/src\/mcp\//,
    mayImport: [CONTRACT],
    packages: ["@modelcontextprotocol/server", "temporal-polyfill"],
  },
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
    files: /^server\/src\/networks\/([\w-]+\/connector|connectors\/[\w-]+)\//,
    mayImport: [CONTRACT, CONNECTOR_WORDS, CONNECTOR_FAMILY, NET, DECODING],
    neverImports: [STORE],
  },
  { name: "table of connectors", files: /^server\/src\/networks\/connectors\/index\.ts$/, mayImport: [CONNECTORS, GROUND] },
  { name: "words of connectors", files: CONNECTOR_WORDS, mayImport: [CONTRACT, NET] },
  { name: "operations", files: OPERATIONS, mayImport: [/^server\/src\//, CONTRACT], neverImports: [OPERATIONS, HTTP, CONNECTORS] },
  {
    name: "one sandbox network",
    files: /^server\/src\/networks\/([\w-]+\/sandbox|sandbox\/[\w-]+)\//,
    mayImport: [CONTRACT, /^server\/src\/networks\/sandbox\/[\w-]+\.ts$/, SANDBOX_KIT, WEB],
    neverImports: [CONNECTORS],
  },
  {
    name: "sandbox",
    files: SANDBOX,
    mayImport: [CONTRACT, SANDBOX, GROUND, DATABASE, DECODING, WEB],
    neverImports: [CONNECTORS],
  },
  { name: "sentences", files: SENTENCES, mayImport: [CONTRACT] },
  { name: "web", files: WEB, mayImport: [CONTRACT, GROUND, DATABASE, SENTENCES, SHORTAGES], neverImports: [HTTP] },
  { name: "net", files: NET, mayImport: [AWAKE, SPANS] },
  { name: "database", files: DATABASE, mayImport: [CONTRACT, AWAKE, SPANS] },
  {
    name: "secrets, storage, logs",
    files: /^server\/src\/ground\/(secrets|storage|observability)\//,
    mayImport: [CONTRACT, GROUND, SHORTAGES],
  },
  { name: "loops", files: /^server\/src\/ground\/loops\//, mayImport: [CONTRACT, GROUND] },
  { name: "decoding", files: DECODING, mayImport: [HOLDER] },
  { name: "feeds", files: /^server\/src\/intake\/feeds\//, mayImport: [CONTRACT, NET, DECODING] },
  {
    name: "engine",
    files: ENGINE,
    mayImport: [
      CONTRACT,
      GROUND,
      FOUNDATION,
      CONNECTOR_WORDS,
      /^server\/src\/(ground\/audit|telling\/events|brands\/(queue|media|published|channels)|networks\/(grants|platforms))\//,
    ],
    neverImports: [OPERATIONS, HTTP],
  },
  {
    name: "sign-in",
    files: SIGN_IN,
    mayImport: [
      CONTRACT,
      GROUND,
      FOUNDATION,
      STORE,
      SIGN_IN,
      WEB,
      /^server\/src\/(doors\/mcp\/access|people\/(users\/(password|password-mark|find|insert)|links\/links|clients\/disconnect|api-keys\/revoke)|telling\/mail\/mail|ground\/audit\/(record|rules))\.ts$/,
    ],
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
      /^server\/src\/doors\/(private-)?operations\.ts$/,
      /^server\/src\/brands\/brands\/(access|logo|rights|store)\.ts$/,
      /^server\/src\/doors\/live\/(store|tell)\.ts$/,
      /^server\/src\/people\/api-keys\//,
      /^server\/src\/brands\/channels\/picture-store\.ts$/,
      /^server\/src\/brands\/connecting\/routes\.ts$/,
      /^server\/src\/telling\/notifications\/routes\.ts$/,
      SENTENCES,
      SIGN_IN,
      WEB,
    ],
    neverImports: [ENGINE, CONNECTORS],
  },
  { name: "spans", files: SPANS, mayImport: [], packages: [] },
  { name: "awake", files: AWAKE, mayImport: [], packages: [] },
  { name: "shortages", files: SHORTAGES, mayImport: [], packages: [] },
  { name: "composition", files: /^server\/src\/([\w-]+\/)?[\w-]+\.ts$/, mayImport: [/^server\/src\//, CONTRACT] },
  { name: "words in one language", files: /^server\/src\/[\w-]+\/[\w-]+\/words\.[a-z]{2}\.ts$/, mayImport: [CONTRACT, GROUND] },
  {
    name: "features",
    files: /^server\/src\/[\w-]+\/[\w-]+\/[\w-]+\.ts$/,
    mayImport: [/^server\/src\//, CONTRACT],
    neverImports: [HTTP, OPERATIONS],
  },
];

/**
 * Which folders of the service may import which others. Files outside the folders are exempt: `app.ts` and its neighbours hold
 * types of every folder, and the files that start the service import everything.
 */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  "account-pages": ["clients", "oauth", "sign-in", "users", "web"],
  "api-keys": ["audit", "database", "sign-in", "users"],
  audit: ["database"],
  archives: ["audit", "brands", "database", "loops", "media", "published", "queue", "storage", "users"],
  automations: ["audit", "channels", "collections", "database", "feeds", "loops", "media", "net", "posts", "queue"],
  backup: ["audit", "database", "media", "sealing", "secrets", "storage", "users"],
  "brand-feeds": ["audit", "brands", "channels", "connectors", "database", "media", "web"],
  brands: ["audit", "database", "queue", "totals", "users"],
  budgets: ["audit", "connectors", "database"],
  calendar: ["database", "forecast", "media", "posts", "queue"],
  channels: ["audit", "brands", "connectors", "database", "grants", "media", "observability", "platforms"],
  clients: ["audit", "database", "users"],
  collections: ["audit", "channels", "database", "deletions", "queue"],
  connecting: [
    "brands",
    "budgets",
    "channels",
    "connectors",
    "database",
    "grants",
    "observability",
    "platforms",
    "sentences",
    "sign-in",
    "web",
  ],
  connectors: ["decoding", "net"],
  database: [],
  decoding: [],
  demo: ["api-keys", "audit", "brands", "channels", "collections", "database", "engine", "media", "posts", "queue", "sandbox", "users"],
  deletions: ["database", "media"],
  events: ["database"],
  doctor: ["backup", "channels", "connecting", "database", "grants", "media", "platforms", "sealing", "state", "storage"],
  engine: [
    "audit",
    "channels",
    "connectors",
    "database",
    "events",
    "grants",
    "loops",
    "media",
    "net",
    "observability",
    "platforms",
    "published",
    "queue",
    "storage",
  ],
  feeds: ["decoding", "net"],
  forecast: ["channels", "connectors", "database", "deletions", "media", "observability", "posts", "queue"],
  grants: ["audit", "connectors", "database", "observability", "platforms"],
  http: [
    "account-pages",
    "api-keys",
    "archives",
    "brand-feeds",
    "brands",
    "channels",
    "connecting",
    "live",
    "mcp",
    "media",
    "notifications",
    "oauth",
    "observability",
    "secrets",
    "sentences",
    "sign-in",
    "sign-up",
    "state",
    "storage",
    "web",
  ],
  home: ["brands", "calendar", "database", "forecast", "media", "needs", "sign-in"],
  imports: ["audit", "database", "decoding", "deletions", "loops", "posts", "published", "queue", "storage"],
  links: ["audit", "database", "sign-in", "users"],
  live: ["database", "observability"],
  loops: [],
  mail: ["database", "links", "loops", "sign-in", "users", "web"],
  mcp: ["api-keys", "brands", "live", "net", "storage", "web"],
  media: ["audit", "connectors", "database", "decoding", "net", "storage"],
  mentions: ["channels", "connectors", "database", "web"],
  needs: ["calendar", "database", "forecast", "media", "published"],
  net: [],
  notifications: ["database", "loops", "mail", "net", "sentences", "sign-in", "web", "webhooks"],
  oauth: ["audit", "brands", "database", "loops", "mcp", "sign-in", "web"],
  observability: [],
  platforms: ["audit", "budgets", "connectors", "database", "net"],
  posts: ["audit", "channels", "collections", "database", "deletions", "media", "published", "queue", "totals"],
  profile: ["audit", "brands", "clients", "database", "mail", "oauth", "sign-in", "sign-up", "users"],
  published: ["database", "deletions", "media", "totals"],
  queue: ["database"],
  sandbox: ["database", "decoding", "web"],
  sealing: ["database"],
  secrets: [],
  state: ["channels", "database", "grants", "storage"],
  settlements: ["database", "engine", "media", "published"],
  "sign-up": ["api-keys", "audit", "brands", "clients", "database", "links", "mail", "sign-in", "users", "web"],
  "sign-in": ["audit", "clients", "database", "loops", "users", "web"],
  storage: [],
  totals: ["database", "loops"],
  upgrades: ["backup", "database", "storage"],
  users: ["audit", "database", "decoding"],
  webhooks: ["audit", "database", "loops", "net", "observability"],
  web: ["database", "sentences"],
};

/**
 * The wings of the service, from what uses the others down to what all of them stand on: a wing imports only from those below it.
 * Those that start it and the types that all know lie beside them.
 */
const WINGS = ["doors", "running", "intake", "publishing", "telling", "brands", "people", "networks", "ground"];
const BESIDE_WINGS = ["app.ts", "main.ts", "serve.ts", "testing"];

/** The only engine files that features may import, to settle a delivery, and for the demo's past. They wake the engine with `App.wake`. */
const ENGINE_DOOR = /^server\/src\/publishing\/engine\/(settlement-store|at-once)\.ts$/;

const files = globSync(["{contract,server,cli}/src/**/*.ts"], { cwd: ROOT }).sort();

test("every source file belongs to a part of the architecture", () => {
  const strays = files.filter((file) => partOf(file) === undefined);
  assert.deepEqual(strays, []);
});

test("the test sees every source file", () => {
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

test("folders of the service know only those that the table names, and the table names none in vain", () => {
  const known: Record<string, string[]> = Object.fromEntries(Object.keys(FOLDERS).map((folder) => [folder, []]));
  for (const { from, to } of arrows()) {
    const [folder, other] = [folderOf(from), folderOf(to)];
    if (folder === null || other === null || folder === other) continue;
    known[folder] = [...new Set([...(known[folder] ?? []), other])].sort();
  }
  assert.deepEqual(known, FOLDERS);
});

test("the service is nine wings beside three files and what tests share, and a wing knows only those below it", () => {
  const entries = readdirSync(join(ROOT, "server/src")).sort();
  assert.deepEqual(entries, [...WINGS, ...BESIDE_WINGS].sort());
  const wingOf = (file: string) => WINGS.indexOf(/^server\/src\/([\w-]+)\//.exec(file)?.[1] ?? "");
  const upwards = arrows().filter(({ from, to }) => wingOf(from) !== -1 && wingOf(to) !== -1 && wingOf(to) < wingOf(from));
  assert.deepEqual(upwards, []);
});

test("folders of the service know each other in one direction only", () => {
  assert.deepEqual(circleIn(new Map(Object.entries(FOLDERS))), null);
});

test("no file imports itself by way of others", () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of arrows()) graph.set(from, [...(graph.get(from) ?? []), to]);
  assert.ok(graph.size > 150, `${graph.size} files are fewer than there can be`);
  assert.deepEqual(circleIn(graph), null);
});

test("features know the engine by its door alone", () => {
  const others = arrows().filter(({ from, to }) => folderOf(to) === "engine" && folderOf(from) !== "engine" && folderOf(from) !== null);
  assert.ok(others.length > 0);
  assert.deepEqual(
    others.filter(({ to }) => !ENGINE_DOOR.test(to)),
    [],
  );
});

test("the check for circles finds one, and names its way", () => {
  const graph = { a: ["b"], b: ["c", "d"], c: [], d: ["b"] };
  assert.deepEqual(circleIn(new Map(Object.entries(graph))), ["b", "d", "b"]);
  assert.equal(circleIn(new Map(Object.entries({ ...graph, d: [] }))), null);
});

test("the service loads no code that decodes untrusted files: that runs in separate processes", () => {
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
    (file) =>
      /^server\/src\/[\w-]+\/(automations|brands|channels|collections|database|engine|forecast|http|imports|mcp|media|net|oauth|posts|published|queue|storage|users|web)\//.test(
        file,
      ) && partOf(file)?.name !== "tests",
  );
  assert.ok(generic.length > 100, `${generic.length} files are fewer than there are`);
  assert.deepEqual(
    generic.flatMap((file) => PLATFORM_NAME.exec(withoutComments(read(file)))?.[0].concat(" in ", file) ?? []),
    [],
  );
});

/** In any spelling, as a word or within an identifier. "Threads" is also an ordinary word, so it needs its capital. */
const PLATFORM_NAME =
  /facebook|instagram|"Threads"|linkedin|google ?business|googlemybusiness|youtube|tiktok|pinterest|mastodon|bluesky|telegram/i;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

/** Every import from one source file of the workspace to another, except for test code. */
function arrows(): { readonly from: string; readonly to: string }[] {
  const sources = new Set(files.filter((file) => partOf(file)?.name !== "tests"));
  return [...sources].flatMap((from) =>
    importsOf(read(from))
      .map((specifier) => resolveImport(from, specifier))
      .filter((to) => sources.has(to) && to !== from)
      .map((to) => ({ from, to })),
  );
}

/** The service folder that a file is in; null for files above the folders and outside the service. */
function folderOf(file: string): string | null {
  if (SANDBOX.test(file)) return "sandbox";
  if (CONNECTORS.test(file)) return "connectors";
  return /^server\/src\/[\w-]+\/([\w-]+)\//.exec(file)?.[1] ?? null;
}

/** The first cycle; null if there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const walk = (node: string, way: readonly string[]): string[] | null => {
    const begin = way.indexOf(node);
    if (begin !== -1) return [...way.slice(begin), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const circle = walk(next, [...way, node]);
      if (circle !== null) return circle;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const circle = walk(node, []);
    if (circle !== null) return circle;
  }
  return null;
}

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

/** Whether both are in the same feature folder, such as two files of one connector. */
function sameFolder(file: string, target: string): boolean {
  const folder =
    /^(?:server\/src\/networks\/[\w-]+\/(?:connector|sandbox)|server\/src\/networks\/(?:connectors|sandbox)\/[\w-]+|server\/src\/[\w-]+\/[\w-]+|contract\/src|cli\/src)\//.exec(
      file,
    )?.[0];
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

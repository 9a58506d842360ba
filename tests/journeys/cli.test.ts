import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { type Answer, startService } from "@rostrum/contract/client/testing.ts";
import { createClient } from "@rostrum/contract/client.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { type Ran, type Running, run, running } from "./running.ts";

const PROGRAM = fileURLToPath(new URL("../../cli/bin/rostrum.js", import.meta.url));

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
let service: Running;
let folder: string;
let apiKey: string;
let brandId: string;
let collectionId: string;

before(async () => {
  folder = stack.use(await temporaryFolder()).path;
  service = stack.use(await running({ ROSTRUM_DEMO: "0" }));
  const email = "ada@example.org";
  await service.rostrum(["admin", "users", "create", "--name", "Ada Baker", "--email", email]);
  await service.rostrum(["admin", "accounts", "update", "--owner", email, "--sensitive-actions", "on"]);
  const key = await service.rostrum(["admin", "keys", "create", "--user", email, "--name", "test", "--json"]);
  apiKey = (JSON.parse(key.out) as { key: string }).key;
  const brand = await service.rostrum(["admin", "brands", "create", "--owner", email, "--title", "Corner Bakery", "--json"]);
  brandId = String((JSON.parse(brand.out) as { id: number }).id);
  collectionId = String((await data<{ id: number }>("collections create --title", ["Daily bread"])).id);
});

type Options = { readonly input?: string; readonly environment?: Readonly<Record<string, string>> };

/** Runs a command with the key, in the brand. */
function rostrum(words: string, more: readonly string[] = [], options: Options = {}): Promise<Ran> {
  const environment = { HOME: folder, ROSTRUM_API_KEY: apiKey, ...options.environment };
  const brand = /^(?:me|auth|brands)\b/.test(words) ? [] : ["--brand-id", brandId];
  return service.rostrum([...words.split(" "), ...more, ...brand], { ...options, environment });
}

/** The `data` that a command prints with `--json`. */
async function data<T>(words: string, more: readonly string[] = [], options: Options = {}): Promise<T> {
  const { code, out, err } = await rostrum(words, [...more, "--json"], options);
  assert.equal(code, 0, err);
  return (JSON.parse(out) as { data: T }).data;
}

interface Post {
  readonly id: number;
  readonly body: string;
  readonly postingType: string;
}

test("Who one is, by both operations", async () => {
  for (const words of ["me", "auth check"]) assert.equal((await data<{ name: string }>(words)).name, "Ada Baker");
});

test("Every list prints data and pagination as JSON, and a table or None. for people", async () => {
  const lists = ["brands list", "channels list", "collections list", "automations list", "media list", "posts list", "published list"];
  for (const words of lists) {
    const { code, out, err } = await rostrum(words, ["--per-page", "5", "--json"]);
    assert.deepEqual([code, err], [0, ""], words);
    const reply = JSON.parse(out) as { data: unknown[]; pagination: { perPage: number } };
    assert.deepEqual([Object.keys(reply), reply.pagination.perPage], [["data", "pagination"], 5], words);
    const shown = await rostrum(words);
    assert.match(shown.out, reply.data.length === 0 ? /^None\.\n$/ : /^ID +/, words);
  }
  const schedule = await data<{ schedule: object }>("schedule show");
  assert.deepEqual(Object.keys(schedule.schedule), ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]);
});

test("A post goes from draft to queue to schedule and is deleted", async () => {
  const made = await data<Post>("posts create --publish-mode draft --caption", ["Fresh croissants", "--collection-id", collectionId]);
  const postId = String(made.id);
  const update = (more: readonly string[]) => data<Post>("posts update --post-id", [postId, ...more]);
  assert.equal((await update(["--publish-mode", "QUEUE", "--queue-position", "FRONT"])).postingType, "QUEUE");
  assert.equal((await update(["--publish-mode", "SCHEDULE", "--scheduled-at", "2030-05-01 09:00:00"])).postingType, "SCHEDULE");
  assert.equal((await data<Post>("posts delete --post-id", [postId])).id, made.id);
  const again = await rostrum("posts delete --post-id", [postId]);
  assert.deepEqual(again, { code: 4, out: "", err: "Post not found in this brand.\n" });
});

test("A caption is read from standard input with -, without the line break that echo adds", async () => {
  const create = ["--publish-mode", "draft", "--collection-id", collectionId, "--caption", "-"];
  const { id } = await data<Post>("posts create", create, { input: "Fresh from a pipe\n\nand more\n" });
  const posts = await data<Post[]>("posts list");
  assert.equal(posts.find((post) => post.id === id)?.body, "Fresh from a pipe\n\nand more");
  const both = await rostrum("posts create", [...create, "--payload", "-"], { input: "{}" });
  assert.deepEqual(both, { code: 2, out: "", err: "error: the payload and the caption cannot both come from standard input\n" });
});

test("Each line of a file becomes a post with a result line of its own; what is refused is told and passed over", async () => {
  const file = join(folder, "posts.jsonl");
  const lines = [{ publishMode: "DRAFT", caption: "Line one" }, { publishMode: "NEVER", caption: "Line two" }, { caption: "Line four" }];
  const [first, second, third] = lines.map((line) => JSON.stringify(line));
  await writeFile(file, `${first}\n${second}\n\n${third}\n`);
  const words = ["--collection-id", collectionId, "--payload-lines", file];
  const missing = await rostrum("posts create", words);
  assert.deepEqual([missing.code, missing.out], [2, ""]);
  assert.match(missing.err, /required option --publish-mode not specified/);
  await writeFile(file, `${first}\n${second}\n\n${third?.replace("{", '{"publishMode":"DRAFT",')}\n`);
  const before = (await data<Post[]>("posts list", ["--all"])).map(({ id }) => id);
  const { code, out, err } = await rostrum("posts create", [...words, "--json"]);
  assert.deepEqual([code, err], [1, "1 of 3 lines was refused.\n"]);
  const told = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { line: number; data?: Post; error?: string });
  assert.deepEqual(
    told.map(({ line, error }) => [line, error === undefined]),
    [
      [1, true],
      [2, false],
      [4, true],
    ],
  );
  const after = (await data<Post[]>("posts list", ["--all"])).filter(({ id }) => !before.includes(id));
  assert.deepEqual(
    new Map(after.map(({ id, body }) => [id, body])),
    new Map([
      [told[0]?.data?.id, "Line one"],
      [told[2]?.data?.id, "Line four"],
    ]),
  );
  const plain = await rostrum("posts create", ["--collection-id", collectionId, "--payload-lines", "-"], { input: `${first}\n` });
  assert.match(plain.out, /^1: post \d+\n$/);
});

test("Nothing of a file is sent if a line of it cannot be read, and a service that cannot be reached ends it", async () => {
  const file = join(folder, "broken.jsonl");
  const line = JSON.stringify({ publishMode: "DRAFT", caption: "Never sent" });
  const words = ["--collection-id", collectionId, "--payload-lines", file];
  await writeFile(file, `${line}\nnot json\n`);
  const broken = await rostrum("posts create", words);
  assert.deepEqual(broken, { code: 2, out: "", err: `Line 2 of ${file} is not a JSON object. Nothing has been sent.\n` });
  assert.ok(!(await data<Post[]>("posts list", ["--all"])).some(({ body }) => body === "Never sent"));
  await writeFile(file, `${line}\n${line}\n`);
  const away = await rostrum("posts create", words, { environment: { ROSTRUM_URL: "http://127.0.0.1:1" } });
  assert.deepEqual([away.code, away.out], [6, ""]);
  assert.match(away.err, /Stopped at line 1\. .* The 1 line after it was not sent\./);
});

test("A limit on requests is waited for between the lines of a file, however long the file is", async () => {
  const pagination = { currentPage: 1, perPage: 100, total: 0, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
  const body = { message: "Too many requests.", errors: { rate_limit: "Too many requests." } };
  let posts = 0;
  await using busy = await startService(({ method }) => {
    if (method === "GET") return { status: 200, body: { status: "success", data: [], pagination } };
    posts += 1;
    const isRefused = posts % 2 === 1;
    return isRefused
      ? { status: 429, headers: { "retry-after": "0" }, body }
      : { status: 201, body: { status: "success", data: { id: posts } } };
  });
  const line = JSON.stringify({ publishMode: "DRAFT", caption: "Once each" });
  const words = ["--collection-id", collectionId, "--payload-lines", "-", "--url", busy.baseUrl.replace("/v1", "")];
  const { code, out, err } = await rostrum("posts create", words, { input: `${line}\n${line}\n` });
  assert.deepEqual([code, out, err, posts], [0, "1: post 2\n2: post 4\n", "", 4]);
});

test("posts list with a collection calls the collection's list, unless a flag is the brand's alone", async () => {
  const other = await rostrum("posts list --collection-id 999999");
  assert.deepEqual([other.code, other.out], [4, ""]);
  assert.deepEqual(await data<Post[]>("posts list --collection-id 999999 --view QUEUE"), []);
});

test("A body is read from a file or standard input, and flags override it", async () => {
  const file = join(folder, "post.json");
  const poll = { question: "Which cake next?", options: ["Cherry, sour", "Plum"], period: "3d" };
  await writeFile(file, JSON.stringify({ publishMode: "DRAFT", poll }));
  const request = async (more: readonly string[], options: Options = {}) => {
    const { out } = await rostrum("posts create --dry-run --json --collection-id", [collectionId, ...more], options);
    return (JSON.parse(out) as { body: unknown }).body;
  };
  assert.deepEqual(await request(["--payload", file]), { publishMode: "DRAFT", poll });
  assert.deepEqual(
    await request(["--payload", "-", "--publish-mode", "queue", "--poll-period", "1d"], { input: JSON.stringify({ poll }) }),
    {
      publishMode: "QUEUE",
      poll: { ...poll, period: "1d" },
    },
  );
  const made = await data<Post>("posts create --payload", [file, "--collection-id", collectionId]);
  assert.ok(made.id > 0);
  const missing = await rostrum("posts create --payload", [`${file}.gone`, "--collection-id", collectionId]);
  assert.equal(missing.code, 2);
  const noObject = await rostrum("posts create --payload -", ["--collection-id", collectionId], { input: "[1]" });
  assert.deepEqual(noObject, { code: 2, out: "", err: "Standard input is not a JSON object.\n" });
});

test("With --dry-run the request is printed, nothing is sent, and no key is needed or shown", async () => {
  const { code, out, err } = await rostrum("posts delete --post-id 81 --dry-run", [], {
    environment: { ROSTRUM_URL: "http://127.0.0.1:9" },
  });
  assert.deepEqual({ code, out, err }, { code: 0, out: `DELETE http://127.0.0.1:9/v1/brands/${brandId}/posts/81\n`, err: "" });
  const flags = ["--publish-mode", "QUEUE", "--caption", "Hello", "--comment", "First", "--comment-delay", "60", "--post-as-story"];
  const media = [
    "--media",
    "m_1",
    "--media",
    "https://shop.example/a.jpg",
    "--platforms-youtube-tags",
    "2030",
    "--platforms-youtube-tags",
    "cake",
  ];
  const post = await rostrum("posts create --dry-run --collection-id", [collectionId, ...flags, ...media], {
    environment: { ROSTRUM_API_KEY: "" },
  });
  const [line, , ...json] = post.out.split("\n");
  assert.equal(line, `POST ${service.url}/v1/brands/${brandId}/collections/${collectionId}/posts`);
  assert.deepEqual(JSON.parse(json.join("\n")), {
    publishMode: "QUEUE",
    caption: "Hello",
    comment: { comment: "First", delay: 60 },
    media: [{ id: "m_1" }, { url: "https://shop.example/a.jpg" }],
    platforms: { youtube: { tags: ["2030", "cake"] } },
    postAsStory: true,
  });
  const secret = await service.rostrum(["admin", "users", "set-password", "--user", "ada@example.org", "--password-stdin", "--dry-run"], {
    input: "correct horse",
  });
  assert.match(secret.out, /^POST .*"password": "\(not shown\)"/s);
});

test("--all fetches every page", async () => {
  const client = createClient({ baseUrl: `${service.url}/v1`, apiKey });
  const place = { brandId: Number(brandId), collectionId: Number(collectionId) };
  for (let number = 0; number < 7; number += 1)
    assert.ok((await client.createPost({ ...place, publishMode: "DRAFT", caption: `Roll ${number}` })).ok);
  const all = await data<Post[]>("posts list --all --per-page 3");
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.ok(all.length >= 7);
});

test("An upload's type and size are checked before anything is sent", async () => {
  const [page, film, text] = [join(folder, "menu.pdf"), join(folder, "film.mp4"), join(folder, "notes.txt")];
  await writeFile(page, "%PDF-1.4\n");
  await writeFile(text, "hello");
  await using big = await open(film, "w");
  await big.truncate(104_857_601);
  const uploaded = await data<{ id: string; size: number }>("media upload --media", [page, "--file-name", "the menu.pdf"]);
  const [listed] = await data<{ id: string; name: string }[]>("media list");
  assert.deepEqual([listed?.id, listed?.name, uploaded.size], [uploaded.id, "the menu.pdf", 9]);
  assert.deepEqual(await rostrum("media upload --media", [film]), {
    code: 1,
    out: "",
    err: "film.mp4 has 104857601 bytes; an upload may have at most 104857600.\n",
  });
  assert.deepEqual(await rostrum("media upload --media", [text]), {
    code: 1,
    out: "",
    err: "notes.txt is not a JPEG, PNG, BMP, MP4, MOV or PDF file.\n",
  });
  assert.equal((await rostrum("media upload --media", [join(folder, "gone.jpg")])).code, 2);
});

test("An upload streams the file, and a refusal half-way is reported", async () => {
  const film = join(folder, "long.mp4");
  await using file = await open(film, "w");
  await file.write(Buffer.from([0, 0, 0, 0x20, ...Buffer.from("ftypisom")]));
  await file.truncate(100 * 1024 * 1024);
  const rss = `data:text/javascript,process.on("exit",()=>process.stderr.write(String(process.resourceUsage().maxRSS)))`;
  const { code, err } = await rostrum("media upload --media", [film], { environment: { NODE_OPTIONS: `--import ${encodeURI(rss)}` } });
  assert.equal(code, 0, err);
  const small = await rostrum("me", [], { environment: { NODE_OPTIONS: `--import ${encodeURI(rss)}` } });
  const more = (Number(err) - Number(small.err)) / 1024;
  assert.ok(more < 90, `${more} MB more than a command without a file`);
  const foreign = await service.rostrum(["media", "upload", "--brand-id", "999999", "--media", film], {
    environment: { HOME: folder, ROSTRUM_API_KEY: apiKey },
  });
  assert.deepEqual(foreign, { code: 4, out: "", err: "Brand not found.\n" });
});

test("Exit codes: 1 refused, 2 usage, 3 not signed in, 4 not found, 5 rate limit, 6 unreachable", async () => {
  const late = ["--publish-mode", "SCHEDULE", "--caption", "x", "--scheduled-at", "2001-01-01 00:00:00", "--collection-id", collectionId];
  assert.equal((await rostrum("posts create", late)).code, 1);
  for (const words of ["posts", "posts create", "posts list --per-page x", "posts update --post-id 1 --publish-mode NEVER", "bread list"]) {
    const { code, out, err } = await rostrum(words);
    assert.deepEqual([code, out], [2, ""], words);
    assert.notEqual(err, "", words);
  }
  assert.equal((await rostrum("me", [], { environment: { ROSTRUM_API_KEY: "rst_wrong" } })).code, 3);
  assert.equal((await rostrum("me", [], { environment: { ROSTRUM_API_KEY: "" } })).code, 3);
  const missing = await service.rostrum(["channels", "list", "--brand-id", "999999"], {
    environment: { HOME: folder, ROSTRUM_API_KEY: apiKey },
  });
  assert.deepEqual(missing, { code: 4, out: "", err: "Brand not found.\n" });
  const limited: Answer = {
    status: 429,
    headers: { "x-ratelimit-reset": "42" },
    body: { message: "Too many requests.", errors: { rate_limit: "x" } },
  };
  await using busy = await startService(() => limited);
  const url = busy.baseUrl.replace("/v1", "");
  assert.deepEqual(await rostrum("me", ["--url", url]), {
    code: 5,
    out: "",
    err: "Too many requests. Try again in 42 seconds.\n",
  });
  const away = await rostrum("me", ["--url", "http://127.0.0.1:9"]);
  assert.equal(away.code, 6);
  assert.match(away.err, /^http:\/\/127\.0\.0\.1:9 cannot be reached: /);
});

test("A key is stored per service once the service has accepted it, in a file that only its owner can read", async () => {
  const home = stack.use(await temporaryFolder()).path;
  const bare = (words: readonly string[], input = "") => run(words, { environment: { HOME: home, ROSTRUM_URL: service.url }, input });
  const file = join(home, ".config/rostrum/keys.json");
  const wrong = await bare(["auth", "login", "--stdin"], "rst_wrong\n");
  assert.deepEqual([wrong.code, wrong.out], [3, ""]);
  await assert.rejects(stat(file), { code: "ENOENT" });
  assert.equal((await bare(["auth", "status"])).code, 3);

  const login = await bare(["auth", "login", "--stdin"], `${apiKey}\n`);
  assert.deepEqual(login, { code: 0, out: `Signed in at ${service.url} as Ada Baker. The key is stored in ${file}.\n`, err: "" });
  assert.deepEqual([(await stat(file)).mode & 0o777, (await stat(join(home, ".config/rostrum"))).mode & 0o777], [0o600, 0o700]);
  assert.deepEqual(JSON.parse(await readFile(file, "utf8")), { [service.url]: apiKey });
  assert.equal((await bare(["auth", "check"])).code, 0);
  const status = await bare(["auth", "status", "--json"]);
  assert.deepEqual(JSON.parse(status.out), { url: service.url, source: file });
  const elsewhere = await bare(["me", "--url", "http://127.0.0.1:9"]);
  assert.equal(elsewhere.code, 3);
  assert.ok(elsewhere.err.includes(`There is a key for ${service.url}`) && !elsewhere.err.includes(apiKey));

  await chmod(file, 0o644);
  const open = await bare(["me"]);
  assert.equal(open.code, 3);
  assert.match(open.err, /^Other users can read .*chmod 600 /);
  await chmod(file, 0o600);
  assert.equal((await bare(["auth", "logout"])).code, 0);
  assert.equal((await bare(["auth", "logout"])).code, 3);
  assert.deepEqual(JSON.parse(await readFile(file, "utf8")), {});
});

test("The key in the environment takes precedence over the stored one", async () => {
  const home = stack.use(await temporaryFolder()).path;
  await run(["auth", "login", "--stdin"], { environment: { HOME: home, ROSTRUM_URL: service.url }, input: apiKey });
  const { code } = await run(["me"], { environment: { HOME: home, ROSTRUM_URL: service.url, ROSTRUM_API_KEY: "rst_wrong" } });
  assert.equal(code, 3);
});

test("A command ends quietly when its reader closes the pipe", async () => {
  const long = `${"x".repeat(100_000)}\n`;
  const rows = Array.from({ length: 100 }, (_, id) => ({ id, title: long }));
  const pagination = { currentPage: 1, perPage: 100, total: 100, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
  await using much = await startService(() => ({ status: 200, body: { status: "success", data: rows, pagination } }));
  const environment = { PATH: process.env.PATH ?? "", HOME: folder, ROSTRUM_API_KEY: "k", ROSTRUM_URL: much.baseUrl };
  const shell = spawn("sh", ["-c", `'${process.execPath}' '${PROGRAM}' brands list | head -n 1 | cut -c 1-2`], { env: environment });
  const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "exit")]);
  assert.deepEqual([out, err], ["ID\n", ""]);
});

test("A file of posts is worked off to its end, though nobody reads the results any more", async () => {
  const lines = Array.from({ length: 6 }, (_, index) => JSON.stringify({ publishMode: "DRAFT", caption: `Unread ${index}` }));
  const file = join(folder, "unread.jsonl");
  await writeFile(file, lines.join("\n"));
  const words = `posts create --brand-id ${brandId} --collection-id ${collectionId} --payload-lines ${file}`;
  const environment = { PATH: process.env.PATH ?? "", HOME: folder, ROSTRUM_API_KEY: apiKey, ROSTRUM_URL: service.url };
  const shell = spawn("sh", ["-c", `'${process.execPath}' '${PROGRAM}' ${words} | head -n 1`], { env: environment });
  const [out, err] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, "close")]);
  assert.match(out, /^1: post \d+\n$/);
  assert.equal(err, "");
  await eventually("all are created", async () => {
    const posts = await data<Post[]>("posts list", ["--all"]);
    return posts.filter(({ body }) => body.startsWith("Unread ")).length === lines.length;
  });
});

test("A change whose outcome cannot be found out ends with 6, not as refused", async () => {
  const gone: Answer = { status: 502, body: "Bad gateway" };
  const pagination = { currentPage: 1, perPage: 100, total: 0, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
  // The list is read before the request; after it there is nothing but the proxy's errors.
  await using away = await startService((_, before) =>
    before === 0 ? { status: 200, body: { status: "success", data: [], pagination } } : gone,
  );
  const words = ["collections", "create", "--title", "Doubt", "--brand-id", "1"];
  const environment = { HOME: folder, ROSTRUM_API_KEY: "k", ROSTRUM_URL: away.baseUrl.replace("/v1", "") };
  const { code, err } = await run(words, { environment });
  assert.equal(code, 6, err);
  assert.match(err, /may still have been carried out/);
});

test("Ctrl-C ends a command at once, and says so if something may have been done", async () => {
  const pagination = { currentPage: 1, perPage: 1, total: 0, lastPage: 1, nextPageUrl: null, prevPageUrl: null };
  for (const [words, silentFrom, line] of [
    [["brands", "list"], 0, "Interrupted.\n"],
    [
      ["posts", "delete", "--brand-id", "1", "--post-id", "2"],
      1,
      "Interrupted. The request may still have been carried out: check the lists.\n",
    ],
  ] as const) {
    const heard = Promise.withResolvers<void>();
    await using silent = await startService((_, before) => {
      if (before < silentFrom) return { status: 200, body: { status: "success", data: [], pagination } };
      heard.resolve();
      return "silence";
    });
    const program = spawn(process.execPath, [PROGRAM, ...words], {
      env: { HOME: folder, ROSTRUM_API_KEY: "k", ROSTRUM_URL: silent.baseUrl },
    });
    const ended = Promise.all([text(program.stdout), text(program.stderr), once(program, "exit")]);
    await heard.promise;
    program.kill("SIGINT");
    const [out, err, [code]] = await ended;
    assert.deepEqual([code, out, err], [130, "", line]);
  }
});

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Operation, PrivateOperation } from "@rostrum/contract/operation.ts";
import { operations } from "@rostrum/contract/operations.ts";
import { privateOperations } from "@rostrum/contract/private-operations.ts";
import { query } from "../../ground/database/query.ts";
import { temporaryFolder } from "../../ground/database/testing.ts";
import { imported } from "../../intake/imports/testing/place.ts";
import { aWebhook } from "../../telling/events/testing.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { PASSWORD } from "../../testing/program.ts";
import { ADMIN_TOKEN, openStage, type Stage } from "../../testing/stage.ts";
import { anAutomation } from "../../testing/things.ts";
import { writeArchive } from "./archive.ts";
import { ENTRY } from "./manifest.ts";
import { fillArchive } from "./save.ts";

/** What a restored service cannot answer like the one that was backed up, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  listBackups: "of the machine, not of the data",
  listAuditEntries: "has the restoring as one entry more; what concerns the brand is compared",
  examineService: "of the machine and the process",
  showServiceState: "of the machine and the process",
  showLogIn: "a log-in that is under way ends with the service",
};

type Row = readonly [string, Operation | PrivateOperation];
const PUBLIC = reading(Object.entries(operations));
const PRIVATE = reading(Object.entries(privateOperations));

function reading(rows: readonly Row[]): readonly Row[] {
  return rows.filter(([name, { method }]) => method === "GET" && !(name in LEFT_OUT));
}

let source: Stage;
let target: Stage;
let place: Place;
let asked: readonly Asked[];
let expected: ReadonlyMap<string, Answer>;
/** The same answers of the service that was backed up, after the backup. */
let later: ReadonlyMap<string, Answer>;
const cleanUp = new AsyncDisposableStack();

before(async () => {
  const folder = cleanUp.use(await temporaryFolder());
  source = cleanUp.use(await openStage());
  place = await aPlace(source, { channels: ["Mastodon", "Bluesky"], queues: ["Mon 09:00", "Thu 17:30"] });
  const cookie = await fillBrand();
  asked = await requests(cookie);
  expected = await answers(source);
  const archive = join(folder.path, "whole.tar");
  await writeArchive(archive, (tar) =>
    fillArchive(source.app, {
      ...tar,
      async add(name, bytes) {
        // The first entry: from here on the backup has its snapshot and has copied nothing.
        if (name === ENTRY.manifest) await publishOn();
        await tar.add(name, bytes);
      },
    }),
  );
  later = await answers(source);
  target = cleanUp.use(await openStage({}, AT));
  await must(target.admin("POST", "/restore", { from: archive }));
});
after(() => cleanUp.disposeAsync());

const AT = "2026-11-21T09:00:00Z";

/** Something for every list. Returns the cookie of a signed-in owner of the brand. */
async function fillBrand(): Promise<string> {
  const { email } = place.person;
  await must(source.admin("POST", "/users/password", { user: email, password: PASSWORD }));
  await must(source.admin("PATCH", `/account?owner=${encodeURIComponent(email)}`, { sensitiveActions: true }));
  const owner = await aDashboard(source, email);
  await must(owner.call("POST", `/brands/${place.brandId}/invitations`, { role: "editor" }));
  await aWebhook(source, place);
  await imported(source, place, 'Text,Image URL,Posting Time\n"From another tool",,\n', "?mode=DRAFTS");
  const chatTarget = { kind: "SLACK", url: "https://hooks.example.org/services/mine" };
  await must(owner.call("PATCH", `/brands/${place.brandId}/notifications`, { digest: ["PUBLISHED"], chat: ["FAILURES"], chatTarget }));
  const published = await aPost(place, { publishMode: "IMMEDIATE", caption: "Rye" });
  await aPost(place, { publishMode: "SCHEDULE", scheduledAt: "2026-11-25 10:00:00", caption: "Wheat" });
  await aPost(place, { publishMode: "QUEUE", caption: "Spelt" });
  await aPost(place, { publishMode: "DRAFT", caption: "Oats" });
  const gone = await aPost(place, { publishMode: "DRAFT", caption: "Barley" });
  await must(place.api("DELETE", `/posts/${gone}`));
  await source.settle();
  assert.ok(published > 0);
  await anAutomation(source, place);
  return owner.cookie;
}

/** What a service goes on doing during a backup: its posts are published, made, changed and deleted. */
async function publishOn(): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    await aPost(place, { publishMode: "IMMEDIATE", caption: `During the backup ${round}` });
    await source.settle();
  }
  const drafts = (await must(place.api("GET", "/posts?view=DRAFT"))) as { readonly id: number }[];
  for (const { id } of drafts) await must(place.api("DELETE", `/posts/${id}`));
  await must(source.admin("PATCH", `/brands/${place.brandId}`, { title: "Renamed during the backup" }));
  await must(source.admin("POST", "/keys", { user: place.person.email, name: "made during the backup" }));
}

interface Asked {
  readonly operation: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A request for each operation and each thing that it can be asked about. */
async function requests(cookie: string): Promise<Asked[]> {
  const { db } = source.app;
  const idsOf = async (table: string) =>
    (await query<{ id: number }>(db, { text: `select id from ${table} order by id` })).map(({ id }) => String(id));
  const ids: Readonly<Record<string, readonly string[]>> = {
    brand_id: [String(place.brandId)],
    collection_id: await idsOf("collections"),
    channel_id: await idsOf("channels"),
    post_id: await idsOf("posts"),
    automation_id: await idsOf("automations"),
    webhook_id: await idsOf("webhooks"),
    import_id: await idsOf("imports"),
  };
  const given: Readonly<Record<string, string>> = { user: place.person.email, from: "2026-11-01", to: "2026-11-30" };
  const moments = { from: "2026-11-01T00:00:00Z", to: "2026-11-30T00:00:00Z" };
  const found: Asked[] = [];
  const add = (base: string, [operation, row]: Row, headers: Readonly<Record<string, string>>) => {
    const [, param] = /\{(\w+)\}/.exec(row.path) ?? [];
    for (const id of param === undefined ? [""] : (ids[param] ?? [])) {
      let path = row.path.replace(/\{\w+\}/, id);
      // The path has two: the brand's collections.
      if (path.includes("{")) path = path.replace(/\{\w+\}/, String(place.collectionId));
      found.push({ operation, path: `${base}${path}${queryOf(row, operation === "showCalendar" ? moments : given)}`, headers });
    }
  };
  for (const row of PUBLIC) add("/v1", row, { authorization: `Bearer ${place.person.key}` });
  for (const row of PRIVATE) {
    // What members are told is theirs, too, though it concerns a brand.
    const isPersons = "allows" in row[1] && (row[1].allows === "person" || row[0] === "showNotifications");
    add("/app/api", row, isPersons ? { cookie } : { authorization: `Bearer ${ADMIN_TOKEN}` });
  }
  return found;
}

/** The parameters that the operation cannot do without. */
function queryOf({ query: schema }: Operation | PrivateOperation, given: Readonly<Record<string, string>>): string {
  const needed = Object.entries(schema?.shape ?? {}).filter(([, type]) => !type.safeParse(undefined).success);
  return needed.length === 0 ? "" : `?${new URLSearchParams(needed.map(([name]) => [name, given[name] ?? ""]))}`;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function answers({ url }: Stage): Promise<ReadonlyMap<string, Answer>> {
  const found = new Map<string, Answer>();
  for (const { path, headers } of asked) {
    const response = await fetch(url + path, { headers });
    found.set(path, { status: response.status, body: JSON.parse(comparable(await response.text(), [url, source.url])) });
  }
  return found;
}

/** Without what belongs to the process: its address, which links to sandbox networks keep for good, its events, and signatures with its key. */
function comparable(text: string, urls: readonly string[]): string {
  return urls
    .reduce((rest, url) => rest.replaceAll(url, "http://service.example"), text)
    .replace(/(\/media\/[\w-]+)\.[\w-]+\//g, "$1/")
    .replace(/"position":"[\w-]+ \d+"/, '"position":"in its events"')
    .replace(/"token":"[\w-]+"/, '"token":"of the session"');
}

test("every operation that reads is asked, each about something", () => {
  const names = new Set(asked.map(({ operation }) => operation));
  assert.deepEqual(
    [...PUBLIC, ...PRIVATE].map(([name]) => name).filter((name) => !names.has(name)),
    [],
  );
  // Neither of the channels' networks has playlists.
  assert.deepEqual(
    [...expected].filter(([, { status }]) => status !== 200).map(([path, { status }]) => `${status} ${path.replace(/\d+/, "…")}`),
    place.channelIds.map(() => "422 /app/api/channels/…/playlists"),
  );
  const known = new Set([...Object.keys(operations), ...Object.keys(privateOperations)]);
  assert.deepEqual(
    Object.keys(LEFT_OUT).filter((name) => !known.has(name)),
    [],
  );
});

test("a service restored from a backup that was made while posts were published answers as the other one did when the backup began", async () => {
  assert.deepEqual(Object.fromEntries(await answers(target)), Object.fromEntries(expected));
});

test("what happened during the backup is in the answers of the service that was backed up, and not in the backup", () => {
  const changed = [...later].filter(([path, answer]) => JSON.stringify(answer) !== JSON.stringify(expected.get(path)));
  const text = JSON.stringify(changed);
  for (const trace of ["During the backup 4", "Renamed during the backup", "made during the backup"]) {
    assert.ok(text.includes(trace), trace);
    assert.ok(!JSON.stringify([...expected]).includes(trace), trace);
  }
});

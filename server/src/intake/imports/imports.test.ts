import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { aPlace, must, type Place } from "../../testing/builders.ts";
import { aDashboard } from "../../testing/dashboard.ts";
import { eventually } from "../../testing/eventually.ts";
import { aSite } from "../../testing/feeds.ts";
import { aPicture } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";
import { finish, imported, operator, sendFile, shown } from "./testing/place.ts";

let stage: Stage;
before(async () => {
  stage = await openStage({ ROSTRUM_ALLOW_PRIVATE_NETWORKS: "127.0.0.1/32" });
});
after(() => stage[Symbol.asyncDispose]());

const HEADER = "Text,Image URL,Tags,Posting Time\n";

/** All posts of the brand, oldest first. */
async function postsOf(place: Place) {
  const all = [];
  for (let page = 1; ; page += 1) {
    const { body } = await place.api("GET", `/posts?per_page=100&sort_order=asc&page=${page}`);
    all.push(...body.data);
    if (body.pagination.nextPageUrl === null) return all;
  }
}

/** By their texts: posts of an import that are not queued are made side by side. */
const bodiesOf = async (place: Place) =>
  (await postsOf(place)).map(({ body, postingType, postDate }) => [body, postingType, postDate]).sort((a, b) => a[0].localeCompare(b[0]));

test("a file is shown as it will be, and nothing is stored", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const text = `${HEADER}Fresh bread,,,2027-03-04 09:00\nOld bread,,,2020-03-04 09:00\nSome day,,,\n`;
  const preview = await must(sendFile(stage, `/brands/${place.brandId}/imports/preview?undated=QUEUE`, { text }));
  assert.deepEqual(
    [preview.source, preview.timezone, preview.questions, preview.collectionId],
    ["BUFFER", "Europe/Berlin", [], place.collectionId],
  );
  assert.deepEqual(preview.counts, { rows: 3, ready: 2, problems: 1, before: 0, twice: 0, undated: 1 });
  assert.deepEqual(preview.becomes, {
    scheduled: 1,
    queued: 1,
    drafts: 0,
    firstDate: "2027-03-04 09:00:00",
    lastDate: "2027-03-04 09:00:00",
  });
  assert.deepEqual(preview.rows[1], {
    row: 3,
    outcome: "PROBLEM",
    publishMode: "SCHEDULE",
    localDate: "2020-03-04 09:00:00",
    collectionId: place.collectionId,
    caption: "Old bread",
    title: null,
    media: [],
    link: null,
    comment: null,
    problems: [{ column: "Posting Time", sentence: "The date has passed." }],
  });
  const problems = await must(sendFile(stage, `/brands/${place.brandId}/imports/preview?show=PROBLEMS&per_page=1`, { text }));
  assert.deepEqual(
    problems.rows.map(({ row }: { row: number }) => row),
    [3],
  );
  assert.deepEqual(await postsOf(place), []);
  assert.deepEqual(await must(operator(stage, "GET", `/brands/${place.brandId}/imports`)), []);
});

test("rows become posts with their files, and one that fails says why and stops no other", async () => {
  await using site = await aSite();
  const place = await aPlace(stage);
  const picture = site.on("/bread.png", { body: await aPicture("#c80") });
  const result = await imported(
    stage,
    place,
    `${HEADER}With a picture,${picture},,2027-03-04 09:00\nWithout,${site.url}/none.png,,2027-03-04 10:00\nToo old,,,2020-01-01 09:00\nLater,,,2027-03-05 09:00\n`,
  );
  assert.deepEqual([result.state, result.rows, result.waiting, result.imported, result.failed, result.skipped], ["DONE", 4, 0, 2, 2, 0]);
  assert.deepEqual(result.failedRows, [
    {
      row: 3,
      caption: "Without",
      problem: "The media address number 1 could not be downloaded. There is nothing at this address (status 404).",
    },
    { row: 4, caption: "Too old", problem: "Posting Time: The date has passed." },
  ]);
  const posts = await postsOf(place);
  assert.deepEqual(posts.map(({ body, postDate, media }) => [body, postDate, media.length]).sort(), [
    ["Later", "2027-03-05 08:00:00", 0],
    ["With a picture", "2027-03-04 08:00:00", 1],
  ]);
  assert.ok(result.endedAt !== null && result.person === null);
});

test("failed rows come back as a table without formulas, and can be mended and imported again", async () => {
  const place = await aPlace(stage);
  const result = await imported(
    stage,
    place,
    `${HEADER}"=HYPERLINK(""https://evil.example"")",,,2020-01-01 09:00\nFine,,,2027-03-04 09:00\n`,
  );
  const { csv, rows } = await must(operator(stage, "GET", `/imports/${result.id}/failed-rows`));
  assert.equal(rows, 1);
  assert.equal(
    csv,
    '"Text","Image URL","Tags","Posting Time","What is wrong (Rostrum)"\r\n"\'=HYPERLINK(""https://evil.example"")","","","2020-01-01 09:00","Posting Time: The date has passed."\r\n',
  );
  const again = await imported(stage, place, csv.replace("2020-01-01", "2027-03-05"));
  assert.deepEqual([again.source, again.imported, again.failed], ["BUFFER", 1, 0]);
  assert.deepEqual(
    (await postsOf(place)).map(({ body }) => body),
    ["Fine", '=HYPERLINK("https://evil.example")'],
  );
});

test("posts join the queue in the order of the file", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00", "Thu 17:30"] });
  const lines = Array.from({ length: 50 }, (_, index) => `Post ${index},,,\n`);
  const result = await imported(stage, place, `${HEADER}${lines.join("")}`, "?mode=QUEUED");
  assert.deepEqual([result.imported, result.failed], [50, 0]);
  const posts = (await postsOf(place)).sort((a, b) => a.postDate.localeCompare(b.postDate));
  assert.deepEqual(
    posts.map(({ body }) => body),
    lines.map((line) => line.split(",")[0]),
  );
});

test("an import that was imported before is told, and only repeated on request", async () => {
  const place = await aPlace(stage);
  const text = `${HEADER}Once,,,2027-03-04 09:00\nTwice,,,2027-03-04 10:00\nTwice,,,2027-03-04 10:00\n`;
  const first = await imported(stage, place, text);
  assert.deepEqual([first.imported, first.skipped], [2, 1]);
  const preview = await must(sendFile(stage, `/brands/${place.brandId}/imports/preview`, { text }));
  assert.deepEqual(preview.counts, { rows: 3, ready: 0, problems: 0, before: 3, twice: 0, undated: 0 });
  const refused = await sendFile(stage, `/brands/${place.brandId}/imports`, { text });
  assert.deepEqual([refused.status, refused.body.errors], [422, { file: "All rows of the file were imported before." }]);
  const again = await imported(stage, place, text, "?again=IMPORT");
  assert.deepEqual([again.imported, again.skipped], [3, 0]);
});

test("a start that is sent again with its mark is the same import, also where rows are imported anyway", async () => {
  const place = await aPlace(stage);
  const text = `${HEADER}Rye,,,2027-03-04 09:00\n`;
  const start = (mark: string) => must(sendFile(stage, `/brands/${place.brandId}/imports?again=IMPORT&mark=${mark}`, { text }));
  const [first, second] = await Promise.all([start("march-2027"), start("march-2027")]);
  assert.equal(second.id, first.id);
  await finish(stage, first.id);
  assert.equal((await start("march-2027")).id, first.id);
  assert.equal((await postsOf(place)).length, 1);
  const drafted = await sendFile(stage, `/brands/${place.brandId}/imports?again=IMPORT&mode=DRAFTS&mark=march-2027`, { text });
  assert.equal(drafted.status, 409, "what has begun is not what is chosen now");
  const otherFile = { text: `${text}Spelt,,,2027-03-05 09:00\n` };
  const replaced = await sendFile(stage, `/brands/${place.brandId}/imports?again=IMPORT&mark=march-2027`, otherFile);
  assert.equal(replaced.status, 409, "nor another file");
  const other = await start("april-2027");
  await finish(stage, other.id);
  assert.equal((await postsOf(place)).length, 2);
});

test("rows keep their moments when the brand's time zone changes before they are made", async () => {
  const place = await aPlace(stage);
  const text = "text,date\nLocal,2027-03-04 09:00\nUniversal,2027-03-04T09:00:00Z\n";
  const { id } = await must(sendFile(stage, `/brands/${place.brandId}/imports`, { text }));
  await must(stage.admin("PATCH", `/brands/${place.brandId}`, { timezone: "America/New_York" }));
  await finish(stage, id);
  assert.deepEqual(await bodiesOf(place), [
    ["Local", "SCHEDULE", "2027-03-04 08:00:00"],
    ["Universal", "SCHEDULE", "2027-03-04 09:00:00"],
  ]);
});

test("two imports of the same file at the same time make each post once", async () => {
  const place = await aPlace(stage);
  const text = `${HEADER}A,,,2027-03-04 09:00\nB,,,2027-03-04 10:00\n`;
  const replies = await Promise.all([1, 2].map(() => sendFile(stage, `/brands/${place.brandId}/imports`, { text })));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 422]);
  await finish(stage, replies.find(({ status }) => status === 201)?.body.data.id);
  assert.equal((await postsOf(place)).length, 2);
});

test("an import is undone: what was published, changed or deleted meanwhile stays as it is, with the reason", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const lines = [
    "Leaves soon,,,2026-11-21 10:30",
    "Is changed,,,2027-03-04 09:00",
    "Is deleted,,,2027-03-04 10:00",
    "Goes,,,2027-03-04 11:00",
    "Queued,,,",
  ];
  const { id } = await imported(stage, place, `${HEADER}${lines.join("\n")}\n`, "?undated=QUEUE");
  const posts = await postsOf(place);
  const idOf = (text: string) => posts.find(({ body }) => body === text).id;
  const by = await aMember(place);
  await must(place.api("PATCH", `/posts/${idOf("Is changed")}`, { publishMode: "DRAFT" }));
  await must(by.call("DELETE", `/posts/${idOf("Is deleted")}`));
  stage.jump("2026-11-21T09:30:00Z");
  await stage.settle();
  const asked = await must(by.call("POST", `/imports/${id}/undo`));
  assert.equal(asked.state, "UNDOING");
  await finish(stage, id);
  const result = await shown(stage, id);
  assert.deepEqual([result.state, result.imported, result.removed, result.kept], ["UNDONE", 2, 3, 2]);
  assert.deepEqual(
    result.keptPosts.map(({ row, reason }: { row: number; reason: string }) => [row, reason]),
    [
      [2, "It has been published."],
      [3, "It was changed after the import."],
    ],
  );
  assert.deepEqual(await bodiesOf(place), [
    ["Is changed", "DRAFT", null],
    ["Leaves soon", "SCHEDULE", "2026-11-21 09:30:00"],
  ]);
  const deleted = await must(by.call("GET", `/brands/${place.brandId}/deleted-posts`));
  assert.ok(JSON.stringify(deleted).includes("Goes"), "it is remembered who removed it");
  const twice = await by.call("POST", `/imports/${id}/undo`);
  assert.deepEqual([twice.status, twice.body.errors], [409, { import: "The import has been undone already." }]);
  const preview = await must(sendFile(stage, `/brands/${place.brandId}/imports/preview`, { text: `${HEADER}Goes,,,2027-03-04 11:00\n` }));
  assert.equal(preview.counts.before, 0);
});

test("posts that stand behind removed ones in a queue move up", async () => {
  const place = await aPlace(stage, { queues: ["Mon 09:00"] });
  const { id } = await imported(stage, place, `${HEADER}First,,,\nSecond,,,\n`, "?mode=QUEUED");
  await must(place.api("POST", `/collections/${place.collectionId}/posts`, { publishMode: "QUEUE", caption: "Own" }));
  await must(operator(stage, "POST", `/imports/${id}/undo`));
  await finish(stage, id);
  assert.deepEqual(await bodiesOf(place), [["Own", "QUEUE", "2026-11-23 08:00:00"]]);
});

test("an import that is stopped keeps what it has made, and cannot be stopped twice", async () => {
  const place = await aPlace(stage);
  const { id } = await must(sendFile(stage, `/brands/${place.brandId}/imports`, { text: `${HEADER}A,,,2027-03-04 09:00\n` }));
  const stopped = await must(operator(stage, "POST", `/imports/${id}/cancel`));
  assert.deepEqual([stopped.state, stopped.cancelled, stopped.imported], ["CANCELLED", 1, 0]);
  await finish(stage, id);
  assert.deepEqual(await postsOf(place), []);
  const twice = await operator(stage, "POST", `/imports/${id}/cancel`);
  assert.deepEqual([twice.status, twice.body.errors], [409, { import: "The import is not running." }]);
});

test("limits hold as they do for creating a post: the day of a collection and the plan", async () => {
  const place = await aPlace(stage);
  await must(stage.admin("PATCH", `/account?owner=${place.person.email}`, { maxScheduledPosts: 3 }));
  const lines = Array.from({ length: 12 }, (_, index) => `Post ${index},,,2027-03-04 09:${String(index).padStart(2, "0")}\n`);
  const preview = await must(sendFile(stage, `/brands/${place.brandId}/imports/preview`, { text: `${HEADER}${lines.join("")}` }));
  assert.deepEqual([preview.counts.ready, preview.counts.problems], [10, 2]);
  const result = await imported(stage, place, `${HEADER}${lines.join("")}`);
  assert.deepEqual([result.imported, result.failed], [3, 9]);
  assert.ok(result.failedRows.some(({ problem }: { problem: string }) => problem === "The plan allows 3 scheduled posts."));
});

test("what has to be chosen is asked for: a start without it is refused by the name of the choice", async () => {
  const place = await aPlace(stage);
  const path = `/brands/${place.brandId}/imports`;
  const open = await sendFile(stage, path, { text: "text,date\nA,03/04/2027 09:00\n" });
  assert.deepEqual([open.status, Object.keys(open.body.errors)], [422, ["dates"]]);
  const foreign = await aPlace(stage);
  const wrong = await sendFile(stage, `${path}?collection_id=${foreign.collectionId}`, { text: `${HEADER}A,,,\n` });
  assert.deepEqual([wrong.status, wrong.body.errors], [422, { collection_id: "This collection is not in the brand." }]);
  const none = await sendFile(stage, path, { text: "" });
  assert.deepEqual([none.status, none.body.errors], [422, { file: "The file has no posts." }]);
  const large = await sendFile(stage, path, { text: new Uint8Array(10_485_761) });
  assert.deepEqual([large.status, large.body.errors], [422, { file: ["The file field must not be larger than 10485760 bytes."] }]);
  const bare = await operator(stage, "POST", path);
  assert.deepEqual([bare.status, bare.body.errors], [422, { file: ["The file field is required."] }]);
});

test("another brand's import is not found, and viewers import nothing", async () => {
  const place = await aPlace(stage);
  const { id } = await imported(stage, place, `${HEADER}A,,,2027-03-04 09:00\n`);
  const stranger = await aMember(await aPlace(stage));
  for (const [method, path] of [
    ["GET", `/imports/${id}`],
    ["GET", `/imports/${id}/failed-rows`],
    ["POST", `/imports/${id}/undo`],
    ["POST", `/imports/${id}/cancel`],
    ["GET", `/brands/${place.brandId}/imports`],
  ] as const) {
    assert.equal((await stranger.call(method, path)).status, 404, path);
  }
  const viewer = await aMember(place, "viewer");
  assert.equal((await viewer.call("GET", `/imports/${id}`)).status, 403);
});

test("the audit trail says who imported what, and who undid it", async () => {
  const place = await aPlace(stage);
  const { id } = await imported(stage, place, `${HEADER}A,,,2027-03-04 09:00\n`);
  await must(operator(stage, "POST", `/imports/${id}/undo`));
  await finish(stage, id);
  const { rows } = await stage.app.db.query(
    "select action, actor, object_name name, object_id id from audit_entries where brand_id = $1 and action like 'import.%' order by audit_entries.id",
    [place.brandId],
  );
  assert.deepEqual(rows, [
    { action: "import.started", actor: "operator", name: "posts.csv", id: String(id) },
    { action: "import.undone", actor: "operator", name: "posts.csv", id: String(id) },
  ]);
});

test("ten thousand rows are taken at once, and the import can be stopped in the middle and undone", async () => {
  const place = await aPlace(stage);
  const lines = Array.from({ length: 10_000 }, (_, index) => `Post number ${index},,,\n`);
  const path = `/brands/${place.brandId}/imports?mode=DRAFTS`;
  const begun = await must(sendFile(stage, path, { text: `${HEADER}${lines.join("")}` }));
  assert.deepEqual([begun.state, begun.rows, begun.waiting], ["RUNNING", 10_000, 10_000]);
  const work = finish(stage, begun.id);
  await eventually("some posts are made", async () => (await shown(stage, begun.id)).imported >= 100);
  const { imported: made, cancelled } = await must(operator(stage, "POST", `/imports/${begun.id}/cancel`));
  await work;
  assert.equal(made + cancelled, 10_000);
  const count = "select count(*)::int n, count(distinct body)::int distinct from posts where brand_id = $1";
  assert.deepEqual((await stage.app.db.query(count, [place.brandId])).rows, [{ n: made, distinct: made }]);
  await must(operator(stage, "POST", `/imports/${begun.id}/undo`));
  await finish(stage, begun.id);
  const result = await shown(stage, begun.id);
  assert.deepEqual([result.state, result.removed, result.imported], ["UNDONE", made, 0]);
  assert.deepEqual((await stage.app.db.query(count, [place.brandId])).rows, [{ n: 0, distinct: 0 }]);
});

async function aMember(place: Place, role: "editor" | "viewer" = "editor") {
  const email = `${crypto.randomUUID()}@example.org`;
  await must(stage.admin("POST", "/users", { name: "Grace", email, password: "correct horse" }));
  await must(stage.admin("POST", `/brands/${place.brandId}/members`, { user: email, role }));
  return aDashboard(stage, email);
}

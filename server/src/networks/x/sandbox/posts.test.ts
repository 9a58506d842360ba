import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { xSandbox } from "./index.ts";
import { type Network, openNetwork, type Texts } from "./testing/network.ts";

const OLD_FIELDS = { "tweet.fields": "created_at,text,note_tweet,entities,referenced_tweets,attachments,conversation_id,public_metrics" };
const DUPLICATE = {
  title: "Forbidden",
  detail: "You are not allowed to create a Tweet with duplicate content.",
  type: "about:blank",
  status: 403,
};

let network: Network;
let userId: string;
beforeEach(async () => {
  network = await openNetwork();
  userId = (await network.get("/2/users/me")).body.data.id;
});
afterEach(() => network[Symbol.asyncDispose]());

const create = (body: unknown) => network.ask("POST", "/2/tweets", { body });
const reply = (text: string, to: string) => ({ text, reply: { in_reply_to_tweet_id: to } });
const feed = () => xSandbox.feed(network.world, { limit: 100 });
const timeline = (query: Texts = {}) => network.get(`/2/users/${userId}/tweets`, query);
async function read(ids: string, query: Texts = OLD_FIELDS): Promise<Readonly<Record<string, unknown>>> {
  const [post] = (await network.get("/2/tweets", { ids, ...query })).posts;
  return { ...post };
}

/** Status and message of a refusal. */
async function refused(body: unknown): Promise<[number, string]> {
  const answer = await create(body);
  return [answer.status, answer.body.errors?.[0]?.message ?? answer.body.detail];
}

test("a text is a post that readers see and the API tells about", async () => {
  const { status, body } = await create({ text: "Fresh bread #sourdough" });
  const { id } = body.data;
  assert.equal(status, 201);
  assert.deepEqual(body, { data: { id, text: "Fresh bread #sourdough", edit_history_tweet_ids: [id] } });
  assert.ok(BigInt(id) > BigInt(Number.MAX_SAFE_INTEGER));
  assert.deepEqual(await read(id), {
    id,
    text: "Fresh bread #sourdough",
    edit_history_tweet_ids: [id],
    created_at: "2026-11-21T09:00:00.000Z",
    conversation_id: id,
    entities: { hashtags: [{ start: 12, end: 22, tag: "sourdough" }] },
    public_metrics: { retweet_count: 0, reply_count: 0, like_count: 0, quote_count: 0, bookmark_count: 0, impression_count: 0 },
  });
  const [post] = await feed();
  assert.deepEqual([post?.author, post?.text], ["@corner_bakery", "Fresh bread #sourdough"]);
  assert.match(post?.url ?? "", new RegExp(`/sandbox/x/www/corner_bakery/status/${id}$`));
  for (const address of [post?.url ?? "", `${network.world.baseUrl}/www/i/status/${id}`]) {
    assert.match(await (await fetch(address)).text(), /Fresh bread/);
  }
});

test("links become those of t.co, and characters of HTML entities, in the API and not for readers", async () => {
  const id = await network.posted({ text: "Bread & <butter> at example.com, or https://www.example.com/a?b=1&c=2 @someone" });
  const { text, entities } = (await network.get("/2/tweets", { ids: id, ...OLD_FIELDS })).posts[0] ?? assert.fail();
  assert.match(text, /^Bread &amp; &lt;butter&gt; at https:\/\/t\.co\/\w{10}, or https:\/\/t\.co\/\w{10} @someone$/);
  assert.deepEqual(
    entities.urls.map(({ start, end, url, expanded_url, display_url }) => [
      [...text].slice(Number(start), Number(end)).join("") === url,
      expanded_url,
      display_url,
    ]),
    [
      [true, "http://example.com/", "example.com"],
      [true, "https://www.example.com/a?b=1&c=2", "example.com/a?b=1&c=2"],
    ],
  );
  const [post] = await feed();
  assert.equal(post?.text, "Bread & <butter> at example.com, or https://www.example.com/a?b=1&c=2 @someone");
  assert.deepEqual(
    post?.links.map(({ href }) => href),
    ["http://example.com/", "https://www.example.com/a?b=1&c=2", `${network.world.baseUrl}/www/someone`],
  );
  assert.deepEqual(post?.card?.title, "www.example.com");
});

test("texts weigh at most 280, as X counts them", async () => {
  for (const fitting of [
    "x".repeat(280),
    "語".repeat(140),
    `${"x".repeat(256)} https://example.com/${"y".repeat(99)}`,
    "👩‍👩‍👧".repeat(140),
  ]) {
    assert.equal((await create({ text: fitting })).status, 201, fitting);
  }
  for (const long of ["x".repeat(281), "語".repeat(141), `${"x".repeat(257)} https://example.com/`, "x".repeat(1_000_000)]) {
    assert.deepEqual(await refused({ text: long }), [400, "Your Tweet text is too long."]);
  }
});

test("with a subscription texts may be long; then the field text is cut, and the note has the whole", async () => {
  await network.settings({ subscription: "Premium" });
  const text = `${"Bread & butter. ".repeat(30)}https://example.com/menu`;
  const id = await network.posted({ text });
  const cut = await read(id, { "tweet.fields": "text" });
  assert.match(String(cut.text), /^(Bread &amp; butter\. )+.*…$/);
  assert.equal(String(cut.text).replaceAll("&amp;", "&").length, 278);
  const { note_tweet } = await read(id);
  const note = Object(note_tweet);
  assert.match(note.text, /^(Bread &amp; butter\. ){30}https:\/\/t\.co\/\w{10}$/);
  assert.equal(note.entities.urls[0].expanded_url, "https://example.com/menu");
  assert.equal((await feed())[0]?.text, text);
  assert.deepEqual(await refused({ text: "x".repeat(25_001) }), [400, "Your Tweet text is too long."]);
});

test("a thread is a chain of replies", async () => {
  const first = await network.posted({ text: "One" });
  const second = await network.posted(reply("Two", first));
  const third = await network.posted(reply("Three", second));
  const { posts } = await timeline(OLD_FIELDS);
  assert.deepEqual(
    posts.map((post) => [post.id, Object(post).conversation_id, Object(post).referenced_tweets]),
    [
      [third, first, [{ type: "replied_to", id: second }]],
      [second, first, [{ type: "replied_to", id: first }]],
      [first, first, undefined],
    ],
  );
  assert.deepEqual(
    (await feed()).map(({ text, replyTo }) => [text, replyTo]),
    [
      ["Three", second],
      ["Two", first],
      ["One", null],
    ],
  );
});

test("one replies to oneself and to those who mentioned one, to nobody else, and set so not even to oneself", async () => {
  const { accessToken: other = "" } = (await xSandbox.account("Somebody", network.world)).credentials;
  const theirs = async (text: string) => (await network.ask("POST", "/2/tweets", { token: other, body: { text } })).body.data.id;
  const stranger = "You can only reply to or quote posts where you are mentioned or are the author of the post.";
  assert.deepEqual(await refused(reply("Hello", await theirs("Nice day"))), [403, stranger]);
  await network.posted(reply("Thanks", await theirs("Good bread, @Corner_Bakery!")));
  const own = await network.posted({ text: "Ours" });
  await network.posted(reply("More", own));
  await network.settings({ replies: "nobody" });
  assert.deepEqual(await refused(reply("More", own)), [403, stranger]);
});

test("what is not there or too fresh cannot be replied to", async () => {
  const gone = "You attempted to reply to a Tweet that is deleted or not visible to you.";
  const post = await network.posted({ text: "One" });
  await network.settings({ parent_ready_seconds: 5 });
  assert.deepEqual(await refused(reply("Two", post)), [403, gone]);
  network.pass(5);
  await network.posted(reply("Two", post));
  assert.deepEqual(await refused(reply("Three", "17")), [403, gone]);
});

test("a poll has two to four options of at most 25 characters", async () => {
  const poll = (...options: string[]) => ({ text: "Which?", poll: { options, duration_minutes: 1440 } });
  await network.posted(poll("Rye", "x".repeat(25)));
  assert.deepEqual((await feed())[0]?.poll, { options: ["Rye", "x".repeat(25)], endsAt: "2026-11-22T09:00:00.000000Z" });
  assert.deepEqual(await refused(poll("Rye", "x".repeat(26))), [400, "$.poll.options[1]: must be at most 25 characters long"]);
  assert.equal((await refused(poll("Rye")))[0], 400);
  assert.equal((await refused({ ...poll("Rye", "Oat"), text: "" }))[0], 400);
  assert.equal((await refused({ ...poll("Rye", "Oat"), media: { media_ids: ["1"] } }))[0], 400);
});

test("unknown keys are refused at every level", async () => {
  const more = "is not defined in the schema and the schema does not allow additional properties";
  assert.deepEqual(await refused({ text: "Hi", idempotency_key: "k" }), [400, `$.idempotency_key: ${more}`]);
  assert.deepEqual(await refused({ text: "Hi", reply: { in_reply_to_tweet_id: "1", x: 1 } }), [400, `$.reply.x: ${more}`]);
  assert.equal((await refused({ text: "   " }))[0], 400);
  assert.equal((await refused({ text: 1 }))[0], 400);
  assert.equal((await refused({ text: "a\ufffe" }))[0], 400);
  assert.deepEqual(await feed(), []);
});

test("what accounts here may not do is refused: quotes, communities, edits and two cashtags", async () => {
  const id = await network.posted({ text: "Hi" });
  for (const wanted of [{ quote_tweet_id: id }, { community_id: "1" }, { edit_options: { previous_post_id: id } }]) {
    assert.deepEqual(await refused({ text: "Hello", ...wanted }), [403, "You are not permitted to perform this action."]);
  }
  assert.deepEqual(await refused({ text: "$RYE and $OAT" }), [403, "Your Tweet can include a maximum of one cashtag."]);
  await network.settings({ quotes: true });
  const quote = await network.posted({ text: "Look", quote_tweet_id: id });
  assert.deepEqual((await read(quote)).referenced_tweets, [{ type: "quoted", id }]);
  assert.equal((await feed())[0]?.label, "Quotes @corner_bakery");
});

test("who may reply and what is disclosed is shown to readers", async () => {
  await network.posted({ text: "Paid", reply_settings: "following", made_with_ai: true, paid_partnership: true });
  assert.equal((await feed())[0]?.label, "Paid partnership · Made with AI · Accounts they follow can reply");
});

test("the same text is refused within hours if the network is set so, and every text if set so", async () => {
  await network.posted({ text: "Same" });
  await network.posted({ text: "Same" });
  await network.settings({ duplicates: "on" });
  const again = await create({ text: "Same" });
  assert.deepEqual([again.status, again.body], [403, DUPLICATE]);
  network.pass(12 * 3600);
  const { body } = await network.oauth("token", { grant_type: "refresh_token", refresh_token: network.tokens.refreshToken });
  assert.equal((await network.ask("POST", "/2/tweets", { token: body.access_token, body: { text: "Same" } })).status, 201);
  await network.settings({ duplicates: "falsely" });
  assert.equal((await network.ask("POST", "/2/tweets", { token: body.access_token, body: { text: "New" } })).status, 403);
});

test("set so, posting is refused as accounts and applications may be", async () => {
  const answers = { "not-permitted": "Forbidden", "client-forbidden": "Client Forbidden", suspended: "Forbidden" };
  for (const [posting, title] of Object.entries(answers)) {
    await network.settings({ posting });
    const { status, body } = await create({ text: "Hi" });
    assert.deepEqual([status, body.title], [403, title]);
  }
  await network.settings({ posting: "unknown-authentication" });
  assert.match((await refused({ text: "Hi" }))[1], /^Authenticating with Unknown is forbidden/);
  await network.posted({ text: "Hi" });
});

test("set so, a post is created and the reply does not say its id", async () => {
  await network.settings({ answers_without_id: true });
  const { status, body } = await create({ text: "Hi" });
  assert.deepEqual([status, body.data], [201, undefined]);
  assert.equal((await feed()).length, 1);
});

test("readers' reactions are in the metrics, and a comment is a reply with a name of its own", async () => {
  const id = await network.posted({ text: "Hi" });
  await xSandbox.react(network.world, id, { kind: "like" });
  await xSandbox.react(network.world, id, { kind: "share" });
  await xSandbox.react(network.world, id, { kind: "comment", text: "Hello" });
  const { public_metrics } = await read(id);
  const counts = { reply_count: 1, like_count: 1, quote_count: 0, bookmark_count: 0, impression_count: 3 };
  assert.deepEqual(public_metrics, { retweet_count: 1, ...counts });
  const [comment, post] = await feed();
  assert.deepEqual([comment?.author, comment?.text, comment?.replyTo], ["@reader", "Hello", id]);
  assert.deepEqual(post?.counts, { likes: 1, comments: 1, shares: 1 });
  await network.posted(reply("Thank you", comment?.id ?? ""));
});

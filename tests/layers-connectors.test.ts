import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";

/** Who knows one connector finds the same thing under the same name in every other. Each has only those where there is something to say. */
const NETWORKS = join(import.meta.dirname, "../server/src/networks");

const FILES: Readonly<Record<string, string>> = {
  index: "the connector, put together",
  // Facts, and what a person or an account decides.
  facts: "figures of the network that several files need",
  unverified: "what no page of the vendor says",
  preferences: "what a person chooses per channel",
  settings: "what is kept of an account, and how it is read",
  quota: "how much the network allows, and how much of it is left",
  // From a post to what readers see.
  plan: "what a post becomes, without asking anybody",
  show: "what a preview shows of it",
  text: "how the network counts, marks and links texts",
  card: "the preview of a link",
  places: "places that posts can name",
  people: "people whom texts can mention",
  work: "what one step of a delivery needs",
  progress: "what earlier attempts left in the checkpoint",
  publish: "a post as parts, for the frame",
  comment: "a comment as a part, for the frame",
  chain: "a post as a chain of parts",
  upload: "files, before anybody sees them",
  photos: "files that are photos",
  video: "files that are videos",
  container: "posts in the making, which the network processes first",
  body: "what the visible call sends",
  visible: "the one call that readers notice",
  follow: "what becomes of it after the network has taken it",
  // After a call whose answer was lost.
  look: "whether it made anything",
  list: "the account's own list, read page by page",
  alike: "what counts as the same post",
  placeholder: "the id of a post of which the network tells none",
  // The account.
  errors: "what refusals mean, as a table of signs",
  api: "one request",
  hosts: "where the network is",
  "log-in": "the log-in",
  connect: "credentials that somebody types in",
  credentials: "what is stored of them",
  scopes: "what the log-in asks for",
  tokens: "how they are given and renewed",
  grant: "what a log-in gave",
  session: "who asks, with what",
  probe: "whether the access still works",
  profile: "whose account it is",
  counts: "how often a post was liked, commented on and shared",
};

/** What no other network has. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bluesky: {
    addresses: "its services, and the addresses of records",
    domains: "what ends a link in a text",
    facets: "marks that count bytes",
    identity: "an account's server is found by its name",
    json: "records have no schema of ours",
    media: "which blob is which file",
    "open-session": "two ways to ask: a password and OAuth",
    order: "posts and comments are the same records",
    outline: "a text is cut before mentions are known",
    "password-session": "log-ins without OAuth",
    records: "what was written is read back by its key",
    spans: "marks within a text",
    tid: "keys of records are times",
    xrpc: "methods instead of paths",
  },
  facebook: {
    "card-link": "a link whose preview is refused goes into the text",
    collaborators: "a post can be of two Pages",
    draft: "videos that it keeps back",
    feed: "posts of text, links and photos",
    page: "a Page has a token of its own",
    story: "stories, one call each",
    "video-state": "four states of one video",
  },
  "google-business": {
    "local-post": "its form of a post",
    locations: "who manages which location",
    "look-photo": "photos of the profile are in a list of their own",
    server: "its APIs have several hosts",
  },
  instagram: {
    "by-facebook": "two log-ins lead to it",
    "instagram-log-in": "two log-ins lead to it",
    options: "what posts can say of users and places",
  },
  linkedin: {
    asset: "files have a state",
    identity: "two ways to read whose token it is",
    organizations: "Pages are found by roles",
    version: "its API ends versions",
  },
  mastodon: {
    home: "every instance is a network of its own",
    keys: "which servers keep idempotency keys",
    limits: "every instance has its own",
    "plain-text": "statuses are HTML",
    register: "applications are registered on the way",
    software: "instances run different programs",
  },
  pinterest: { account: "boards are the channels", sources: "pictures go as addresses or as bytes" },
  "social-media": { sign: "requests are signed" },
  telegram: {
    bundles: "albums",
    chat: "a bot in a chat",
    head: "where a chat ends",
    links: "addresses of messages",
    member: "what the bot may do there",
    message: "messages and albums in one form",
    poll: "polls with captions",
    sends: "the record of what was sent",
    sight: "what is at an id is found out by an edit that fails",
    updates: "what was forwarded to the discussion group",
  },
  threads: { parent: "a reply waits until its post is known", reading: "what a container says of itself" },
  tiktok: {
    account: "what is asked of an account when it is connected",
    begin: "an order comes before its bytes",
    creator: "what the account may do is asked before each post",
    "exact-json": "ids are larger than numbers",
    failed: "what it took can still fail",
    person: "names are told apart from what may be posted",
    status: "the state of an order",
  },
  x: {
    fields: "two spellings of every field",
    "own-posts": "reading one's own posts costs less",
    prices: "every call is paid for",
  },
  youtube: {
    channel: "a Google account may have a channel",
    "own-playlists": "playlists to choose from",
    playlists: "playlists take a video twice",
    thumbnail: "the picture is set afterwards",
    visibility: "what was set need not be what it is",
  },
};

const named = globSync(["*/connector/*.ts", "connectors/social-media/*.ts"], { cwd: NETWORKS })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ network: file.split("/")[file.startsWith("connectors/") ? 1 : 0] ?? "", name: basename(file, ".ts") }));

test("connectors name their files alike, and say of their own subjects what they are", () => {
  assert.ok(named.length > 200, `${named.length} files are fewer than there are`);
  assert.deepEqual(
    named.filter(({ network, name }) => FILES[name] === undefined && OWN[network]?.[name] === undefined),
    [],
  );
});

test("no network calls its own what all have, or what is not there", () => {
  const own = Object.entries(OWN).flatMap(([network, names]) => Object.keys(names).map((name) => ({ network, name })));
  assert.deepEqual(
    own.filter(({ network, name }) => FILES[name] !== undefined || !named.some((one) => one.network === network && one.name === name)),
    [],
  );
});

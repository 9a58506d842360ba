import assert from "node:assert/strict";
import { test } from "node:test";
import type { DescribedMedium, WholePost } from "@rostrum/contract/private/writing.ts";
import { captionsOf, networksWithoutOwnText, withOwnText, withoutOwnText } from "./own-texts.ts";
import { contentOf, draftOf, isBlank, isSame, moved, newDraft, placeOf, preferencesFor, replaced, shownIn } from "./state.ts";

const loaf: DescribedMedium = {
  id: "m_1",
  name: "loaf.jpg",
  mime: "image/jpeg",
  sizeBytes: 20_000,
  width: 640,
  height: 480,
  durationSeconds: null,
  facts: null,
  description: null,
  path: "/media/a/loaf.jpg",
  thumbnailUrl: "/media/b/loaf.webp",
};

const post: WholePost = {
  id: 1,
  brandId: 2,
  collectionId: 3,
  caption: "Rye",
  captions: [],
  title: null,
  alt: "A loaf",
  link: null,
  poll: null,
  comment: { comment: "Order now", delay: 5 },
  media: [{ ...loaf, alt: null }],
  platforms: null,
  postAsStory: false,
  autoThreadText: true,
  leftOut: [5],
  pictures: {
    own: [{ type: "Instagram", mediaId: "m_1", ownId: "m_2" }],
    covers: [],
    places: [],
    media: [{ ...loaf, id: "m_2", name: "square.jpg" }],
  },
  preferences: [{ channelId: 4, values: { privacy: "SELF_ONLY", gone: null } }],
  postType: "IMAGE",
  postingType: "SCHEDULE",
  status: "PENDING",
  timezone: "Europe/Berlin",
  postDate: "2026-12-01 08:00:00",
  localDate: "2026-12-01 09:00:00",
  queuePosition: null,
  queueLength: null,
  hindrances: { edit: null, publish: null },
  version: "2026-11-21T09:00:00.000000Z",
  createdAt: "2026-11-21T09:00:00.000000Z",
};

test("a post becomes a draft and the same content again; what is empty is not sent", () => {
  const draft = draftOf(post);
  assert.deepEqual(draft.when, { mode: "SCHEDULE", date: "2026-12-01", time: "09:00" });
  assert.deepEqual(contentOf(draft), {
    caption: "Rye",
    alt: "A loaf",
    comment: { comment: "Order now", delay: 5 },
    postAsStory: false,
    autoThreadText: true,
    media: [{ id: "m_1" }],
  });
  assert.deepEqual(preferencesFor(draft, [4]), [{ channelId: 4, values: { privacy: "SELF_ONLY" } }]);
  assert.deepEqual(preferencesFor(draft, [9]), []);
});

test("each file has a text of its own, which stays with its place in the post when another file takes that", () => {
  const draft = draftOf({
    ...post,
    media: [
      { ...loaf, alt: "A crust" },
      { ...loaf, id: "m_2", alt: null },
    ],
  });
  assert.deepEqual(contentOf(draft).media, [{ id: "m_1", alt: "A crust" }, { id: "m_2" }]);
  const cropped = replaced(draft.media, "m_1", { ...loaf, id: "m_3" });
  assert.deepEqual(contentOf({ ...draft, media: cropped }).media, [{ id: "m_3", alt: "A crust" }, { id: "m_2" }]);
  assert.ok(!isSame(draft, { ...draft, media: draft.media.map((item) => ({ ...item, alt: "" })) }));
  const shown = draft.media.flatMap((item) => (item.kind === "file" ? shownIn(draft, item).alt : []));
  assert.deepEqual(shown, ["A crust", "A loaf"]);
});

test("a new post goes to the end of the queue, or to the date that it was begun for", () => {
  assert.deepEqual(newDraft({ collectionId: 1 }).when, { mode: "QUEUE", position: "BACK" });
  assert.deepEqual(newDraft({ collectionId: 1, date: "2026-12-01 14:30" }).when, { mode: "SCHEDULE", date: "2026-12-01", time: "14:30" });
  assert.deepEqual(newDraft({ collectionId: 1, date: "2026-12-01" }).when, { mode: "SCHEDULE", date: "2026-12-01", time: "" });
});

test("a place is asked for only where it changes", () => {
  const queued = { mode: "QUEUE", position: "STAY" } as const;
  const timed = { mode: "SCHEDULE", date: "2026-12-01", time: "09:00" } as const;
  assert.deepEqual(placeOf(queued, queued), {});
  assert.deepEqual(placeOf(timed, timed), {});
  assert.deepEqual(placeOf({ mode: "QUEUE", position: "FRONT" }, queued), { publishMode: "QUEUE", queuePosition: "FRONT" });
  assert.deepEqual(placeOf(timed, queued), { publishMode: "SCHEDULE", scheduledAt: "2026-12-01 09:00:00" });
  assert.deepEqual(placeOf({ mode: "IMMEDIATE" }, { mode: "DRAFT" }), { publishMode: "IMMEDIATE" });
});

test("drafts are the same wherever their files are shown, and a date alone is nothing written", () => {
  const draft = draftOf(post);
  const elsewhere = draftOf({ ...post, media: [{ ...loaf, alt: null, path: "/media/b/loaf.jpg" }] });
  assert.ok(isSame(draft, elsewhere));
  assert.ok(!isSame(draft, { ...draft, caption: "Rye!" }));
  assert.ok(isBlank(newDraft({ collectionId: 1, date: "2026-12-01" })));
  assert.ok(!isBlank({ ...newDraft({ collectionId: 1 }), title: "Rye" }));
});

test("an item moves to another place and never out of the list", () => {
  assert.deepEqual(moved(["a", "b", "c"], 0, 2), ["b", "c", "a"]);
  assert.deepEqual(moved(["a", "b", "c"], 2, 1), ["a", "c", "b"]);
  assert.deepEqual(moved(["a", "b"], 0, -1), ["a", "b"]);
  assert.deepEqual(moved(["a", "b"], 1, 2), ["a", "b"]);
});

test("a network's own text begins with the common one, is kept apart from it, and is taken back as a whole", () => {
  const draft = draftOf({ ...post, captions: [{ type: "X", caption: "Short" }] });
  assert.deepEqual(captionsOf(draft), [{ type: "X", caption: "Short" }]);
  assert.equal("captions" in contentOf(draft), false);
  const channels = [{ type: "X" }, { type: "Mastodon" }, { type: "Bluesky" }] as const;
  assert.deepEqual(networksWithoutOwnText(draft.captions, channels), ["Mastodon", "Bluesky"]);
  const both = { ...draft, captions: withOwnText(draft, "Mastodon") };
  assert.deepEqual(both.captions, { X: "Short", Mastodon: "Rye" });
  assert.ok(!isSame(draft, both));
  assert.ok(isSame(both, { ...both, captions: { Mastodon: "Rye", X: "Short" } }));
  assert.deepEqual(withoutOwnText(both.captions, "X"), { Mastodon: "Rye" });
  assert.deepEqual(captionsOf({ captions: { X: " " } }), []);
  assert.ok(!isBlank({ ...newDraft({ collectionId: 1 }), captions: { X: "Short" } }));
});

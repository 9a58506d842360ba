import assert from "node:assert/strict";
import { test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { query } from "../../ground/database/query.ts";
import type { Json } from "../../networks/connectors/json.ts";
import { instagramSandbox } from "../../networks/instagram/sandbox/index.ts";
import type { SandboxNetwork, SandboxWorld } from "../../networks/sandbox/network.ts";
import { sandboxNetworks, sandboxWorld } from "../../networks/sandbox/networks.ts";
import { aPlace, aPost, must, type Place } from "../../testing/builders.ts";
import { aFault, clearFaults, duplicates } from "../../testing/faults.ts";
import { aPhoto, neededMedia, uploaded } from "../../testing/media.ts";
import { openStage, type Stage } from "../../testing/stage.ts";

// A process of its own: it takes minutes.

type Fields = Readonly<Record<string, Json>>;

/** What the version before wrote of a delivery. */
interface Earlier {
  /** Of the calls in an entry whose name begins so, what it wrote; it knew no more. */
  readonly calls?: Readonly<Record<string, readonly string[]>>;
  /** How the names of entries begin that it did not have. */
  readonly lacks?: readonly string[];
  /** What it kept in other places. */
  instead?(checkpoints: Fields): Fields;
}

const ANSWERED = ["firstAt", "lastAt", "isAnswered", "lost"] as const;
const BEGUN = ["begunAt", "doubtedSince", "unpublishedSince", "publishedSince", "missingSince", "blocks", "generation", "hold"] as const;

const EARLIER: Readonly<Partial<Record<ChannelType, Earlier>>> = {
  LinkedIn: { calls: { "": [...ANSWERED, "looks", "named"] } },
  "Google Business": { calls: { "": [...ANSWERED, "isTurnedAway", "looks", "aheadSeconds"] } },
  X: { calls: { "": ["firstAt", "lastAt", "sends", "turnedAway", "state", "reason", "looks", "clearedAt"] } },
  Mastodon: { calls: { "": ["at"] } },
  Threads: { calls: { "": ANSWERED } },
  Instagram: { calls: { release: BEGUN, sent: ["at", "firstAt", "sends"] } },
  Facebook: { calls: { attempt: ["at", "doubts", "after", "firstAt"] } },
  Telegram: { lacks: ["calls", "made", "mark"] },
  Bluesky: { lacks: ["post-calls", "post-made", "comment-calls", "comment-made"] },
  "Social Media": { lacks: ["calls", "made"] },
  TikTok: { calls: { call: ["firstAt", "isAnswered", "looks"] }, lacks: ["taken", "failure"] },
  YouTube: {
    calls: { "comment calls": [...ANSWERED, "looks"] },
    lacks: ["calls", "visibility note", "placed", "playlist refusals"],
    instead: (checkpoints) => ({ ...lastByte(checkpoints), ...places(checkpoints) }),
  },
};

const isFields = (value: Json | undefined): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isCall = (value: Json | undefined): value is Fields => isFields(value) && "open" in value && "lastAt" in value;

/** The same as the version before would have left it. */
function earlierOf(checkpoints: Fields, { calls = {}, lacks = [], instead }: Earlier): Fields {
  const kept = Object.entries({ ...checkpoints, ...instead?.(checkpoints) }).filter(([name]) => !lacks.some((one) => name.startsWith(one)));
  return Object.fromEntries(
    kept.map(([name, value]) => {
      const [, names] = Object.entries(calls).find(([beginning]) => name.startsWith(beginning)) ?? [];
      return [name, names === undefined ? value : inNames(value, names)];
    }),
  );
}

/** The value with all calls in it as far as they had these names. */
function inNames(value: Json, names: readonly string[]): Json {
  if (isCall(value)) return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])));
  return isFields(value) ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inNames(field, names)])) : value;
}

/** Whether the last byte of an upload may have left, and since when that is doubted. */
function lastByte({ calls, video }: Fields): Fields {
  if (isFields(video)) return { video: { id: video.id ?? "", at: video.at ?? null, note: null } };
  if (!isCall(calls) || calls.open === "nothing") return {};
  const looks = Number(calls.looks ?? 0);
  return { "last byte": true, doubt: looks === 0 ? null : { since: calls.lastAt ?? null, isGone: true, probes: 0, looks: looks - 1 } };
}

/** Where the video stands in its playlists. */
function places(checkpoints: Fields): Fields {
  const written = Object.entries(checkpoints).flatMap(([name, value]): [string, Json][] => {
    if (!name.startsWith("playlist PL") || !isCall(value)) return [];
    const { firstAt = null, lastAt = null, silences = 0, looks = 0 } = value;
    const open = value.open === "nothing" ? "todo" : "open";
    const state = isFields(checkpoints[name.replace("playlist", "placed")]) ? "done" : open;
    return [[name, { state, firstAt, lastAt, refusals: 0, lost: silences, looks, reason: null }]];
  });
  return Object.fromEntries(written);
}

interface Delivery {
  readonly id: string;
  readonly isComment: boolean;
  readonly type: ChannelType;
  readonly status: string;
  readonly reason: string | null;
  readonly checkpoints: Fields;
}

function deliveries({ app }: Stage): Promise<Delivery[]> {
  const text = `select id::text, parent_id is not null "isComment", channel_type "type", status, reason, checkpoints from deliveries order by id`;
  return query<Delivery>(app.db, { text });
}

function worldOf(stage: Stage, network: SandboxNetwork): SandboxWorld {
  return sandboxWorld(network, { db: stage.app.db, now: () => stage.now(), sandboxUrl: stage.app.sandboxUrl ?? "" });
}

/** How often readers of each network see these texts of it. */
async function timesSeen(
  stage: Stage,
  texts: ReadonlyMap<ChannelType, readonly string[]>,
): Promise<ReadonlyMap<ChannelType, readonly number[]>> {
  const times = new Map<ChannelType, readonly number[]>();
  for (const network of sandboxNetworks) {
    const posts = await network.feed(worldOf(stage, network), { limit: 1000 });
    times.set(
      network.type,
      (texts.get(network.type) ?? []).map((text) => posts.filter((post) => post.text.includes(text)).length),
    );
  }
  return times;
}

/** How long the engine goes on after each lot of posts, before the upgrade. */
const WAVES = [1200, 300, 45, 0] as const;
const POSTS_PER_WAVE = 10;
const STATES = ["PUBLISHED", "RETRYING", "pending", "unknown", "waiting"];
/** What the network gave no clear answer about more than once, and TikTok's photos: a person decides. */
const LEFT_MAX = 26;

test("500 deliveries in every state go on after an upgrade: none is lost, and none is seen twice", async () => {
  await using stage = await openStage();
  for (const { slug } of sandboxNetworks) {
    for (const kind of ["refuse-429", "error-before", "cut-before", "error-after", "cut-after"] as const) {
      await aFault(stage, { network: slug, kind, percent: 25, seed: 3 });
    }
  }
  // Where it reads no captions, it cannot tell which post to comment on.
  await worldOf(stage, instagramSandbox).objects.put("settings", instagramSandbox.slug, { caption_needs_facebook: false });
  const texts = new Map<ChannelType, string[]>(sandboxNetworks.map(({ type }) => [type, []]));
  for (const [wave, seconds] of WAVES.entries()) {
    for (const { type } of sandboxNetworks) {
      const place = await aPlace(stage, { channels: [type] });
      const media = await neededMedia(stage, place, type);
      const takesComments = stage.app.connectors[type]?.comment !== undefined;
      for (let number = 0; number < POSTS_PER_WAVE; number += 1) {
        const caption = `Bread ${number} of ${type} by ${wave}`;
        const comment = `Recipe ${number} of ${type} by ${wave}`;
        texts.get(type)?.push(caption, ...(takesComments ? [comment] : []));
        const more = {
          ...(takesComments ? { comment: { comment, delay: 1 } } : {}),
          ...media,
          ...(await moreOf(stage, place, { type, number })),
        };
        await aPost(place, { publishMode: "IMMEDIATE", caption, ...more });
      }
    }
    await stage.settle();
    if (seconds > 0) await stage.liveUntil(addSeconds(stage.now(), seconds));
  }

  const inFlight = new Map<ChannelType, number>();
  const before = await deliveries(stage);
  for (const { id, type, checkpoints } of before) {
    const form = EARLIER[type];
    const written = form === undefined ? checkpoints : earlierOf(checkpoints, form);
    if (JSON.stringify(written) === JSON.stringify(checkpoints)) continue;
    inFlight.set(type, (inFlight.get(type) ?? 0) + 1);
    await query(stage.app.db, { text: "update deliveries set checkpoints = $2 where id = $1", values: [id, JSON.stringify(written)] });
  }
  const posts = before.filter(({ isComment }) => !isComment);
  assert.ok(posts.length >= 500, `${posts.length} deliveries`);
  assert.deepEqual([...inFlight.keys()].toSorted(), Object.keys(EARLIER).toSorted());
  const states = new Set(posts.map(({ status }) => status));
  assert.deepEqual(
    STATES.filter((state) => !states.has(state)),
    [],
  );

  await clearFaults(stage);
  await stage.liveUntil(addSeconds(stage.now(), 30 * 3600));
  assert.equal(await duplicates(stage), 0);
  const after = await deliveries(stage);
  const isOut = ({ status }: Delivery) => ["PUBLISHED", "SENT", "commented"].includes(status);
  const left = after.filter((delivery) => !isOut(delivery));
  assert.deepEqual(
    after.filter(({ isComment }) => !isComment).map(({ id }) => id),
    posts.map(({ id }) => id),
  );
  assert.ok(left.length <= LEFT_MAX, `${left.length}: ${JSON.stringify(left)}`);
  for (const { type, status, reason } of left) assert.deepEqual([status, reason], ["FAILED", "undecided"], type);
  for (const [type, times] of await timesSeen(stage, texts)) {
    const out = after.filter((delivery) => delivery.type === type && isOut(delivery)).length;
    const once = times.filter((count) => count === 1).length;
    assert.ok(
      times.every((count) => count <= 1),
      `${type}: ${times.join(" ")}`,
    );
    assert.ok(once >= out, `${type}: ${out} are said to be out, and readers see ${once}`);
  }
});

/** What goes along with its posts. */
async function moreOf(
  stage: Stage,
  place: Place,
  { type, number }: { readonly type: ChannelType; readonly number: number },
): Promise<Readonly<Record<string, unknown>>> {
  if (type === "Google Business") {
    // Of other shapes, because Google tells no more of a photo.
    const bytes = await aPhoto({ width: 640 + 40 * number });
    const picture = await uploaded(stage, place, { bytes, name: "bread.jpg" });
    return { media: [{ id: picture }], platforms: { googlemybusiness: { uploadToPhotosSection: true } } };
  }
  if (type !== "YouTube") return {};
  const [channelId] = place.channelIds;
  const { playlists } = await must(stage.admin("GET", `/../channels/${channelId}/playlists`));
  return { platforms: { youtube: { playlists: [{ channelId, playlistIds: [playlists[0].id] }] } } };
}

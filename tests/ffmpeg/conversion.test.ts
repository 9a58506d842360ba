import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import type { ChannelType } from "@rostrum/contract/channels.ts";
import { ANY_VIDEO } from "@rostrum/contract/media-rules.ts";
import { convertVideo } from "../../server/src/brands/media/ffmpeg.ts";
import { temporaryFolder } from "../../server/src/ground/database/testing.ts";
import { type Bounds, bounded } from "../../server/src/ground/decoding/bounds.ts";
import { aPerson, aPost, must, type Place } from "../../server/src/testing/builders.ts";
import { eventually } from "../../server/src/testing/eventually.ts";
import { type KeptPost, keepingConnectors } from "../../server/src/testing/keeping-connector.ts";
import { uploaded } from "../../server/src/testing/media.ts";
import { openStage, type Stage } from "../../server/src/testing/stage.ts";
import { dataOf } from "../blackbox/support/api.ts";
import * as resources from "../blackbox/support/resources.ts";
import { publishNow } from "../blackbox/support/results.ts";
import { startService } from "../blackbox/support/service.ts";
import { aChannel, aCollection, aWorkspace } from "../blackbox/support/stage.ts";
import { sendForm } from "../blackbox/support/upload.ts";
import { aFilm, FFMPEG_FOLDER, PROGRAM, played, type Seen, seen, skip, turned } from "./films.ts";

let stage: Stage;
let kept: KeptPost[];
let place: (type: ChannelType) => Promise<Place>;
let folder: string;
const opened = new AsyncDisposableStack();

before(async () => {
  if (skip !== false) return;
  const keeping = keepingConnectors();
  kept = keeping.kept;
  folder = opened.use(await temporaryFolder()).path;
  const settings = { PATH: FFMPEG_FOLDER, ROSTRUM_POSTS_PER_COLLECTION_PER_DAY: "100" };
  stage = opened.use(await openStage(settings, "2026-11-21T09:00:00Z", keeping.connectors));
  const places = new Map<ChannelType, Promise<Place>>();
  place = (type) => places.getOrInsertComputed(type, aPlaceOn);
});
after(() => opened.disposeAsync());
beforeEach(() => kept?.splice(0));

async function aPlaceOn(type: ChannelType): Promise<Place> {
  const person = await aPerson(stage);
  const brand = await must(stage.admin("POST", "/brands", { owner: person.email, title: "Bakery" }));
  const { id: channelId } = await must(stage.admin("POST", `/brands/${brand.id}/channels`, { type, name: type, credentials: {} }));
  const api: Place["api"] = (method, path, body) => person.api(method, `/brands/${brand.id}${path}`, body);
  const { id } = await must(api("POST", "/collections", { title: "Bread", channels: [channelId] }));
  return { person, brandId: brand.id, channelIds: [channelId], collectionId: id, api };
}

/** Publishes the video on the platform and returns what the platform received, or the reason why not. */
async function onto(type: ChannelType, bytes: Buffer<ArrayBuffer>, name: string): Promise<Seen | { reason: string; message: string }> {
  const at = await place(type);
  const media = [{ id: await uploaded(stage, at, { bytes, name }) }];
  const id = await aPost(at, { publishMode: "IMMEDIATE", media });
  await stage.settle();
  const { status, reason, message } = (await must(stage.admin("GET", `/posts/${id}/explanation`))).deliveries[0];
  // Whatever the outcome, no temporary files are left behind.
  assert.deepEqual(await readdir(stage.app.storage.incoming), []);
  if (status !== "PUBLISHED") return { reason, message };
  const [file] = kept.at(-1)?.media ?? assert.fail("nothing was published");
  assert.ok(file !== undefined);
  const made = Buffer.from(file.bytes);
  assert.equal(await played(made, folder), "", "a player complains of the result");
  const facts = await seen(made);
  assert.deepEqual([file.mime, file.sizeBytes, file.width, file.height], ["video/mp4", made.length, facts.width, facts.height]);
  return facts;
}

/** What every platform tested here accepts: H.264 High and AAC, with the index before the frames. */
const MADE: Seen = {
  video: "avc1.6400",
  width: 320,
  height: 240,
  rotation: 0,
  framesPerSecond: 25,
  audio: "mp4a.40.2",
  seconds: 4,
  boxes: ["ftyp", "moov", "free", "mdat"],
};

test("VP9 with Opus in MP4 becomes H.264 with AAC in MP4 that plays while it loads", { skip }, async () => {
  assert.deepEqual(await onto("Instagram", await aFilm(), "film.mp4"), MADE);
});

test("so do MPEG-4 in MOV, JPEG pictures in MOV as old cameras write them, and ProRes as editors do", { skip }, async () => {
  const mpeg = await aFilm({ name: "film.mov", video: ["-c:v", "mpeg4"], audio: "aac" });
  assert.deepEqual(await onto("Facebook", mpeg, "film.mov"), MADE);
  const jpeg = await aFilm({ name: "film.mov", video: ["-c:v", "mjpeg"], audio: "pcm_s16le" });
  assert.deepEqual(await onto("X", jpeg, "film.mov"), MADE);
  const prores = await aFilm({ name: "film.mov", video: ["-c:v", "prores"], audio: "pcm_s16le" });
  assert.deepEqual(await onto("Threads", prores, "film.mov"), MADE);
});

test("H.265 becomes H.264 where a platform takes that alone", { skip }, async () => {
  const film = await aFilm({ video: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error"] });
  assert.deepEqual(await onto("X", film, "film.mp4"), MADE);
});

test("VP9 in Matroska and VP8 with Vorbis in WebM, as feeds may bring them one day, are read too", { skip }, async () => {
  const webm = ["-c:v", "libvpx", "-deadline", "realtime"];
  const films = {
    "video/x-matroska": await aFilm({ name: "film.mkv" }),
    "video/webm": await aFilm({ name: "film.webm", video: webm, audio: "libvorbis" }),
  };
  for (const [mime, film] of Object.entries(films)) {
    const [from, to] = [join(folder, "from"), join(folder, "to")];
    await writeFile(from, film);
    const video = { name: "film", mime, sizeBytes: film.length, width: 320, height: 240, durationSeconds: 4, facts: null };
    assert.equal(await convertVideo({ program: PROGRAM, from, to, video, rules: ANY_VIDEO }, new AbortController().signal), null);
    assert.deepEqual(await seen(Buffer.from(await readFile(to))), MADE, mime);
  }
});

test("odd sides become even, and pixels that are not square do", { skip }, async () => {
  assert.deepEqual(await onto("Instagram", await aFilm({ size: "321x241" }), "film.mp4"), MADE);
  const wide = await aFilm({ name: "film.mov", video: ["-c:v", "mpeg4"], audio: "aac", more: ["-vf", "setsar=4/3"] });
  const { width, height } = (await onto("Instagram", wide, "film.mov")) as Seen;
  assert.deepEqual([width, height], [426, 240]);
});

test("a film that a telephone took upright stands upright, without a turn that players may overlook", { skip }, async () => {
  const film = turned(await aFilm({ name: "film.mov", size: "320x180", video: ["-c:v", "mpeg4"], audio: "aac" }));
  assert.equal((await seen(film)).rotation, 90);
  assert.deepEqual(await onto("Instagram", film, "film.mov"), { ...MADE, width: 180, height: 320 });
});

test("a film without sound stays without", { skip }, async () => {
  assert.deepEqual(await onto("Instagram", await aFilm({ audio: null }), "film.mp4"), { ...MADE, audio: null });
});

test("a film whose frames come at changing times keeps its length", { skip }, async () => {
  const changing = ["-vf", "select='if(lt(t,2),not(mod(n,5)),1)'", "-vsync", "vfr"];
  const film = await aFilm({ framesPerSecond: 20, more: changing });
  assert.equal(((await onto("Instagram", film, "film.mp4")) as Seen).seconds, 4);
});

test("a film that is too large is scaled down, and one with too many frames gets thirty a second", { skip }, async () => {
  const large = await aFilm({
    name: "film.mov",
    size: "2560x1440",
    framesPerSecond: 10,
    seconds: 1,
    video: ["-c:v", "mpeg4"],
    audio: "aac",
  });
  const { width, height } = (await onto("X", large, "film.mov")) as Seen;
  assert.deepEqual([width, height], [1920, 1080]);
  const fast = await aFilm({ name: "film.mov", framesPerSecond: 120, seconds: 2, video: ["-c:v", "mpeg4"], audio: "aac" });
  assert.equal(((await onto("X", fast, "film.mov")) as Seen).framesPerSecond, 30);
});

test("the largest pictures that leave here are made within the memory that the program may have", { skip }, async () => {
  const film = await aFilm({ name: "film.mov", size: "4096x2304", framesPerSecond: 5, seconds: 3, video: ["-c:v", "mpeg4"], audio: null });
  const { width, height, seconds } = (await onto("Facebook", film, "film.mov")) as Seen;
  assert.deepEqual([width, height, seconds], [3840, 2160, 3]);
});

test("a film that is too long is refused before anything is converted", { skip }, async () => {
  const film = await aFilm({ size: "64x48", framesPerSecond: 1, seconds: 150, audio: null });
  assert.deepEqual(await onto("X", film, "film.mp4"), {
    reason: "video_too_long",
    message: "The video film.mp4 is 2 min 30 s long; X takes at most 2 min 20 s.",
  });
});

test("a film that breaks off is not published as far as it goes", { skip }, async () => {
  const film = await aFilm({ seconds: 8, more: ["-movflags", "+faststart"] });
  const outcome = await onto("Instagram", film.subarray(0, film.length / 2), "film.mp4");
  assert.ok("reason" in outcome, "half a film was published");
  assert.equal(outcome.reason, "conversion_failed");
  assert.match(outcome.message, /^The file film\.mp4 could not be converted: it breaks off after [345](\.\d+)? s of 8 s\.$/);
});

test("a film whose index is cut off with its end is refused with the program's words and no path of this machine", { skip }, async () => {
  const film = await aFilm({ name: "film.mov", video: ["-c:v", "mpeg4"], audio: "aac" });
  assert.deepEqual(await onto("LinkedIn", film.subarray(0, film.length / 2), "film.mov"), {
    reason: "conversion_failed",
    message: "The file film.mov could not be converted: moov atom not found.",
  });
});

test("a file that only begins like a film is refused", { skip }, async () => {
  const head = (await aFilm({ name: "film.mov", video: ["-c:v", "mpeg4"], audio: "aac" })).subarray(0, 32);
  const outcome = await onto("LinkedIn", Buffer.concat([head, Buffer.alloc(80_000, "bread")]), "film.mov");
  assert.ok("reason" in outcome && outcome.reason === "conversion_failed", JSON.stringify(outcome));
  assert.match(outcome.message, /^The file film\.mov could not be converted: [^/]+\.$/);
});

test("a stop in the middle of a film ends the program", { skip }, async () => {
  const film = await aFilm({ name: "film.mov", size: "1280x720", seconds: 20, video: ["-c:v", "mpeg4"], audio: null });
  await using own = await temporaryFolder();
  const [from, to] = [join(own.path, "from"), join(own.path, "to")];
  await writeFile(from, film);
  const video = {
    name: "film.mov",
    mime: "video/quicktime",
    sizeBytes: film.length,
    width: 1280,
    height: 720,
    durationSeconds: 20,
    facts: null,
  };
  const stop = new AbortController();
  const converting = assert.rejects(convertVideo({ program: PROGRAM, from, to, video, rules: ANY_VIDEO }, stop.signal), {
    name: "AbortError",
  });
  await eventually("the program writes", () => existsSync(to));
  assert.equal(processesWith(to).length, 1);
  stop.abort();
  await converting;
  assert.deepEqual(processesWith(to), []);
});

test("the kernel's bounds hold the program: beyond the memory it gives up, beyond the time it is killed", { skip }, () => {
  const endless = [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    "testsrc=size=1920x1080:rate=30",
    "-c:v",
    "libx264",
    "-threads",
    "1",
    "-f",
    "null",
    "-",
  ];
  const run = (bounds: Bounds) => {
    const { command, argv } = bounded(bounds, [PROGRAM, ...endless]);
    return spawnSync(command, argv, { stdio: "ignore" });
  };
  assert.equal(run({ memoryMegabytes: 3000, processorSeconds: 1 }).signal, "SIGKILL");
  const poor = run({ memoryMegabytes: 30, processorSeconds: 60 });
  assert.ok(poor.status !== 0 && poor.signal !== "SIGKILL", JSON.stringify(poor));
});

test("the whole service converts with the program on its PATH and publishes the result", { skip }, async () => {
  await using service = await startService({ PATH: FFMPEG_FOLDER });
  const of = await aWorkspace({ service });
  const { id: collectionId } = await aCollection(of, { channels: [await aChannel(of, "Facebook")] });
  const film = await aFilm({ name: "film.mov", video: ["-c:v", "mpeg4"], audio: "aac" });
  const form = await sendForm(of.api, `${of.brand}/media`, [{ bytes: film, name: "film.mov" }]);
  const entry = await publishNow(of, collectionId, { media: [{ id: dataOf(form, resources.uploaded).id }] });
  assert.equal(entry.status, "PUBLISHED", entry.message ?? "");
  const media = join(service.dataDirectory, "media");
  const [made = assert.fail("nothing was made")] = (await readdir(media, { recursive: true })).filter((name) =>
    /\.[0-9a-f]{16}$/.test(name),
  );
  assert.deepEqual(await seen(Buffer.from(await readFile(join(media, made)))), MADE);
});

function processesWith(word: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(word);
      } catch {
        return false;
      }
    });
}

import { addSeconds } from "@rostrum/contract/formats.ts";
import { chanceOf } from "../../sandbox/chance.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { useQuota } from "../../sandbox/kit/quotas.ts";
import type { Rank } from "../../sandbox/kit/ranked.ts";
import type { Refusal } from "../../sandbox/kit/refusals.ts";
import { boardWithPins, writableBoard } from "./boards.ts";
import type { Asked, Call } from "./caller.ts";
import { readBody } from "./caller.ts";
import { ownMedia, statusOf } from "./media.ts";
import { type Fields, find, insert, LIST_MAX, list, newId, type Picture, remove, type Stored } from "./model.ts";
import { pageOf } from "./paging.ts";
import { keepPicture, type ReadPicture, readPicture, type Texts } from "./pictures.ts";
import { coverOf, type MediaSource, newPin, type PictureSource, type VideoSource } from "./pin-input.ts";
import { creativeTypeOf, pinView, pinViews } from "./pin-view.ts";
import { badRequest, constraint, notPermitted, pinNotFound, refusal, spamBlock, trialAccess } from "./refusal.ts";
import type { Settings } from "./settings.ts";

const READ = ["boards:read", "pins:read"];
const WRITE = ["boards:read", "boards:write", "pins:read", "pins:write"];

export const PIN_CALLS: readonly Call[] = [
  { method: "GET", path: "/pins", category: "org_read", scopes: READ, answer: listOwnPins },
  { method: "POST", path: "/pins", category: "org_write", scopes: WRITE, status: 201, answer: create },
  { method: "GET", path: "/pins/:pin_id", category: "org_read", scopes: READ, answer: show },
  { method: "DELETE", path: "/pins/:pin_id", category: "org_write", scopes: WRITE, status: 204, answer: destroy },
  { method: "GET", path: "/boards/:board_id/pins", category: "org_read", scopes: READ, answer: listBoardPins },
];

/** Two equal requests make two pins. */
async function create(asked: Asked): Promise<Record<string, unknown>> {
  const { world, request, settings, account } = asked;
  const { media_source, ...wanted } = readBody(asked, newPin(settings.length_unit));
  await writableBoard(asked, wanted.board_id);
  if (wanted.parent_pin_id !== null && (await find(world, "pin", wanted.parent_pin_id)) === null) throw pinNotFound();
  if (settings.trial) throw trialAccess();
  if (settings.instead_of_creating !== null) throw setRefusal(settings.instead_of_creating);
  const media = await mediaFrom(asked, media_source);
  const quota = { name: `pins ${account.id}`, total: settings.pins_before_block, seconds: settings.block_seconds };
  if (!(await useQuota(world, request, quota))) throw spamBlock(settings.block_status);
  const id = await newId(world, "pin");
  const isFirstUse = media.video === null || (await insert(world, "media_use", media.video.file, { pin_id: id }));
  if (!isFirstUse && settings.media_once) throw badRequest("Sorry, this video is on a Pin already.");
  await insert(world, "pin", id, { account_id: account.id, ...wanted, ...media });
  if (settings.after_creating !== null) throw setRefusal(settings.after_creating);
  return pinView(asked, await seenPin(asked, id));
}

async function show(asked: Asked): Promise<Record<string, unknown>> {
  return pinView(asked, await seenPin(asked, asked.ids.pin_id ?? ""));
}

/** Who owns a board may delete others' pins on it. */
async function destroy(asked: Asked): Promise<void> {
  const { world, account } = asked;
  const pin = await seenPin(asked, asked.ids.pin_id ?? "");
  const board = await find(world, "board", pin.board_id);
  if (pin.account_id !== account.id && board?.account_id !== account.id) throw notPermitted();
  await remove(world, "pin", pin.id);
}

/** A pin on a board that the caller may see. */
async function seenPin(asked: Asked, id: string): Promise<Stored<"pin">> {
  const pin = await find(asked.world, "pin", id);
  if (pin === null) throw pinNotFound();
  await boardWithPins(asked, pin.board_id);
  return pin;
}

function setRefusal({ status, code, message }: NonNullable<Settings["after_creating"]>): Refusal {
  return refusal(status, code, message);
}

/** `GET /boards/{board}/pins`. */
export async function listBoardPins(asked: Asked): Promise<Record<string, unknown>> {
  const board = await boardWithPins(asked, asked.ids.board_id ?? "");
  return listing(asked, await list(asked.world, "pin", { where: { board_id: board.id }, limit: LIST_MAX }));
}

/** `GET /pins`: all that the account made, whoever owns the board. Those on protected boards only if asked for. */
export async function listOwnPins(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, scopes, query } = asked;
  const pins = await list(world, "pin", { where: { account_id: account.id }, limit: LIST_MAX });
  const boards = new Set(pins.map(({ board_id }) => board_id));
  const privacies = new Map(await Promise.all(Array.from(boards, async (id) => [id, (await find(world, "board", id))?.privacy] as const)));
  const shown = {
    PUBLIC: query.get("pin_type") !== "PRIVATE",
    PROTECTED: query.get("pin_type") !== "PRIVATE" && query.get("include_protected_pins") === "true",
    SECRET: scopes.includes("boards:read_secret") && scopes.includes("pins:read_secret"),
  };
  return listing(
    asked,
    pins.filter(({ board_id }) => shown[privacies.get(board_id) ?? "PUBLIC"]),
  );
}

async function listing(asked: Asked, pins: readonly Stored<"pin">[]): Promise<Record<string, unknown>> {
  const { world, request, settings, query } = asked;
  const lateSeconds = Math.max(settings.listed_after_seconds, listsLateSeconds(request));
  const types = query.getAll("creative_types").flatMap((given) => given.split(","));
  const shown = pins
    .filter(({ createdAt }) => addSeconds(createdAt, lateSeconds) <= world.now())
    .filter((pin) => types.length === 0 || types.includes(creativeTypeOf(pin)));
  const { items, bookmark } = pageOf(asked, shown, RANKS[settings.list_order]);
  return { items: await pinViews(asked, items), bookmark };
}

const ID_DIGITS = 18;

const RANKS: Readonly<Record<"newest" | "shuffled", Rank>> = {
  newest: (id) => String(10n ** BigInt(ID_DIGITS) - BigInt(id)).padStart(ID_DIGITS, "0"),
  shuffled: (id) => `${chanceOf(1, Number(id.slice(-9))).toFixed(15)} ${id}`,
};

export type PinMedia = Pick<Fields<"pin">, "media_type" | "pictures" | "video">;

/** Fetches and checks what a pin shows. */
export async function mediaFrom(asked: Asked, source: MediaSource): Promise<PinMedia> {
  if (source.source_type === "video_id") return videoFrom(asked, source);
  if ("items" in source) return carouselFrom(asked, source);
  const picture = await keepPicture(asked.world, await readPicture(asked, source), {});
  return { media_type: "image", pictures: [picture], video: null };
}

interface Carousel {
  readonly items: readonly (PictureSource & Texts)[];
  /** Of the cover, which comes first on the pin. */
  readonly index?: number | undefined;
}

async function carouselFrom(asked: Asked, { items, index = 0 }: Carousel): Promise<PinMedia> {
  if (index >= items.length) throw constraint("media_source.index", `maximum=${items.length - 1}`);
  const read: { picture: ReadPicture; texts: Texts }[] = [];
  for (const item of items) read.push({ picture: await readPicture(asked, item), texts: item });
  const [first] = read;
  const isEven = read.every(({ picture: { width, height } }) => width === first?.picture.width && height === first.picture.height);
  if (!isEven && asked.settings.carousel_needs_equal_sizes)
    throw badRequest("Sorry, all images of a carousel must have the same dimensions.");
  const pictures: Picture[] = [];
  for (const { picture, texts } of read) pictures.push(await keepPicture(asked.world, picture, texts));
  const cover = pictures.splice(index, 1);
  return { media_type: "multiple_images", pictures: [...cover, ...pictures], video: null };
}

async function videoFrom(asked: Asked, source: VideoSource): Promise<PinMedia> {
  const { world } = asked;
  const media = await ownMedia(asked, source.media_id);
  if (media.video === null || statusOf(world, media) !== "succeeded") throw badRequest("Sorry, the video has not been processed.");
  const { mime, digest, facts } = media.video;
  const cover = coverOf(source);
  const pictures = "picture" in cover ? [await keepPicture(world, await readPicture(asked, cover.picture), {})] : [];
  const video = { file: media.id, mime, digest, facts, cover_second: "second" in cover ? cover.second : null };
  return { media_type: "video", pictures, video };
}

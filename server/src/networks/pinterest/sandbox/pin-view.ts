import type { Instant } from "@rostrum/contract/formats.ts";
import { addSeconds } from "@rostrum/contract/formats.ts";
import { fileUrl, reactionsOn, sharesOf } from "../../sandbox/kit/feed.ts";
import type { Asked } from "./caller.ts";
import { find, known, LIST_MAX, list, type Picture, type Stored } from "./model.ts";
import type { Settings } from "./settings.ts";

const CREATIVE_TYPES = { image: "REGULAR", multiple_images: "CAROUSEL", video: "VIDEO" } as const;

export function creativeTypeOf({ media_type }: Stored<"pin">): string {
  return CREATIVE_TYPES[media_type];
}

/** A pin as the API gives it; metrics only if the call asks for them. */
export async function pinView(asked: Asked, pin: Stored<"pin">): Promise<Record<string, unknown>> {
  return viewOf(asked, pin, await ownerOf(asked, pin.board_id));
}

export async function pinViews(asked: Asked, pins: readonly Stored<"pin">[]): Promise<Record<string, unknown>[]> {
  const boards = new Set(pins.map(({ board_id }) => board_id));
  const owners = new Map(await Promise.all(Array.from(boards, async (id) => [id, await ownerOf(asked, id)] as const)));
  return Promise.all(pins.map((pin) => viewOf(asked, pin, owners.get(pin.board_id) ?? "")));
}

/** The user name of a board's owner. */
async function ownerOf({ world }: Asked, boardId: string): Promise<string> {
  const board = await find(world, "board", boardId);
  return board === null ? "" : (await known(world, "account", board.account_id)).username;
}

async function viewOf(asked: Asked, pin: Stored<"pin">, boardOwner: string): Promise<Record<string, unknown>> {
  const { settings, account, query } = asked;
  const text = (value: string | null) => textIn(value, settings);
  return {
    id: pin.id,
    created_at: zonelessTime(pin.createdAt),
    link: linkIn(pin.link, settings),
    title: text(pin.title),
    description: text(pin.description),
    alt_text: text(pin.alt_text),
    dominant_color: pin.dominant_color,
    board_id: pin.board_id,
    board_section_id: null,
    board_owner: { username: boardOwner },
    parent_pin_id: pin.parent_pin_id,
    is_owner: pin.account_id === account.id,
    is_standard: true,
    has_been_promoted: false,
    creative_type: creativeTypeOf(pin),
    media: mediaView(asked, pin),
    pin_metrics: query.get("pin_metrics") === "true" ? await metricsOf(asked, pin) : null,
  };
}

function textIn(text: string | null, { empty_texts, escapes_texts }: Settings): string | null {
  if (text === null) return empty_texts === "null" ? null : "";
  return escapes_texts ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;") : text;
}

function linkIn(link: string | null, settings: Settings): string | null {
  return link === null || !settings.normalises_links ? textIn(link, { ...settings, escapes_texts: false }) : new URL(link).href;
}

function mediaView(asked: Asked, { media_type, pictures, video }: Stored<"pin">): Record<string, unknown> {
  const [first] = pictures;
  const images = first === undefined ? {} : sizesOf(asked, first);
  if (video !== null) {
    const { width, height, seconds } = video.facts ?? { width: null, height: null, seconds: null };
    return {
      media_type,
      images,
      ...(first === undefined ? {} : { cover_image_url: fileUrl(asked.world, first.file) }),
      video_url: null,
      duration: seconds === null ? null : Math.round(seconds * 1000),
      width,
      height,
    };
  }
  if (media_type === "image") return { media_type, images };
  const items = pictures.map((picture) => ({
    item_type: "image",
    title: picture.title,
    description: picture.description,
    link: picture.link,
    images: sizesOf(asked, picture),
  }));
  return { media_type, items };
}

/** Pinterest gives smaller copies; here every size is the one file. */
function sizesOf({ world }: Asked, { file, width, height }: Picture): Record<string, unknown> {
  const url = fileUrl(world, file);
  const scaled = (wide: number) => ({ width: wide, height: Math.max(1, Math.round((height * wide) / width)), url });
  return {
    "150x150": { width: 150, height: 150, url },
    "400x300": { width: 400, height: 300, url },
    "600x": scaled(600),
    "1200x": scaled(1200),
  };
}

/** As Pinterest writes times: UTC, without saying so. https://github.com/pinterest/api-quickstart/issues/78 (2026-11) */
export function zonelessTime(at: Instant): string {
  return at.replace(/(\.\d+)?Z$/, "");
}

const RECENT_SECONDS = 90 * 86_400;

/** The metrics within a pin. Nobody counts views here: each save is one. Reactions and comments are in the figures of its whole life alone. */
export async function metricsOf({ world, settings }: Asked, pin: Stored<"pin">): Promise<Record<string, unknown> | null> {
  if (settings.metrics === "none") return null;
  const from = addSeconds(world.now(), -RECENT_SECONDS);
  const saves = await sharesOf(world, pin.id);
  const recent = viewed(saves.filter((at) => at > from).length);
  if (settings.metrics === "recent") return { "90d": recent };
  const comments = await list(world, "comment", { where: { pin_id: pin.id }, limit: LIST_MAX });
  const { likes } = await reactionsOn(world, pin.id);
  return { "90d": recent, lifetime_metrics: { ...viewed(saves.length), reaction: likes, comment: comments.length } };
}

function viewed(save: number) {
  return { impression: save, pin_click: save, clickthrough: 0, save };
}

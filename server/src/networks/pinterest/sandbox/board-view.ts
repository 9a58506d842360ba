import { fileUrl } from "../../sandbox/kit/feed.ts";
import type { Asked } from "./caller.ts";
import { known, LIST_MAX, list, type Stored } from "./model.ts";
import { zonelessTime } from "./pin-view.ts";

const THUMBNAILS_MAX = 4;

/** A board as the API gives it. */
export async function boardView({ world }: Pick<Asked, "world">, board: Stored<"board">): Promise<Record<string, unknown>> {
  const within = { where: { board_id: board.id }, limit: LIST_MAX };
  const [owner, pins, collaborators] = await Promise.all([
    known(world, "account", board.account_id),
    list(world, "pin", within),
    list(world, "collaborator", within),
  ]);
  const thumbnails = pins.flatMap(({ pictures }) => pictures.slice(0, 1)).map(({ file }) => fileUrl(world, file));
  return {
    id: board.id,
    created_at: zonelessTime(board.createdAt),
    board_pins_modified_at: zonelessTime(pins[0]?.createdAt ?? board.createdAt),
    name: board.name,
    description: board.description,
    collaborator_count: collaborators.length,
    pin_count: pins.length,
    follower_count: 0,
    media: { image_cover_url: thumbnails[0] ?? null, pin_thumbnail_urls: thumbnails.slice(0, THUMBNAILS_MAX) },
    owner: { username: owner.username },
    privacy: board.privacy,
    is_ads_only: false,
  };
}

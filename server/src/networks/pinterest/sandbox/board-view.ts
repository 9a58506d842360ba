import type { Asked } from "./caller.ts";
import { LIST_MAX, list, type Stored } from "./model.ts";
import { knownPerson } from "./people.ts";
import { zoneless } from "./time.ts";
import { fileUrl } from "./urls.ts";

const THUMBNAILS_MAX = 4;

/** A board as the API gives it. */
export async function boardView({ world }: Pick<Asked, "world">, board: Stored<"board">): Promise<Record<string, unknown>> {
  const within = { where: { board_id: board.id }, limit: LIST_MAX };
  const [owner, pins, collaborators] = await Promise.all([
    knownPerson(world, board.account_id),
    list(world, "pin", within),
    list(world, "collaborator", within),
  ]);
  const thumbnails = pins.flatMap(({ pictures }) => pictures.slice(0, 1)).map(({ file }) => fileUrl(world, file));
  return {
    id: board.id,
    created_at: zoneless(board.createdAt),
    board_pins_modified_at: zoneless(pins[0]?.createdAt ?? board.createdAt),
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

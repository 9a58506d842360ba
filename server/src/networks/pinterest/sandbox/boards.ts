import { fileUrl } from "../../sandbox/kit/feed.ts";
import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Asked, requireScopes } from "./caller.ts";
import { find, insert, known, LIST_MAX, list, newId, type Privacy, remove, type Stored } from "./model.ts";
import { zonelessTime } from "./pin-view.ts";
import { boardNotFound, notPermitted, notWritable } from "./refusal.ts";

export interface NewBoard {
  readonly name: string;
  readonly description?: string;
  readonly privacy?: Privacy;
}

/** Creates or finds the person's board of this name. Concurrent calls get the same one: the name is claimed first. */
export async function boardNamed(world: SandboxWorld, owner: Stored<"account">, wanted: NewBoard): Promise<Stored<"board">> {
  await createBoard(world, owner, wanted);
  const claim = await known(world, "board_name", nameKey(owner.id, wanted.name));
  return known(world, "board", claim.board_id);
}

/** Creates a board; null if the person has one of this name. */
export async function createBoard(world: SandboxWorld, owner: Stored<"account">, wanted: NewBoard): Promise<Stored<"board"> | null> {
  const { name, description = "", privacy = "PUBLIC" } = wanted;
  if ((await find(world, "board_name", nameKey(owner.id, name))) !== null) return null;
  const id = await newId(world, "board");
  // The board comes first: whoever loses the name finds the winner's board.
  await insert(world, "board", id, { account_id: owner.id, name, description, privacy });
  if (await insert(world, "board_name", nameKey(owner.id, name), { board_id: id })) return find(world, "board", id);
  await remove(world, "board", id);
  return null;
}

/** Deletes a board with its pins. */
export async function deleteBoard(world: SandboxWorld, board: Stored<"board">): Promise<void> {
  const within = { where: { board_id: board.id }, limit: LIST_MAX };
  await remove(world, "board", board.id);
  await remove(world, "board_name", nameKey(board.account_id, board.name));
  for (const kind of ["pin", "collaborator"] as const) {
    for (const { id } of await list(world, kind, within)) await remove(world, kind, id);
  }
}

/** Lets somebody else see the board and write to it. */
export async function inviteTo(world: SandboxWorld, board: Stored<"board">, accountId: string): Promise<void> {
  await insert(world, "collaborator", `${board.id} ${accountId}`, { board_id: board.id, account_id: accountId });
}

/** Own boards and group boards, oldest first. */
export async function boardsOf(world: SandboxWorld, accountId: string): Promise<Stored<"board">[]> {
  const own = await list(world, "board", { where: { account_id: accountId }, limit: LIST_MAX });
  const joined = await list(world, "collaborator", { where: { account_id: accountId }, limit: LIST_MAX });
  const shared = await Promise.all(joined.map(({ board_id }) => find(world, "board", board_id)));
  return [...own, ...shared.filter((board) => board !== null)].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export async function isMember(world: SandboxWorld, board: Stored<"board">, accountId: string): Promise<boolean> {
  return board.account_id === accountId || (await find(world, "collaborator", `${board.id} ${accountId}`)) !== null;
}

function nameKey(ownerId: string, name: string): string {
  return `${ownerId} ${name.trim().toLowerCase()}`;
}

/** A board that the caller may see: their own, or one they were invited to. */
export async function seenBoard(asked: Asked, id: string): Promise<Stored<"board">> {
  const board = await find(asked.world, "board", id);
  if (board === null) throw boardNotFound();
  if (!(await isMember(asked.world, board, asked.account.id))) throw notPermitted();
  if (board.privacy === "SECRET") requireScopes(asked, "boards:read_secret");
  return board;
}

/** The same for reading its pins. */
export async function boardWithPins(asked: Asked, id: string): Promise<Stored<"board">> {
  const board = await seenBoard(asked, id);
  if (board.privacy === "SECRET") requireScopes(asked, "pins:read_secret");
  return board;
}

/** The same for creating pins on it. */
export async function writableBoard({ world, account, scopes }: Asked, id: string): Promise<Stored<"board">> {
  const board = await find(world, "board", id);
  if (board === null) throw boardNotFound();
  if (!(await isMember(world, board, account.id))) throw notWritable();
  if (board.privacy === "SECRET") requireScopes({ scopes }, "pins:write_secret");
  return board;
}

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

import type { SandboxWorld } from "../../sandbox/network.ts";
import { find, insert, known, LIST_MAX, list, newId, type Privacy, remove, type Stored } from "./model.ts";

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

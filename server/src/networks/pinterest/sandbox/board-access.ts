import { isMember } from "./boards.ts";
import { type Asked, requireScopes } from "./caller.ts";
import { find, type Stored } from "./model.ts";
import { boardNotFound, notPermitted, notWritable } from "./refusal.ts";

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

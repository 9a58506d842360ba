import { z } from "zod";
import { boardsOf, boardView, createBoard, deleteBoard, seenBoard } from "./boards.ts";
import { type Asked, type Call, lengthOf, readBody, requireScopes } from "./caller.ts";
import { LIST_MAX, list, PORTRAIT, PRIVACIES, type Privacy, type Stored } from "./model.ts";
import { oldestFirst, pageOf } from "./paging.ts";
import { constraint, nameTaken, notPermitted } from "./refusal.ts";

const READ = ["boards:read"];
const WRITE = ["boards:read", "boards:write"];
const NAME_LENGTH_MAX = 180;
const FILTERS: Readonly<Record<string, readonly Privacy[]>> = {
  ALL: PRIVACIES,
  PUBLIC_AND_SECRET: ["PUBLIC", "SECRET"],
  PUBLIC: ["PUBLIC"],
  PROTECTED: ["PROTECTED"],
  SECRET: ["SECRET"],
};

const Name = z
  .string("type=string")
  .trim()
  .min(1, "minLength=1")
  .refine((name) => lengthOf(name, "code points") <= NAME_LENGTH_MAX, `maxLength=${NAME_LENGTH_MAX}`);
const NewBoard = z.object({
  name: Name,
  description: z.string("type=string").nullish(),
  privacy: z.enum(PRIVACIES, "enum=PUBLIC,PROTECTED,SECRET").default("PUBLIC"),
});

/** The account and its boards. */
export const BOARD_CALLS: readonly Call[] = [
  { method: "GET", path: "/user_account", category: "org_read", scopes: ["user_accounts:read"], answer: showAccount },
  { method: "GET", path: "/boards", category: "org_read", scopes: READ, answer: listBoards },
  { method: "POST", path: "/boards", category: "org_write", scopes: WRITE, status: 201, answer: create },
  { method: "GET", path: "/boards/:board_id", category: "org_read", scopes: READ, answer: show },
  { method: "DELETE", path: "/boards/:board_id", category: "org_write", scopes: WRITE, status: 204, answer: destroy },
];

async function showAccount({ world, account }: Asked): Promise<Record<string, unknown>> {
  const own = { where: { account_id: account.id }, limit: LIST_MAX };
  const [boards, pins] = await Promise.all([list(world, "board", own), list(world, "pin", own)]);
  return {
    id: account.id,
    username: account.username,
    account_type: "BUSINESS",
    business_name: account.name,
    about: "",
    website_url: "",
    profile_image: `${world.baseUrl}${PORTRAIT}`,
    board_count: boards.length,
    pin_count: pins.length,
    follower_count: 0,
    following_count: 0,
    monthly_views: 0,
  };
}

async function listBoards(asked: Asked): Promise<Record<string, unknown>> {
  const { world, account, scopes, query } = asked;
  const shown = FILTERS[query.get("privacy") ?? "ALL"];
  if (shown === undefined) throw constraint("privacy", `enum=${Object.keys(FILTERS)}`);
  const isShown = ({ privacy }: Stored<"board">) =>
    shown.includes(privacy) && (privacy !== "SECRET" || scopes.includes("boards:read_secret"));
  const { items, bookmark } = pageOf(asked, (await boardsOf(world, account.id)).filter(isShown), oldestFirst);
  return { items: await Promise.all(items.map((board) => boardView(asked, board))), bookmark };
}

async function create(asked: Asked): Promise<Record<string, unknown>> {
  const { name, description, privacy } = readBody(asked, NewBoard);
  if (privacy === "SECRET") requireScopes(asked, "boards:write_secret");
  const board = await createBoard(asked.world, asked.account, { name, description: description ?? "", privacy });
  if (board === null) throw nameTaken();
  return boardView(asked, board);
}

async function show(asked: Asked): Promise<Record<string, unknown>> {
  return boardView(asked, await seenBoard(asked, asked.ids.board_id ?? ""));
}

async function destroy(asked: Asked): Promise<void> {
  const board = await seenBoard(asked, asked.ids.board_id ?? "");
  if (board.account_id !== asked.account.id) throw notPermitted();
  if (board.privacy === "SECRET") requireScopes(asked, "boards:write_secret");
  await deleteBoard(asked.world, board);
}

import { addSeconds } from "@rostrum/contract/formats.ts";
import { chanceOf } from "../../sandbox/chance.ts";
import { listsLateSeconds } from "../../sandbox/faults.ts";
import { boardWithPins } from "./board-access.ts";
import type { Asked } from "./caller.ts";
import { find, LIST_MAX, list, type Stored } from "./model.ts";
import { pageOf, type Rank } from "./paging.ts";
import { creativeTypeOf, pinViews } from "./pin-view.ts";

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

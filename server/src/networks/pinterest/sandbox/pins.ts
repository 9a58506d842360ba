import { useQuota } from "../../sandbox/kit/quotas.ts";
import type { Refusal } from "../../sandbox/kit/refusals.ts";
import { boardWithPins, writableBoard } from "./board-access.ts";
import { readBody } from "./body.ts";
import type { Asked, Call } from "./caller.ts";
import { find, insert, newId, remove, type Stored } from "./model.ts";
import { newPin } from "./pin-input.ts";
import { listBoardPins, listOwnPins } from "./pin-lists.ts";
import { mediaFrom } from "./pin-media.ts";
import { pinView } from "./pin-view.ts";
import { badRequest, notPermitted, pinNotFound, refusal, spamBlock, trialAccess } from "./refusal.ts";
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

import type { SandboxWorld } from "../../sandbox/network.ts";
import { type Fields, insert, known, type Stored } from "./model.ts";

/** Stores a comment. Ids of replies begin with that of the comment they are on. */
export async function newComment(world: SandboxWorld, fields: Fields<"comment">): Promise<Stored<"comment">> {
  const number = (await world.objects.nextId()).padStart(12, "0");
  const id = fields.parent === "" ? `Ugy${number}4AaABAg` : `${fields.parent}.${number}`;
  await insert(world, "comment", id, fields);
  return known(world, "comment", id);
}

import { randomBytes } from "node:crypto";

/** Opaque: does not reveal how many users there are. */
export function newPublicId(): string {
  return `u_${randomBytes(8).toString("hex")}`;
}

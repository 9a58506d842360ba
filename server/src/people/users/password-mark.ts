import { hash } from "node:crypto";

/** Tells whether somebody still has the same password, and nothing about it: it is made of the salted hash. */
export function passwordMark(passwordHash: string | null): string {
  return passwordHash === null ? "none" : hash("sha256", passwordHash, "base64url").slice(0, 16);
}

import type { AuditChange, AuditEntry } from "@rostrum/contract/private/audit.ts";
import { deeds, surfaces, words } from "./words.ts";

/** Who did what. */
export function deedOf(entry: AuditEntry): string {
  return `${whoOf(entry)} ${deeds[entry.action](entry)}`;
}

function whoOf({ actor, person }: AuditEntry): string {
  return actor === "person" ? (person ?? words.nobody) : words[actor];
}

/** By which surface, with what, and from where. */
export function wayOf({ surface, through, throughName, address, requestId }: AuditEntry): string {
  const program =
    through === "key" ? words.withKey(throughName ?? "") : through === "program" ? words.withProgram(throughName ?? "") : null;
  const parts = [surfaces[surface], program, address && words.from(address), requestId && words.request(requestId)];
  return parts.filter((part) => part !== null && part !== "").join(", ");
}

export function changeText({ name, before, after }: AuditChange): string {
  return words.change(labelOf(name), before === null ? null : textOf(before), textOf(after));
}

/** `maxCollections` → `max collections`. */
function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function textOf(value: AuditChange["after"]): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  return String(value);
}

import type { AuditChange, AuditEntry } from "@rostrum/contract/private/audit.ts";
import { words } from "./words.ts";

/** Who did what. */
export function deedOf(entry: AuditEntry): string {
  const { objectName, objectId, action } = entry;
  const called = objectName === null ? "" : words.called({ name: objectName });
  return words.deeds[action]({ who: whoOf(entry), called, person: objectName ?? words.nobody, id: objectId ?? "" });
}

function whoOf({ actor, person }: AuditEntry): string {
  return actor === "person" ? (person ?? words.nobody) : words[actor];
}

/** By which surface, with what, and from where. */
export function wayOf({ surface, through, throughName, address, requestId }: AuditEntry): string {
  const program =
    through === "key"
      ? words.withKey({ name: throughName ?? "" })
      : through === "program"
        ? words.withProgram({ name: throughName ?? "" })
        : null;
  const parts = [words.surfaces[surface], program, address && words.from({ address }), requestId && words.request({ id: requestId })];
  return parts.filter((part) => part !== null && part !== "").join(", ");
}

export function changeText({ name, before, after }: AuditChange): string {
  const value = before === null ? textOf(after) : words.changed({ before: textOf(before), after: textOf(after) });
  return words.change({ name: labelOf(name), after: value });
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

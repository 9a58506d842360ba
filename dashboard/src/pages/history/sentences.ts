import { CHANNEL_TYPES } from "@rostrum/contract/channels.ts";
import type { AuditChange, AuditEntry } from "@rostrum/contract/private/audit.ts";
import { networkName } from "../../parts/look/networks.ts";
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
  const was = textOf(name, before);
  const is = textOf(name, after);
  // What a channel calls its own preferences is in people's words already.
  const labels: Readonly<Record<string, string>> = words.facts;
  return words.change({ name: labels[name] ?? name, after: before === null ? is : words.changed({ before: was, after: is }) });
}

function textOf(name: string, value: AuditChange["after"]): string {
  if (value === null || value === "") return words.nothing;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  const network = CHANNEL_TYPES.find((type) => name === "type" && type === value);
  return network === undefined ? String(value) : networkName(network);
}

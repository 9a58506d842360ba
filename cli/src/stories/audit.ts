import type { AuditChange, AuditEntry, AuditPage } from "@rostrum/contract/private/audit.ts";
import { cellText } from "../cells.ts";
import type { Terminal } from "../terminal.ts";
import { indented, strong } from "./words.ts";

/** Entries of the audit trail, two or more lines each. */
export function auditStory({ total, entries }: AuditPage, terminal: Terminal): string {
  if (entries.length === 0) return "None.";
  const lines = entries.flatMap((entry) => [...linesOf(entry, terminal), ""]);
  return [...lines, entries.length === total ? `${total} in total.` : `${entries.length} of ${total}. Use --page for others.`].join("\n");
}

function linesOf(entry: AuditEntry, terminal: Terminal): string[] {
  const { at, action, objectType, objectId, objectName, changes, surface, address, requestId } = entry;
  const name = objectName === null ? "" : ` “${cellText(objectName)}”`;
  const what = [objectType, objectId === null ? null : cellText(objectId)].filter((part) => part !== null).join(" ");
  const way = [`by ${whoOf(entry)}`, surface, address, requestId === null ? null : `request ${requestId}`].filter((part) => part !== null);
  return [
    `${at.slice(0, 19).replace("T", " ")} UTC  ${strong(action, terminal)}  ${what}${name}`,
    ...indented([way.join(", "), ...changes.map(changeText)]),
  ];
}

function whoOf({ actor, person, through, throughName }: AuditEntry): string {
  if (actor !== "person") return actor === "nobody" ? "somebody unknown" : `the ${actor}`;
  return `${cellText(person)}${through === null ? "" : ` with the ${through === "key" ? "API key" : "program"} “${cellText(throughName)}”`}`;
}

function changeText({ name, before, after }: AuditChange): string {
  return before === null ? `${name}: ${cellText(after)}` : `${name}: ${cellText(before)} → ${cellText(after)}`;
}

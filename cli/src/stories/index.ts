import { auditOperations } from "@rostrum/contract/private/audit.ts";
import { foresightOperations } from "@rostrum/contract/private/foresight.ts";
import type { Terminal } from "../terminal.ts";
import { auditStory } from "./audit.ts";
import { explainStory } from "./explain.ts";
import { forecastStory } from "./forecast.ts";

/** Operations whose replies are printed as a story instead of a table, by operation name. */
export const stories: Readonly<Record<string, (data: unknown, terminal: Terminal) => string>> = {
  listAuditEntries: (data, terminal) => auditStory(auditOperations.listAuditEntries.data.parse(data), terminal),
  explainPost: (data, terminal) => explainStory(foresightOperations.explainPost.data.parse(data), terminal),
  forecast: (data, terminal) => forecastStory(foresightOperations.forecast.data.parse(data), terminal),
};

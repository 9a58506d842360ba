import { EVENT_TYPES } from "@rostrum/contract/events.ts";
import { compare, locator, type Parameter } from "./fields.ts";
import { EVENTS } from "./words.ts";

/** The text of the committed file: what the trigger asks for, with the types of events that there are. */
export function triggerFile(): string {
  return `import type { INodeProperties } from "n8n-workflow";

/** Written by \`npm run openapi\` from the types of events: change these, not this file. */
export const triggerProperties: INodeProperties[] = ${JSON.stringify(triggerParameters(), null, 2)};
`;
}

function triggerParameters(): Parameter[] {
  const options = EVENT_TYPES.map((value) => ({ name: nameOf(value), value, description: EVENTS[value] }));
  const events: Parameter = {
    displayName: "Events",
    name: "events",
    type: "multiOptions",
    default: [],
    required: true,
    options: options.sort((one, other) => compare(one.name, other.name)),
    description: "What starts the workflow",
  };
  return [locator("brandId", "Brand"), events];
}

/** `post.partly_failed` as "Post Partly Failed". */
function nameOf(type: string): string {
  const words = type.split(/[._]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
}

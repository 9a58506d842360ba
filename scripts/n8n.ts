import { writeFile } from "node:fs/promises";
import { descriptionFile } from "./n8n/description.ts";
import { triggerFile } from "./n8n/trigger.ts";

const NODES = new URL("../n8n-nodes-rostrum/nodes/", import.meta.url);

/** What the nodes for n8n show and send: the committed files, and the text that the table makes of them. */
export const N8N_FILES: readonly { readonly file: URL; text(): string }[] = [
  { file: new URL("Rostrum/RostrumDescription.ts", NODES), text: descriptionFile },
  { file: new URL("RostrumTrigger/RostrumTriggerDescription.ts", NODES), text: triggerFile },
];

if (import.meta.main) for (const { file, text } of N8N_FILES) await writeFile(file, text());

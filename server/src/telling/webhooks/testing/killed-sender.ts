import { appToBeKilled } from "../../../testing/killed.ts";
import { sendDueEvents } from "../loop.ts";

/** A process that sends what is due and is killed at the point that its argument names. */
await sendDueEvents(await appToBeKilled(), new AbortController().signal);

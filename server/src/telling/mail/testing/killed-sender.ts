import { appToBeKilled } from "../../../testing/killed.ts";
import { sendDueMails } from "../loop.ts";

/** A process that sends what is due and is killed at the point that its argument names. */
await sendDueMails(await appToBeKilled(), new AbortController().signal);

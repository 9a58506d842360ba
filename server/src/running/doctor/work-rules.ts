import type { Instant } from "@rostrum/contract/formats.ts";
import type { Finding } from "@rostrum/contract/private/doctor.ts";
import { oldestAge } from "../state/rules.ts";
import { count, fault, inWords, ok, warning } from "./rules.ts";

/** `lacks`: of the networks whose channels are in use. */
export function judgeNetworks(lacks: readonly string[]): Finding[] {
  if (lacks.length === 0) return [ok("networks", "The networks in use need nothing more.")];
  return lacks.map((lack) => warning("networks", lack, "rostrum admin networks list shows what each network has."));
}

interface Channels {
  /** Those that have lost their access, the newest first; the first few of them. */
  readonly lost: readonly { readonly name: string; readonly type: string; readonly brand: string }[];
  readonly lostCount: number;
  readonly expiring: number;
  readonly held: number;
}

export function judgeChannels({ lost, lostCount, expiring, held }: Channels): Finding[] {
  const found: Finding[] = [];
  if (lostCount > 0) {
    const names = lost.map(({ name, type, brand }) => `${name} on ${type} (${brand})`).join(", ");
    const more = lostCount > lost.length ? ` and ${lostCount - lost.length} more` : "";
    const have = lostCount === 1 ? "channel has" : "channels have";
    found.push(
      warning("channels", `${lostCount} ${have} lost access: ${names}${more}.`, "Have their brands reconnect them on the page Channels."),
    );
  }
  if (expiring > 0)
    found.push(
      warning(
        "channels",
        `The log-ins of ${count(expiring, "channel")} end within a week.`,
        "Have their brands log in again on the page Channels, before posts are skipped.",
      ),
    );
  if (held > 0)
    found.push(
      warning(
        "channels",
        `${count(held, "channel")} ${held === 1 ? "waits" : "wait"} because the network asked for it or a budget is used up.`,
        "See rostrum admin channels list and networks list; they recover by themselves.",
      ),
    );
  return found.length > 0 ? found : [ok("channels", "No channel needs attention.")];
}

export function judgeAutomations(counts: readonly { readonly status: string; readonly count: number }[]): Finding {
  const of = (status: string) => counts.find((one) => one.status === status)?.count ?? 0;
  const [failing, stopped] = [of("FAILING"), of("STOPPED")];
  if (failing + stopped === 0) return ok("automations", "Every automation reads its feed.");
  return warning(
    "automations",
    `${failing} automations cannot read their feed, and ${stopped} have given up.`,
    "Have their brands look at the page Automations, which says why.",
  );
}

const EVENTS_LATE_SECONDS = 600;

interface Events {
  readonly webhooks: readonly { readonly status: string; readonly count: number }[];
  readonly events: readonly { readonly way: "webhook" | "notification"; readonly waiting: number; readonly oldestDueAt: Instant | null }[];
}

/** What leaves for receivers and people. A receiver that is away is its brand's concern, so it is a warning. */
export function judgeEvents({ webhooks, events }: Events, now: Instant): Finding[] {
  const found: Finding[] = [];
  for (const { way, waiting, oldestDueAt } of events) {
    const age = oldestAge([oldestDueAt], now);
    if (age <= EVENTS_LATE_SECONDS) continue;
    const what = way === "webhook" ? count(waiting, "event") : count(waiting, "notification");
    found.push(
      fault(
        "events",
        `${what} ${waiting === 1 ? "has" : "have"} not left; the oldest that is due waits for ${inWords(age)}.`,
        "Start a process with the role all or worker, or check what its log says about webhooks and notifications.",
      ),
    );
  }
  const failing = webhooks.find(({ status }) => status === "FAILING")?.count ?? 0;
  if (failing > 0)
    found.push(
      warning(
        "events",
        `${count(failing, "webhook")} cannot deliver.`,
        "rostrum admin webhooks list says which, rostrum admin webhooks attempts why; their events are kept and tried again.",
      ),
    );
  return found.length > 0 ? found : [ok("events", "Events reach webhooks and people.")];
}

const LATE_SECONDS = 120;
const STUCK_SECONDS = 900;

interface Work {
  readonly due: number;
  readonly oldestDueAt: Instant | null;
  readonly duePosts: number;
  readonly oldestPostAt: Instant | null;
  readonly oldestSlotAt: Instant | null;
  readonly unknown: number;
}

export function judgeWork({ due, oldestDueAt, duePosts, oldestPostAt, oldestSlotAt }: Work, now: Instant): Finding {
  const untaken = oldestAge([oldestPostAt, oldestSlotAt], now);
  if (untaken > LATE_SECONDS)
    return fault(
      "deliveries",
      `No worker has taken up what is due for ${inWords(untaken)}, ${count(duePosts, "post")} among it.`,
      "Start a process with the role all or worker, and check its log.",
    );
  const waiting = oldestAge([oldestDueAt], now);
  if (waiting <= LATE_SECONDS)
    return ok("deliveries", due === 0 ? "Nothing is late." : `${count(due, "delivery", "deliveries")} just due.`);
  const message = `${count(due, "delivery", "deliveries")} should have been sent; the oldest waits for ${inWords(waiting)}.`;
  const advice = "See what its channel is doing with rostrum explain, and whether workers are busy; more workers share the work.";
  return (waiting > STUCK_SECONDS ? fault : warning)("deliveries", message, advice);
}

/** `undecided`: deliveries of the last day of which nobody knows whether they arrived. */
export function judgeOutcomes({ unknown, undecided }: { readonly unknown: number; readonly undecided: number }): Finding {
  if (undecided > 0)
    return warning(
      "outcomes",
      `Nobody knows whether ${count(undecided, "delivery", "deliveries")} of the last day arrived.`,
      "Look on the network, then settle each with rostrum admin deliveries settle.",
    );
  if (unknown > 0)
    return ok("outcomes", `${count(unknown, "reply", "replies")} got lost and ${unknown === 1 ? "is" : "are"} being looked up.`);
  return ok("outcomes", "Every outcome is known.");
}

const MAIL_LATE_SECONDS = 600;

interface Mail {
  /** Whether there is a server to send it. */
  readonly isSet: boolean;
  readonly waiting: number;
  readonly oldestAt: Instant | null;
}

export function judgeMail({ isSet, waiting, oldestAt }: Mail, now: Instant): Finding {
  if (!isSet) return ok("mail", "The service sends no mail.");
  const age = oldestAge([oldestAt], now);
  if (age <= MAIL_LATE_SECONDS)
    return ok("mail", waiting === 0 ? "All mail has been sent." : `${count(waiting, "mail")} about to be sent.`);
  return fault(
    "mail",
    `${count(waiting, "mail")} cannot leave; the oldest waits for ${inWords(age)}.`,
    "Check ROSTRUM_SMTP_URL; the log says what the mail server answered.",
  );
}

interface Keys {
  /** How many old keys are known. */
  readonly oldKeys: number;
  /** Values that the current key or the next one has sealed, old keys, and keys that are not known. */
  readonly lasting: number;
  readonly old: number;
  readonly unknown: number;
}

export function judgeKeys({ oldKeys, lasting, old, unknown }: Keys): Finding {
  if (unknown > 0)
    return fault(
      "keys",
      `${count(unknown, "secret")} of ${lasting + old + unknown} cannot be opened: sealed with a key that this process does not know.`,
      "Add the key that was in use to ROSTRUM_OLD_SECRET_KEYS, or to secret-key.old in the data directory.",
    );
  if (old > 0)
    return warning(
      "keys",
      `${count(old, "secret")} of ${lasting + old} are still sealed with an old key.`,
      "Wait: a worker seals them with the current one. The old key is still needed.",
    );
  if (oldKeys > 0)
    return warning(
      "keys",
      "Nothing is sealed with an old key any more.",
      "Once every process has the current key, remove ROSTRUM_OLD_SECRET_KEYS, or secret-key.old in the data directory.",
    );
  return ok("keys", "All secrets are sealed with the current key.");
}

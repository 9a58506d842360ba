/** One answer of another server. Times are Unix milliseconds of our own clock. */
export interface DatedAnswer {
  readonly host: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly askedAt: number;
  readonly answeredAt: number;
}

const HOSTS_MIN = 2;
const HOSTS_MAX = 100;
/** Who answered longer ago says little about a clock that goes wrong by and by. */
const MILLISECONDS_MAX = 3600_000;
const STEP_MILLISECONDS = 1000;

/**
 * How far our clock is ahead of others', by the `Date` of what they answer (https://www.rfc-editor.org/rfc/rfc9110#name-date). Of each
 * server the last answer counts, and of all of them the middle, so that one whose clock is wrong does not mislead.
 */
export class HeardClocks {
  readonly #heard = new Map<string, { readonly ahead: number; readonly answeredAt: number }>();
  #startedAt = startOfProcess();

  /** Answers without a date, and those that a cache may have kept, say nothing. */
  hear({ host, headers, askedAt, answeredAt }: DatedAnswer): void {
    const date = Date.parse(headers.date ?? "");
    if (Number.isNaN(date) || headers.age !== undefined) return;
    this.#forgetAfterStep();
    this.#heard.delete(host);
    this.#heard.set(host, { ahead: aheadOf({ date, askedAt, answeredAt }), answeredAt });
    const [oldest] = this.#heard.keys();
    if (this.#heard.size > HOSTS_MAX && oldest !== undefined) this.#heard.delete(oldest);
  }

  /** Seconds, at least: the length of the calls and of a second is in our favour. Null until two servers have answered. */
  ahead(now: number = Date.now()): number | null {
    this.#forgetAfterStep();
    const recent = [...this.#heard.values()].filter(({ answeredAt }) => Math.abs(now - answeredAt) <= MILLISECONDS_MAX);
    if (recent.length < HOSTS_MIN) return null;
    const sorted = recent.map(({ ahead }) => ahead).toSorted((a, b) => a - b);
    const [lower = 0, upper = 0] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return Math.abs(lower) <= Math.abs(upper) ? lower : upper;
  }

  /** What was heard before our clock was set says nothing about it. */
  #forgetAfterStep(): void {
    const startedAt = startOfProcess();
    if (Math.abs(startedAt - this.#startedAt) > STEP_MILLISECONDS) this.#heard.clear();
    this.#startedAt = startedAt;
  }
}

/** The server dated its answer, in whole seconds, at some moment of the call: only what no such moment explains is a difference. */
function aheadOf({ date, askedAt, answeredAt }: { readonly date: number } & Pick<DatedAnswer, "askedAt" | "answeredAt">): number {
  if (date + 1000 < askedAt) return (askedAt - date - 1000) / 1000;
  return date > answeredAt ? (answeredAt - date) / 1000 : 0;
}

/** When this process started, by the clock as it is now: it moves when the clock is set. */
function startOfProcess(): number {
  return Date.now() - performance.now();
}

import { addSeconds, type Instant } from "@rostrum/contract/formats.ts";

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** How long an access token lasts. */
export const ACCESS_SECONDS = 600;

/**
 * What a network does when a refresh token comes a second time because its answer was lost: only the newest successor counts, or
 * all of them until one has been used.
 */
const FORGIVING = ["newest", "any"] as const;

/** All tokens that descend from one log-in. */
interface Family {
  readonly person: string;
  readonly forgiving: (typeof FORGIVING)[number];
  /** The refresh token whose successors have not been used yet. */
  live: string;
  successors: Tokens[];
  /** Refresh tokens that must not come again. */
  readonly spent: Set<string>;
  /** Access tokens and when they end. */
  readonly access: Map<string, Instant>;
  /** A later log-in of the same person has replaced it. */
  isReplaced: boolean;
  /** Whether its tokens are refused. */
  isOver: boolean;
}

/**
 * The tokens of a network that rotates refresh tokens and forgives a lost answer: a refresh token is accepted again until the
 * successor's access token (or refresh token) has been used. From then on its use takes the whole log-in back, as RFC 9700
 * section 4.14.2 recommends. Such an end is a token that the service has lost.
 */
export class Families {
  readonly violations: string[] = [];
  readonly renewals = new Map<string, number>();
  uses = 0;
  /** Refused, because the person had logged in anew in between. */
  outdatedUses = 0;
  readonly #now: () => Instant;
  readonly #byRefresh = new Map<string, Family>();
  readonly #byAccess = new Map<string, Family>();
  readonly #families: Family[] = [];
  #made = 0;

  constructor(now: () => Instant) {
    this.#now = now;
  }

  renewalCount(): number {
    return this.renewals.values().reduce((sum, count) => sum + count, 0);
  }

  personOf(refresh: string): string | null {
    return this.#byRefresh.get(refresh)?.person ?? null;
  }

  /** A new log-in. Some networks end the person's earlier ones with it. */
  logIn(person: string, endsEarlier: boolean): Tokens {
    for (const family of this.#families.filter((one) => one.person === person)) {
      family.isReplaced = true;
      family.isOver ||= endsEarlier;
    }
    const forgiving = FORGIVING[this.#families.length % FORGIVING.length] ?? "any";
    const family: Family = {
      person,
      forgiving,
      live: "",
      successors: [],
      spent: new Set(),
      access: new Map(),
      isReplaced: false,
      isOver: false,
    };
    const tokens = this.#make(family);
    family.live = tokens.refresh;
    family.access.set(tokens.access, addSeconds(this.#now(), ACCESS_SECONDS));
    this.#families.push(family);
    return tokens;
  }

  /** New tokens for a refresh token; null if the network no longer accepts it. */
  renew(refresh: string): Tokens | null {
    const family = this.#byRefresh.get(refresh);
    if (family === undefined || family.isOver) return null;
    if (family.spent.has(refresh)) {
      family.isOver = true;
      if (!family.isReplaced) this.violations.push(`${family.person}: a refresh token came again, and the log-in was taken back`);
      return null;
    }
    const successor = family.successors.find((one) => one.refresh === refresh);
    if (successor !== undefined) this.#promote(family, successor);
    if (family.forgiving === "newest") this.#drop(family);
    const tokens = this.#make(family);
    family.successors.push(tokens);
    family.access.set(tokens.access, addSeconds(this.#now(), ACCESS_SECONDS));
    this.renewals.set(family.person, (this.renewals.get(family.person) ?? 0) + 1);
    return tokens;
  }

  /** Whether the access token works. */
  accepts(access: string): boolean {
    const family = this.#byAccess.get(access);
    const endsAt = family?.access.get(access);
    if (family === undefined || endsAt === undefined || family.isOver || endsAt <= this.#now()) return false;
    const successor = family.successors.find((one) => one.access === access);
    if (successor !== undefined) this.#promote(family, successor);
    return true;
  }

  /** The same for a call that the service makes with a token it takes to be good: a refusal is a violation. */
  use(access: string): boolean {
    this.uses += 1;
    if (this.accepts(access)) return true;
    const family = this.#byAccess.get(access);
    if (family?.isReplaced === true) this.outdatedUses += 1;
    else this.violations.push(`${family?.person ?? "somebody"}: an access token in use was refused`);
    return false;
  }

  #make(family: Family): Tokens {
    this.#made += 1;
    const tokens = { access: `access ${this.#made}`, refresh: `refresh ${this.#made}` };
    this.#byAccess.set(tokens.access, family);
    this.#byRefresh.set(tokens.refresh, family);
    return tokens;
  }

  /** The successor has arrived, so what came before it is spent. */
  #promote(family: Family, successor: Tokens): void {
    family.spent.add(family.live);
    family.live = successor.refresh;
    family.successors = family.successors.filter((one) => one !== successor);
    this.#drop(family);
  }

  #drop(family: Family): void {
    for (const { access, refresh } of family.successors) {
      family.access.delete(access);
      family.spent.add(refresh);
    }
    family.successors = [];
  }
}

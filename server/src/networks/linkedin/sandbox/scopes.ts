import type { LogInScope } from "../../sandbox/kit/log-in-request.ts";
import type { Settings } from "./settings.ts";

/**
 * What applications can ask for, and the product that an application must have been admitted to for it. Some belong to two.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/getting-access (2026-11)
 */
const SCOPES: readonly Scope[] = [
  scope("openid", "Know who you are", ["member"]),
  scope("profile", "See your name and photo", ["member"]),
  scope("email", "See your email address", ["member"]),
  scope("r_basicprofile", "See your basic profile", ["organization"]),
  scope("w_member_social", "Create, change and delete posts for you", ["member", "organization"]),
  scope("w_member_social_feed", "Comment and react for you", ["organization"]),
  scope("r_member_postAnalytics", "See how your posts do", ["organization"]),
  scope("r_member_social", "Read your posts", ["restricted"]),
  scope("r_member_social_feed", "Read comments and reactions on your posts", ["restricted"]),
  scope("r_organization_admin", "See your organizations' pages and their figures", ["organization"]),
  scope("rw_organization_admin", "Manage your organizations' pages and see their figures", ["organization"]),
  scope("w_organization_social", "Create, change and delete posts for your organizations", ["organization"]),
  scope("r_organization_social", "Read your organizations' posts", ["organization"]),
  scope("w_organization_social_feed", "Comment and react for your organizations", ["organization"]),
  scope("r_organization_social_feed", "Read comments and reactions on your organizations' posts", ["organization"]),
];

type Product = Settings["products"][number];

interface Scope extends LogInScope {
  readonly products: readonly Product[];
}

/** Every scope there is, in the order of the consent page. */
export const ALL_SCOPES: readonly LogInScope[] = SCOPES;

/** The names of those that the application may ask for. */
export function scopesOf({ products }: Settings): string[] {
  return SCOPES.filter((one) => one.products.some((product) => products.includes(product))).map(({ name }) => name);
}

function scope(name: string, label: string, products: readonly Product[]): Scope {
  return { name, label, isRequired: false, products };
}

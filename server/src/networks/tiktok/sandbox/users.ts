import { type Asked, type Call, readFields, requireScope } from "./calls.ts";
import { openIdOf, unionIdOf } from "./ids.ts";
import { portraitUrl, profileUrl } from "./urls.ts";

const BASIC = ["open_id", "union_id", "avatar_url", "avatar_url_100", "avatar_large_url", "display_name"];
const PROFILE = ["bio_description", "profile_deep_link", "is_verified", "username"];

/** https://developers.tiktok.com/doc/tiktok-api-v2-get-user-info (2026-11) */
export const USER_CALLS: readonly Call[] = [
  { method: "GET", path: "/v2/user/info/", rate: "user", scopes: ["user.info.basic", "user.info.profile"], run: userInfo },
];

async function userInfo(asked: Asked): Promise<Record<string, unknown>> {
  const fields = readFields(asked, [...BASIC, ...PROFILE]);
  if (fields.some((name) => BASIC.includes(name))) requireScope(asked, "user.info.basic");
  if (fields.some((name) => PROFILE.includes(name))) requireScope(asked, "user.info.profile");
  const { world, account, clientId } = asked;
  const portrait = portraitUrl(world);
  const user = {
    open_id: openIdOf(clientId, account.id),
    union_id: unionIdOf(account.id),
    avatar_url: portrait,
    avatar_url_100: portrait,
    avatar_large_url: portrait,
    display_name: account.name,
    bio_description: "",
    profile_deep_link: profileUrl(world, account.username),
    is_verified: false,
    username: account.username,
  };
  return { user: Object.fromEntries(Object.entries(user).filter(([name]) => fields.includes(name))) };
}

import { z } from "zod";
import { Brand } from "./brands.ts";
import { Channel } from "./channels.ts";
import { Collection } from "./collections.ts";
import { type Input, type Output, privateOperation } from "./operation.ts";
import { Account, AccountChange, NewBackup, NewRestore, OwnerQuery, ToolClient } from "./private/accounts.ts";
import { archiveOperations } from "./private/archives.ts";
import { auditOperations } from "./private/audit.ts";
import { automationOperations } from "./private/automations.ts";
import { backupOperations } from "./private/backups.ts";
import { bellOperations } from "./private/bell.ts";
import { brandFeedOperations } from "./private/brand-feeds.ts";
import { BrandChange, BrandIdPath, CollectionChange, CollectionIdPath, MemberQuery, NewBrand, NewMember } from "./private/brands.ts";
import { calendarOperations } from "./private/calendar.ts";
import { channelOperations } from "./private/channel-kinds.ts";
import { ChannelChange, ChannelCondition, ConnectedChannel, NewChannel } from "./private/channels.ts";
import { collectionOperations } from "./private/collections.ts";
import { deletionOperations } from "./private/deletions.ts";
import { deliveryOperations } from "./private/deliveries.ts";
import { doctorOperations } from "./private/doctor.ts";
import { ChannelIdPath } from "./private/fields.ts";
import { foresightOperations } from "./private/foresight.ts";
import { homeOperations } from "./private/home.ts";
import { importOperations } from "./private/imports.ts";
import { logInOperations, networkOperations } from "./private/log-ins.ts";
import { logoOperations } from "./private/logos.ts";
import { mediaOperations } from "./private/media.ts";
import { memberOperations } from "./private/members.ts";
import { moveOperations } from "./private/moves.ts";
import { needOperations } from "./private/needs.ts";
import { notificationOperations } from "./private/notifications.ts";
import { preferenceOperations } from "./private/preferences.ts";
import { profileOperations } from "./private/profile.ts";
import { publishedOperations } from "./private/published.ts";
import { sandboxOperations } from "./private/sandbox.ts";
import { sentPostOperations } from "./private/sent-posts.ts";
import { sessionOperations } from "./private/session.ts";
import { stateOperations } from "./private/state.ts";
import {
  ApiKey,
  KeyPath,
  ListedUser,
  MadeKey,
  MadeUser,
  NewKey,
  NewPassword,
  NewUser,
  UserChange,
  UserLink,
  UserOnly,
  UserQuery,
} from "./private/users.ts";
import { webhookOperations } from "./private/webhooks.ts";
import { writingOperations } from "./private/writing.ts";
import { Id, text } from "./text.ts";

const Nothing = z.object({});
const WithId = z.object({ id: Id });

/** Errors common to all admin operations: the admin token, the request's form, the service itself. */
const errors = [400, 401, 404, 413, 415, 422, 500] as const;
const shared = { tag: "Admin", status: 200, errors } as const;

/**
 * The operations behind `rostrum admin` and the dashboard, below `/app/api`. Never in OpenAPI, tools or public commands. In the
 * order of the operator's table.
 */
export const privateOperations = {
  createUser: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/users",
    command: "users create",
    summary: "Create a user with an account of their own",
    description:
      "The e-mail address must be free: 409 otherwise. Without a password the user cannot sign in to the dashboard; API keys work.",
    body: NewUser,
    data: MadeUser,
    errors: [...errors, 409],
  }),
  listUsers: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/users",
    command: "users list",
    summary: "List all users",
    description: "Oldest first.",
    data: z.array(ListedUser),
  }),
  updateUser: privateOperation({
    allows: "operator",
    ...shared,
    method: "PATCH",
    path: "/admin/users",
    command: "users update",
    summary: "Change a user's name, e-mail address, timezone, or what they may do",
    description:
      "Operators may do in the dashboard what `rostrum admin` does. Takes effect with the user's next request. The e-mail address must be free: 409 otherwise.",
    query: UserQuery,
    body: UserChange,
    data: ListedUser,
    errors: [...errors, 409],
  }),
  setPassword: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/users/password",
    command: "users set-password",
    summary: "Set a user's password",
    description: "Only a slow hash of the password is stored. Ends the user's sessions and disconnects their apps.",
    body: NewPassword,
    data: Nothing,
  }),
  makeResetLink: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/users/reset-link",
    command: "users reset-link",
    summary: "Make a link by which a user chooses a new password",
    description: "Works once, for 24 hours; a newer one takes its place. Whoever has it can take over the account: hand it to nobody else.",
    body: UserOnly,
    data: UserLink,
  }),
  makeVerifyLink: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/users/verify-link",
    command: "users verify-link",
    summary: "Make a link by which a user confirms their e-mail address",
    description: "Works once, for 24 hours; a newer one takes its place. Send it to the address that it is to confirm.",
    body: UserOnly,
    data: UserLink,
  }),
  createKey: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/keys",
    command: "keys create",
    summary: "Create an API key",
    description: "The key is shown only once; only its hash is stored.",
    body: NewKey,
    data: MadeKey,
  }),
  listKeys: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/keys",
    command: "keys list",
    summary: "List a user's API keys, without their secrets",
    description: "Oldest first, revoked and expired ones too.",
    query: UserQuery,
    data: z.array(ApiKey),
  }),
  revokeKey: privateOperation({
    allows: "operator",
    ...shared,
    method: "DELETE",
    path: "/admin/keys/{key_id}",
    command: "keys revoke",
    summary: "Revoke an API key",
    description: "Takes effect from the next request. Revoking a revoked key changes nothing.",
    params: KeyPath,
    data: WithId,
  }),
  createBrand: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/brands",
    command: "brands create",
    summary: "Create a brand in its owner's account",
    description: "The owner becomes its first member.",
    body: NewBrand,
    data: WithId,
  }),
  updateBrand: privateOperation({
    allows: "admin",
    ...shared,
    method: "PATCH",
    path: "/admin/brands/{brand_id}",
    command: "brands update",
    summary: "Change a brand's title, timezone or queue status",
    description: "With a new timezone the slots keep their wall-clock times, and the dates of queued posts change at once.",
    params: BrandIdPath,
    body: BrandChange,
    data: Brand,
    errors: [...errors, 409],
  }),
  addMember: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/brands/{brand_id}/members",
    command: "members add",
    summary: "Add a user to a brand, or change a member's role",
    description: "The owner's role cannot be changed: 422.",
    params: BrandIdPath,
    body: NewMember,
    data: Nothing,
  }),
  removeMember: privateOperation({
    allows: "admin",
    ...shared,
    method: "DELETE",
    path: "/admin/brands/{brand_id}/members",
    command: "members remove",
    summary: "Remove a user from a brand",
    description: "The owner cannot be removed: 422.",
    params: BrandIdPath,
    query: MemberQuery,
    data: Nothing,
  }),
  connectChannel: privateOperation({
    allows: "admin",
    ...shared,
    method: "POST",
    path: "/admin/brands/{brand_id}/channels",
    command: "channels connect",
    summary: "Connect or reconnect a channel",
    description:
      "Credentials are checked with the platform before anything is stored. An account already in the brand keeps its channel and gets the new credentials.",
    params: BrandIdPath,
    body: NewChannel,
    data: ConnectedChannel,
  }),
  listChannelConditions: privateOperation({
    allows: "viewer",
    ...shared,
    method: "GET",
    path: "/admin/brands/{brand_id}/channels",
    command: "channels list",
    summary: "List a brand's channels with what keeps them from publishing",
    description: "Newest first. An inactive channel says why; one that the network asked to wait says until when.",
    params: BrandIdPath,
    data: z.array(ChannelCondition),
  }),
  updateChannel: privateOperation({
    allows: "admin",
    ...shared,
    method: "PATCH",
    path: "/admin/channels/{channel_id}",
    command: "channels update",
    summary: "Switch a channel on or off, or rename it",
    description: "An inactive channel receives no posts. A name is only used here; results keep the one that they were published under.",
    params: ChannelIdPath,
    body: ChannelChange,
    data: Channel,
    errors: [...errors, 409],
  }),
  removeChannel: privateOperation({
    allows: "admin",
    ...shared,
    method: "DELETE",
    path: "/admin/channels/{channel_id}",
    command: "channels remove",
    summary: "Disconnect a channel permanently",
    description: "Its credentials are deleted; published results stay.",
    params: ChannelIdPath,
    data: WithId,
  }),
  updateCollection: privateOperation({
    allows: "editor",
    ...shared,
    method: "PATCH",
    path: "/admin/collections/{collection_id}",
    command: "collections update",
    summary: "Pause or resume a collection",
    description: "A paused collection does not publish queued posts.",
    params: CollectionIdPath,
    body: CollectionChange,
    data: Collection,
  }),
  updateAccount: privateOperation({
    allows: "operator",
    ...shared,
    method: "PATCH",
    path: "/admin/account",
    command: "accounts update",
    summary: "Change an account's settings and plan limits",
    description: "The account is identified by its owner.",
    query: OwnerQuery,
    body: AccountChange,
    data: Account,
  }),
  listClients: privateOperation({
    allows: "operator",
    ...shared,
    method: "GET",
    path: "/admin/clients",
    command: "clients list",
    summary: "List the tool clients a user has authorized",
    description: "Oldest first.",
    query: UserQuery,
    data: z.array(ToolClient),
  }),
  revokeClient: privateOperation({
    allows: "operator",
    ...shared,
    method: "DELETE",
    path: "/admin/clients",
    command: "clients revoke",
    summary: "Revoke a tool client",
    description: "For all users.",
    query: z.object({ clientId: text({ min: 1, max: 512 }).meta({ description: "Id of the tool client." }) }),
    data: Nothing,
  }),
  backup: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/backup",
    command: "backup",
    summary: "Back up database, media and the secret key into one archive",
    description:
      "The file is written on the service's machine and must not exist yet. Keep it safe: the secret key in it gives access to every channel.",
    body: NewBackup,
    data: Nothing,
  }),
  restore: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/restore",
    command: "restore",
    summary: "Restore an archive into an empty service",
    description: "The file is read on the service's machine. Refused with 409 if the service has users.",
    body: NewRestore,
    data: Nothing,
    errors: [...errors, 409],
  }),
  restored: privateOperation({
    allows: "operator",
    ...shared,
    method: "POST",
    path: "/admin/restored",
    command: "restored",
    summary: "Hold back what became due since the database was saved",
    description:
      "To be run once after PostgreSQL was restored by its own tools, before any worker starts: the database does not know what was sent after it was saved. Posts that are due become drafts, queues with missed slots are paused, and deliveries that were open are looked up instead of sent. `restore` does the same by itself. Refused with 409 while a worker runs.",
    data: z.object({
      posts: z.int().meta({ description: "Posts that are drafts now." }),
      brands: z.int().meta({ description: "Brands whose queues are paused." }),
      deliveries: z.int().meta({ description: "Deliveries that are looked up and not sent." }),
    }),
    errors: [...errors, 409],
  }),
  ...backupOperations,
  ...logInOperations,
  ...networkOperations,
  ...preferenceOperations,
  ...automationOperations,
  ...foresightOperations,
  ...deliveryOperations,
  ...publishedOperations,
  ...sentPostOperations,
  ...sandboxOperations,
  ...mediaOperations,
  ...sessionOperations,
  ...stateOperations,
  ...doctorOperations,
  ...channelOperations,
  ...collectionOperations,
  ...profileOperations,
  ...memberOperations,
  ...calendarOperations,
  ...moveOperations,
  ...writingOperations,
  ...deletionOperations,
  ...auditOperations,
  ...webhookOperations,
  ...brandFeedOperations,
  ...notificationOperations,
  ...bellOperations,
  ...needOperations,
  ...homeOperations,
  ...logoOperations,
  ...archiveOperations,
  ...importOperations,
} as const;

export type PrivateOperations = typeof privateOperations;
export type PrivateOperationName = keyof PrivateOperations;
export type PrivateInput<N extends PrivateOperationName> = Input<PrivateOperations[N]>;
export type PrivateOutput<N extends PrivateOperationName> = Output<PrivateOperations[N]>;

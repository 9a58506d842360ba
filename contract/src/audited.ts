import { type OperationName, type Operations, operations } from "./operations.ts";
import type { AuditAction } from "./private/audit.ts";
import { type PrivateOperationName, type PrivateOperations, privateOperations } from "./private-operations.ts";

/** Names of the operations of a table that change something. */
type Changing<Table> = {
  [N in keyof Table]: Table[N] extends { readonly method: "GET" } | { readonly changesNothing: true } ? never : N;
}[keyof Table];

export type ChangingOperation = Changing<Operations> | Changing<PrivateOperations>;

/** What an operation writes into the audit trail, or why it writes nothing. */
export type Audited = readonly [AuditAction, ...AuditAction[]] | { readonly nothing: string };

const WORK = { nothing: "Work on content: posts say themselves when they were made and changed." };
const FILES = { nothing: "Work on content: files say themselves when they were added and changed." };
const AUTOMATIONS = { nothing: "Automations say themselves when they were made; their settings and their end are recorded." };
const SANDBOX = { nothing: "What the sandbox networks pretend concerns no account." };
const DELIVERIES = { nothing: "The delivery keeps its own history, with who settled it." };

/** Every operation that changes something. An operation without a line here does not compile. */
export const audited: Readonly<Record<ChangingOperation, Audited>> = {
  createCollection: { nothing: "Collections say themselves when they were made; their settings and their end are recorded." },
  createAutomation: AUTOMATIONS,
  uploadMedia: FILES,
  createPost: WORK,
  updatePost: WORK,
  deletePost: ["post.deleted"],
  createUser: ["person.created"],
  updateUser: ["person.changed", "person.email-changed"],
  setPassword: ["person.password-changed"],
  makeResetLink: ["person.link-made"],
  makeVerifyLink: ["person.link-made"],
  createKey: ["key.created"],
  revokeKey: ["key.revoked"],
  createBrand: ["brand.created"],
  updateBrand: ["brand.changed"],
  setBrandLogo: { nothing: "A picture that decides nothing." },
  setBrandFeed: ["brand.feed-changed"],
  addMember: ["member.added", "member.role-changed"],
  removeMember: ["member.removed"],
  connectChannel: ["channel.connected", "channel.reconnected"],
  updateChannel: ["channel.paused", "channel.resumed", "channel.renamed"],
  removeChannel: ["channel.disconnected"],
  updateCollection: ["collection.changed"],
  updateAccount: ["account.changed"],
  revokeClient: ["program.disconnected"],
  backup: ["backup.made"],
  restore: ["backup.restored"],
  restored: ["backup.restored"],
  startBackup: ["backup.made"],
  deleteBackup: ["backup.deleted"],
  beginLogIn: { nothing: "Nothing is connected yet; choosing the accounts is recorded." },
  startLogIn: { nothing: "Nothing is connected yet; choosing the accounts is recorded." },
  chooseLogInAccounts: ["channel.connected", "channel.reconnected"],
  setBudget: ["budget.changed"],
  setNetwork: ["network.changed"],
  setChannelPreferences: ["channel.preferences-changed"],
  setPostPreferences: WORK,
  addAutomation: AUTOMATIONS,
  updateAutomation: ["automation.changed"],
  createWebhook: ["webhook.created"],
  updateWebhook: ["webhook.changed"],
  removeWebhook: ["webhook.deleted"],
  rotateWebhookSecret: ["webhook.secret-changed"],
  testWebhook: { nothing: "What was sent to a webhook is listed with it." },
  replayWebhook: { nothing: "What was sent to a webhook is listed with it." },
  updateNotifications: { nothing: "What people want to be told concerns nobody but them." },
  readNotices: { nothing: "What people have read concerns nobody but them." },
  testNotificationChat: { nothing: "What people want to be told concerns nobody but them." },
  runAutomationNow: { nothing: "The automation's list of runs has it." },
  removeAutomation: ["automation.deleted"],
  settleDelivery: DELIVERIES,
  tryDeliveryAgain: DELIVERIES,
  leaveFailure: { nothing: "What is on which network stays as it is; only the reminder goes." },
  setSandboxFault: SANDBOX,
  clearSandboxFaults: SANDBOX,
  renameMedium: FILES,
  setMediumDescription: FILES,
  deleteMedia: ["media.deleted"],
  reconnectChannel: ["channel.reconnected"],
  changeCollection: ["collection.changed"],
  deleteCollection: ["collection.deleted"],
  updateProfile: ["person.changed"],
  changeOwnPassword: ["person.password-changed", "sign-in.succeeded"],
  changeOwnEmail: ["person.email-changed"],
  sendVerification: { nothing: "Nothing changes until the link is used, which is recorded." },
  endOwnSession: ["session.ended"],
  endOtherSessions: ["session.ended"],
  signOut: ["session.ended"],
  updateOwnAccount: ["account.changed"],
  createOwnKey: ["key.created"],
  revokeOwnKey: ["key.revoked"],
  disconnectProgram: ["program.disconnected"],
  createOwnBrand: ["brand.created"],
  deleteBrand: ["brand.deleted"],
  removeDemo: ["brand.deleted"],
  changeMember: ["member.role-changed"],
  leaveBrand: ["member.left"],
  handOverBrand: ["brand.handed-over"],
  createInvitation: ["invitation.created"],
  revokeInvitation: ["invitation.revoked"],
  showInvitation: { nothing: "It only reads; the link is in the body so that no log has it." },
  acceptInvitation: ["invitation.accepted"],
  movePosts: WORK,
  deletePosts: ["post.deleted"],
  editPost: WORK,
  publishPost: WORK,
  duplicatePost: WORK,
  discardPost: ["post.deleted"],
  restorePosts: ["post.restored"],
  cropMedia: FILES,
  startBrandArchive: ["brand.exported"],
  deleteBrandArchive: { nothing: "The archive is a copy that would be gone within days; the brand stays as it is." },
  bringOwnBrand: ["brand.imported"],
  bringBrand: ["brand.imported"],
  startImport: ["import.started"],
  cancelImport: ["import.cancelled"],
  undoImport: ["import.undone"],
};

/** The operations of both tables that change something, as the tables say. */
export function changingOperations(): string[] {
  const rows: readonly (readonly [OperationName | PrivateOperationName, { readonly method: string; readonly changesNothing?: true }])[] = [
    ...(Object.entries(operations) as [OperationName, Operations[OperationName]][]),
    ...(Object.entries(privateOperations) as [PrivateOperationName, PrivateOperations[PrivateOperationName]][]),
  ];
  return rows.filter(([, row]) => row.method !== "GET" && row.changesNothing !== true).map(([name]) => name);
}

import { wordsOf } from "../../language/words.ts";

export const english = {
  title: "Invitation",
  may: {
    admin: "As an admin you write and publish, and manage channels and members.",
    editor: "As an editor you write, plan and publish.",
    viewer: "As a viewer you see everything and change nothing.",
  },
  invites: "{by} invites you to {brand}.",
  until: "The invitation works until {moment} ({zone}).",
  as: "You are signed in as {name} ({email}).",
  accept: "Accept",
  accepted: "Welcome to {brand}.",
  notNow: "Not now",
  member: "You are a member of {brand} already.",
  open: "Open {brand}",
  used: "This invitation has been used already. Each link lets one person in: ask for a new one.",
  expired: "This invitation expired {moment} ({zone}). Ask for a new one.",
  askAgain: "It came from {by}.",
  unknown: "This invitation may have been withdrawn, or the link is not complete. Ask for a new one.",
  home: "Go to your brands",
} as const;

export const words = wordsOf("invitation", english);

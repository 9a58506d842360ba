export const words = {
  title: "Your brands",
  lead: "Each brand has its own channels, collections and queue.",
  none: "You are not a member of any brand yet. Ask somebody to invite you.",
  paused: "Queue paused",
  roles: {
    owner: "You own it",
    admin: "You are an admin",
    editor: "You are an editor",
    viewer: "You can look, but not change",
  },
} as const;

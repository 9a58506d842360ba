export const words = {
  title: "Your brands",
  lead: "Each brand has its own channels, collections and queue.",
  none: "You have no brand yet. Create one, or open the link that somebody invites you with.",
  paused: "Queue paused",
  newBrand: "New brand",
  brandTitle: "Title",
  zone: "Time zone",
  zoneHint: "Slots and dates of this brand are by its clock.",
  create: "Create brand",
  created: (title: string) => `${title} is created.`,
  cancel: "Cancel",
  roles: {
    owner: "You own it",
    admin: "You are an admin",
    editor: "You are an editor",
    viewer: "You can look, but not change",
  },
} as const;

export const words = {
  title: "Your brands",
  lead: "Each brand has its own channels, collections and queue.",
  none: "You have no brand yet. Create one, or open an invitation link.",
  paused: "Queue paused",
  newBrand: "New brand",
  firstBrand: "Create your first brand",
  brandTitle: "Title",
  zone: "Time zone",
  zoneHint: "This brand's slots and dates use this time zone.",
  create: "Create brand",
  created: (title: string) => `${title} is created.`,
  cancel: "Cancel",
  bring: "Bring a brand",
  bringLead:
    "Takes in a brand's archive from another installation: posts, collections, automations, results and files. The brand arrives with its queue paused and its channels logged out.",
  archive: "Archive",
  archiveHint: "Choose a ZIP file",
  again: "Bring it in again, as another brand",
  bringIn: "Bring it in",
  bringProgress: "How much of the archive has been sent",
  sending: (percent: number) => `Sending the archive: ${percent} %`,
  taking: "The archive is here. Everything in it is being checked and stored.",
  arrived: (title: string, madeAt: string) => `${title} is here, as it was on ${madeAt}.`,
  arrivedCounts: ({
    posts,
    publishedEntries,
    media,
  }: {
    readonly posts: number;
    readonly publishedEntries: number;
    readonly media: number;
  }) => `Posts: ${posts}. Results: ${publishedEntries}. Files: ${media}.`,
  logIn: (names: string) => `Log in again to these channels: ${names}.`,
  draftsMade: (count: number) => `Posts whose date has passed, so they are now drafts: ${count}.`,
  undecided: (count: number) => `Posts that were being published when the archive was made. Look at the network and settle them: ${count}.`,
  waiting: (count: number) => `Posts that wait until you resume the queue in the brand's settings: ${count}.`,
  notTwice:
    "Resume the queue only once the other installation no longer publishes anything for this brand. Otherwise readers see posts twice.",
  openArrived: "Open its channels",
  roles: {
    owner: "You own it",
    admin: "You are an admin",
    editor: "You are an editor",
    viewer: "You are a viewer",
  },
} as const;

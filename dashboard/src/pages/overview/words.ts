const DAY = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

export const words = {
  title: "Overview",
  lead: (zone: string) => `What leaves next, by the clock of ${zone}.`,
  nothing: "Nothing leaves in the next 30 days. Write a post, or give a collection slots.",
  more: "All that leaves, in the calendar",
  leaving: (collection: string) => `${collection}, being published now`,
  troubles: "This needs your attention",
  paused: "The queue of this brand is paused: no queued post is published.",
  reconnect: "Look at the channels",
  steps: {
    title: "First steps",
    lead: "Three steps to the first post.",
    connect: "Connect a channel",
    collect: "Create a collection with it",
    write: "Write a post",
    import: "Or bring the posts that you have in another tool",
    done: "done",
  },
  demo: {
    title: "This is a demo",
    lead: "The service has made it up, so that there is something to look at and to try out. Nothing leaves this machine.",
    posts: "Its posts are invented. Change them, write others, publish them: nobody outside sees it.",
    networks: "Its channels are on networks that live on this machine and behave like the real ones.",
    look: "See there what readers see.",
    you: (email: string) => `You are signed in as somebody made up, too: ${email}. Set an e-mail address and a password of your own.`,
    profile: "Go to your profile",
    remove: "Remove the demo",
    later: "You can do it later just as well.",
    question: "Remove the demo?",
    consequence:
      "This brand is deleted with everything in it, and so are its accounts on the networks of this machine. You stay signed in. It cannot be undone.",
    removed: "The demo is gone.",
  },
  day: (day: string) => DAY.format(new Date(`${day}T00:00:00Z`)),
} as const;

import type { Told } from "../catalog.ts";

/** What a person sets per channel or post: labels, options and hints. */
export const preferences: readonly Told[] = [
  ["Who may see posts", "Wer Beiträge sehen darf", "Qui peut voir les publications"],
  ["Who may see videos", "Wer Videos sehen darf", "Qui peut voir les vidéos"],
  ["Everyone", "Alle", "Tout le monde"],
  ["Everybody", "Alle", "Tout le monde"],
  ["Everybody who has the link", "Alle mit dem Link", "Toute personne qui a le lien"],
  ["Only you", "Nur Sie", "Vous seul"],
  [
    "Friends: followers whom the account follows back",
    "Freunde: Follower, denen das Konto auch folgt",
    "Amis : les abonnés que le compte suit aussi",
  ],
  ["Followers", "Follower", "Abonnés"],
  ["Only the account itself", "Nur das Konto selbst", "Le compte lui-même"],
  ["Language of posts", "Sprache der Beiträge", "Langue des publications"],
  [
    "The network shows posts to people who read that language, and offers the others a translation.",
    "Das Netzwerk zeigt Beiträge denen, die diese Sprache lesen, und bietet den anderen eine Übersetzung an.",
    "Le réseau montre les publications à qui lit cette langue et propose une traduction aux autres.",
  ],
  ["As the network has it for the account", "Wie im Netzwerk für das Konto eingestellt", "Selon le réglage du compte sur le réseau"],
  ["Long posts", "Lange Beiträge", "Publications longues"],
  [
    "What X takes depends on what is paid for the account. It is asked every day; say it yourself if it does not tell.",
    "Was X annimmt, hängt davon ab, was für das Konto bezahlt wird. Es wird täglich gefragt; sagen Sie es selbst, wenn X es nicht verrät.",
    "Ce que X accepte dépend de l’abonnement du compte. La question lui est posée chaque jour ; indiquez-le vous-même s’il ne le dit pas.",
  ],
  ["As X says of the account", "Wie X es für das Konto angibt", "Comme X l’indique pour le compte"],
  [
    "Yes: up to 25,000 characters, and long videos",
    "Ja: bis zu 25.000 Zeichen und lange Videos",
    "Oui : jusqu’à 25 000 caractères et de longues vidéos",
  ],
  ["No: 280 characters, and short videos", "Nein: 280 Zeichen und kurze Videos", "Non : 280 caractères et de courtes vidéos"],
  ["The account owns the application at X", "Die Anwendung bei X gehört dem Konto", "L’application chez X appartient au compte"],
  [
    "Turn it on if the application was made at X with this account: reading its own posts then costs a fifth.",
    "Schalten Sie das ein, wenn die Anwendung bei X mit diesem Konto angelegt wurde: Eigene Beiträge zu lesen kostet dann ein Fünftel.",
    "Activez-le si l’application a été créée chez X avec ce compte : lire ses propres publications coûte alors cinq fois moins.",
  ],
  ["Allow comments", "Kommentare erlauben", "Autoriser les commentaires"],
  ["Allow duets with videos", "Duette mit Videos erlauben", "Autoriser les duos avec les vidéos"],
  ["Allow stitches of videos", "Stitches von Videos erlauben", "Autoriser les collages de vidéos"],
  ["Posts promote your own brand", "Beiträge werben für Ihre eigene Marke", "Les publications font la promotion de votre marque"],
  [
    "Posts promote another brand for pay",
    "Beiträge werben gegen Bezahlung für eine andere Marke",
    "Les publications font la promotion payée d’une autre marque",
  ],
  ["Videos are made for kids", "Videos sind für Kinder gemacht", "Les vidéos sont faites pour les enfants"],
  [
    "The law in some countries asks you to say so. Such videos have no comments.",
    "In manchen Ländern verlangt das Gesetz diese Angabe. Solche Videos haben keine Kommentare.",
    "Dans certains pays, la loi demande de le dire. Ces vidéos n’ont pas de commentaires.",
  ],
  ["TikTok labels them as promotional content.", "TikTok kennzeichnet sie als Werbung.", "TikTok les signale comme contenu promotionnel."],
  [
    "By posting, you agree to TikTok's Music Usage Confirmation: {url}.",
    "Mit dem Veröffentlichen stimmen Sie TikToks Bestätigung zur Musiknutzung zu: {url}.",
    "En publiant, vous acceptez la confirmation d’utilisation de musique de TikTok : {url}.",
  ],
  [
    "TikTok labels them as a paid partnership, and others have to be able to see them. By posting, you also agree to TikTok's Branded Content Policy: {url}.",
    "TikTok kennzeichnet sie als bezahlte Partnerschaft, und andere müssen sie sehen können. Mit dem Veröffentlichen stimmen Sie auch TikToks Regeln für Markeninhalte zu: {url}.",
    "TikTok les signale comme partenariat rémunéré, et d’autres doivent pouvoir les voir. En publiant, vous acceptez aussi les règles de TikTok sur les contenus de marque : {url}.",
  ],
  [
    "TikTok has not audited the application of this service yet: until then, only the account itself may see what is published, and it has to be set to private in the TikTok app.",
    "TikTok hat die Anwendung dieses Dienstes noch nicht geprüft: Bis dahin darf nur das Konto selbst sehen, was veröffentlicht wird, und es muss in der TikTok-App auf privat gestellt sein.",
    "TikTok n’a pas encore audité l’application de ce service : d’ici là, seul le compte lui-même peut voir ce qui est publié, et il doit être privé dans l’application TikTok.",
  ],
  [
    "The account has {What} switched off in the TikTok app.",
    "Beim Konto sind in der TikTok-App {What} ausgeschaltet.",
    "Le compte a désactivé {What} dans l’application TikTok.",
  ],
  ["comments", "Kommentare", "les commentaires"],
  ["duets", "Duette", "les duos"],
  ["stitches", "Stitches", "les collages"],
];

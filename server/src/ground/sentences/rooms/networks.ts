import type { Told } from "../catalog.ts";

/** What networks do not take of a post, in the words that their connectors share. */
const shared: readonly Told[] = [
  [
    "{Which} has {count} characters; {network} takes at most {max}.",
    "{Which} hat {count} Zeichen; {network} nimmt höchstens {max}.",
    "{Which} a {count} caractères ; {network} en accepte au plus {max}.",
  ],
  [
    "The post has {count} images; {network} takes {max} images.",
    "Der Beitrag hat {count} Bilder; {network} nimmt {max} Bilder.",
    "La publication a {count} images ; {network} en accepte {max}.",
  ],
  [
    "The post has {count} {What}; {network} takes one.",
    "Der Beitrag hat {count} {What}; {network} nimmt eines.",
    "La publication a {count} {What} ; {network} en accepte un seul.",
  ],
  ["collaborators", "Mitwirkende", "collaborateurs"],
  ["options", "Antworten", "réponses"],
  ["links", "Links", "liens"],
  ["hashtags", "Hashtags", "hashtags"],
  ["cashtags", "Cashtags", "cashtags"],
  [
    "The caption has {count} {What}; {network} takes at most {max}.",
    "Der Text hat {count} {What}; {network} nimmt höchstens {max}.",
    "Le texte a {count} {What} ; {network} en accepte au plus {max}.",
  ],
  [
    "The caption mentions {count} accounts; {network} takes at most {max}.",
    "Der Text erwähnt {count} Konten; {network} nimmt höchstens {max}.",
    "Le texte mentionne {count} comptes ; {network} en accepte au plus {max}.",
  ],
  [
    "The poll's question has {count} characters; {network} takes at most {max}.",
    "Die Frage der Umfrage hat {count} Zeichen; {network} nimmt höchstens {max}.",
    "La question du sondage a {count} caractères ; {network} en accepte au plus {max}.",
  ],
  [
    "The poll's question has {count} characters; {network} takes {max}.",
    "Die Frage der Umfrage hat {count} Zeichen; {network} nimmt {max}.",
    "La question du sondage a {count} caractères ; {network} en accepte {max}.",
  ],
  [
    "A poll option has {count} characters; {Network} takes at most {max}.",
    "Eine Antwort der Umfrage hat {count} Zeichen; {Network} nimmt höchstens {max}.",
    "Une réponse du sondage a {count} caractères ; {Network} en accepte au plus {max}.",
  ],
  [
    "A poll option has {count} characters; {Network} takes {max}.",
    "Eine Antwort der Umfrage hat {count} Zeichen; {Network} nimmt {max}.",
    "Une réponse du sondage a {count} caractères ; {Network} en accepte {max}.",
  ],
  [
    "The poll has {count} options; {Network} takes {max}.",
    "Die Umfrage hat {count} Antworten; {Network} nimmt {max}.",
    "Le sondage a {count} réponses ; {Network} en accepte {max}.",
  ],
  [
    "The comment has {count} characters; {Network} takes {max}.",
    "Der Kommentar hat {count} Zeichen; {Network} nimmt {max}.",
    "Le commentaire a {count} caractères ; {Network} en accepte {max}.",
  ],
  ["this Mastodon instance", "dieser Mastodon-Server", "ce serveur Mastodon"],
  [
    "{Which} has {count} characters; {Network} takes {max}.",
    "{Which} hat {count} Zeichen; {Network} nimmt {max}.",
    "{Which} a {count} caractères ; {Network} en accepte {max}.",
  ],
  [
    "{Which} has {count} characters; {network} takes at most {max} ({Hint}).",
    "{Which} hat {count} Zeichen; {network} nimmt höchstens {max} ({Hint}).",
    "{Which} a {count} caractères ; {network} en accepte au plus {max} ({Hint}).",
  ],
  [
    "{Which} has {count} links; {network} takes at most {max}.",
    "{Which} hat {count} Links; {network} nimmt höchstens {max}.",
    "{Which} a {count} liens ; {network} en accepte au plus {max}.",
  ],
  [
    "{Which} has {count} bytes; {network} takes at most {max} ({Hint}).",
    "{Which} hat {count} Bytes; {network} nimmt höchstens {max} ({Hint}).",
    "{Which} a {count} octets ; {network} en accepte au plus {max} ({Hint}).",
  ],
  ["The text", "Der Text", "Le texte"],
  ["The caption", "Der Text", "Le texte"],
  ["Part {number} of the thread", "Teil {number} des Threads", "La partie {number} du fil"],
  ["emoji count as two", "Emojis zählen doppelt", "les emojis comptent double"],
  [
    "letters beyond English ones count 2 or 3, emoji 4 or more",
    "Buchstaben jenseits der englischen zählen 2 oder 3, Emojis 4 oder mehr",
    "les lettres hors de l’alphabet anglais comptent 2 ou 3, les emojis 4 ou plus",
  ],
  ["more on request", "mehr auf Anfrage", "davantage sur demande"],
  ["{Network} takes no {mime} files.", "{Network} nimmt keine Dateien der Art {mime} an.", "{Network} n’accepte pas de fichiers {mime}."],
  [
    "This Mastodon instance takes no {mime} files ({name}).",
    "Dieser Mastodon-Server nimmt keine Dateien der Art {mime} an ({name}).",
    "Ce serveur Mastodon n’accepte pas de fichiers {mime} ({name}).",
  ],
  [
    "The image {name} cannot be made to fit the {max} bytes that {Network} takes.",
    "Das Bild {name} lässt sich nicht auf die {max} Bytes bringen, die {Network} nimmt.",
    "L’image {name} ne peut pas être réduite aux {max} octets que {Network} accepte.",
  ],
  [
    "The image {name} cannot be made to fit what {network} takes.",
    "Das Bild {name} lässt sich nicht so umwandeln, wie {network} es nimmt.",
    "L’image {name} ne peut pas être adaptée à ce que {network} accepte.",
  ],
  [
    "The file {name} has {count} bytes; {network} takes {max}.",
    "Die Datei {name} hat {count} Bytes; {network} nimmt {max}.",
    "Le fichier {name} fait {count} octets ; {network} en accepte {max}.",
  ],
  [
    "The {kind} {name} has {count} bytes; {Network} takes at most {max}.",
    "Die Datei {name} hat {count} Bytes; {Network} nimmt höchstens {max}.",
    "Le fichier {name} fait {count} octets ; {Network} en accepte au plus {max}.",
  ],
  [
    "The video {name} has {count} bytes; {Network} takes {max}.",
    "Das Video {name} hat {count} Bytes; {Network} nimmt {max}.",
    "La vidéo {name} fait {count} octets ; {Network} en accepte {max}.",
  ],
  [
    "The video {name} has {size} pixels; {Network} takes {max} in all.",
    "Das Video {name} hat {size} Pixel; {Network} nimmt insgesamt {max}.",
    "La vidéo {name} fait {size} pixels ; {Network} en accepte {max} en tout.",
  ],
  [
    "The GIF {name} has {size} pixels; {network} takes at most {max}.",
    "Das GIF {name} hat {size} Pixel; {network} nimmt höchstens {max}.",
    "Le GIF {name} fait {size} pixels ; {network} en accepte au plus {max}.",
  ],
  [
    "{network} takes photos or a video in a post, not both.",
    "{network} nimmt Fotos oder ein Video in einem Beitrag an, nicht beides.",
    "{network} accepte des photos ou une vidéo dans une publication, pas les deux.",
  ],
  [
    "{network} takes pictures, a video or a document in a post, not several of these.",
    "{network} nimmt Bilder, ein Video oder ein Dokument in einem Beitrag an, nicht mehreres davon.",
    "{network} accepte des images, une vidéo ou un document dans une publication, pas plusieurs de ces choses.",
  ],
  [
    "{network} needs at least one image or video.",
    "{network} braucht mindestens ein Bild oder Video.",
    "{network} demande au moins une image ou une vidéo.",
  ],
  ["{network} needs an image or a video.", "{network} braucht ein Bild oder ein Video.", "{network} demande une image ou une vidéo."],
  ["{network} needs a video or photos.", "{network} braucht ein Video oder Fotos.", "{network} demande une vidéo ou des photos."],
  [
    "A story on {network} needs an image or a video.",
    "Eine Story auf {network} braucht ein Bild oder ein Video.",
    "Une story sur {network} demande une image ou une vidéo.",
  ],
  ["The post is empty.", "Der Beitrag ist leer.", "La publication est vide."],
  ["There is neither text nor media.", "Da ist weder Text noch Datei.", "Il n’y a ni texte ni fichier."],
  [
    "The post has neither text nor files nor a poll.",
    "Der Beitrag hat weder Text noch Dateien noch eine Umfrage.",
    "La publication n’a ni texte, ni fichiers, ni sondage.",
  ],
  ["Published as {count} stories.", "Als {count} Stories veröffentlicht.", "Publiée en {count} stories."],
  ["Stories have no caption.", "Stories haben keinen Text.", "Les stories n’ont pas de texte."],
  ["Stories on {network} have no caption.", "Stories auf {network} haben keinen Text.", "Les stories sur {network} n’ont pas de texte."],
  [
    "Stories on {network} take neither a location nor collaborators.",
    "Stories auf {network} haben weder Ort noch Mitwirkende.",
    "Les stories sur {network} n’ont ni lieu ni collaborateurs.",
  ],
  [
    "Stories have neither collaborators nor a location.",
    "Stories haben weder Mitwirkende noch einen Ort.",
    "Les stories n’ont ni collaborateurs ni lieu.",
  ],
  [
    "Stories on {network} take no comments.",
    "Stories auf {network} nehmen keine Kommentare an.",
    "Les stories sur {network} n’acceptent pas de commentaires.",
  ],
  [
    "{network}'s stories take no comments.",
    "Stories auf {network} nehmen keine Kommentare an.",
    "Les stories sur {network} n’acceptent pas de commentaires.",
  ],
  [
    "{network} has no polls, so the poll is left out.",
    "{network} hat keine Umfragen, deshalb bleibt sie weg.",
    "{network} n’a pas de sondages : il est laissé de côté.",
  ],
  [
    "The card of the link has no picture: the one that its page names could not be used.",
    "Die Karte des Links hat kein Bild: Das auf der Seite angegebene ließ sich nicht verwenden.",
    "La carte du lien n’a pas d’image : celle que sa page indique n’a pas pu être utilisée.",
  ],
  [
    "{network} takes no comments, so the first comment was left out.",
    "{network} nimmt keine Kommentare an, deshalb bleibt der erste Kommentar weg.",
    "{network} n’accepte pas de commentaires : le premier commentaire est laissé de côté.",
  ],
  [
    "{network} has no polls, so the poll was left out.",
    "{network} hat keine Umfragen, deshalb bleibt sie weg.",
    "{network} n’a pas de sondages : il est laissé de côté.",
  ],
  [
    "{network} takes no polls, so the caption stands alone.",
    "{network} nimmt keine Umfragen an, deshalb steht der Text allein.",
    "{network} n’accepte pas de sondages : le texte est publié seul.",
  ],
  [
    "{network} has no polls next to files, so the poll was left out.",
    "Auf {network} gibt es keine Umfrage neben Dateien, deshalb bleibt sie weg.",
    "{network} n’a pas de sondage à côté de fichiers : il est laissé de côté.",
  ],
  [
    "{network} takes no poll with a video, so it was left out.",
    "{network} nimmt keine Umfrage zu einem Video an, deshalb bleibt sie weg.",
    "{network} n’accepte pas de sondage avec une vidéo : il est laissé de côté.",
  ],
  [
    "{network} has no quizzes, so the correct option is not marked.",
    "{network} hat kein Quiz, deshalb ist die richtige Antwort nicht markiert.",
    "{network} n’a pas de quiz : la bonne réponse n’est pas marquée.",
  ],
  [
    "{network} has no explanations of polls, so it was left out.",
    "{network} hat keine Erklärungen zu Umfragen, deshalb bleibt sie weg.",
    "{network} n’a pas d’explications de sondage : elle est laissée de côté.",
  ],
  [
    "{network} shows a link only below a text without files, so the link was left out.",
    "{network} zeigt einen Link nur unter einem Text ohne Dateien, deshalb bleibt er weg.",
    "{network} ne montre un lien que sous un texte sans fichiers : il est laissé de côté.",
  ],
  [
    "{network} shows a link only below a text without files or poll, so the link was left out.",
    "{network} zeigt einen Link nur unter einem Text ohne Dateien und Umfrage, deshalb bleibt er weg.",
    "{network} ne montre un lien que sous un texte sans fichiers ni sondage : il est laissé de côté.",
  ],
  [
    "{network} shows only links that begin with http:// or https://, so the link was left out.",
    "{network} zeigt nur Links, die mit http:// oder https:// beginnen, deshalb bleibt er weg.",
    "{network} ne montre que les liens en http:// ou https:// : il est laissé de côté.",
  ],
  [
    "{network} has links only in texts, so the post's link was left out.",
    "{network} hat Links nur im Text, deshalb bleibt der des Beitrags weg.",
    "{network} n’a de liens que dans le texte : celui de la publication est laissé de côté.",
  ],
  [
    "{network} has no field for a link, so it was left out.",
    "{network} hat kein Feld für einen Link, deshalb bleibt er weg.",
    "{network} n’a pas de champ pour un lien : il est laissé de côté.",
  ],
  [
    "The title was cut to the {count} characters that {network} takes.",
    "Der Titel wird auf die {count} Zeichen gekürzt, die {network} nimmt.",
    "Le titre est coupé aux {count} caractères que {network} accepte.",
  ],
  [
    "The link is too long; {network} takes at most {count} characters.",
    "Der Link ist zu lang; {network} nimmt höchstens {count} Zeichen.",
    "Le lien est trop long ; {network} accepte au plus {count} caractères.",
  ],
  [
    "Continued in {count} reply below the post.",
    "Geht in einer Antwort unter dem Beitrag weiter.",
    "Suite dans une réponse sous la publication.",
  ],
  [
    "Continued in {count} replies below the post.",
    "Geht in {count} Antworten unter dem Beitrag weiter.",
    "Suite dans {count} réponses sous la publication.",
  ],
  [
    "Continued in {count} more message below the post.",
    "Geht in einer weiteren Nachricht unter dem Beitrag weiter.",
    "Suite dans un autre message sous la publication.",
  ],
  [
    "Continued in {count} more messages below the post.",
    "Geht in {count} weiteren Nachrichten unter dem Beitrag weiter.",
    "Suite dans {count} autres messages sous la publication.",
  ],
];

/** What one network alone says. */
const own: readonly Told[] = [
  [
    "YouTube takes a video and its cover: the images were left out.",
    "YouTube nimmt ein Video und sein Titelbild: Die Bilder bleiben weg.",
    "YouTube accepte une vidéo et sa couverture : les images sont laissées de côté.",
  ],
  [
    "The cover is a frame of the video: to have another, choose a moment or a picture as its cover.",
    "Das Titelbild ist ein Bild aus dem Video: Für ein anderes wählen Sie eine Stelle oder ein Bild als Titelbild.",
    "La couverture est une image de la vidéo : pour une autre, choisissez un moment ou une image comme couverture.",
  ],
  [
    "Pinterest shows the video alone, with its cover: the images were left out.",
    "Pinterest zeigt das Video allein, mit seinem Titelbild: Die Bilder bleiben weg.",
    "Pinterest montre la vidéo seule, avec sa couverture : les images sont laissées de côté.",
  ],
  [
    "The image {name} has {size} pixels and {count} bytes; Google needs at least {min} pixels and {bytes}.",
    "Das Bild {name} hat {size} Pixel und {count} Bytes; Google braucht mindestens {min} Pixel und {bytes}.",
    "L’image {name} a {size} pixels et {count} octets ; Google demande au moins {min} pixels et {bytes}.",
  ],
  [
    "The image {name} has {size} pixels and {count} bytes; Google needs at least {min} pixels and {bytes}",
    "Das Bild {name} hat {size} Pixel und {count} Bytes; Google braucht mindestens {min} Pixel und {bytes}",
    "L’image {name} a {size} pixels et {count} octets ; Google demande au moins {min} pixels et {bytes}",
  ],
  ["Part {number} of {count}: {Problem}", "Teil {number} von {count}: {Problem}", "Partie {number} sur {count} : {Problem}"],
  [
    "Bluesky has no polls: published as text, readers vote in the replies.",
    "Bluesky hat keine Umfragen: Sie erscheint als Text, und man stimmt in den Antworten ab.",
    "Bluesky n’a pas de sondages : il paraît en texte, et l’on vote dans les réponses.",
  ],
  [
    "a link counts 23, an emoji and most Asian characters 2",
    "ein Link zählt 23, ein Emoji und die meisten asiatischen Zeichen 2",
    "un lien compte 23, un emoji et la plupart des caractères asiatiques 2",
  ],
  ["Facebook shows no preview of the link.", "Facebook zeigt keine Vorschau des Links.", "Facebook ne montre pas d’aperçu du lien."],
  [
    "Facebook takes no location with a video.",
    "Facebook nimmt zu einem Video keinen Ort an.",
    "Facebook n’accepte pas de lieu avec une vidéo.",
  ],
  [
    "Facebook made the video a draft instead of publishing it.",
    "Facebook hat aus dem Video einen Entwurf gemacht, statt es zu veröffentlichen.",
    "Facebook a fait de la vidéo un brouillon au lieu de la publier.",
  ],
  [
    "Publish it in Meta Business Suite, under Content and Drafts.",
    "Veröffentlichen Sie es in der Meta Business Suite unter Inhalte und Entwürfe.",
    "Publiez-la dans Meta Business Suite, sous Contenu puis Brouillons.",
  ],
  [
    "Upright videos of 9:16 and up to 90 seconds go out as reels by themselves.",
    "Hochformatige Videos von 9:16 und bis zu 90 Sekunden erscheinen von selbst als Reels.",
    "Les vidéos verticales de 9:16 et de 90 secondes au plus paraissent d’elles-mêmes en reels.",
  ],
  [
    "Facebook chooses the cover of a reel itself.",
    "Facebook wählt das Titelbild eines Reels selbst.",
    "Facebook choisit lui-même la couverture d’un reel.",
  ],
  [
    "Facebook takes collaborators on reels alone.",
    "Facebook nimmt Mitwirkende nur bei Reels an.",
    "Facebook n’accepte des collaborateurs que sur les reels.",
  ],
  [
    "Not invited: {names}. Facebook invites by the id of a Page.",
    "Nicht eingeladen: {names}. Facebook lädt über die Nummer einer Seite ein.",
    "Non invités : {names}. Facebook invite par le numéro d’une Page.",
  ],
  ["Not invited as collaborators: {names}.", "Nicht als Mitwirkende eingeladen: {names}.", "Non invités comme collaborateurs : {names}."],
  [
    "Instagram takes images as JPEG only, and {name} is {mime}.",
    "Instagram nimmt Bilder nur als JPEG, und {name} ist {mime}.",
    "Instagram n’accepte que les images JPEG, et {name} est {mime}.",
  ],
  [
    "A trial reel needs exactly one video, and cannot be a story.",
    "Ein Test-Reel braucht genau ein Video und kann keine Story sein.",
    "Un reel d’essai demande une seule vidéo et ne peut pas être une story.",
  ],
  [
    "The trial reel must graduate by {options}, not by {value}.",
    "Das Test-Reel muss mit {options} enden, nicht mit {value}.",
    "Le reel d’essai doit se terminer par {options}, pas par {value}.",
  ],
  [
    "It has {count} hashtags; Instagram asks for at most {max}.",
    "Es sind {count} Hashtags; Instagram bittet um höchstens {max}.",
    "Il y a {count} hashtags ; Instagram en demande au plus {max}.",
  ],
  [
    "Google's posts take a photo, not a video, and the post has no caption.",
    "Beiträge bei Google nehmen ein Foto, kein Video, und der Beitrag hat keinen Text.",
    "Les posts de Google acceptent une photo, pas de vidéo, et la publication n’a pas de texte.",
  ],
  [
    "Google's posts take no documents, and the post has no caption.",
    "Beiträge bei Google nehmen keine Dokumente, und der Beitrag hat keinen Text.",
    "Les posts de Google n’acceptent pas de documents, et la publication n’a pas de texte.",
  ],
  [
    "Google has no polls, and the post has no caption.",
    "Google hat keine Umfragen, und der Beitrag hat keinen Text.",
    "Google n’a pas de sondages, et la publication n’a pas de texte.",
  ],
  [
    "Google's posts take a photo, not a video, so the video was left out.",
    "Beiträge bei Google nehmen ein Foto, kein Video, deshalb bleibt das Video weg.",
    "Les posts de Google acceptent une photo, pas de vidéo : la vidéo est laissée de côté.",
  ],
  [
    "Google's posts take no documents, so the document was left out.",
    "Beiträge bei Google nehmen keine Dokumente, deshalb bleibt das Dokument weg.",
    "Les posts de Google n’acceptent pas de documents : le document est laissé de côté.",
  ],
  [
    "Google's posts have one picture; {Others}.",
    "Beiträge bei Google haben ein Bild; {Others}.",
    "Les posts de Google ont une image ; {Others}.",
  ],
  [
    "the others are only among the photos of the profile",
    "die anderen stehen nur bei den Fotos des Profils",
    "les autres sont seulement parmi les photos du profil",
  ],
  ["the others were left out", "die anderen bleiben weg", "les autres sont laissées de côté"],
  [
    "The image {name} was not added to the photos of the profile: {Why}.",
    "Das Bild {name} kam nicht zu den Fotos des Profils: {Why}.",
    "L’image {name} n’a pas été ajoutée aux photos du profil : {Why}.",
  ],
  [
    "{Why}, so it was not added to the photos.",
    "{Why}, deshalb kam es nicht zu den Fotos.",
    "{Why} : elle n’a pas été ajoutée aux photos.",
  ],
  [
    "Mastodon refuses polls in which two options are the same.",
    "Mastodon lehnt Umfragen mit zwei gleichen Antworten ab.",
    "Mastodon refuse les sondages dont deux réponses sont identiques.",
  ],
  [
    "Pinterest shows the video alone: the first image is its cover, and the others were left out.",
    "Pinterest zeigt das Video allein: Das erste Bild ist das Titelbild, die anderen bleiben weg.",
    "Pinterest montre la vidéo seule : la première image est sa couverture, les autres sont laissées de côté.",
  ],
  [
    "Threads decides how long a poll runs: {hours} hours.",
    "Wie lange eine Umfrage läuft, bestimmt Threads: {hours} Stunden.",
    "Threads décide de la durée d’un sondage : {hours} heures.",
  ],
  [
    "The video is {seconds} seconds long; TikTok takes at most {max} seconds from this account.",
    "Das Video ist {seconds} Sekunden lang; TikTok nimmt von diesem Konto höchstens {max} Sekunden.",
    "La vidéo dure {seconds} secondes ; TikTok en accepte au plus {max} de ce compte.",
  ],
  [
    "The text has {count} characters; with {What}, TikTok takes at most {max} ({Hint}).",
    "Der Text hat {count} Zeichen; mit {What} nimmt TikTok höchstens {max} ({Hint}).",
    "Le texte a {count} caractères ; avec {What}, TikTok en accepte au plus {max} ({Hint}).",
  ],
  ["a video", "einem Video", "une vidéo"],
  ["photos", "Fotos", "des photos"],
  [
    "TikTok takes posts that promote another brand only if others may see them. Choose so, or switch that off.",
    "TikTok nimmt Werbung für eine andere Marke nur an, wenn andere sie sehen dürfen. Wählen Sie das, oder schalten Sie es aus.",
    "TikTok n’accepte la promotion d’une autre marque que si d’autres peuvent la voir. Choisissez-le, ou désactivez-la.",
  ],
  [
    "Choose who may see posts of this channel.",
    "Wählen Sie, wer Beiträge dieses Kanals sehen darf.",
    "Choisissez qui peut voir les publications de ce canal.",
  ],
  [
    "TikTok takes no caption along with a video: copy it from the post.",
    "TikTok nimmt zu einem Video keinen Text an: Kopieren Sie ihn aus dem Beitrag.",
    "TikTok n’accepte pas de texte avec une vidéo : copiez-le depuis la publication.",
  ],
  [
    "Parts {first} and {second} of the thread are equal; X refuses repetitions.",
    "Die Teile {first} und {second} des Threads sind gleich; X lehnt Wiederholungen ab.",
    "Les parties {first} et {second} du fil sont identiques ; X refuse les répétitions.",
  ],
  [
    "{Which} contains the character {character}, which X takes in no text.",
    "{Which} enthält das Zeichen {character}, das X in keinem Text nimmt.",
    "{Which} contient le caractère {character}, que X n’accepte dans aucun texte.",
  ],
  [
    "{Which} has {count} cashtags, such as $ABC; X takes at most {max} in a post.",
    "{Which} hat {count} Cashtags wie $ABC; X nimmt höchstens {max} in einem Beitrag.",
    "{Which} a {count} cashtags comme $ABC ; X en accepte au plus {max} par publication.",
  ],
  ["X did not take the alternative text.", "X hat den Alternativtext nicht angenommen.", "X n’a pas accepté le texte alternatif."],
  [
    "YouTube takes videos only, and the post has none.",
    "YouTube nimmt nur Videos, und der Beitrag hat keines.",
    "YouTube n’accepte que des vidéos, et la publication n’en a pas.",
  ],
  [
    "YouTube takes no < and no >, so they were left out.",
    "YouTube nimmt kein < und kein >, deshalb bleiben sie weg.",
    "YouTube n’accepte ni < ni > : ils sont laissés de côté.",
  ],
  [
    "{count} of the tags were left out: YouTube takes no more characters in them.",
    "{count} der Schlagwörter bleiben weg: Mehr Zeichen nimmt YouTube darin nicht.",
    "{count} des mots-clés sont laissés de côté : YouTube n’y accepte pas plus de caractères.",
  ],
  [
    "YouTube takes one video: the others were left out.",
    "YouTube nimmt ein Video: Die anderen bleiben weg.",
    "YouTube accepte une vidéo : les autres sont laissées de côté.",
  ],
  [
    "The first image is the thumbnail, and the others were left out.",
    "Das erste Bild ist das Vorschaubild, die anderen bleiben weg.",
    "La première image est la miniature, les autres sont laissées de côté.",
  ],
  [
    "The image was not made the thumbnail: {Why}.",
    "Das Bild wurde nicht zum Vorschaubild: {Why}.",
    "L’image n’est pas devenue la miniature : {Why}.",
  ],
  [
    "The video may not be in the playlist {playlist}: {Why}.",
    "Das Video ist vielleicht nicht in der Playlist {playlist}: {Why}.",
    "La vidéo n’est peut-être pas dans la playlist {playlist} : {Why}.",
  ],
  [
    "YouTube has probably made it a Short.",
    "YouTube hat es wahrscheinlich zu einem Short gemacht.",
    "YouTube en a sans doute fait un Short.",
  ],
  [
    "YouTube had not processed the video within an hour.",
    "YouTube hatte das Video nach einer Stunde noch nicht verarbeitet.",
    "YouTube n’avait pas traité la vidéo au bout d’une heure.",
  ],
  [
    "The receiver accepted the post but returned no web address for it.",
    "Der Empfänger hat den Beitrag angenommen, aber keine Adresse dafür genannt.",
    "Le destinataire a accepté la publication sans donner d’adresse.",
  ],
  [
    "The post needs {count} parts on Bluesky; the limit is {max}.",
    "Der Beitrag braucht auf Bluesky {count} Teile; erlaubt sind {max}.",
    "La publication demande {count} parties sur Bluesky ; la limite est {max}.",
  ],
  [
    "Bluesky takes pictures, MP4 and MOV videos, not {name} ({mime}).",
    "Bluesky nimmt Bilder, MP4- und MOV-Videos, nicht {name} ({mime}).",
    "Bluesky accepte des images, des vidéos MP4 et MOV, pas {name} ({mime}).",
  ],
  [
    "Bluesky's video service is not there for this account, and without it {name} has to be an MP4.",
    "Der Videodienst von Bluesky steht diesem Konto nicht zur Verfügung, und ohne ihn muss {name} ein MP4 sein.",
    "Le service vidéo de Bluesky n’est pas disponible pour ce compte, et sans lui {name} doit être un MP4.",
  ],
  ["The quiz answer is not shown.", "Die Lösung des Quiz wird nicht gezeigt.", "La réponse du quiz n’est pas montrée."],
];

export const networks: readonly Told[] = [...shared, ...own];

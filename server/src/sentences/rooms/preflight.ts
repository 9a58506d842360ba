import type { Told } from "../catalog.ts";

/** Why a network would not take a post, and what it does not take of it: one kind of sentence for all networks. */
export const preflight: readonly Told[] = [
  ["{network} takes no documents.", "{network} nimmt keine Dokumente an.", "{network} n’accepte pas de documents."],
  ["{network} takes no videos.", "{network} nimmt keine Videos an.", "{network} n’accepte pas de vidéos."],
  ["{network} takes no images.", "{network} nimmt keine Bilder an.", "{network} n’accepte pas d’images."],
  ["{network} takes no comments.", "{network} nimmt keine Kommentare an.", "{network} n’accepte pas de commentaires."],
  [
    "{network} takes no text alone.",
    "{network} nimmt keinen Beitrag ohne Bild oder Video an.",
    "{network} n’accepte pas de publication sans image ni vidéo.",
  ],
  [
    "{network} takes images or a video in a post, not both.",
    "{network} nimmt Bilder oder ein Video in einem Beitrag an, nicht beides.",
    "{network} accepte des images ou une vidéo dans une publication, pas les deux.",
  ],
  [
    "{network} takes no such files, and the post has no caption.",
    "{network} nimmt solche Dateien nicht an, und der Beitrag hat keinen Text.",
    "{network} n’accepte pas ces fichiers, et la publication n’a pas de texte.",
  ],
  [
    "{network} takes no polls, and the post has no caption.",
    "{network} nimmt keine Umfragen an, und der Beitrag hat keinen Text.",
    "{network} n’accepte pas de sondages, et la publication n’a pas de texte.",
  ],
  [
    "{Obstacle} With ffmpeg installed it is converted.",
    "{Obstacle} Mit ffmpeg auf dem Server wird es umgewandelt.",
    "{Obstacle} Avec ffmpeg sur le serveur, elle est convertie.",
  ],
  [
    "The post has {count} {What}; {network} takes at most {max}.",
    "Der Beitrag hat {count} {What}; {network} nimmt höchstens {max}.",
    "La publication a {count} {What} ; {network} en accepte au plus {max}.",
  ],
  [
    "{network} fetches {What} from this service, which it cannot do at {address}. Set ROSTRUM_PUBLIC_URL to a public https address.",
    "{network} holt {What} hier ab und kann {address} nicht erreichen. Wer den Dienst betreibt, muss ihm eine öffentliche https-Adresse geben (ROSTRUM_PUBLIC_URL).",
    "{network} vient chercher les {What} ici et ne peut pas atteindre {address}. La personne qui gère le service doit lui donner une adresse https publique (ROSTRUM_PUBLIC_URL).",
  ],
  ["images", "Bilder", "images"],
  ["videos", "Videos", "vidéos"],
  ["documents", "Dokumente", "documents"],
  ["files", "Dateien", "fichiers"],
  [
    "The image {name} cannot be opened: reading it took too much time or memory, three times.",
    "Das Bild {name} lässt sich nicht öffnen: Es zu lesen hat dreimal zu viel Zeit oder Speicher gebraucht.",
    "L’image {name} ne s’ouvre pas : sa lecture a pris trois fois trop de temps ou de mémoire.",
  ],
  [
    "The image {name} cannot be opened: it has {size} pixels, and no more than {most} million can be read.",
    "Das Bild {name} lässt sich nicht öffnen: Es hat {size} Pixel, mehr als {most} Millionen lassen sich nicht lesen.",
    "L’image {name} ne s’ouvre pas : elle a {size} pixels, et on ne peut en lire que {most} millions.",
  ],
  [
    "The image {name} has {size} bytes; {network} takes at least {min}.",
    "Das Bild {name} hat {size} Bytes; {network} nimmt nichts unter {min}.",
    "L’image {name} a {size} octets ; {network} n’accepte rien en dessous de {min}.",
  ],
  [
    "The image {name} has {size} pixels; {network} takes at least {min}.",
    "Das Bild {name} hat {size} Pixel; {network} braucht mindestens {min}.",
    "L’image {name} a {size} pixels ; {network} en demande au moins {min}.",
  ],
  [
    "{network} takes no {mime} files ({name}).",
    "{network} nimmt keine Dateien der Art {mime} an ({name}).",
    "{network} n’accepte pas de fichiers {mime} ({name}).",
  ],
  [
    "The file {name} has {size}; {network} takes {max}.",
    "Die Datei {name} hat {size}; {network} nimmt {max}.",
    "Le fichier {name} fait {size} ; {network} accepte {max}.",
  ],
  [
    "The document {name} has {count} pages; {network} takes {max}.",
    "Das Dokument {name} hat {count} Seiten; {network} nimmt {max}.",
    "Le document {name} a {count} pages ; {network} en accepte {max}.",
  ],
  [
    "The video {name} is {Format}; {network} takes {Taken}.",
    "Das Video {name} ist {Format}; {network} nimmt {Taken}.",
    "La vidéo {name} est {Format} ; {network} accepte {Taken}.",
  ],
  ["Format: {first} with {second} in {container}", "{first} mit {second} in {container}", "{first} avec {second} en {container}"],
  ["Format: {first} in {container}", "{first} in {container}", "{first} en {container}"],
  ["Taken: {Streams} in {Names}", "{Streams} in {Names}", "{Streams} en {Names}"],
  ["Taken: {first} or {second}", "{first} oder {second}", "{first} ou {second}"],
  ["Streams: {Names} with {Sound}", "{Names} mit {Sound}", "{Names} avec {Sound}"],
  ["Streams: {first} or {second}", "{first} oder {second}", "{first} ou {second}"],
  ["Names: {first} or {second}", "{first} oder {second}", "{first} ou {second}"],
  ["Sound: {first} or {second}", "{first} oder {second}", "{first} ou {second}"],
  [
    "The video {name} is {length} long; {network} takes at most {max}.",
    "Das Video {name} ist {length} lang; {network} nimmt höchstens {max}.",
    "La vidéo {name} dure {length} ; {network} accepte au plus {max}.",
  ],
  [
    "The video {name} is {length} long; {network} takes at least {min}.",
    "Das Video {name} ist {length} lang; {network} nimmt nichts unter {min}.",
    "La vidéo {name} dure {length} ; {network} n’accepte rien en dessous de {min}.",
  ],
  [
    "The video {name} has {size}; {network} takes {max}.",
    "Das Video {name} hat {size}; {network} nimmt {max}.",
    "La vidéo {name} fait {size} ; {network} accepte {max}.",
  ],
  [
    "The video {name} has {size} bytes; {network} takes at least {min}.",
    "Das Video {name} hat {size} Bytes; {network} nimmt nichts unter {min}.",
    "La vidéo {name} a {size} octets ; {network} n’accepte rien en dessous de {min}.",
  ],
  [
    "The video {name} has {rate} frames a second; {network} takes {Bounds}.",
    "Das Video {name} hat {rate} Bilder in der Sekunde; {network} nimmt {Bounds}.",
    "La vidéo {name} a {rate} images par seconde ; {network} accepte {Bounds}.",
  ],
  ["Bounds: at most {max}", "höchstens {max}", "au plus {max}"],
  ["Bounds: at least {min}", "mindestens {min}", "au moins {min}"],
  ["Bounds: {min} to {max}", "{min} bis {max}", "de {min} à {max}"],
  [
    "The video {name} has {width} × {height} pixels; {network} takes at least {min} on each side.",
    "Das Video {name} hat {width} × {height} Pixel; {network} braucht an jeder Seite mindestens {min}.",
    "La vidéo {name} fait {width} × {height} pixels ; {network} demande au moins {min} de chaque côté.",
  ],
  [
    "The video {name} has {width} × {height} pixels; {network} takes at most {max} on each side.",
    "Das Video {name} hat {width} × {height} Pixel; {network} nimmt an jeder Seite höchstens {max}.",
    "La vidéo {name} fait {width} × {height} pixels ; {network} accepte au plus {max} de chaque côté.",
  ],
  [
    "The video {name} has {width} × {height} pixels; {network} takes a width of at most {max}.",
    "Das Video {name} hat {width} × {height} Pixel; {network} nimmt höchstens eine Breite von {max}.",
    "La vidéo {name} fait {width} × {height} pixels ; {network} accepte une largeur de {max} au plus.",
  ],
  [
    "The video {name} has {width} × {height} pixels; {network} takes {max} in all.",
    "Das Video {name} hat {width} × {height} Pixel; {network} nimmt insgesamt {max}.",
    "La vidéo {name} fait {width} × {height} pixels ; {network} en accepte {max} en tout.",
  ],
  [
    "The image {name} is {size}, a ratio of {ratio}:1; {network} takes {narrowest}:1 to {widest}:1.",
    "Das Bild {name} ist {size}, ein Seitenverhältnis von {ratio}:1; {network} nimmt {narrowest}:1 bis {widest}:1.",
    "L’image {name} fait {size}, un format de {ratio}:1 ; {network} accepte de {narrowest}:1 à {widest}:1.",
  ],
  [
    "The video {name} is {size}, a ratio of {ratio}:1; {network} takes {narrowest}:1 to {widest}:1.",
    "Das Video {name} ist {size}, ein Seitenverhältnis von {ratio}:1; {network} nimmt {narrowest}:1 bis {widest}:1.",
    "La vidéo {name} fait {size}, un format de {ratio}:1 ; {network} accepte de {narrowest}:1 à {widest}:1.",
  ],
  [
    "The text has {length} {Unit}; {network} takes at most {max}.",
    "Der Text hat {length} {Unit}; {network} nimmt höchstens {max}.",
    "Le texte a {length} {Unit} ; {network} en accepte au plus {max}.",
  ],
  [
    "The text has {length} {Unit}; {network} takes at most {max} ({Hint}).",
    "Der Text hat {length} {Unit}; {network} nimmt höchstens {max} ({Hint}).",
    "Le texte a {length} {Unit} ; {network} en accepte au plus {max} ({Hint}).",
  ],
  ["characters", "Zeichen", "caractères"],
  ["bytes", "Bytes", "octets"],
  [
    'Nobody has chosen "{Label}" for the post: set {name} with {command}.',
    "Für diesen Beitrag hat noch niemand „{Label}“ gewählt. Wählen Sie es beim Kanal.",
    "Personne n’a encore choisi « {Label} » pour cette publication. Choisissez-le auprès du canal.",
  ],
  [
    'Nobody has chosen "{Label}" for the channel: set {name} with {command}.',
    "Für diesen Kanal hat noch niemand „{Label}“ gewählt. Wählen Sie es beim Kanal.",
    "Personne n’a encore choisi « {Label} » pour ce canal. Choisissez-le auprès du canal.",
  ],
  [
    '"{Option}" can no longer be chosen for "{Label}".',
    "„{Option}“ steht bei „{Label}“ nicht mehr zur Wahl.",
    "« {Option} » n’est plus proposé pour « {Label} ».",
  ],
  ["Set {name} of the post with {command}.", "Wählen Sie für den Beitrag neu.", "Choisissez à nouveau pour la publication."],
  ["Set {name} of the channel with {command}.", "Wählen Sie für den Kanal neu.", "Choisissez à nouveau pour le canal."],
  [
    "The preference {name} cannot be {value}. {Why}",
    "Die Einstellung {name} kann nicht {value} sein. {Why}",
    "Le réglage {name} ne peut pas être {value}. {Why}",
  ],
  ["The preference {name} has no option.", "Für die Einstellung {name} gibt es keine Auswahl.", "Le réglage {name} n’a aucun choix."],
  [
    "The preference {name} must be one of {options}.",
    "Die Einstellung {name} muss eines von diesen sein: {options}.",
    "Le réglage {name} doit être l’un de ceux-ci : {options}.",
  ],
  [
    "The preference {name} must be on or off.",
    "Die Einstellung {name} muss an oder aus sein.",
    "Le réglage {name} doit être activé ou désactivé.",
  ],
  [
    "The preference {name} cannot be on. {Why}",
    "Die Einstellung {name} lässt sich nicht einschalten. {Why}",
    "Le réglage {name} ne peut pas être activé. {Why}",
  ],
  [
    "There is no preference {name}: nothing can be set here.",
    "Eine Einstellung {name} gibt es nicht: Hier lässt sich nichts einstellen.",
    "Il n’y a pas de réglage {name} : rien ne se règle ici.",
  ],
  [
    "There is no preference {name}, only {names}.",
    "Eine Einstellung {name} gibt es nicht, nur {names}.",
    "Il n’y a pas de réglage {name}, seulement {names}.",
  ],
  [
    "The playlist's channel is not a YouTube channel of the brand.",
    "Der Kanal der Playlist ist kein YouTube-Kanal der Marke.",
    "Le canal de la playlist n’est pas un canal YouTube de la marque.",
  ],
];

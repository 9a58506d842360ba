import type { Told } from "../catalog.ts";

/** Files: taking, fetching, cropping, converting and deleting them. */
export const media: readonly Told[] = [
  [
    "A brand may have {count} files. Delete some first.",
    "Eine Marke darf {count} Dateien haben. Löschen Sie zuerst einige.",
    "Une marque peut avoir {count} fichiers. Supprimez-en d’abord.",
  ],
  ["The media field {Reason}.", "Die Datei {Reason}.", "Le fichier {Reason}."],
  [
    "This file is not in the brand. It may have been deleted.",
    "Diese Datei gibt es in der Marke nicht. Vielleicht wurde sie gelöscht.",
    "Ce fichier n’existe pas dans la marque. Il a peut-être été supprimé.",
  ],
  ["Only pictures can be cropped.", "Nur Bilder lassen sich zuschneiden.", "Seules les images peuvent être recadrées."],
  [
    "The part must not have more than {count} million pixels.",
    "Der Ausschnitt darf höchstens {count} Millionen Pixel haben.",
    "La partie doit avoir au plus {count} millions de pixels.",
  ],
  [
    "The cropped file has been deleted meanwhile.",
    "Die zugeschnittene Datei wurde inzwischen gelöscht.",
    "Le fichier recadré a été supprimé entre-temps.",
  ],
  ["The part must lie within the picture.", "Der Ausschnitt muss im Bild liegen.", "La partie doit être à l’intérieur de l’image."],
  ["The picture {name} cannot be read.", "Das Bild {name} lässt sich nicht lesen.", "L’image {name} est illisible."],
  [
    "The picture {name} cannot be cropped: {Why}.",
    "Das Bild {name} lässt sich nicht zuschneiden: {Why}.",
    "L’image {name} ne peut pas être recadrée : {Why}.",
  ],
  [
    "The file {name} could not be converted: {Why}.",
    "Die Datei {name} ließ sich nicht umwandeln: {Why}.",
    "Le fichier {name} n’a pas pu être converti : {Why}.",
  ],
  [
    "The media address number {number} could not be downloaded: those before it took too long.",
    "Die Datei von der {number}. Adresse ließ sich nicht laden: Die davor haben zu lange gedauert.",
    "Le fichier de l’adresse n° {number} n’a pas pu être téléchargé : les précédents ont pris trop de temps.",
  ],
  [
    "The media address could not be downloaded.",
    "Die Datei von dieser Adresse ließ sich nicht laden.",
    "Le fichier de cette adresse n’a pas pu être téléchargé.",
  ],
  [
    "The media address number {number} could not be downloaded.",
    "Die Datei von der {number}. Adresse ließ sich nicht laden.",
    "Le fichier de l’adresse n° {number} n’a pas pu être téléchargé.",
  ],
  [
    "The media address number {number} does not lead to a JPEG, PNG, BMP, MP4, MOV or PDF file.",
    "Die {number}. Adresse führt zu keiner Datei der Art JPEG, PNG, BMP, MP4, MOV oder PDF.",
    "L’adresse n° {number} ne mène pas à un fichier JPEG, PNG, BMP, MP4, MOV ou PDF.",
  ],
  [
    "An account may keep {count} MiB of media.",
    "Ein Konto darf {count} MiB Dateien behalten.",
    "Un compte peut garder {count} Mio de fichiers.",
  ],
  [
    "The post “{post}” needs it and has not been published. Delete the post first, or take the file out of it.",
    "Der Beitrag „{post}“ braucht sie und ist noch nicht veröffentlicht. Löschen Sie zuerst den Beitrag, oder nehmen Sie die Datei heraus.",
    "La publication « {post} » en a besoin et n’est pas encore en ligne. Supprimez d’abord la publication, ou retirez-en le fichier.",
  ],
  [
    "The post “{post}” is being published with it. Try again when that is done.",
    "Der Beitrag „{post}“ wird gerade mit ihr gesendet. Versuchen Sie es danach noch einmal.",
    "La publication « {post} » est en cours d’envoi avec lui. Réessayez ensuite.",
  ],
  [
    "It is undecided whether the post “{post}” was published, so it may have to be sent again. Settle that first.",
    "Es ist ungeklärt, ob der Beitrag „{post}“ veröffentlicht wurde; vielleicht wird er noch einmal gesendet. Klären Sie das zuerst.",
    "On ne sait pas si la publication « {post} » est en ligne ; il faudra peut-être la renvoyer. Tranchez cela d’abord.",
  ],
  [
    "The post “{post}” was sent with links to it that are valid for six hours. Try again after that.",
    "Der Beitrag „{post}“ wurde mit Links auf sie gesendet, die sechs Stunden gelten. Versuchen Sie es danach noch einmal.",
    "La publication « {post} » a été envoyée avec des liens vers lui, valables six heures. Réessayez ensuite.",
  ],
  [
    "These media are not in the brand: {ids}.",
    "Diese Dateien gibt es in der Marke nicht: {ids}.",
    "Ces fichiers n’existent pas dans la marque : {ids}.",
  ],
  [
    "A media id does not belong to the brand.",
    "Eine der Dateien gibt es in der Marke nicht.",
    "Un des fichiers n’existe pas dans la marque.",
  ],
  [
    "it takes too much time or memory to be read",
    "sie zu lesen braucht zu viel Zeit oder Speicher",
    "le lire prend trop de temps ou de mémoire",
  ],
  [
    "Alternative texts describe pictures and videos, not documents.",
    "Alternativtexte beschreiben Bilder und Videos, keine Dokumente.",
    "Les textes alternatifs décrivent des images et des vidéos, pas des documents.",
  ],
];

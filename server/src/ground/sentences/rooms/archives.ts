import type { Told } from "../catalog.ts";

/** Taking a brand along as an archive, and bringing one in. */
export const archives: readonly Told[] = [
  [
    "Ask its operator to make room, then try again.",
    "Bitten Sie die Person, die ihn betreibt, Platz zu machen, und versuchen Sie es dann noch einmal.",
    "Demandez de la place à la personne qui le gère, puis réessayez.",
  ],
  [
    "The archive has more than {count} channels, which no brand can have.",
    "Das Archiv hat mehr als {count} Kanäle; so viele kann keine Marke haben.",
    "L’archive a plus de {count} canaux, ce qu’aucune marque ne peut avoir.",
  ],
  [
    "The archive has more than {count} {what}, which no collection can have.",
    "Das Archiv hat mehr als {count} {what}; so viele kann keine Sammlung haben.",
    "L’archive a plus de {count} {what}, ce qu’aucune collection ne peut avoir.",
  ],
  ["The archive's rows do not fit together.", "Der Inhalt des Archivs passt nicht zusammen.", "Le contenu de l’archive est incohérent."],
  ["{Reason} Nothing was brought in.", "{Reason} Es wurde nichts übernommen.", "{Reason} Rien n’a été repris."],
  ["The archive did not arrive whole.", "Das Archiv kam nicht ganz an.", "L’archive n’est pas arrivée en entier."],
  [
    "This archive was brought in already: as the brand “{title}” ({id}), on {moment} UTC. Bring it in again on purpose if you want another brand of it.",
    "Dieses Archiv wurde schon übernommen: als Marke „{title}“, am {moment} UTC. Übernehmen Sie es mit Absicht noch einmal, wenn Sie eine zweite Marke daraus wollen.",
    "Cette archive a déjà été reprise : comme marque « {title} », le {moment} UTC. Reprenez-la exprès une seconde fois si vous voulez une autre marque.",
  ],
  [
    "A brand may have {limit} files; the archive has {count}.",
    "Eine Marke darf {limit} Dateien haben; das Archiv hat {count}.",
    "Une marque peut avoir {limit} fichiers ; l’archive en a {count}.",
  ],
  [
    "A brand may have {limit} posts; the archive has {count}.",
    "Eine Marke darf {limit} Beiträge haben; das Archiv hat {count}.",
    "Une marque peut avoir {limit} publications ; l’archive en a {count}.",
  ],
  [
    "This is not an archive of a brand made by Rostrum.",
    "Das ist kein Archiv einer Marke von Rostrum.",
    "Ce n’est pas une archive de marque faite par Rostrum.",
  ],
  [
    "The archive was made by a newer version of Rostrum ({version}). Update this installation first.",
    "Das Archiv stammt von einer neueren Version von Rostrum ({version}). Aktualisieren Sie zuerst diese Installation.",
    "L’archive a été faite par une version plus récente de Rostrum ({version}). Mettez d’abord à jour cette installation.",
  ],
  ["The archive's {file} is damaged.", "{file} im Archiv ist beschädigt.", "{file}, dans l’archive, est endommagé."],
  [
    "The archive's {file} does not fit in line {number}: {Why}",
    "{file} im Archiv passt in Zeile {number} nicht: {Why}",
    "{file}, dans l’archive, ne convient pas à la ligne {number} : {Why}",
  ],
  ["The archive's {file} is damaged: {Why}", "{file} im Archiv ist beschädigt: {Why}", "{file}, dans l’archive, est endommagé : {Why}"],
  [
    "The archive's {file} is not as it was written: its checksum differs.",
    "{file} im Archiv wurde verändert: Die Prüfsumme stimmt nicht.",
    "{file}, dans l’archive, a été modifié : sa somme de contrôle diffère.",
  ],
  [
    "The archive's {file} is not {mime}, as it says.",
    "{file} im Archiv ist nicht {mime}, wie angegeben.",
    "{file}, dans l’archive, n’est pas {mime} comme indiqué.",
  ],
  [
    "The archive has a file that it does not mention: {file}.",
    "Im Archiv ist eine Datei, die es nicht nennt: {file}.",
    "L’archive contient un fichier qu’elle ne mentionne pas : {file}.",
  ],
  [
    "The archive's {file} names {other} twice.",
    "{file} im Archiv nennt {other} zweimal.",
    "{file}, dans l’archive, nomme {other} deux fois.",
  ],
  [
    "The archive should have {count} media files with {bytes} bytes; it has {found} with {foundBytes}.",
    "Das Archiv sollte {count} Dateien mit {bytes} Bytes haben; es hat {found} mit {foundBytes}.",
    "L’archive devrait avoir {count} fichiers de {bytes} octets ; elle en a {found} de {foundBytes}.",
  ],
  [
    "The archive's {file} does not mention {name}.",
    "{file} im Archiv nennt {name} nicht.",
    "{file}, dans l’archive, ne mentionne pas {name}.",
  ],
  ["it is not valid.", "der Inhalt ist ungültig.", "le contenu n’est pas valable."],
  ["The archive has no {file}.", "Im Archiv fehlt {file}.", "Il manque {file} dans l’archive."],
  ["The archive names the file {id} twice.", "Das Archiv nennt die Datei {id} zweimal.", "L’archive nomme le fichier {id} deux fois."],
  [
    "The archive's {kind} are not in the order of their ids.",
    "{kind} im Archiv ist nicht in der richtigen Reihenfolge.",
    "{kind}, dans l’archive, n’est pas dans le bon ordre.",
  ],
  [
    "The archive refers to something that it does not have: {what} of its {kind}.",
    "Das Archiv verweist auf etwas, das es nicht enthält: {what} von {kind}.",
    "L’archive renvoie à ce qu’elle n’a pas : {what} de {kind}.",
  ],
  [
    "The archive contains something that is not part of one: {name}.",
    "Im Archiv ist etwas, das nicht hineingehört: {name}.",
    "L’archive contient quelque chose qui n’en fait pas partie : {name}.",
  ],
  ["The archive contains {name} twice.", "Das Archiv enthält {name} zweimal.", "L’archive contient {name} deux fois."],
  ["The archive has more than {count} files.", "Das Archiv hat mehr als {count} Dateien.", "L’archive a plus de {count} fichiers."],
  [
    "The archive is encrypted. Decrypt it first.",
    "Das Archiv ist verschlüsselt. Entschlüsseln Sie es zuerst.",
    "L’archive est chiffrée. Déchiffrez-la d’abord.",
  ],
  [
    "The archive's {name} unfolds to more than it can contain.",
    "{name} im Archiv ist entpackt größer, als es sein kann.",
    "{name}, dans l’archive, est plus grand que possible une fois extrait.",
  ],
  ["The archive has more than 2 GiB of texts.", "Das Archiv hat mehr als 2 GiB Text.", "L’archive a plus de 2 Gio de textes."],
  [
    "The archive has no {name}: it was not made by Rostrum, or is cut off.",
    "Im Archiv fehlt {name}: Es stammt nicht von Rostrum oder ist abgeschnitten.",
    "Il manque {name} dans l’archive : elle n’a pas été faite par Rostrum, ou est coupée.",
  ],
  ["The archive's {name} is too large.", "{name} im Archiv ist zu groß.", "{name}, dans l’archive, est trop grand."],
  [
    "The file is not an archive that Rostrum made, or it is damaged or cut off.",
    "Die Datei ist kein Archiv von Rostrum, oder sie ist beschädigt oder abgeschnitten.",
    "Le fichier n’est pas une archive faite par Rostrum, ou il est endommagé ou coupé.",
  ],
  [
    "The archive's {name} has a line that is too long.",
    "{name} im Archiv hat eine zu lange Zeile.",
    "{name}, dans l’archive, a une ligne trop longue.",
  ],
  ["The archive's {name} is cut off.", "{name} im Archiv ist abgeschnitten.", "{name}, dans l’archive, est coupé."],
  [
    "The archive's {name} is damaged: it is not text.",
    "{name} im Archiv ist beschädigt: Es ist kein Text.",
    "{name}, dans l’archive, est endommagé : ce n’est pas du texte.",
  ],
  [
    "The file “{name}” is not in the media storage.",
    "Die Datei „{name}“ ist nicht im Speicher.",
    "Le fichier « {name} » n’est pas dans le stockage.",
  ],
  [
    "There is no file {key} in the media storage.",
    "Die Datei {key} ist nicht im Speicher.",
    "Le fichier {key} n’est pas dans le stockage.",
  ],
  [
    "The file “{name}” in the media storage is damaged: it is not what was uploaded.",
    "Die Datei „{name}“ im Speicher ist beschädigt: Sie ist nicht, was hochgeladen wurde.",
    "Le fichier « {name} » du stockage est endommagé : ce n’est pas ce qui a été envoyé.",
  ],
  [
    "It was deleted while the archive was being made, or is lost. Try again.",
    "Sie wurde gelöscht, während das Archiv entstand, oder ist verloren. Versuchen Sie es noch einmal.",
    "Il a été supprimé pendant la création de l’archive, ou est perdu. Réessayez.",
  ],
  [
    "Put it back from a backup or delete it in the library, then try again.",
    "Stellen Sie sie aus einer Sicherung wieder her oder löschen Sie sie, und versuchen Sie es dann noch einmal.",
    "Restaurez-le d’une sauvegarde ou supprimez-le, puis réessayez.",
  ],
  [
    "The service stopped {count} times while it was being made.",
    "Der Dienst hat {count}-mal angehalten, während es entstand.",
    "Le service s’est arrêté {count} fois pendant sa création.",
  ],
  [
    "It could not be made. The service's log says why.",
    "Es ließ sich nicht anlegen. Warum, steht im Protokoll des Dienstes.",
    "Elle n’a pas pu être faite. Le journal du service dit pourquoi.",
  ],
  [
    "An archive of this brand is being made already.",
    "Ein Archiv dieser Marke entsteht gerade schon.",
    "Une archive de cette marque est déjà en préparation.",
  ],
  [
    "There is no such archive. It may have been removed; make another one.",
    "Dieses Archiv gibt es nicht. Vielleicht wurde es entfernt; legen Sie ein neues an.",
    "Cette archive n’existe pas. Elle a peut-être été retirée ; faites-en une autre.",
  ],
  [
    "Another archive is being brought into this account. Wait until that is done.",
    "In dieses Konto wird gerade ein anderes Archiv übernommen. Warten Sie das ab.",
    "Une autre archive est en cours de reprise dans ce compte. Attendez la fin.",
  ],
  [
    "The service's disk is full. Ask its operator to make room, then try again.",
    "Der Speicherplatz des Dienstes ist voll. Bitten Sie die Person, die ihn betreibt, Platz zu machen.",
    "Le disque du service est plein. Demandez de la place à la personne qui le gère, puis réessayez.",
  ],
  [
    "Only {free} are free on the service's disk, and {kept} are kept for everything else. Ask its operator to make room, then try again.",
    "Beim Dienst sind nur {free} frei, und {kept} bleiben für alles andere. Bitten Sie die Person, die ihn betreibt, Platz zu machen.",
    "Il ne reste que {free} sur le disque du service, et {kept} sont gardés pour le reste. Demandez de la place à la personne qui le gère, puis réessayez.",
  ],
  [
    "The archive needs {needed} on the service's disk, and {free} are free. Ask its operator to make room, then try again.",
    "Das Archiv braucht {needed}, und beim Dienst sind {free} frei. Bitten Sie die Person, die ihn betreibt, Platz zu machen.",
    "L’archive demande {needed} sur le disque du service, et {free} sont libres. Demandez de la place à la personne qui le gère, puis réessayez.",
  ],
];

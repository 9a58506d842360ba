import type { Told } from "../catalog.ts";

/** What became of a post on a channel, where no network said it: holds, ends, forecasts. */
export const deliveries: readonly Told[] = [
  [
    "The log-in has to be renewed first, and the platform did not do so yet.",
    "Die Anmeldung muss zuerst erneuert werden, und das Netzwerk hat das noch nicht getan.",
    "La connexion doit d’abord être renouvelée, et le réseau ne l’a pas encore fait.",
  ],
  [
    "The platform was still processing after {hours} hours.",
    "Nach {hours} Stunden verarbeitete das Netzwerk ihn immer noch.",
    "Après {hours} heures, le réseau la traitait encore.",
  ],
  ["Channel is inactive.", "Der Kanal ist nicht aktiv.", "Le canal n’est pas actif."],
  ["channel is inactive", "Der Kanal ist nicht aktiv.", "Le canal n’est pas actif."],
  ["Every channel is inactive.", "Kein Kanal ist aktiv.", "Aucun canal n’est actif."],
  ["Every channel is left out of this post.", "Dieser Beitrag lässt alle Kanäle aus.", "Cette publication laisse tous les canaux de côté."],
  ["The collection has no channel.", "Die Sammlung hat keinen Kanal.", "La collection n’a pas de canal."],
  [
    "{Reason} Nothing is sent until {moment} UTC.",
    "{Reason} Bis {moment} UTC wird nichts gesendet.",
    "{Reason} Rien n’est envoyé jusqu’au {moment} UTC.",
  ],
  [
    "The platform refused the channel's access: {Reason}",
    "Das Netzwerk lässt den Kanal nicht mehr ein: {Reason}",
    "Le réseau ne laisse plus entrer le canal : {Reason}",
  ],
  [
    "The platform refused the channel's access: {Reason} Networks sometimes refuse access that is good, so this is tried once more after an hour.",
    "Das Netzwerk lässt den Kanal nicht ein: {Reason} Manchmal lehnen Netzwerke einen gültigen Zugang ab, deshalb wird es nach einer Stunde noch einmal versucht.",
    "Le réseau ne laisse pas entrer le canal : {Reason} Les réseaux refusent parfois un accès valable : un nouvel essai a lieu dans une heure.",
  ],
  [
    "The post was deleted before it could be published here.",
    "Der Beitrag wurde gelöscht, bevor er hier veröffentlicht war.",
    "La publication a été supprimée avant d’être publiée ici.",
  ],
  [
    "The post was deleted before all of it could be published here.",
    "Der Beitrag wurde gelöscht, bevor er hier ganz veröffentlicht war.",
    "La publication a été supprimée avant d’être entièrement publiée ici.",
  ],
  [
    "{Reason} A part of it is live: {place}",
    "{Reason} Ein Teil davon ist veröffentlicht: {place}",
    "{Reason} Une partie est en ligne : {place}",
  ],
  [
    "{network} channels cannot publish yet.",
    "Auf {network} lässt sich noch nicht veröffentlichen.",
    "On ne peut pas encore publier sur {network}.",
  ],
  [
    "The post's files could not be read.",
    "Die Dateien des Beitrags ließen sich nicht lesen.",
    "Les fichiers de la publication n’ont pas pu être lus.",
  ],
  ["The attempt was interrupted.", "Der Versuch wurde unterbrochen.", "L’essai a été interrompu."],
  [
    "The attempt ended with an internal error.",
    "Der Versuch scheiterte an einem Fehler des Dienstes.",
    "L’essai a échoué à cause d’une erreur du service.",
  ],
  [
    "The attempt was cut off before its outcome was stored.",
    "Der Versuch brach ab, bevor sein Ergebnis gespeichert war.",
    "L’essai s’est arrêté avant que son résultat soit enregistré.",
  ],
  [
    "The platform offers no way to look the post up.",
    "Bei diesem Netzwerk lässt sich der Beitrag nicht nachschlagen.",
    "Ce réseau ne permet pas de rechercher la publication.",
  ],
  [
    "The channel became inactive before it could be determined whether the post was published.",
    "Der Kanal wurde ausgeschaltet, bevor feststand, ob der Beitrag veröffentlicht ist.",
    "Le canal a été désactivé avant que l’on sache si la publication est en ligne.",
  ],
  ["It has not been found.", "Er wurde nicht gefunden.", "Elle n’a pas été trouvée."],
  ["An earlier attempt did not arrive.", "Ein früherer Versuch ist nicht angekommen.", "Un essai précédent n’est pas arrivé."],
  [
    "It was due between the backup and its restoring.",
    "Er war zwischen der Sicherung und ihrer Wiederherstellung dran.",
    "Elle était prévue entre la sauvegarde et sa restauration.",
  ],
  ["The platform is processing the post.", "Das Netzwerk verarbeitet den Beitrag noch.", "Le réseau traite encore la publication."],
  ["Nothing was let through for {hours} hours.", "{hours} Stunden lang kam nichts durch.", "Rien n’est passé pendant {hours} heures."],
  ["The log-in has ended.", "Die Anmeldung ist abgelaufen.", "La connexion est terminée."],
  [
    "The log-in has ended: log in again.",
    "Die Anmeldung ist abgelaufen: Melden Sie sich neu an.",
    "La connexion est terminée : reconnectez-vous.",
  ],
  [
    'The budget "{name}" that is set here for {platform} does not suffice: {used} of {limit} are used, this takes {needed}, and the next billing cycle begins on {day}.',
    "Das hier für {platform} festgelegte Budget „{name}“ reicht nicht: {used} von {limit} sind verbraucht, dies kostet {needed}, und der nächste Zeitraum beginnt am {day}.",
    "Le budget « {name} » fixé ici pour {platform} ne suffit pas : {used} sur {limit} sont utilisés, ceci coûte {needed}, et la prochaine période commence le {day}.",
  ],
  [
    "The post is being published; its deliveries show the progress.",
    "Der Beitrag wird gerade gesendet.",
    "La publication est en cours d’envoi.",
  ],
  [
    "It is number {number} of {count} in the queue.",
    "Er ist Nummer {number} von {count} in der Warteschlange.",
    "Elle est numéro {number} sur {count} dans la file.",
  ],
  ["The post has gone out; its deliveries show the outcome.", "Der Beitrag ist hinausgegangen.", "La publication est partie."],
  [
    "The post rejoins the queue at {moment} ({zone}) and goes out at {local}, at the slot {slot}.",
    "Der Beitrag kommt {moment} ({zone}) wieder in die Warteschlange und geht {local} hinaus.",
    "La publication revient dans la file {moment} ({zone}) et part {local}.",
  ],
  [
    "The post goes out at {local} ({zone}), its scheduled time.",
    "Der Beitrag geht wie geplant {local} ({zone}) hinaus.",
    "La publication part comme prévu {local} ({zone}).",
  ],
  [
    "The post goes out at {local} ({zone}), at the slot {slot}.",
    "Der Beitrag geht {local} ({zone}) hinaus.",
    "La publication part {local} ({zone}).",
  ],
  [
    "This brand came from another installation, and log-ins stay there. Log in again.",
    "Diese Marke kam von einer anderen Installation, und Anmeldungen bleiben dort. Melden Sie sich neu an.",
    "Cette marque vient d’une autre installation, et les connexions y restent. Reconnectez-vous.",
  ],
  [
    "This was being published when the brand's archive was made: the installation before has probably published it. Look at the network before you send it again.",
    "Das wurde gerade gesendet, als das Archiv der Marke entstand: Die Installation davor hat es wahrscheinlich veröffentlicht. Sehen Sie beim Netzwerk nach, bevor Sie es noch einmal senden.",
    "Ceci était en cours d’envoi quand l’archive de la marque a été faite : l’installation d’avant l’a sans doute publié. Regardez sur le réseau avant de le renvoyer.",
  ],
];

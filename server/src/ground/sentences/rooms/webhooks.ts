import type { Told } from "../catalog.ts";

/** Webhooks, chats, and what becomes of what is sent there. */
export const webhooks: readonly Told[] = [
  [
    "This is a test. If you can read it, the webhook works.",
    "Das ist ein Test. Wenn Sie ihn lesen können, funktioniert der Webhook.",
    "Ceci est un test. Si vous pouvez le lire, le webhook fonctionne.",
  ],
  ["The url must be an https address.", "Die Adresse muss mit https beginnen.", "L’adresse doit commencer par https."],
  [
    "The url must use the port 443, which https has by itself.",
    "Die Adresse darf keinen anderen Anschluss als 443 nennen.",
    "L’adresse ne doit pas nommer d’autre port que 443.",
  ],
  [
    "The url must be an address without a user name and password in it, and not longer than 2,048 characters.",
    "Die Adresse darf keinen Benutzernamen und kein Passwort enthalten und höchstens 2.048 Zeichen haben.",
    "L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe, et avoir au plus 2 048 caractères.",
  ],
  [
    "The url is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.",
    "Die Adresse liegt in einem privaten Netz. Wer den Dienst betreibt, kann das erlauben (ROSTRUM_ALLOW_PRIVATE_NETWORKS).",
    "L’adresse est sur un réseau privé. La personne qui gère le service peut l’autoriser (ROSTRUM_ALLOW_PRIVATE_NETWORKS).",
  ],
  ["The url must end with a topic.", "Die Adresse muss mit einem Thema enden.", "L’adresse doit se terminer par un sujet."],
  [
    "A brand may have {count} webhooks. Delete one first.",
    "Eine Marke darf {count} Webhooks haben. Löschen Sie zuerst einen.",
    "Une marque peut avoir {count} webhooks. Supprimez-en un d’abord.",
  ],
  [
    "There is no event with the id {id} in this brand. It may be too long ago.",
    "Das Ereignis {id} gibt es in dieser Marke nicht. Vielleicht ist es zu lange her.",
    "L’événement {id} n’existe pas dans cette marque. Il est peut-être trop ancien.",
  ],
  [
    "This event is still on its way: it is sent without a replay.",
    "Dieses Ereignis ist noch unterwegs: Es wird ohnehin gesendet.",
    "Cet événement est encore en route : il est envoyé de toute façon.",
  ],
  [
    "These are {count} events. At most {max} are sent again at once: choose a shorter time.",
    "Das sind {count} Ereignisse. Höchstens {max} werden auf einmal noch einmal gesendet: Wählen Sie eine kürzere Zeit.",
    "Cela fait {count} événements. Au plus {max} sont renvoyés d’un coup : choisissez une durée plus courte.",
  ],
  [
    "None of this service's keys opens the webhook's secret. Make a new secret first.",
    "Das Geheimnis des Webhooks lässt sich nicht mehr öffnen. Machen Sie zuerst ein neues.",
    "Le secret du webhook ne peut plus être ouvert. Faites-en d’abord un nouveau.",
  ],
  [
    "The webhook is switched off. Switch it on first.",
    "Der Webhook ist ausgeschaltet. Schalten Sie ihn zuerst ein.",
    "Le webhook est désactivé. Activez-le d’abord.",
  ],
  [
    "The receiver answered that it is gone for good (status 410).",
    "Der Empfänger sagt, dass es ihn nicht mehr gibt (Status 410).",
    "Le destinataire dit qu’il n’existe plus (statut 410).",
  ],
  [
    "Nothing has arrived for {days} days: every attempt failed.",
    "Seit {days} Tagen kommt nichts an: Jeder Versuch ist gescheitert.",
    "Rien n’arrive depuis {days} jours : tous les essais ont échoué.",
  ],
  [
    "Nothing was sent: the webhook's secret opens with none of this service's keys. Restore the key that was in use, or make a new secret.",
    "Nichts wurde gesendet: Das Geheimnis des Webhooks lässt sich nicht mehr öffnen. Machen Sie ein neues.",
    "Rien n’a été envoyé : le secret du webhook ne peut plus être ouvert. Faites-en un nouveau.",
  ],
  [
    "The receiver did not answer in time, or cut the connection.",
    "Der Empfänger hat nicht rechtzeitig geantwortet oder die Verbindung getrennt.",
    "Le destinataire n’a pas répondu à temps, ou a coupé la connexion.",
  ],
  [
    "The receiver could not be reached: it is down, its address is wrong, or it is on a private network that the operator has not allowed.",
    "Der Empfänger war nicht zu erreichen: Er ist aus, seine Adresse ist falsch, oder er liegt in einem privaten Netz, das nicht erlaubt ist.",
    "Le destinataire était injoignable : il est arrêté, son adresse est fausse, ou il est sur un réseau privé qui n’est pas autorisé.",
  ],
  [
    "The receiver answered with a redirect (status {status}). Redirects are not followed: change the address.",
    "Der Empfänger leitet weiter (Status {status}). Weiterleitungen wird nicht gefolgt: Ändern Sie die Adresse.",
    "Le destinataire a répondu par une redirection (statut {status}). Les redirections ne sont pas suivies : changez l’adresse.",
  ],
  [
    "The receiver answered with a redirect (status {status}); use its final address instead.",
    "Der Empfänger leitet weiter (Status {status}); nehmen Sie die Adresse, zu der er führt.",
    "Le destinataire a répondu par une redirection (statut {status}) ; prenez l’adresse finale.",
  ],
  [
    "The receiver answered with status {status}.",
    "Der Empfänger hat mit Status {status} geantwortet.",
    "Le destinataire a répondu avec le statut {status}.",
  ],
  ["The receiver did not respond.", "Der Empfänger hat nicht geantwortet.", "Le destinataire n’a pas répondu."],
  [
    "The receiver could not be reached. Its address must be a public https address on port 443.",
    "Der Empfänger war nicht zu erreichen. Seine Adresse muss eine öffentliche https-Adresse sein.",
    "Le destinataire était injoignable. Son adresse doit être une adresse https publique.",
  ],
  [
    "You have no chat for this brand yet. Choose one first.",
    "Für diese Marke haben Sie noch keinen Chat. Wählen Sie zuerst einen.",
    "Vous n’avez pas encore de messagerie pour cette marque. Choisissez-en une d’abord.",
  ],
  [
    "This is a test. If you can read it, what you have chosen is told here.",
    "Das ist ein Test. Wenn Sie ihn lesen können, kommt hier an, was Sie gewählt haben.",
    "Ceci est un test. Si vous pouvez le lire, ce que vous avez choisi arrive ici.",
  ],
  [
    "The chat's address opens with none of this service's keys. Restore the key that was in use, or enter the address again.",
    "Die Adresse des Chats lässt sich nicht mehr öffnen. Geben Sie sie noch einmal ein.",
    "L’adresse de la messagerie ne peut plus être ouverte. Saisissez-la de nouveau.",
  ],
  [
    "The chat says that this address is gone ({status}).",
    "Der Chat sagt, dass es diese Adresse nicht mehr gibt ({status}).",
    "La messagerie dit que cette adresse n’existe plus ({status}).",
  ],
  [
    "The chat could not be reached, or did not answer.",
    "Der Chat war nicht zu erreichen oder hat nicht geantwortet.",
    "La messagerie était injoignable ou n’a pas répondu.",
  ],
  ["The chat has answered with {status}.", "Der Chat hat mit {status} geantwortet.", "La messagerie a répondu par {status}."],
];

import type { Told } from "../catalog.ts";

/** What any request can meet: the session, changes of others, sizes, the service itself. */
export const service: readonly Told[] = [
  ["The app's request is too long.", "Die Anfrage des Programms ist zu lang.", "La demande du programme est trop longue."],
  [
    "The app asked to be called back at an address it has not registered.",
    "Das Programm nennt eine Rücksprungadresse, die es nicht eingetragen hat.",
    "Le programme indique une adresse de retour qu’il n’a pas enregistrée.",
  ],
  [
    "The app's request is not valid: {reason}",
    "Die Anfrage des Programms ist ungültig: {reason}",
    "La demande du programme n’est pas valable : {reason}",
  ],
  [
    "The request does not say which app it comes from.",
    "Die Anfrage sagt nicht, von welchem Programm sie kommt.",
    "La demande ne dit pas de quel programme elle vient.",
  ],
  [
    "The request does not say where to send you back.",
    "Die Anfrage sagt nicht, wohin Sie zurückgeschickt werden sollen.",
    "La demande ne dit pas où vous renvoyer.",
  ],
  [
    "This app is not registered here. Remove the connection in the app and add it again so that it can register.",
    "Dieses Programm ist hier nicht eingetragen. Entfernen Sie die Verbindung im Programm und legen Sie sie neu an, damit es sich eintragen kann.",
    "Ce programme n’est pas enregistré ici. Retirez la connexion dans le programme et ajoutez-la de nouveau pour qu’il s’enregistre.",
  ],
  [
    "Sign in first: these sandbox networks are only for members of this service.",
    "Melden Sie sich zuerst an: Diese Testnetzwerke sind nur für Mitglieder dieses Dienstes.",
    "Connectez-vous d’abord : ces réseaux d’essai sont réservés aux membres de ce service.",
  ],
  [
    "Somebody else has changed this in the meantime: it is {Value} now. To replace that, save yours again.",
    "Jemand anderes hat das inzwischen geändert: Jetzt ist es {Value}. Um das zu ersetzen, speichern Sie noch einmal.",
    "Quelqu’un d’autre l’a modifié entre-temps : c’est maintenant {Value}. Pour le remplacer, enregistrez encore une fois.",
  ],
  [
    "Somebody else has changed this in the meantime. Nothing of yours was stored.",
    "Jemand anderes hat das inzwischen geändert. Von Ihnen wurde nichts gespeichert.",
    "Quelqu’un d’autre l’a modifié entre-temps. Rien de votre part n’a été enregistré.",
  ],
  [
    "Nothing was changed: the page is out of date. Reload it.",
    "Es wurde nichts geändert: Die Seite ist veraltet. Laden Sie sie neu.",
    "Rien n’a été modifié : la page n’est plus à jour. Rechargez-la.",
  ],
  [
    "An internal error occurred. The request may have taken effect: check before you send it again.",
    "Beim Dienst ging etwas schief. Vielleicht ist es trotzdem geschehen: Sehen Sie nach, bevor Sie es noch einmal versuchen.",
    "Un problème est survenu dans le service. L’action a peut-être eu lieu : vérifiez avant de recommencer.",
  ],
  [
    "The service's disk is full. Ask its operator to make room, then look whether this has to be done again.",
    "Der Speicherplatz des Dienstes ist voll. Bitten Sie den Betreiber, Platz zu schaffen, und sehen Sie dann nach, ob Sie es noch einmal tun müssen.",
    "Le disque du service est plein. Demandez à son exploitant de libérer de la place, puis vérifiez s’il faut recommencer.",
  ],
  [
    "The service cannot reach its database right now. Wait a minute, then look whether this has to be done again.",
    "Der Dienst erreicht seine Datenbank gerade nicht. Warten Sie eine Minute und sehen Sie dann nach, ob Sie es noch einmal tun müssen.",
    "Le service n’atteint pas sa base de données pour le moment. Attendez une minute, puis vérifiez s’il faut recommencer.",
  ],
  [
    "The service cannot reach the store of its files right now. Wait a minute, then look whether this has to be done again.",
    "Der Dienst erreicht den Speicher seiner Dateien gerade nicht. Warten Sie eine Minute und sehen Sie dann nach, ob Sie es noch einmal tun müssen.",
    "Le service n’atteint pas le stockage de ses fichiers pour le moment. Attendez une minute, puis vérifiez s’il faut recommencer.",
  ],
  [
    "The service has more to do at once than it may right now. Wait a minute, then look whether this has to be done again.",
    "Der Dienst hat gerade mehr auf einmal zu tun, als er darf. Warten Sie eine Minute und sehen Sie dann nach, ob Sie es noch einmal tun müssen.",
    "Le service a plus à faire à la fois qu’il ne le peut en ce moment. Attendez une minute, puis vérifiez s’il faut recommencer.",
  ],
  ["There is no such path or method.", "Diese Adresse gibt es nicht.", "Cette adresse n’existe pas."],
  ["The request body is larger than 1 MiB.", "Das ist mehr als 1 MiB auf einmal.", "Cela fait plus de 1 Mio d’un coup."],
  [
    "The content type of the request is not supported here. Send a JSON body with Content-Type: application/json.",
    "Diese Art von Inhalt geht hier nicht. Senden Sie JSON mit Content-Type: application/json.",
    "Ce type de contenu n’est pas pris en charge ici. Envoyez du JSON avec Content-Type : application/json.",
  ],
  ["The request cannot be read.", "Die Anfrage lässt sich nicht lesen.", "La demande est illisible."],
  [
    "The request body is not valid multipart/form-data.",
    "Die Datei kam nicht ganz an. Versuchen Sie es noch einmal.",
    "Le fichier n’est pas arrivé en entier. Réessayez.",
  ],
  [
    "The request body does not match its Content-Length.",
    "Die Anfrage kam nicht ganz an. Versuchen Sie es noch einmal.",
    "La demande n’est pas arrivée en entier. Réessayez.",
  ],
  [
    "The request body has more than {count} values.",
    "Das sind mehr als {count} Werte auf einmal.",
    "Cela fait plus de {count} valeurs d’un coup.",
  ],
  ["The request body is not valid JSON.", "Die Anfrage ist kein gültiges JSON.", "La demande n’est pas du JSON valable."],
  [
    "Send the file as multipart/form-data in the field {field}.",
    "Die Datei fehlt. Wählen Sie sie noch einmal.",
    "Le fichier manque. Choisissez-le de nouveau.",
  ],
  [
    "Send the archive itself as the body, with the content type {type}.",
    "Das ist kein Archiv einer Marke. Wählen Sie eine andere Datei.",
    "Ce n’est pas une archive de marque. Choisissez un autre fichier.",
  ],
  [
    "Too many requests from this address. Wait until the minute is over.",
    "Zu viele Anfragen von dieser Adresse. Warten Sie eine Minute.",
    "Trop de demandes depuis cette adresse. Attendez une minute.",
  ],
  [
    "Too many requests. Wait until another one is available.",
    "Zu viele Anfragen. Warten Sie einen Augenblick.",
    "Trop de demandes. Attendez un instant.",
  ],
  [
    "Too much of what you are sending is still on its way. Wait until some of it has arrived.",
    "Es ist noch zu viel von Ihnen unterwegs. Warten Sie, bis etwas davon angekommen ist.",
    "Trop de ce que vous envoyez est encore en route. Attendez qu’une partie soit arrivée.",
  ],
  ["The user has let in many apps.", "Es wurden sehr viele Programme zugelassen.", "De très nombreux programmes ont été autorisés."],
  [
    "{count} of these are under way for you already. Wait until one of them is done.",
    "{count} davon laufen für Sie schon. Warten Sie, bis etwas davon fertig ist.",
    "{count} sont déjà en cours pour vous. Attendez que l’une d’elles soit terminée.",
  ],
  [
    "This can be done {count} times an hour. Wait {minutes} minutes, then go on.",
    "Das geht {count}-mal in der Stunde. Warten Sie {minutes} Minuten, dann geht es weiter.",
    "Cela peut se faire {count} fois par heure. Attendez {minutes} minutes, puis continuez.",
  ],
  [
    "This can be done {count} times a day. Wait {minutes} minutes, then go on.",
    "Das geht {count}-mal am Tag. Warten Sie {minutes} Minuten, dann geht es weiter.",
    "Cela peut se faire {count} fois par jour. Attendez {minutes} minutes, puis continuez.",
  ],
  [
    "This can be done {count} times a day. Wait {hours} hours, then go on.",
    "Das geht {count}-mal am Tag. Warten Sie {hours} Stunden, dann geht es weiter.",
    "Cela peut se faire {count} fois par jour. Attendez {hours} heures, puis continuez.",
  ],
  [
    "This service does not accept this Host.",
    "Unter dieser Adresse ist der Dienst nicht zu erreichen.",
    "Le service n’est pas joignable à cette adresse.",
  ],
  [
    "This service does not accept this Host. Set ROSTRUM_PUBLIC_URL to the URL it is reached at.",
    "Unter dieser Adresse ist der Dienst nicht zu erreichen. Wer ihn betreibt, muss ROSTRUM_PUBLIC_URL auf seine Adresse setzen.",
    "Le service n’est pas joignable à cette adresse. La personne qui le gère doit donner son adresse à ROSTRUM_PUBLIC_URL.",
  ],
  ["The service is not ready: {state}.", "Der Dienst ist noch nicht bereit: {state}.", "Le service n’est pas encore prêt : {state}."],
  [
    "This is for people who are signed in. The admin token stands for nobody.",
    "Das ist für angemeldete Personen. Das Verwaltungs-Token steht für niemanden.",
    "Ceci est pour les personnes connectées. Le jeton d’administration ne représente personne.",
  ],
  [
    "Archives are downloaded in the dashboard, or by the operator.",
    "Archive lädt man im Dashboard herunter, oder wer den Dienst betreibt.",
    "Les archives se téléchargent dans le tableau de bord, ou par la personne qui gère le service.",
  ],
  ["The admin token is missing or wrong.", "Das Verwaltungs-Token fehlt oder ist falsch.", "Le jeton d’administration manque ou est faux."],
  ["This link is wrong or has expired.", "Dieser Link ist falsch oder abgelaufen.", "Ce lien est faux ou a expiré."],
  [
    "The media store failed: {trouble}.",
    "Der Speicher für Dateien hat versagt: {trouble}.",
    "Le stockage des fichiers a échoué : {trouble}.",
  ],
  [
    "Its address is on a private network. The operator can allow it with ROSTRUM_ALLOW_PRIVATE_NETWORKS.",
    "Die Adresse liegt in einem privaten Netz. Der Betreiber kann sie mit ROSTRUM_ALLOW_PRIVATE_NETWORKS erlauben.",
    "L’adresse se trouve sur un réseau privé. L’opérateur peut l’autoriser avec ROSTRUM_ALLOW_PRIVATE_NETWORKS.",
  ],
  [
    "The service does not follow such an address: it must be https, without a port.",
    "Einer solchen Adresse folgt der Dienst nicht: Sie muss mit https beginnen und darf keinen Port haben.",
    "Le service ne suit pas une telle adresse : elle doit être en https, sans port.",
  ],
  ["There is no server with this name.", "Einen Server mit diesem Namen gibt es nicht.", "Aucun serveur ne porte ce nom."],
  ["Its server cannot be reached.", "Der Server ist nicht erreichbar.", "Le serveur est injoignable."],
  ["Its server did not answer in time.", "Der Server hat nicht rechtzeitig geantwortet.", "Le serveur n’a pas répondu à temps."],
  ["It has more than {count} MB.", "Es sind mehr als {count} MB.", "Cela fait plus de {count} Mo."],
  [
    "Its address leads from one to the next without an end.",
    "Die Adresse leitet endlos von einer zur nächsten weiter.",
    "L’adresse redirige sans fin de l’une à l’autre.",
  ],
  ["What its server answered cannot be read.", "Die Antwort des Servers ist nicht lesbar.", "La réponse du serveur est illisible."],
  [
    "Its server asks for a log-in (status 401).",
    "Der Server verlangt eine Anmeldung (Status 401).",
    "Le serveur demande une connexion (statut 401).",
  ],
  [
    "Its server does not let the service in (status 403).",
    "Der Server lässt den Dienst nicht hinein (Status 403).",
    "Le serveur refuse l’accès au service (statut 403).",
  ],
  [
    "There is nothing at this address (status 404).",
    "Unter dieser Adresse ist nichts (Status 404).",
    "Il n’y a rien à cette adresse (statut 404).",
  ],
  ["The backup was not made: {Why}", "Die Sicherung wurde nicht erstellt: {Why}", "La sauvegarde n’a pas été faite : {Why}"],
  ["The service was stopped while it was being made.", "Der Dienst wurde dabei angehalten.", "Le service a été arrêté pendant ce temps."],
  [
    "Its server says that it is gone for good (status 410).",
    "Laut dem Server gibt es ihn nicht mehr (Status 410).",
    "Le serveur dit qu’il n’existe plus (statut 410).",
  ],
  [
    "Its server answered with status {status}.",
    "Der Server hat mit Status {status} geantwortet.",
    "Le serveur a répondu avec le statut {status}.",
  ],
];

import type { Told } from "../catalog.ts";

/** Connecting channels, by a log-in or by credentials, and what an account allows. */
const connecting: readonly Told[] = [
  [
    "A brand may have {count} channels, with those that were removed. Make another brand for more.",
    "Eine Marke darf {count} Kanäle haben, entfernte mitgezählt. Legen Sie für weitere eine andere Marke an.",
    "Une marque peut avoir {count} canaux, y compris ceux qui ont été retirés. Créez une autre marque pour en ajouter.",
  ],
  [
    "Channels of the type {network} cannot be connected yet.",
    "{network} lässt sich noch nicht verbinden.",
    "{network} ne peut pas encore être connecté.",
  ],
  [
    "{network} refused the credentials: {Reason}",
    "{network} hat die Zugangsdaten abgelehnt: {Reason}",
    "{network} a refusé les identifiants : {Reason}",
  ],
  [
    "{network} could not be reached, so nothing was stored: {Reason}",
    "{network} war nicht zu erreichen, deshalb wurde nichts gespeichert: {Reason}",
    "{network} était injoignable, rien n’a donc été enregistré : {Reason}",
  ],
  [
    "The sandbox networks are off. Set ROSTRUM_SANDBOX=1 to turn them on.",
    "Die Testnetzwerke sind aus. Wer den Dienst betreibt, kann sie einschalten (ROSTRUM_SANDBOX=1).",
    "Les réseaux d’essai sont désactivés. La personne qui gère le service peut les activer (ROSTRUM_SANDBOX=1).",
  ],
  [
    "The sandbox networks are off. Set ROSTRUM_SANDBOX=1, or connect a real account in place of this channel.",
    "Die Testnetzwerke sind aus. Verbinden Sie statt dieses Kanals ein echtes Konto, oder schalten Sie sie ein (ROSTRUM_SANDBOX=1).",
    "Les réseaux d’essai sont désactivés. Connectez un vrai compte à la place de ce canal, ou activez-les (ROSTRUM_SANDBOX=1).",
  ],
  [
    "There is no sandbox network for the type {network}.",
    "Für {network} gibt es kein Testnetzwerk.",
    "Il n’y a pas de réseau d’essai pour {network}.",
  ],
  [
    "There is no sandbox network for {network} here.",
    "Für {network} gibt es hier kein Testnetzwerk.",
    "Il n’y a pas ici de réseau d’essai pour {network}.",
  ],
  [
    "The channel's log-in has ended: log in again, and it is switched on.",
    "Die Anmeldung des Kanals ist abgelaufen: Melden Sie sich neu an, dann ist er wieder an.",
    "La connexion du canal est terminée : reconnectez-vous, et il est réactivé.",
  ],
  ["The credentials are missing.", "Die Zugangsdaten fehlen.", "Les identifiants manquent."],
  [
    "These credentials are for {handle}, but this channel is another account. Connect that one as a channel of its own.",
    "Diese Zugangsdaten gehören zu {handle}, dieser Kanal ist aber ein anderes Konto. Verbinden Sie jenes als eigenen Kanal.",
    "Ces identifiants sont ceux de {handle}, mais ce canal est un autre compte. Connectez celui-là comme un canal à part.",
  ],
  ["{network} has no places.", "{network} hat keine Orte.", "{network} n’a pas de lieux."],
  ["{network}: the places cannot be read.", "{network}: Die Orte lassen sich nicht lesen.", "{network} : les lieux sont illisibles."],
  [
    "Places cannot be searched for: the id and the secret of this service's application at Facebook are missing.",
    "Orte lassen sich nicht suchen: Kennung und Geheimnis der Facebook-Anwendung dieses Dienstes fehlen.",
    "La recherche de lieux n’est pas possible : l’identifiant et le secret de l’application Facebook de ce service manquent.",
  ],
  [
    "Facebook does not let this service's application search for places: Meta has to grant it the feature Page Public Metadata Access.",
    "Facebook lässt die Anwendung dieses Dienstes keine Orte suchen: Meta muss ihr die Funktion „Page Public Metadata Access“ freigeben.",
    "Facebook ne laisse pas l’application de ce service chercher des lieux : Meta doit lui accorder la fonctionnalité « Page Public Metadata Access ».",
  ],
  [
    "Places cannot be searched for with a log-in at Instagram itself: connect the account through Facebook.",
    "Mit einer Anmeldung bei Instagram selbst lassen sich keine Orte suchen: Verbinden Sie das Konto über Facebook.",
    "La recherche de lieux n’est pas possible avec une connexion à Instagram même : connectez le compte par Facebook.",
  ],
  [
    "Many names have been looked up. Wait a minute, or type this one in full.",
    "Es wurden viele Namen nachgeschlagen. Warten Sie eine Minute, oder tippen Sie diesen ganz.",
    "Beaucoup de noms ont été cherchés. Attendez une minute, ou tapez celui-ci en entier.",
  ],
  [
    "The server shows its people only with the permission to search. Log in again to give it.",
    "Der Server zeigt seine Leute nur mit der Erlaubnis zu suchen. Melden Sie sich neu an, um sie zu geben.",
    "Le serveur ne montre ses membres qu’avec l’autorisation de chercher. Reconnectez-vous pour la donner.",
  ],
  [
    "Some servers then suggest nobody while a mention is typed.",
    "Manche Server schlagen dann beim Tippen einer Erwähnung niemanden vor.",
    "Certains serveurs ne suggèrent alors personne pendant la saisie d’une mention.",
  ],
  [
    "Mastodon: the people that were found cannot be read.",
    "Mastodon: Die gefundenen Leute lassen sich nicht lesen.",
    "Mastodon : impossible de lire les personnes trouvées.",
  ],
  ["{network} has no playlists.", "{network} hat keine Playlists.", "{network} n’a pas de playlists."],
  [
    "The channel is inactive. Connect it again first.",
    "Der Kanal ist nicht aktiv. Verbinden Sie ihn zuerst neu.",
    "Le canal n’est pas actif. Reconnectez-le d’abord.",
  ],
  [
    "{network} did not answer in {seconds} seconds.",
    "{network} hat {seconds} Sekunden lang nicht geantwortet.",
    "{network} n’a pas répondu en {seconds} secondes.",
  ],
  ["switched off by the operator", "ausgeschaltet von der Verwaltung", "désactivé par l’administration"],
  ["switched off by {name}", "ausgeschaltet von {name}", "désactivé par {name}"],
  [
    "{handle} is connected by another channel of this brand.",
    "{handle} ist über einen anderen Kanal dieser Marke verbunden.",
    "{handle} est connecté par un autre canal de cette marque.",
  ],
  [
    "The latest log-in at {network} did not include this account: log in again and keep it ticked.",
    "Die letzte Anmeldung bei {network} schloss dieses Konto nicht ein: Melden Sie sich neu an und lassen Sie es angekreuzt.",
    "La dernière connexion à {network} n’incluait pas ce compte : reconnectez-vous et laissez-le coché.",
  ],
  ["It cannot be connected yet.", "Es lässt sich noch nicht verbinden.", "On ne peut pas encore le connecter."],
  [
    "Channels of the type {network} are connected by credentials, without a log-in.",
    "{network} wird mit Zugangsdaten verbunden, ohne Anmeldung.",
    "{network} se connecte par identifiants, sans connexion au réseau.",
  ],
  [
    "{network} has no log-in at {application}, only at {others}.",
    "{network} hat keine Anmeldung bei {application}, nur bei {others}.",
    "{network} n’a pas de connexion par {application}, seulement par {others}.",
  ],
  [
    "To log in at {network}, register an application there ({guide}) with the redirect address {url}, then set {id} and {secret}, or run rostrum admin networks set.",
    "Für die Anmeldung bei {network} braucht es eine Anwendung dort ({guide}) mit der Rücksprungadresse {url}; danach tragen Sie sie unter Netzwerke ein.",
    "Pour se connecter à {network}, il faut y enregistrer une application ({guide}) avec l’adresse de retour {url}, puis l’inscrire sous Réseaux.",
  ],
  [
    "{network} fetches pictures and videos from this service, which it cannot do at {address}. Give the service a public https address before you publish media there.",
    "{network} holt Bilder und Videos von diesem Dienst ab, was unter {address} nicht möglich ist. Der Dienst braucht eine öffentliche https-Adresse, bevor Sie dort Medien veröffentlichen.",
    "{network} vient chercher les images et les vidéos sur ce service, ce qui est impossible à l’adresse {address}. Le service a besoin d’une adresse https publique avant que vous n’y publiiez des médias.",
  ],
  [
    "Only a person in a browser can be sent to a network.",
    "Nur eine Person im Browser kann zu einem Netzwerk geschickt werden.",
    "Seule une personne dans un navigateur peut être envoyée vers un réseau.",
  ],
  ["{Label}: this has to be known first.", "{Label}: Das muss zuerst bekannt sein.", "{Label} : il faut d’abord le savoir."],
  ["This channel is not in this brand.", "Dieser Kanal gehört nicht zu dieser Marke.", "Ce canal n’appartient pas à cette marque."],
  [
    "{network} has no application {application}, only {others}.",
    "{network} hat keine Anwendung {application}, nur {others}.",
    "{network} n’a pas d’application {application}, seulement {others}.",
  ],
  [
    "No application has to be registered for {network}.",
    "Für {network} muss keine Anwendung eingetragen werden.",
    "Aucune application n’est à enregistrer pour {network}.",
  ],
  [
    "{network} has no budgets: its calls cost nothing, as far as is known.",
    "{network} hat keine Budgets: Soweit bekannt, kosten Aufrufe dort nichts.",
    "{network} n’a pas de budgets : ses appels ne coûtent rien, pour autant qu’on sache.",
  ],
  [
    "{network} has no budget of this name, only: {names}.",
    "{network} hat kein Budget dieses Namens, nur: {names}.",
    "{network} n’a pas de budget de ce nom, seulement : {names}.",
  ],
  [
    "The budget {name} of {network} begins anew every day, at midnight in {zone}.",
    "Das Budget {name} von {network} beginnt jeden Tag neu, um Mitternacht in {zone}.",
    "Le budget {name} de {network} recommence chaque jour, à minuit ({zone}).",
  ],
];

/** What the log-in at a network says. */
const logIns: readonly Told[] = [
  [
    "Check the client id and secret of the application.",
    "Prüfen Sie Kennung und Geheimnis der Anwendung.",
    "Vérifiez l’identifiant et le secret de l’application.",
  ],
  [
    "{Reason}. A log-in is good for 30 seconds only: please start again.",
    "{Reason}. Eine Anmeldung gilt nur 30 Sekunden: Bitte beginnen Sie noch einmal.",
    "{Reason}. Une connexion ne vaut que 30 secondes : veuillez recommencer.",
  ],
  [
    "{network} renews a token only when it is a day old",
    "{network} erneuert ein Token frühestens einen Tag, nachdem es entstand",
    "{network} ne renouvelle un jeton qu’un jour après sa création",
  ],
  [
    "{network}: the list of boards cannot be read.",
    "{network}: Die Liste der Pinnwände lässt sich nicht lesen.",
    "{network} : la liste des tableaux est illisible.",
  ],
  ["{network}: the board cannot be read.", "{network}: Die Pinnwand lässt sich nicht lesen.", "{network} : le tableau est illisible."],
  [
    "{network}: the list of Pages cannot be read.",
    "{network}: Die Liste der Seiten lässt sich nicht lesen.",
    "{network} : la liste des Pages est illisible.",
  ],
  ["{network}: the answer cannot be read.", "{network}: Die Antwort lässt sich nicht lesen.", "{network} : la réponse est illisible."],
  [
    `The account has no role in the Meta application. Whoever runs this service can add it as a tester at developers.facebook.com, under "App roles", and the account accepts in {network}'s settings; or get Advanced Access for the application.`,
    "Das Konto hat keine Rolle in der Meta-App. Wer diesen Dienst betreibt, kann es unter developers.facebook.com bei „App-Rollen“ als Tester hinzufügen, und das Konto nimmt in den Einstellungen von {network} an; oder Advanced Access für die App beantragen.",
    "Le compte n’a aucun rôle dans l’application Meta. La personne qui gère ce service peut l’ajouter comme testeur sur developers.facebook.com, sous « Rôles de l’app », et le compte accepte dans les réglages de {network} ; ou demander l’Advanced Access pour l’application.",
  ],
  [
    "Check the Instagram app id and secret in the operator's settings: they differ from those of the Meta app.",
    "Prüfen Sie Kennung und Geheimnis der Instagram-App in den Einstellungen der Verwaltung: Sie sind andere als die der Meta-App.",
    "Vérifiez l’identifiant et le secret de l’app Instagram dans les réglages d’administration : ils diffèrent de ceux de l’app Meta.",
  ],
  [
    "Add {url} to the valid OAuth redirect URIs of the application at developers.facebook.com.",
    "Tragen Sie {url} auf developers.facebook.com bei der Anwendung unter den gültigen OAuth-Weiterleitungen ein.",
    "Ajoutez {url} aux URI de redirection OAuth valides de l’application sur developers.facebook.com.",
  ],
  [
    "Add {url} to the OAuth redirect URIs of the business login at developers.facebook.com.",
    "Tragen Sie {url} auf developers.facebook.com bei den OAuth-Weiterleitungen der Anmeldung für Unternehmen ein.",
    "Ajoutez {url} aux URI de redirection OAuth de la connexion professionnelle sur developers.facebook.com.",
  ],
  ["Log in again.", "Melden Sie sich neu an.", "Reconnectez-vous."],
  [
    "The application needs the products Share on LinkedIn and Sign In with LinkedIn using OpenID Connect. For Pages, register another one with the product Community Management API, as linkedin-pages.",
    "Die Anwendung braucht die Produkte „Share on LinkedIn“ und „Sign In with LinkedIn using OpenID Connect“. Für Seiten tragen Sie eine weitere mit dem Produkt „Community Management API“ ein, als linkedin-pages.",
    "L’application a besoin des produits « Share on LinkedIn » et « Sign In with LinkedIn using OpenID Connect ». Pour les Pages, enregistrez-en une autre avec le produit « Community Management API », sous linkedin-pages.",
  ],
  [
    "The application needs the product Community Management API, which LinkedIn has to approve. A profile alone needs none of that: log in at LinkedIn instead.",
    "Die Anwendung braucht das Produkt „Community Management API“, das LinkedIn genehmigen muss. Ein Profil allein braucht das nicht: Melden Sie sich stattdessen bei LinkedIn an.",
    "L’application a besoin du produit « Community Management API », que LinkedIn doit approuver. Un profil seul n’en a pas besoin : connectez-vous plutôt à LinkedIn.",
  ],
  [
    "{Reason} /help/networks/linkedin says how, and how to ask for less.",
    "{Reason} Wie das geht, und wie man um weniger bittet, steht in /help/networks/linkedin.",
    "{Reason} /help/networks/linkedin dit comment faire, et comment en demander moins.",
  ],
  [
    "{Reason}. Log in again. In Google's testing mode, log-ins end after seven days: publish the application there.",
    "{Reason}. Melden Sie sich neu an. In Googles Testmodus enden Anmeldungen nach sieben Tagen: Veröffentlichen Sie die Anwendung dort.",
    "{Reason}. Reconnectez-vous. En mode test de Google, les connexions se terminent au bout de sept jours : publiez-y l’application.",
  ],
  [
    "{Reason}. The refresh token has to be one of the application that is registered here.",
    "{Reason}. Das Token zum Erneuern muss von der hier eingetragenen Anwendung sein.",
    "{Reason}. Le jeton de renouvellement doit venir de l’application enregistrée ici.",
  ],
  [
    "Bluesky: the server's response is not a session.",
    "Bluesky: Die Antwort des Servers ist keine Sitzung.",
    "Bluesky : la réponse du serveur n’est pas une session.",
  ],
  [
    "Bluesky: the account's identifier is of an unknown kind.",
    "Bluesky: Die Kennung des Kontos ist unbekannter Art.",
    "Bluesky : l’identifiant du compte est d’un type inconnu.",
  ],
  ["{Reason} Log in again.", "{Reason} Melden Sie sich neu an.", "{Reason} Reconnectez-vous."],
  ["{Reason}. Log in again.", "{Reason}. Melden Sie sich neu an.", "{Reason}. Reconnectez-vous."],
  [
    "{Reason} Log in again and allow it.",
    "{Reason} Melden Sie sich neu an und erlauben Sie es.",
    "{Reason} Reconnectez-vous et autorisez-le.",
  ],
  [
    "{Reason}. Log in again and allow everything.",
    "{Reason}. Melden Sie sich neu an und erlauben Sie alles.",
    "{Reason}. Reconnectez-vous et autorisez tout.",
  ],
  [
    "{Reason}: log in again and allow it.",
    "{Reason}: Melden Sie sich neu an und erlauben Sie es.",
    "{Reason} : reconnectez-vous et autorisez-le.",
  ],
  ["{Reason}: log in again.", "{Reason}: Melden Sie sich neu an.", "{Reason} : reconnectez-vous."],
  ["{Reason}. Log in to {network} again.", "{Reason}. Melden Sie sich bei {network} neu an.", "{Reason}. Reconnectez-vous à {network}."],
  ["{Reason} Log in to {network} again.", "{Reason} Melden Sie sich bei {network} neu an.", "{Reason} Reconnectez-vous à {network}."],
  [
    "{Reason}. Log in to {network} again and allow everything that it lists.",
    "{Reason}. Melden Sie sich bei {network} neu an und erlauben Sie alles, was dort steht.",
    "{Reason}. Reconnectez-vous à {network} et autorisez tout ce qui y est listé.",
  ],
  [
    "{Reason} Log in to {network} again and allow everything that it lists.",
    "{Reason} Melden Sie sich bei {network} neu an und erlauben Sie alles, was dort steht.",
    "{Reason} Reconnectez-vous à {network} et autorisez tout ce qui y est listé.",
  ],
  ["Please start again.", "Bitte beginnen Sie noch einmal.", "Veuillez recommencer."],
  ["Please start again in a while.", "Bitte beginnen Sie nach einer Weile noch einmal.", "Veuillez recommencer dans un moment."],
  [
    "{network} ended the log-in: {reason}.",
    "{network} hat die Anmeldung beendet: {reason}.",
    "{network} a mis fin à la connexion : {reason}.",
  ],
  [
    "{network} sent you back without a code. Please start again.",
    "{network} hat Sie ohne Code zurückgeschickt. Bitte beginnen Sie noch einmal.",
    "{network} vous a renvoyé sans code. Veuillez recommencer.",
  ],
  [
    "{network}: the log-in cannot be renewed. Log in again.",
    "{network}: Die Anmeldung lässt sich nicht erneuern. Melden Sie sich neu an.",
    "{network} : la connexion ne peut pas être renouvelée. Reconnectez-vous.",
  ],
  [
    "{network}: the log-in was taken back. Log in again.",
    "{network}: Die Anmeldung wurde zurückgenommen. Melden Sie sich neu an.",
    "{network} : la connexion a été retirée. Reconnectez-vous.",
  ],
  [
    "{network} needs the id and the secret of an application before anyone can log in.",
    "{network} braucht Kennung und Geheimnis einer Anwendung, bevor sich jemand anmelden kann.",
    "{network} demande l’identifiant et le secret d’une application avant toute connexion.",
  ],
  [
    "{network} needs the key and the secret of an application before anyone can log in.",
    "{network} braucht Schlüssel und Geheimnis einer Anwendung, bevor sich jemand anmelden kann.",
    "{network} demande la clé et le secret d’une application avant toute connexion.",
  ],
  [
    "{network} needs the client id of an application before anyone can log in.",
    "{network} braucht die Kennung einer Anwendung, bevor sich jemand anmelden kann.",
    "{network} demande l’identifiant d’une application avant toute connexion.",
  ],
  [
    "{network} needs the id and the secret of an application at Google before anyone can log in.",
    "{network} braucht Kennung und Geheimnis einer Anwendung bei Google, bevor sich jemand anmelden kann.",
    "{network} demande l’identifiant et le secret d’une application chez Google avant toute connexion.",
  ],
  [
    "Check the id and the secret of the application.",
    "Prüfen Sie Kennung und Geheimnis der Anwendung.",
    "Vérifiez l’identifiant et le secret de l’application.",
  ],
  [
    "Check the key and the secret of the application.",
    "Prüfen Sie Schlüssel und Geheimnis der Anwendung.",
    "Vérifiez la clé et le secret de l’application.",
  ],
  ["{Reason}. Make a new token.", "{Reason}. Machen Sie ein neues Token.", "{Reason}. Faites un nouveau jeton."],
  ["{network}: the account cannot be read.", "{network}: Das Konto lässt sich nicht lesen.", "{network} : le compte est illisible."],
  ["{network}: the channel cannot be read.", "{network}: Der Kanal lässt sich nicht lesen.", "{network} : la chaîne est illisible."],
  ["{network}: the profile cannot be read.", "{network}: Das Profil lässt sich nicht lesen.", "{network} : le profil est illisible."],
  [
    "{network}: the playlists cannot be read.",
    "{network}: Die Playlists lassen sich nicht lesen.",
    "{network} : les playlists sont illisibles.",
  ],
  ["Nothing can be published.", "Veröffentlichen ist nicht möglich.", "Rien ne peut être publié."],
  ["The account cannot be recognized.", "Das Konto lässt sich nicht erkennen.", "Le compte ne peut pas être reconnu."],
  [
    "Nothing can be published: that was not allowed at the log-in.",
    "Veröffentlichen ist nicht möglich: Es wurde bei der Anmeldung nicht erlaubt.",
    "Rien ne peut être publié : cela n’a pas été autorisé à la connexion.",
  ],
  [
    "Nothing can be published: the permissions for it were not given. Log in again and allow them.",
    "Veröffentlichen ist nicht möglich: Es wurde nicht erlaubt. Melden Sie sich neu an und erlauben Sie es.",
    "Rien ne peut être publié : cela n’a pas été autorisé. Reconnectez-vous et autorisez-le.",
  ],
  ["Comments cannot be written.", "Kommentare sind nicht möglich.", "Les commentaires ne sont pas possibles."],
  [
    "Comments cannot be written: you may not moderate this Page.",
    "Kommentare sind nicht möglich: Sie dürfen diese Seite nicht moderieren.",
    "Les commentaires ne sont pas possibles : vous ne pouvez pas modérer cette Page.",
  ],
  [
    "Likes, comments and shares are not counted, and when an answer is lost, nothing can tell whether photos were published.",
    "Likes, Kommentare und geteilte Beiträge werden nicht gezählt, und geht eine Antwort verloren, lässt sich nicht sagen, ob Fotos veröffentlicht sind.",
    "Les j’aime, commentaires et partages ne sont pas comptés, et si une réponse se perd, rien ne dit si les photos sont en ligne.",
  ],
  [
    "Likes, replies and reposts are not counted.",
    "Likes, Antworten und Reposts werden nicht gezählt.",
    "Les j’aime, réponses et reposts ne sont pas comptés.",
  ],
  [
    "Likes, comments and reposts on the profile are not counted.",
    "Likes, Kommentare und Reposts auf dem Profil werden nicht gezählt.",
    "Les j’aime, commentaires et reposts du profil ne sont pas comptés.",
  ],
  [
    "Without it, nobody can tell whose account this is.",
    "Ohne das lässt sich nicht sagen, wessen Konto das ist.",
    "Sans cela, on ne peut pas dire à qui est ce compte.",
  ],
  [
    "Without it, nobody can tell whose profile this is.",
    "Ohne das lässt sich nicht sagen, wessen Profil das ist.",
    "Sans cela, on ne peut pas dire à qui est ce profil.",
  ],
  [
    "Nobody can tell whose account this is.",
    "Es lässt sich nicht sagen, wessen Konto das ist.",
    "On ne peut pas dire à qui est ce compte.",
  ],
  [
    "Nobody can tell whose profile this is.",
    "Es lässt sich nicht sagen, wessen Profil das ist.",
    "On ne peut pas dire à qui est ce profil.",
  ],
  [
    "Nobody can tell whose channel it is.",
    "Es lässt sich nicht sagen, wessen Kanal das ist.",
    "On ne peut pas dire à qui est cette chaîne.",
  ],
  ["Nobody can tell who logged in.", "Es lässt sich nicht sagen, wer sich angemeldet hat.", "On ne peut pas dire qui s’est connecté."],
  [
    "Nobody can tell which locations there are, and nothing can be published on them.",
    "Es lässt sich nicht sagen, welche Standorte es gibt, und dort lässt sich nichts veröffentlichen.",
    "On ne peut pas dire quels établissements existent, et rien ne peut y être publié.",
  ],
  [
    "Posts with images or videos will fail.",
    "Beiträge mit Bildern oder Videos scheitern.",
    "Les publications avec images ou vidéos échouent.",
  ],
  [
    "Posts with pictures or videos fail.",
    "Beiträge mit Bildern oder Videos scheitern.",
    "Les publications avec images ou vidéos échouent.",
  ],
  [
    "After a lost response it may not be possible to tell whether a post was published.",
    "Geht eine Antwort verloren, lässt sich vielleicht nicht sagen, ob ein Beitrag veröffentlicht ist.",
    "Si une réponse se perd, on ne saura peut-être pas si la publication est en ligne.",
  ],
  ["The connection ends after two hours.", "Die Verbindung endet nach zwei Stunden.", "La connexion se termine au bout de deux heures."],
  [
    "X takes no posts without the permission to read them.",
    "X nimmt keine Beiträge ohne die Erlaubnis, sie zu lesen.",
    "X n’accepte pas de publications sans l’autorisation de les lire.",
  ],
  [
    "When X does not answer, nothing can tell whether a post was published: the application's plan reads no posts.",
    "Antwortet X nicht, lässt sich nicht sagen, ob ein Beitrag veröffentlicht ist: Der Tarif der Anwendung liest keine Beiträge.",
    "Si X ne répond pas, rien ne dit si la publication est en ligne : le forfait de l’application ne lit pas les publications.",
  ],
  [
    "Videos cannot be put into playlists, and first comments cannot be written.",
    "Videos kommen nicht in Playlists, und erste Kommentare sind nicht möglich.",
    "Les vidéos ne peuvent pas aller dans des playlists, et le premier commentaire n’est pas possible.",
  ],
  [
    "The user name of the account is not known.",
    "Der Benutzername des Kontos ist nicht bekannt.",
    "Le nom d’utilisateur du compte n’est pas connu.",
  ],
  [
    "Nothing can be published, only sent to the inbox of the TikTok app.",
    "Veröffentlichen ist nicht möglich, nur das Senden in den Posteingang der TikTok-App.",
    "Rien ne peut être publié, seulement envoyé à la boîte de l’application TikTok.",
  ],
  [
    "Nothing can be sent to the inbox of the TikTok app.",
    "In den Posteingang der TikTok-App lässt sich nichts senden.",
    "Rien ne peut être envoyé à la boîte de l’application TikTok.",
  ],
  [
    "Threads of several parts and first comments cannot be published.",
    "Threads aus mehreren Teilen und erste Kommentare sind nicht möglich.",
    "Les fils de plusieurs parties et les premiers commentaires ne sont pas possibles.",
  ],
  [
    "When the answer to a part of a thread or a comment is lost, nothing can tell whether it was published.",
    "Geht die Antwort zu einem Teil oder Kommentar verloren, lässt sich nicht sagen, ob er veröffentlicht ist.",
    "Si la réponse à une partie ou à un commentaire se perd, rien ne dit s’il est en ligne.",
  ],
  [
    "Boards can be neither listed nor read.",
    "Pinnwände lassen sich weder auflisten noch lesen.",
    "Les tableaux ne peuvent être ni listés ni lus.",
  ],
  ["Pins cannot be put on boards.", "Pins kommen nicht auf Pinnwände.", "Les épingles ne peuvent pas aller sur des tableaux."],
  ["Pins cannot be made.", "Pins sind nicht möglich.", "Les épingles ne sont pas possibles."],
  [
    "When an answer is lost, nothing can tell whether a pin was made.",
    "Geht eine Antwort verloren, lässt sich nicht sagen, ob ein Pin entstanden ist.",
    "Si une réponse se perd, rien ne dit si une épingle a été créée.",
  ],
  [
    "The board {name} is secret: only you would see its pins. Make it public on Pinterest first.",
    "Die Pinnwand {name} ist geheim: Nur Sie würden ihre Pins sehen. Machen Sie sie zuerst auf Pinterest öffentlich.",
    "Le tableau {name} est secret : vous seul verriez ses épingles. Rendez-le d’abord public sur Pinterest.",
  ],
  [
    "The board {name} is for pins of ads alone.",
    "Die Pinnwand {name} ist nur für Pins von Anzeigen.",
    "Le tableau {name} est réservé aux épingles d’annonces.",
  ],
  [
    "As long as the application has Trial access, Pinterest takes no pins from it: it needs Standard access.",
    "Solange die Anwendung Probezugang hat, nimmt Pinterest von ihr keine Pins: Sie braucht den Standardzugang.",
    "Tant que l’application a un accès d’essai, Pinterest n’en accepte pas d’épingles : il faut l’accès standard.",
  ],
  [
    "Here, in Pinterest's own sandbox, pins are visible to you alone.",
    "Hier, in Pinterests eigener Testumgebung, sehen nur Sie die Pins.",
    "Ici, dans le bac à sable de Pinterest, vous seul voyez les épingles.",
  ],
  [
    "Nothing can be published on the profile.",
    "Auf dem Profil lässt sich nichts veröffentlichen.",
    "Rien ne peut être publié sur le profil.",
  ],
  ["Nothing can be published on Pages.", "Auf Seiten lässt sich nichts veröffentlichen.", "Rien ne peut être publié sur les Pages."],
  [
    "Nothing can be published on the profile: the application has no permission for it.",
    "Auf dem Profil lässt sich nichts veröffentlichen: Die Anwendung darf das nicht.",
    "Rien ne peut être publié sur le profil : l’application n’en a pas l’autorisation.",
  ],
  [
    "Nothing can be published on Pages: the application has no permission for it.",
    "Auf Seiten lässt sich nichts veröffentlichen: Die Anwendung darf das nicht.",
    "Rien ne peut être publié sur les Pages : l’application n’en a pas l’autorisation.",
  ],
  [
    "LinkedIn does not say which Pages there are, and counts nothing for them.",
    "LinkedIn sagt nicht, welche Seiten es gibt, und zählt für sie nichts.",
    "LinkedIn ne dit pas quelles Pages existent et ne compte rien pour elles.",
  ],
  [
    "When the answer to a post on a Page is lost, it cannot be looked up, and you have to look at the Page yourself.",
    "Geht die Antwort zu einem Beitrag auf einer Seite verloren, lässt er sich nicht nachschlagen: Sie müssen selbst auf der Seite nachsehen.",
    "Si la réponse à une publication sur une Page se perd, elle ne peut pas être recherchée : il faut regarder la Page vous-même.",
  ],
  [
    "First comments on Pages cannot be written.",
    "Erste Kommentare auf Seiten sind nicht möglich.",
    "Les premiers commentaires sur les Pages ne sont pas possibles.",
  ],
  [
    "When the answer to a comment on a Page is lost, it cannot be looked up.",
    "Geht die Antwort zu einem Kommentar auf einer Seite verloren, lässt er sich nicht nachschlagen.",
    "Si la réponse à un commentaire sur une Page se perd, il ne peut pas être recherché.",
  ],
  [
    "First comments on the profile cannot be written.",
    "Erste Kommentare auf dem Profil sind nicht möglich.",
    "Les premiers commentaires sur le profil ne sont pas possibles.",
  ],
  [
    "LinkedIn lets nobody read what a person published: when the answer to a post or comment is lost, you have to look at the profile yourself.",
    "LinkedIn lässt niemanden lesen, was eine Person veröffentlicht hat: Geht eine Antwort verloren, müssen Sie selbst auf dem Profil nachsehen.",
    "LinkedIn ne laisse personne lire ce qu’une personne a publié : si une réponse se perd, il faut regarder le profil vous-même.",
  ],
  [
    "You may not post for this Page. Ask its administrator for the role of a content admin.",
    "Sie dürfen für diese Seite nicht veröffentlichen. Bitten Sie die Person, die sie verwaltet, um die Rolle dafür.",
    "Vous ne pouvez pas publier pour cette Page. Demandez à la personne qui l’administre le rôle nécessaire.",
  ],
  [
    "Facebook does not say which Pages there are.",
    "Facebook sagt nicht, welche Seiten es gibt.",
    "Facebook ne dit pas quelles Pages existent : reconnectez-vous et autorisez-le.",
  ],
  [
    "What the Page has posted cannot be read.",
    "Was die Seite veröffentlicht hat, lässt sich nicht lesen.",
    "Ce que la Page a publié est illisible : reconnectez-vous et autorisez-le.",
  ],
  [
    "Nothing can be published on the Page.",
    "Auf der Seite lässt sich nichts veröffentlichen.",
    "Rien ne peut être publié sur la Page : reconnectez-vous et autorisez-le.",
  ],
  [
    "A comment whose response is lost cannot be looked up, and ends as undecided.",
    "Ein Kommentar, dessen Antwort verloren geht, lässt sich nicht nachschlagen und bleibt ungeklärt.",
    "Un commentaire dont la réponse se perd ne peut pas être recherché et reste indécis.",
  ],
  [
    "Pages that are managed through a business portfolio may be missing.",
    "Seiten, die über ein Unternehmensportfolio verwaltet werden, können fehlen.",
    "Les Pages gérées par un portefeuille professionnel peuvent manquer.",
  ],
  [
    "Facebook lists no Page. Log in again, and tick the Pages that are to be connected.",
    "Facebook nennt keine Seite. Melden Sie sich neu an und kreuzen Sie die Seiten an, die verbunden werden sollen.",
    "Facebook ne liste aucune Page. Reconnectez-vous et cochez les Pages à connecter.",
  ],
  [
    "Facebook gives no access to this Page. Log in again, and tick it.",
    "Facebook lässt nicht auf diese Seite. Melden Sie sich neu an und kreuzen Sie sie an.",
    "Facebook ne donne pas accès à cette Page. Reconnectez-vous et cochez-la.",
  ],
  [
    "You may not publish on this Page. Ask its administrator to let you create content.",
    "Sie dürfen auf dieser Seite nicht veröffentlichen. Bitten Sie die Person, die sie verwaltet, um die Erlaubnis.",
    "Vous ne pouvez pas publier sur cette Page. Demandez-en l’autorisation à la personne qui l’administre.",
  ],
  [
    "You may not publish as the Facebook Page {name}: ask one of its administrators for the permission to create content.",
    "Sie dürfen nicht als Facebook-Seite {name} veröffentlichen: Bitten Sie eine Person, die sie verwaltet, um die Erlaubnis.",
    "Vous ne pouvez pas publier au nom de la Page Facebook {name} : demandez-en l’autorisation à une personne qui l’administre.",
  ],
  [
    "Facebook did not say which Pages the person's businesses have. Log in again.",
    "Facebook hat nicht gesagt, welche Seiten die Unternehmen der Person haben. Melden Sie sich neu an.",
    "Facebook n’a pas dit quelles Pages ont les entreprises de la personne. Reconnectez-vous.",
  ],
  [
    "None of the Facebook Pages that you let in is linked with a professional Instagram account. Link the account with its Page in Instagram's settings, or log in at Instagram instead, which needs no Page.",
    "Keine der Facebook-Seiten, die Sie zugelassen haben, ist mit einem professionellen Instagram-Konto verknüpft. Verknüpfen Sie es in den Einstellungen von Instagram, oder melden Sie sich direkt bei Instagram an: Das braucht keine Seite.",
    "Aucune des Pages Facebook autorisées n’est liée à un compte Instagram professionnel. Liez-le dans les réglages d’Instagram, ou connectez-vous directement à Instagram, sans Page.",
  ],
  [
    "This is a personal account, and Instagram lets only professional ones publish. Switch to a professional account (Business or Creator) in the settings of the Instagram app, then connect again.",
    "Das ist ein privates Konto, und Instagram lässt nur professionelle veröffentlichen. Stellen Sie es in den Einstellungen der Instagram-App um (Unternehmen oder Creator) und verbinden Sie es dann neu.",
    "C’est un compte personnel, et Instagram ne laisse publier que les comptes professionnels. Passez à un compte professionnel (entreprise ou créateur) dans l’application Instagram, puis reconnectez-le.",
  ],
  [
    "Without this permission nothing can be published.",
    "Ohne diese Erlaubnis ist Veröffentlichen nicht möglich.",
    "Sans cette autorisation, rien ne peut être publié.",
  ],
  [
    "Without this permission the account cannot be seen.",
    "Ohne diese Erlaubnis ist das Konto nicht zu sehen.",
    "Sans cette autorisation, le compte n’est pas visible.",
  ],
  [
    "Comments below posts cannot be published: the permission for comments was not given.",
    "Kommentare unter Beiträgen sind nicht möglich: Das wurde nicht erlaubt.",
    "Les commentaires sous les publications ne sont pas possibles : cela n’a pas été autorisé.",
  ],
  [
    "Shares are not counted: the permission for insights was not given.",
    "Geteilte Beiträge werden nicht gezählt: Das wurde nicht erlaubt.",
    "Les partages ne sont pas comptés : cela n’a pas été autorisé.",
  ],
  [
    "Without this permission the Facebook Page of the account cannot be seen.",
    "Ohne diese Erlaubnis ist die Facebook-Seite des Kontos nicht zu sehen.",
    "Sans cette autorisation, la Page Facebook du compte n’est pas visible.",
  ],
  [
    "Without this permission the account cannot be reached through its Facebook Page.",
    "Ohne diese Erlaubnis ist das Konto über seine Facebook-Seite nicht zu erreichen.",
    "Sans cette autorisation, le compte n’est pas joignable par sa Page Facebook.",
  ],
  [
    "Accounts whose Facebook Page belongs to a business may be missing from the list.",
    "Konten, deren Facebook-Seite zu einem Unternehmen gehört, können in der Liste fehlen.",
    "Les comptes dont la Page Facebook appartient à une entreprise peuvent manquer dans la liste.",
  ],
  [
    "This Google account has no business profile: make one at https://business.google.com.",
    "Dieses Google-Konto hat kein Unternehmensprofil: Legen Sie eines auf https://business.google.com an.",
    "Ce compte Google n’a pas de fiche d’établissement : créez-en une sur https://business.google.com.",
  ],
  [
    "This location is not verified: Google shows nobody its posts. Verify it first.",
    "Dieser Standort ist nicht bestätigt: Google zeigt seine Beiträge niemandem. Bestätigen Sie ihn zuerst.",
    "Cet établissement n’est pas validé : Google ne montre ses posts à personne. Validez-le d’abord.",
  ],
  [
    "Google takes no posts for {name} through its API.",
    "Google nimmt für {name} von anderen Programmen keine Beiträge an.",
    "Google n’accepte pas de posts d’autres programmes pour {name}.",
  ],
  [
    "This Google account has no YouTube channel. Make one at https://www.youtube.com/create_channel, then log in again.",
    "Dieses Google-Konto hat keinen YouTube-Kanal. Legen Sie einen auf https://www.youtube.com/create_channel an und melden Sie sich dann neu an.",
    "Ce compte Google n’a pas de chaîne YouTube. Créez-en une sur https://www.youtube.com/create_channel, puis reconnectez-vous.",
  ],
  [
    "YouTube has not verified this channel by telephone: it takes videos of up to 15 minutes, and no thumbnails. Verify it at https://www.youtube.com/verify.",
    "YouTube hat diesen Kanal nicht per Telefon bestätigt: Es nimmt Videos bis 15 Minuten und keine Vorschaubilder. Bestätigen Sie ihn auf https://www.youtube.com/verify.",
    "YouTube n’a pas vérifié cette chaîne par téléphone : elle accepte des vidéos de 15 minutes au plus, sans miniature. Vérifiez-la sur https://www.youtube.com/verify.",
  ],
  [
    "As long as the application at Google is in testing mode, log-ins end after seven days.",
    "Solange die Anwendung bei Google im Testmodus ist, enden Anmeldungen nach sieben Tagen.",
    "Tant que l’application chez Google est en mode test, les connexions se terminent au bout de sept jours.",
  ],
  [
    "Log in again. In Google's testing mode, log-ins end after seven days: publish the application there.",
    "Melden Sie sich neu an. In Googles Testmodus enden Anmeldungen nach sieben Tagen: Veröffentlichen Sie die Anwendung dort.",
    "Reconnectez-vous. En mode test de Google, les connexions se terminent au bout de sept jours : publiez-y l’application.",
  ],
  [
    "Google gave access for an hour only. Remove this service at https://myaccount.google.com/connections, then log in again.",
    "Google hat den Zugang nur für eine Stunde gegeben. Entfernen Sie diesen Dienst auf https://myaccount.google.com/connections und melden Sie sich dann neu an.",
    "Google n’a donné accès que pour une heure. Retirez ce service sur https://myaccount.google.com/connections, puis reconnectez-vous.",
  ],
  [
    "The application at Google is not registered here.",
    "Die Anwendung bei Google ist hier nicht eingetragen.",
    "L’application chez Google n’est pas enregistrée ici.",
  ],
  [
    "TikTok fetches photos from this service, and only from an address that is verified in the application at TikTok.",
    "TikTok holt Fotos bei diesem Dienst ab, und nur von einer Adresse, die in der Anwendung bei TikTok bestätigt ist.",
    "TikTok vient chercher les photos dans ce service, et seulement à une adresse vérifiée dans l’application chez TikTok.",
  ],
  [
    "Enter your Bluesky handle, such as you.bsky.social, or the address of your server.",
    "Geben Sie Ihren Bluesky-Namen ein, etwa sie.bsky.social, oder die Adresse Ihres Servers.",
    "Saisissez votre nom Bluesky, comme vous.bsky.social, ou l’adresse de votre serveur.",
  ],
  [
    "Bluesky knows no account and no server named {name}.",
    "Bluesky kennt kein Konto und keinen Server namens {name}.",
    "Bluesky ne connaît ni compte ni serveur nommé {name}.",
  ],
  [
    "Your server's address must be https, such as https://bsky.social.",
    "Die Adresse Ihres Servers muss mit https beginnen, etwa https://bsky.social.",
    "L’adresse de votre serveur doit être en https, comme https://bsky.social.",
  ],
  [
    "Bluesky sends nobody back to localhost. Set the public URL to {url} instead.",
    "Bluesky schickt niemanden zu localhost zurück. Setzen Sie die öffentliche Adresse stattdessen auf {url}.",
    "Bluesky ne renvoie personne vers localhost. Mettez {url} comme adresse publique.",
  ],
  [
    "Bluesky's log-in needs a public https address. Connect the account with an app password instead.",
    "Die Anmeldung bei Bluesky braucht eine öffentliche https-Adresse. Verbinden Sie das Konto stattdessen mit einem App-Passwort.",
    "La connexion à Bluesky demande une adresse https publique. Connectez plutôt le compte avec un mot de passe d’application.",
  ],
  [
    "Bluesky: the server's tokens are incomplete. Log in again.",
    "Bluesky: Die Antwort des Servers ist unvollständig. Melden Sie sich neu an.",
    "Bluesky : la réponse du serveur est incomplète. Reconnectez-vous.",
  ],
  [
    "Bluesky: you logged in with another account than the one you named.",
    "Bluesky: Sie haben sich mit einem anderen Konto angemeldet als dem genannten.",
    "Bluesky : vous vous êtes connecté avec un autre compte que celui indiqué.",
  ],
  [
    "Bluesky: the server you logged in at does not hold this account.",
    "Bluesky: Der Server, bei dem Sie sich angemeldet haben, hat dieses Konto nicht.",
    "Bluesky : le serveur où vous vous êtes connecté n’a pas ce compte.",
  ],
  [
    "Bluesky: the account's server names no server to log in at.",
    "Bluesky: Der Server des Kontos nennt keinen, bei dem man sich anmelden kann.",
    "Bluesky : le serveur du compte n’indique aucun serveur de connexion.",
  ],
  [
    "Bluesky: the server does not offer a log-in as the network describes it.",
    "Bluesky: Der Server bietet keine Anmeldung an, wie das Netzwerk sie beschreibt.",
    "Bluesky : le serveur ne propose pas la connexion telle que le réseau la décrit.",
  ],
  ["Bluesky: the account names no server.", "Bluesky: Das Konto nennt keinen Server.", "Bluesky : le compte n’indique aucun serveur."],
  [
    "Bluesky: the app password belongs to another account.",
    "Bluesky: Das App-Passwort gehört zu einem anderen Konto.",
    "Bluesky : le mot de passe d’application appartient à un autre compte.",
  ],
  [
    "Enter the public host name of your Mastodon server, such as mastodon.social.",
    "Geben Sie den öffentlichen Namen Ihres Mastodon-Servers ein, etwa mastodon.social.",
    "Saisissez le nom public de votre serveur Mastodon, comme mastodon.social.",
  ],
  [
    "Mastodon: the server sends log-ins to another host. Enter that host instead.",
    "Mastodon: Der Server schickt Anmeldungen zu einem anderen. Geben Sie stattdessen dessen Namen ein.",
    "Mastodon : le serveur envoie les connexions ailleurs. Saisissez plutôt ce nom-là.",
  ],
  [
    "The server does not respond like a Mastodon server.",
    "Der Server antwortet nicht wie ein Mastodon-Server.",
    "Le serveur ne répond pas comme un serveur Mastodon.",
  ],
];

/** Credentials that people enter, and where they get them. */
const credentials: readonly Told[] = [
  [
    "identifier is missing: the handle, DID or e-mail address of the account.",
    "Der Name oder die E-Mail-Adresse des Kontos fehlt.",
    "Le nom ou l’adresse e-mail du compte manque.",
  ],
  [
    "appPassword is missing: make one in Bluesky under Settings, App passwords.",
    "Das App-Passwort fehlt: Legen Sie eines in Bluesky unter Einstellungen, App-Passwörter an.",
    "Le mot de passe d’application manque : créez-en un dans Bluesky, sous Paramètres, Mots de passe d’application.",
  ],
  [
    "service must be the https address of the account's server, such as https://bsky.social.",
    "Der Server muss eine https-Adresse sein, etwa https://bsky.social.",
    "Le serveur doit être une adresse https, comme https://bsky.social.",
  ],
  [
    "The access token contains invalid characters.",
    "Das Token enthält ungültige Zeichen.",
    "Le jeton contient des caractères non valables.",
  ],
  [
    "The tokens contain invalid characters.",
    "Die Token enthalten ungültige Zeichen.",
    "Les jetons contiennent des caractères non valables.",
  ],
  [
    "The instance must be the public host name of a Mastodon server, such as mastodon.social.",
    "Der Server muss der öffentliche Name eines Mastodon-Servers sein, etwa mastodon.social.",
    "Le serveur doit être le nom public d’un serveur Mastodon, comme mastodon.social.",
  ],
  [
    "The bot token must look like 123456789:AA…, as given by @BotFather.",
    "Das Token des Bots sieht so aus: 123456789:AA…, wie @BotFather es nennt.",
    "Le jeton du bot ressemble à 123456789:AA…, comme @BotFather le donne.",
  ],
  [
    "The chat must be a public name such as @channel, or a number such as -1001234567890.",
    "Der Chat muss ein öffentlicher Name wie @channel oder eine Nummer wie -1001234567890 sein.",
    "Le chat doit être un nom public comme @channel, ou un numéro comme -1001234567890.",
  ],
  [
    "The chat is private; use a channel or a group.",
    "Der Chat ist privat; nehmen Sie einen Kanal oder eine Gruppe.",
    "Le chat est privé ; prenez un canal ou un groupe.",
  ],
  [
    'The bot @{name} may not post in this channel: make it an administrator with the right "Post messages".',
    "Der Bot @{name} darf in diesem Kanal nicht schreiben: Machen Sie ihn zum Administrator, der Nachrichten senden darf.",
    "Le bot @{name} ne peut pas publier dans ce canal : faites-en un administrateur qui peut publier des messages. Ne l’utilisez pour rien d’autre.",
  ],
  [
    "The bot @{name} may not write in this group: make it a member with permission to send messages.",
    "Der Bot @{name} darf in dieser Gruppe nicht schreiben: Machen Sie ihn zum Mitglied, das Nachrichten senden darf.",
    "Le bot @{name} ne peut pas écrire dans ce groupe : faites-en un membre qui peut envoyer des messages.",
  ],
  [
    "The server does not respond like the Bot API.",
    "Der Server antwortet nicht wie der von Telegram.",
    "Le serveur ne répond pas comme celui de Telegram.",
  ],
  [
    "The url must have no user name or password in it.",
    "Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.",
    "L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.",
  ],
  [
    "Facebook knows no Page with the id {id}.",
    "Facebook kennt keine Seite mit der Nummer {id}.",
    "Facebook ne connaît pas de Page numéro {id}.",
  ],
  [
    "The token is not the Page's, and whoever it belongs to may not act as the Page.",
    "Das Token gehört nicht der Seite, und wem es gehört, der darf nicht als Seite handeln.",
    "Le jeton n’est pas celui de la Page, et la personne à qui il appartient ne peut pas agir comme la Page.",
  ],
  [
    "{Reason}. Check the Page's id, and that the token may see it.",
    "{Reason}. Prüfen Sie die Nummer der Seite und ob das Token sie sehen darf.",
    "{Reason}. Vérifiez le numéro de la Page et que le jeton peut la voir.",
  ],
  [
    '{Reason}. This looks like a token of Facebook: add "userId".',
    "{Reason}. Das sieht nach einem Token von Facebook aus: Ergänzen Sie die Nummer des Kontos.",
    "{Reason}. Cela ressemble à un jeton de Facebook : ajoutez le numéro du compte.",
  ],
  [
    "Instagram: {id} is not the id of an Instagram account.",
    "Instagram: {id} ist nicht die Nummer eines Instagram-Kontos.",
    "Instagram : {id} n’est pas le numéro d’un compte Instagram.",
  ],
  ["The credentials need {what}", "Zu den Zugangsdaten gehört: {what}", "Les identifiants demandent : {what}"],
  [
    "The token ends on {day}. Make a new one, or log in.",
    "Das Token endet am {day}. Machen Sie ein neues, oder melden Sie sich an.",
    "Le jeton se termine le {day}. Faites-en un nouveau, ou connectez-vous.",
  ],
  [
    "The token ends at {moment} UTC. Exchange it for a long-lived one, or log in.",
    "Das Token endet {moment} UTC. Tauschen Sie es gegen ein langlebiges, oder melden Sie sich an.",
    "Le jeton se termine le {moment} UTC. Échangez-le contre un jeton durable, ou connectez-vous.",
  ],
  [
    "The token belongs to {name} ({id}), not to the profile {wanted}.",
    "Das Token gehört zu {name} ({id}), nicht zum Profil {wanted}.",
    "Le jeton appartient à {name} ({id}), pas au profil {wanted}.",
  ],
  [
    "The token belongs to {name} ({id}), not to {wanted}.",
    "Das Token gehört zu {name} ({id}), nicht zu {wanted}.",
    "Le jeton appartient à {name} ({id}), pas à {wanted}.",
  ],
  [
    "The token's owner may not post for {name}: an administrator of the Page can change that.",
    "Wem das Token gehört, der darf nicht für {name} veröffentlichen: Wer die Seite verwaltet, kann das ändern.",
    "La personne à qui appartient le jeton ne peut pas publier pour {name} : un administrateur de la Page peut le changer.",
  ],
  [
    "A refresh token needs the application with which it was made: register it first.",
    "Ein Token zum Erneuern braucht die Anwendung, mit der es entstand: Tragen Sie sie zuerst ein.",
    "Un jeton de renouvellement demande l’application avec laquelle il a été fait : enregistrez-la d’abord.",
  ],
  [
    "Digits. On the Page, under About, Page transparency.",
    "Ziffern. Auf der Seite, unter Info, Seitentransparenz.",
    "Des chiffres. Sur la Page, sous À propos, Transparence de la Page.",
  ],
  [
    "Of the Page, or of a system user who may publish on it. Meta Business Suite, Settings, System users.",
    "Der Seite oder eines Systemnutzers, der auf ihr veröffentlichen darf. Meta Business Suite, Einstellungen, Systemnutzer.",
    "De la Page, ou d’un utilisateur système qui peut y publier. Meta Business Suite, Paramètres, Utilisateurs système.",
  ],
  [
    "In your application at Meta, under Instagram, API setup: generate a token for the account.",
    "In Ihrer Anwendung bei Meta, unter Instagram, API-Einrichtung: Erzeugen Sie ein Token für das Konto.",
    "Dans votre application chez Meta, sous Instagram, Configuration de l’API : générez un jeton pour le compte.",
  ],
  [
    "Digits. Only for a token of Facebook: the id of the Instagram account.",
    "Ziffern. Nur bei einem Token von Facebook: die Nummer des Instagram-Kontos.",
    "Des chiffres. Seulement pour un jeton de Facebook : le numéro du compte Instagram.",
  ],
  [
    "A long-lived user token. In your application at Meta, under Threads, Settings, User token generator.",
    "Ein langlebiges Token. In Ihrer Anwendung bei Meta, unter Threads, Einstellungen, Token-Generator.",
    "Un jeton durable. Dans votre application chez Meta, sous Threads, Paramètres, Générateur de jetons.",
  ],
  [
    "From LinkedIn's OAuth token generator, for your application.",
    "Aus dem Token-Generator von LinkedIn, für Ihre Anwendung.",
    "Du générateur de jetons de LinkedIn, pour votre application.",
  ],
  [
    "Only for a Page: its number is in the address of the Page's admin view.",
    "Nur für eine Seite: Ihre Nummer steht in der Adresse ihrer Verwaltungsansicht.",
    "Seulement pour une Page : son numéro est dans l’adresse de sa vue d’administration.",
  ],
  [
    "LinkedIn's tokens last two months. With the day, you are reminded in time.",
    "Token von LinkedIn gelten zwei Monate. Mit dem Tag werden Sie rechtzeitig erinnert.",
    "Les jetons de LinkedIn durent deux mois. Avec la date, vous êtes prévenu à temps.",
  ],
  [
    "From Google's OAuth Playground, with your application's id and secret.",
    "Aus Googles OAuth Playground, mit Kennung und Geheimnis Ihrer Anwendung.",
    "Du OAuth Playground de Google, avec l’identifiant et le secret de votre application.",
  ],
  [
    "With its account, as the Business Profile API names it.",
    "Mit seinem Konto, wie die Business Profile API es nennt.",
    "Avec son compte, comme la Business Profile API le nomme.",
  ],
  [
    "From a log-in at your application on TikTok for Developers.",
    "Aus einer Anmeldung bei Ihrer Anwendung auf TikTok for Developers.",
    "D’une connexion à votre application sur TikTok for Developers.",
  ],
  [
    "Comes with the access token. Without it, the connection ends after a day.",
    "Kommt mit dem Zugriffstoken. Ohne es endet die Verbindung nach einem Tag.",
    "Vient avec le jeton d’accès. Sans lui, la connexion se termine au bout d’un jour.",
  ],
  [
    "Comes with the access token. Without it, the connection ends after a month.",
    "Kommt mit dem Zugriffstoken. Ohne es endet die Verbindung nach einem Monat.",
    "Vient avec le jeton d’accès. Sans lui, la connexion se termine au bout d’un mois.",
  ],
  [
    "Comes with the access token. Without it, the connection ends after two hours.",
    "Kommt mit dem Zugriffstoken. Ohne es endet die Verbindung nach zwei Stunden.",
    "Vient avec le jeton d’accès. Sans lui, la connexion se termine au bout de deux heures.",
  ],
  [
    "In your application on Pinterest for developers.",
    "In Ihrer Anwendung auf Pinterest for developers.",
    "Dans votre application sur Pinterest for developers.",
  ],
  ["Digits. The board's pins are made there.", "Ziffern. Auf diese Pinnwand kommen die Pins.", "Des chiffres. Les épingles y sont créées."],
  [
    "A user's token with OAuth 2.0, from your application in X's developer portal.",
    "Ein Token einer Person mit OAuth 2.0, aus Ihrer Anwendung im Entwicklerportal von X.",
    "Le jeton d’une personne en OAuth 2.0, de votre application dans le portail développeur de X.",
  ],
  ["The server that the account is on.", "Der Server, auf dem das Konto ist.", "Le serveur où se trouve le compte."],
  [
    "On your server: Preferences, Development, New application. Copy “Your access token”.",
    "Auf Ihrem Server: Einstellungen, Entwicklung, Neue Anwendung. Kopieren Sie „Dein Zugriffstoken“.",
    "Sur votre serveur : Préférences, Développement, Nouvelle application. Copiez « Votre jeton d’accès ».",
  ],
  ["The account's handle or e-mail address.", "Name oder E-Mail-Adresse des Kontos.", "Le nom ou l’adresse e-mail du compte."],
  [
    "In Bluesky: Settings, Privacy and security, App passwords. Not your own password.",
    "In Bluesky: Einstellungen, Datenschutz und Sicherheit, App-Passwörter. Nicht Ihr eigenes Passwort.",
    "Dans Bluesky : Paramètres, Confidentialité et sécurité, Mots de passe d’application. Pas votre propre mot de passe.",
  ],
  [
    "Only if the account is on a server of its own.",
    "Nur wenn das Konto auf einem eigenen Server liegt.",
    "Seulement si le compte est sur son propre serveur.",
  ],
  [
    "In Telegram, write /newbot to @BotFather. Make the bot an administrator who may post messages. Use it for nothing else.",
    "Schreiben Sie in Telegram /newbot an @BotFather. Machen Sie den Bot zum Administrator, der Nachrichten senden darf. Nutzen Sie ihn für nichts anderes.",
    "Dans Telegram, écrivez /newbot à @BotFather. Faites du bot un administrateur qui peut publier des messages.",
  ],
  [
    "Its public name, or its number, which begins with -100.",
    "Sein öffentlicher Name oder seine Nummer, die mit -100 beginnt.",
    "Son nom public, ou son numéro, qui commence par -100.",
  ],
  [
    "Where posts are sent to. It answers as the documentation of the webhook says.",
    "Wohin Beiträge gesendet werden. Es antwortet, wie die Anleitung zum Webhook es beschreibt.",
    "Où les publications sont envoyées. La réponse suit la documentation du webhook.",
  ],
  [
    "The key of the signature, known to both sides. Make up a long one.",
    "Der Schlüssel der Signatur, den beide Seiten kennen. Denken Sie sich einen langen aus.",
    "La clé de la signature, connue des deux côtés. Inventez-en une longue.",
  ],
  ["Page id", "Nummer der Seite", "Numéro de la Page"],
  ["Access token", "Zugriffstoken", "Jeton d’accès"],
  ["Account id", "Nummer des Kontos", "Numéro du compte"],
  ["Token ends on", "Token endet am", "Fin du jeton"],
  ["Refresh token", "Token zum Erneuern", "Jeton de renouvellement"],
  ["Board id", "Nummer der Pinnwand", "Numéro du tableau"],
  ["App password", "App-Passwort", "Mot de passe d’application"],
  ["Bot token", "Token des Bots", "Jeton du bot"],
  ["Channel or group", "Kanal oder Gruppe", "Canal ou groupe"],
  ["Page", "Seite", "Page"],
  ["Location", "Standort", "Établissement"],
  ["Server", "Server", "Serveur"],
  ["Account", "Konto", "Compte"],
  ["Address", "Adresse", "Adresse"],
  ["Secret", "Geheimnis", "Secret"],
];

export const channels: readonly Told[] = [...connecting, ...logIns, ...credentials];

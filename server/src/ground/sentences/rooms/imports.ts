import type { Told } from "../catalog.ts";

/** Bringing posts in from a file, automations and the feeds that they read. */
export const imports: readonly Told[] = [
  [
    "This file is not in the feed, or no longer.",
    "Diese Datei ist nicht im Feed, oder nicht mehr.",
    "Ce fichier n’est pas dans le flux, ou n’y est plus.",
  ],
  [
    "There is no such feed. It may have been switched off or moved.",
    "Diesen Feed gibt es nicht. Vielleicht wurde er ausgeschaltet oder verlegt.",
    "Ce flux n’existe pas. Il a peut-être été désactivé ou déplacé.",
  ],
  [
    "There is no such feed. The address of one ends in .xml or .json.",
    "Diesen Feed gibt es nicht. Die Adresse eines Feeds endet auf .xml oder .json.",
    "Ce flux n’existe pas. L’adresse d’un flux se termine par .xml ou .json.",
  ],
  [
    "“{text}” is not a date that can be read. Write it as 2027-03-04 09:00.",
    "„{text}“ lässt sich nicht als Datum lesen. Schreiben Sie es so: 2027-03-04 09:00.",
    "« {text} » n’est pas une date lisible. Écrivez-la ainsi : 2027-03-04 09:00.",
  ],
  [
    "“{text}” could be two days. Say whether the day or the month comes first.",
    "„{text}“ können zwei Tage sein. Sagen Sie, ob der Tag oder der Monat vorn steht.",
    "« {text} » peut désigner deux jours. Dites si le jour ou le mois vient en premier.",
  ],
  ["“{text}” is a day that does not exist.", "Den Tag „{text}“ gibt es nicht.", "Le jour « {text} » n’existe pas."],
  [
    "“{text}” has no time of day. Add one, such as 09:00.",
    "„{text}“ hat keine Uhrzeit. Ergänzen Sie eine, etwa 09:00.",
    "« {text} » n’a pas d’heure. Ajoutez-en une, par exemple 09:00.",
  ],
  [
    "“{text}” is in the second of two hours that the clock of {zone} shows twice. Choose another time.",
    "„{text}“ liegt in einer Stunde, die es wegen der Zeitumstellung ({zone}) zweimal gibt. Wählen Sie eine andere Zeit.",
    "« {text} » tombe dans une heure qui existe deux fois à cause du changement d’heure ({zone}). Choisissez une autre heure.",
  ],
  ["The date has passed.", "Das Datum ist vorbei.", "La date est passée."],
  [
    "The date must be at least 10 minutes ahead.",
    "Das Datum muss mindestens 10 Minuten voraus liegen.",
    "La date doit être au moins 10 minutes plus tard.",
  ],
  ["The text is missing.", "Der Text fehlt.", "Le texte manque."],
  ["The text {Reason}.", "Der Text {Reason}.", "Le texte {Reason}."],
  ["The title {Reason}.", "Der Titel {Reason}.", "Le titre {Reason}."],
  ["The alternative text {Reason}.", "Der Alternativtext {Reason}.", "Le texte alternatif {Reason}."],
  ["The link {Reason}.", "Der Link {Reason}.", "Le lien {Reason}."],
  ["The comment {Reason}.", "Der Kommentar {Reason}.", "Le commentaire {Reason}."],
  ["The address of the media {Reason}.", "Die Adresse der Datei {Reason}.", "L’adresse du fichier {Reason}."],
  ["The date {Reason}.", "Das Datum {Reason}.", "La date {Reason}."],
  ["The row {Reason}.", "Die Zeile {Reason}.", "La ligne {Reason}."],
  [
    "The service was in trouble with this row. Import it again later.",
    "Beim Dienst ging mit dieser Zeile etwas schief. Importieren Sie sie später noch einmal.",
    "Le service a eu un problème avec cette ligne. Réimportez-la plus tard.",
  ],
  [
    "This import has begun already, with other choices or another file. It is among the earlier imports.",
    "Dieser Import läuft schon, mit einer anderen Auswahl oder Datei. Er steht bei den früheren Importen.",
    "Cet import a déjà commencé, avec d’autres choix ou un autre fichier. Il figure parmi les imports précédents.",
  ],
  ["The import is not running.", "Der Import läuft nicht.", "L’import n’est pas en cours."],
  ["The import has been undone already.", "Der Import ist schon rückgängig gemacht.", "L’import a déjà été annulé."],
  ["The import is being undone already.", "Der Import wird schon rückgängig gemacht.", "L’import est déjà en cours d’annulation."],
  ["The file has no posts.", "In der Datei sind keine Beiträge.", "Le fichier ne contient aucune publication."],
  [
    "All rows of the file were imported before.",
    "Alle Zeilen der Datei wurden schon importiert.",
    "Toutes les lignes du fichier ont déjà été importées.",
  ],
  [
    "A collection may have {limit} scheduled posts per day, and there are as many on {day} already.",
    "Eine Sammlung darf am Tag {limit} geplante Beiträge haben, und am {day} sind es schon so viele.",
    "Une collection peut avoir {limit} publications planifiées par jour, et il y en a déjà autant le {day}.",
  ],
  ["There is no collection for it.", "Dafür ist keine Sammlung gewählt.", "Aucune collection n’est choisie pour elle."],
  [
    "Say which column has the text of the posts.",
    "Sagen Sie, welche Spalte den Text der Beiträge enthält.",
    "Dites quelle colonne contient le texte des publications.",
  ],
  [
    "Some dates have the day first and others the month. Say how those are meant that could be either.",
    "Bei manchen Daten steht der Tag vorn, bei anderen der Monat. Sagen Sie, wie die gemeint sind, die beides sein können.",
    "Certaines dates commencent par le jour, d’autres par le mois. Dites comment lire celles qui peuvent être l’un ou l’autre.",
  ],
  [
    "Every date could have the day or the month first. Say which.",
    "Bei jedem Datum kann der Tag oder der Monat vorn stehen. Sagen Sie, was gilt.",
    "Chaque date peut commencer par le jour ou par le mois. Dites lequel.",
  ],
  [
    "The brand has no collection yet. Create one first.",
    "Die Marke hat noch keine Sammlung. Legen Sie zuerst eine an.",
    "La marque n’a pas encore de collection. Créez-en une d’abord.",
  ],
  ["This collection is not in the brand.", "Diese Sammlung gehört nicht zur Marke.", "Cette collection n’appartient pas à la marque."],
  [
    "This collection is not in the brand. It may have been deleted.",
    "Diese Sammlung gehört nicht zur Marke. Vielleicht wurde sie gelöscht.",
    "Cette collection n’appartient pas à la marque. Elle a peut-être été supprimée.",
  ],
  [
    "This is not CSV but a file of a spreadsheet. Save it as CSV and import that.",
    "Das ist kein CSV, sondern die Datei einer Tabellenkalkulation. Speichern Sie sie als CSV und importieren Sie das.",
    "Ce n’est pas du CSV mais un fichier de tableur. Enregistrez-le en CSV et importez celui-ci.",
  ],
  [
    "Row {number} has more than {count} columns.",
    "Zeile {number} hat mehr als {count} Spalten.",
    "La ligne {number} a plus de {count} colonnes.",
  ],
  [
    "The file has more than {count} rows. Split it into several.",
    "Die Datei hat mehr als {count} Zeilen. Teilen Sie sie auf.",
    "Le fichier a plus de {count} lignes. Divisez-le.",
  ],
  [
    "Row {number} is longer than {count} bytes, so this is hardly a table of posts.",
    "Zeile {number} ist länger als {count} Bytes, das ist kaum eine Tabelle mit Beiträgen.",
    "La ligne {number} dépasse {count} octets : ce n’est sans doute pas un tableau de publications.",
  ],
  [
    "A quotation mark in row {number} or below is not closed. Save the file as CSV from a spreadsheet again.",
    "Ein Anführungszeichen in Zeile {number} oder darunter ist nicht geschlossen. Speichern Sie die Datei noch einmal als CSV.",
    "Un guillemet de la ligne {number} ou d’après n’est pas fermé. Enregistrez de nouveau le fichier en CSV.",
  ],
  [
    "Row {number} cannot be read. Save the file as CSV from a spreadsheet again.",
    "Zeile {number} lässt sich nicht lesen. Speichern Sie die Datei noch einmal als CSV.",
    "La ligne {number} est illisible. Enregistrez de nouveau le fichier en CSV.",
  ],
  ["It has been published.", "Er ist veröffentlicht.", "Elle est en ligne."],
  ["It is being published.", "Er wird gerade gesendet.", "Elle est en cours d’envoi."],
  ["It was changed after the import.", "Er wurde nach dem Import geändert.", "Elle a été modifiée après l’import."],
  ["The feed could not be fetched.", "Der Feed ließ sich nicht laden.", "Le flux n’a pas pu être chargé."],
  ["The address does not lead to a feed.", "Unter dieser Adresse ist kein Feed.", "L’adresse ne mène pas à un flux."],
  [
    "The feed takes too much time or memory to be read.",
    "Den Feed zu lesen braucht zu viel Zeit oder Speicher.",
    "La lecture du flux prend trop de temps ou de mémoire.",
  ],
  [
    "The brand has as many posts as it may have. The other items wait until there is room.",
    "Die Marke hat so viele Beiträge, wie sie haben darf. Die übrigen Einträge warten, bis Platz ist.",
    "La marque a autant de publications qu’elle peut en avoir. Les autres éléments attendent de la place.",
  ],
  [
    "1 new post has no files, because the account's media storage is full.",
    "Ein neuer Beitrag hat keine Dateien, weil der Speicher des Kontos voll ist.",
    "Une nouvelle publication n’a pas de fichiers, car le stockage du compte est plein.",
  ],
  [
    "{count} new posts have no files, because the account's media storage is full.",
    "{count} neue Beiträge haben keine Dateien, weil der Speicher des Kontos voll ist.",
    "{count} nouvelles publications n’ont pas de fichiers, car le stockage du compte est plein.",
  ],
  [
    "1 item could not be stored as a post.",
    "Aus einem Eintrag ließ sich kein Beitrag machen.",
    "Un élément n’a pas pu devenir une publication.",
  ],
  [
    "{count} items could not be stored as a post.",
    "Aus {count} Einträgen ließen sich keine Beiträge machen.",
    "{count} éléments n’ont pas pu devenir des publications.",
  ],
  [
    "1 picture was left out: a side has fewer than {limit} pixels.",
    "Ein Bild wurde weggelassen: Eine Seite hat weniger als {limit} Pixel.",
    "Une image a été laissée de côté : un de ses côtés a moins de {limit} pixels.",
  ],
  [
    "{count} pictures were left out: a side has fewer than {limit} pixels.",
    "{count} Bilder wurden weggelassen: Eine Seite hat weniger als {limit} Pixel.",
    "{count} images ont été laissées de côté : un côté a moins de {limit} pixels.",
  ],
  [
    "1 file was left out: loading or reading failed.",
    "Eine Datei wurde weggelassen: Sie ließ sich nicht laden oder lesen.",
    "Un fichier a été laissé de côté : son chargement ou sa lecture a échoué.",
  ],
  [
    "{count} files were left out: loading or reading failed.",
    "{count} Dateien wurden weggelassen: Sie ließen sich nicht laden oder lesen.",
    "{count} fichiers ont été laissés de côté : leur chargement ou leur lecture a échoué.",
  ],
  [
    "It is paused. Resume it, and it runs at once.",
    "Sie ist angehalten. Setzen Sie sie fort, dann läuft sie sofort.",
    "Elle est en pause. Reprenez-la : elle s’exécute aussitôt.",
  ],
  [
    "It has stopped. Start it again, and it runs at once.",
    "Sie ist gestoppt. Starten Sie sie wieder, dann läuft sie sofort.",
    "Elle est arrêtée. Relancez-la : elle s’exécute aussitôt.",
  ],
  [
    "It ran less than a minute ago. Try again in a minute.",
    "Sie lief vor weniger als einer Minute. Versuchen Sie es in einer Minute noch einmal.",
    "Elle s’est exécutée il y a moins d’une minute. Réessayez dans une minute.",
  ],
  [
    "The service crashed three times while it read the feed and its files.",
    "Beim Lesen des Feeds und seiner Dateien ist der Dienst dreimal abgestürzt.",
    "Le service s’est arrêté trois fois en lisant le flux et ses fichiers.",
  ],
  [
    "The feed is off, so its address cannot be renewed. Switch it on.",
    "Der Feed ist aus, deshalb lässt sich seine Adresse nicht erneuern. Schalten Sie ihn ein.",
    "Le flux est désactivé : son adresse ne peut pas être renouvelée. Activez-le.",
  ],
];

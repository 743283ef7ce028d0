"""Words of a question that asks for days alone; past ones, in other languages than English.

"Wat hebben we 7 september gedaan?", "vad hände i går": words for what, who, when and the days,
verbs of doing, happening, noting and telling, and small words that ``stop_words`` does not have.
Words that an English question may be about are left out: "luna", "mam", "sedan", "temu", "ai".
"""

from __future__ import annotations

from .plain_spellings import with_plain_words
from .word_sets import split_words

_DUTCH = (
    "wat wie welke wanneer ik je jij jullie wij ze zij er het een dit deze om op aan bij met"
    " voor te en ook allemaal alles iets nog al toen daar heb hebt heeft hebben hadden is was"
    " waren zijn geweest doen doet deed deden gedaan maakten gemaakt gebeurd gebeurde gebeuren"
    " stond stonden staat genoteerd noteerde noteerden opgeschreven besproken bespraken gezegd"
    " zei vertel vertelde verteld gepraat moet moeten ga gaan ging gingen gisteren eergisteren"
    " vandaag morgen overmorgen vanmorgen vanochtend vanmiddag vanavond vannacht gisterochtend"
    " gistermiddag gisteravond dag dagen week weken maand maanden jaar jaren vorig vorige"
    " afgelopen laatste geleden komende volgende tijdens sinds"
)
_GERMAN = (
    "tat taten getan tun machte machten mache geplant notiert notierten aufgeschrieben"
    " besprochen besprachen geredet redeten passierte vorgefallen ereignet steht anstand"
    " vorgestern übermorgen vorletzte vorletzten vorletzter wochenende einigen"
)
_FRENCH = (
    "fait faite faits faites fais faisons faisais faisait avons avez avais avait j c d l m n t"
    " arrivé arrive arrivait noté notée notés parlé parlions discuté dis disait disions raconté"
    " quoi quelques avant-hier après-demain demain aujourd hui il y matinée journée weekend"
    " week-end"
)
_SPANISH = (
    "hicimos hice hiciste hizo hicieron hacer hago hacemos hacía hacíamos hecho hechas hemos"
    " han has he había habíamos tengo tenemos tuvimos sucedió sucede ocurrió ocurre ocurrido"
    " anoté anotamos anotado apunté hablamos hablé hablado dije dijimos conté contamos hace"
    " unos unas algunos algunas anteayer antier mañana semanales fin"
)
_ITALIAN = (
    "abbiamo avevamo avevo ho hai fatto fatta fatte faccio facciamo facevo facevamo feci"
    " facemmo è era accaduto accadde accade successa successe detto dissi raccontato parlato"
    " parlammo annotato annotai scritto devo dobbiamo qualche altro c l d cosa cose dopodomani"
    " domani stamattina stasera stanotte oggi weekend"
)
_PORTUGUESE = (
    "fizemos fiz fez fizeram fazer faço fazemos fazia fazíamos feito feita temos tenho tive"
    " tivemos aconteceram acontece acontecido anotei anotamos anotado falei falamos falado"
    " disse dissemos contei há uns umas alguns algumas mês passado semana semanas anteontem"
    " amanhã hoje depois"
)
_CATALAN = (
    "què qui quan vam vaig va fer fet fem vas passar passat passada passa parlar parlat dir"
    " dit anotar anotat he han havia havíem fa uns unes setmana setmanes mesos dies avui ahir"
    " abans-d'ahir demà altre"
)
_ROMANIAN = (
    "ce cine când am au avem a fost făcut făceam facem fac întâmplat întâmplă petrecut spus"
    " vorbit vorbim notat povestit despre în acum câteva niște zi ziua zile săptămâna săptămâni"
    " săptămână trecut trecută lună luni ieri alaltăieri azi astăzi mâine poimâine seară"
    " dimineață"
)
_SWEDISH = (
    "vad vem när jag vi du det den de har hade är var blev för med på om och någon något några"
    " ska skulle gör göra gjorde gjort hände händer hänt skett skrev skrivit antecknade"
    " noterade pratade pratat talade sa sade berättade förra senaste nästa dag dagar vecka"
    " veckan veckor månad månaden månader år i igår går förrgår idag imorgon morgon övermorgon"
    " kväll kvällen natt helgen måndags tisdags onsdags torsdags fredags lördags söndags"
)
_DANISH_NORWEGIAN = (
    "hvad hva hvem hvornår når jeg vi du det den de har havde hadde er var blev ble for med på"
    " til om og nogen noget nogle noen noe alt skal skulle gør gøre gjør gjøre gjorde gjort"
    " lavede lavet laver skete skedde sket skjedde skjer sker skjedd foregik skrev skrevet"
    " noterede noterte notert noteret talte talt snakkede snakket pratet sagde sa fortalte"
    " fortalt siden sidste siste forrige dag dage dager dagene uge uger uke uka uken uker måned"
    " måneden måneder år går gårs forgårs idag morgen overmorgen aften kveld kvelden nat natt"
    " weekenden helgen"
)
_POLISH = (
    "co kto kiedy czym ja my się w we na o z i mamy miałem miałam mieliśmy jest był była było"
    " byliśmy robię robimy robić robiłem robiłam robiliśmy robiłyśmy zrobiłem zrobiłam"
    " zrobiliśmy zrobiono stało dzieje działo wydarzyło zdarzyło zanotowałem zanotowałam"
    " zanotowaliśmy zapisałem zapisałam rozmawialiśmy rozmawiałem rozmawiałam mówiliśmy mówiłem"
    " mówiłam kilka dzień dni dnia tydzień tygodniu tygodnia tygodnie miesiąc miesiącu miesiąca"
    " rok roku lata zeszły zeszłym zeszłego ubiegły ubiegłym ostatni ostatnim ostatnio wczoraj"
    " przedwczoraj dziś dzisiaj jutro pojutrze rano wieczorem weekend"
)
_CZECH = (
    "co kdo kdy čem já my jsme jsem jsi se si v ve na o s a před mám máme měl měla měli je byl"
    " byla bylo byli dělám děláme dělat dělal dělala dělali udělal udělala udělali stalo stane"
    " dělo děje přihodilo poznamenal poznamenala poznamenali zapsal zapsala zapsali mluvili"
    " mluvil mluvila povídali řekl řekla několik několika den dny dnů týden týdnu týdny týdnem"
    " měsíc měsíci měsíce měsícem rok roku roky minulý minulého minulém minulou včera"
    " předevčírem dnes zítra pozítří ráno večer víkend víkendu"
)
_TURKISH = (
    "ne neler biz yaptık yaptım yaptın yapıyoruz yapacağız yaptığımız oldu olmuş olan olacak"
    " konuştuk konuştum söyledim söyledik anlattım not aldım var vardı için de da te ta geçen"
    " bu bir birkaç gün günü hafta haftaki ay ayki yıl önce dün bugün yarın öbür evvelsi önceki"
    " sabah akşam gece sonu"
)
_RUSSIAN = (
    "делал делала делали делаем сделал сделала сделали сделано случилось случается произошло"
    " происходило говорили говорил говорила обсуждали рассказал рассказала записал записала"
    " записали отметил чём обо мной нами несколько день дня дней неделя неделе недели неделю"
    " недель месяц месяце месяца месяцев год году года прошлый прошлой прошлую прошлом прошлого"
    " последние последних назад вчера позавчера завтра послезавтра утром вечером ночью выходные"
    " выходных"
)
_UKRAINIAN = (
    "що хто коли я ми ви мені нас нам про у в на з й і та це цей цього мав мала мали маю маємо"
    " був була було були робив робила робили зробив зробила зробили сталося трапилося відбулося"
    " говорили говорив говорила обговорювали записав записала записали розповів розповіла"
    " кілька кількох день дня дні днів тиждень тижня тижні тижнів місяць місяця місяці рік року"
    " минулий минулого минулої минулому тому вчора учора позавчора сьогодні завтра післязавтра"
    " вранці ввечері вихідні"
)
_FINNISH = (
    "mitä mikä mistä kuka ketä milloin me minä minulla meillä se oli olivat ollut on ovat tein"
    " teimme tehtiin teemme tehty tapahtui tapahtunut tapahtuu puhuin puhuimme keskustelimme"
    " kerroin kirjasin merkitsin viime tämä tässä muutama muutaman päivä päivää päivänä viikko"
    " viikolla viikkoa kuukausi kuukautta kuussa kuukauden vuosi vuonna vuotta sitten eilen"
    " toissapäivänä tänään huomenna ylihuomenna aamulla illalla viikonloppuna"
)
_HUNGARIAN = (
    "mit mi mik ki miről mikor én ez az egy voltak lesz csináltam csináltunk csináltál"
    " csinálunk tettem tettünk történt történik beszéltünk beszéltem mondtam meséltem"
    " feljegyeztem írtam fel múlt elmúlt néhány napja napon napokban hét héten hete hónap"
    " hónapban hónapja év évben éve ezelőtt tegnap tegnapelőtt ma holnap holnapután reggel este"
    " hétvégén"
)
_KOREAN = (
    "어제 그제 그저께 오늘 내일 모레 지난주 지난주에 이번주 지난달 지난달에 주말 주말에"
    " 뭐 뭘 뭐를 무엇을 무슨 무슨일이 일 일이"
    " 있었어 있었지 있었나 있었나요 있었습니까 했어 했지 했나 했나요 했습니까 했더라"
    " 우리 우리는 우리가 나는 내가 나 저는 제가"
)
_CHINESE_JAPANESE = (
    "昨 前 今 明 天 日 上 个 個 这 這 周 週 星 期 月 年 先 来 号 號 我 们 們 做 干 了"
    " 什 么 甚 麼 发 發 生 事 有 过 過 说 說 聊 的 在 是 吗 嗎"
    " 何 を し ま た か が あ っ に は の で す と も ど な 起 こ り"
)
"""Scripts without spaces: each sign is a word."""

_AHEAD = (
    "tomorrow next coming upcoming plan plans planned schedule scheduled calendar agenda happening"
    " appointment appointments free busy nächste nächsten nächster termin termine kalender ansteht"
    " stehen liegt liegen frei prévu prévue prochain prochaine rendez-vous aujourd'hui planeado"
    " cita citas hoy próximo próxima impegni impegno programma prossimo prossima compromissos"
    " gepland afspraak afspraken planerat planlagt imorgen plany сегодня"
)
"""Of what is to come, in all languages: "anything planned for tomorrow?"."""

_LISTED = (
    *(_DUTCH, _GERMAN, _FRENCH, _SPANISH, _ITALIAN, _PORTUGUESE, _CATALAN, _ROMANIAN, _SWEDISH),
    *(_DANISH_NORWEGIAN, _POLISH, _CZECH, _TURKISH, _RUSSIAN, _UKRAINIAN, _FINNISH, _HUNGARIAN),
    *(_KOREAN, _CHINESE_JAPANESE, _AHEAD),
)
ASKING_WORDS = with_plain_words(split_words(" ".join(_LISTED)))
"""Normalised; those of five letters also without their diacritics."""

ELIDED_I, AFTER_ELIDED_I = "j", "ai"
"""The words of French "j'ai"; elsewhere the second is "AI"."""

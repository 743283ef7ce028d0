"""Words for what somebody is to somebody: "neighbour", "Schwester", "dentiste".

At the start of a sentence, and in German anywhere, such a word has a capital and is no part of the
name: "Neighbour Winifred Trask". A word of address is: "Tante Inge". Many are other words as well,
in their own language or in another: "man", "prima", "boss".
"""

from __future__ import annotations

from .word_sets import split_words

PEOPLE = split_words(
    "husband wife partner boyfriend girlfriend fiancé fiancée fiance fiancee brother sister mother"
    " father mum mom mam dad son daughter uncle aunt cousin nephew niece grandmother grandfather"
    " grandma grandpa granny grandson granddaughter stepmother stepfather stepson stepdaughter"
    " stepbrother stepsister mother-in-law father-in-law brother-in-law sister-in-law son-in-law"
    " daughter-in-law godmother godfather godson goddaughter neighbour neighbor landlord landlady"
    " boss dentist doctor gp vet accountant solicitor lawyer plumber electrician hairdresser"
    " cleaner gardener babysitter childminder flatmate roommate"
    " mann frau ehemann ehefrau freund freundin bruder schwester mutter vater mama papa sohn"
    " tochter onkel tante cousine neffe nichte oma opa großmutter großvater enkel enkelin schwager"
    " schwägerin schwiegermutter schwiegervater nachbar nachbarin chef chefin vermieter"
    " vermieterin hausarzt hausärztin zahnarzt zahnärztin tierarzt tierärztin steuerberater"
    " steuerberaterin mitbewohner mitbewohnerin"
    " mari femme compagnon compagne frère sœur soeur mère père fils fille oncle neveu nièce"
    " grand-mère grand-père voisin voisine patron patronne dentiste médecin propriétaire"
    " marido mujer esposo esposa novio novia hermano hermana madre padre hijo hija tío tía primo"
    " prima sobrino sobrina abuela abuelo suegro suegra cuñado cuñada vecino vecina jefe jefa"
    " dentista médico casero casera"
    " marito moglie fratello sorella mamma papà figlio figlia zio zia cugino cugina nipote nonna"
    " nonno suocera suocero vicino vicina capo medico"
    " man vrouw broer zus moeder vader zoon dochter oom neef buurman buurvrouw baas tandarts"
    " huisarts"
    " mąż żona brat siostra matka ojciec tata syn córka wujek ciocia kuzyn kuzynka babcia dziadek"
    " sąsiad sąsiadka szef szefowa dentysta"
    " irmão irmã mãe pai filho filha tio avó avô vizinho vizinha chefe"
    " manželka manžel bratr sestra otec dcera soused sousedka babička dědeček"
    " eşim karım kocam kızım oğlum annem babam kardeşim ablam ağabeyim teyzem amcam komşum komşumuz"
    " vaimoni mieheni äitini isäni siskoni veljeni poikani tyttäreni naapurini"
    " feleségem férjem anyám apám bátyám öcsém nővérem húgom fiam lányom szomszédom"
    " soția soțul fratele fiul fiica vecinul vecina"
    " mor bror søster sønn datter søn nabo naboen fru syster dotter granne"
    " жена муж брат сестра мать отец мама папа сын дочь дядя тётя бабушка дедушка сосед соседка"
    " дружина чоловік мати батько син донька дядько тітка бабуся дідусь сусід сусідка"
)
"""What somebody is to somebody: family, neighbours, and whom one person has one of."""

FAMILY = split_words(
    "husband wife brother sister mother father mum mom dad son daughter uncle aunt cousin nephew"
    " niece grandmother grandfather grandson granddaughter twin baby"
    " bruder schwester mutter vater sohn tochter onkel tante cousin cousine neffe nichte"
    " frère sœur fils fille oncle neveu nièce hermano hermana hijo hija tío tía sobrino sobrina"
    " fratello sorella figlio figlia broer zus zoon dochter oom"
)
"""Of these, those before which only a first name stands: "his brother Paul"."""

SERVICES = split_words(
    "boss dentist doctor gp vet accountant solicitor lawyer plumber electrician hairdresser cleaner"
    " gardener babysitter childminder landlord landlady"
    " chef chefin vermieter vermieterin hausarzt hausärztin zahnarzt zahnärztin tierarzt"
    " tierärztin steuerberater steuerberaterin"
    " patron patronne dentiste médecin propriétaire jefe jefa dentista médico casero casera capo"
    " medico baas tandarts huisarts szef szefowa dentysta chefe"
)
"""Of these, those who do something for somebody: what they change may be that person's matter."""

OTHER_WORDS = split_words("man mann prima primo capo baas chef patron neef")
"""Of these, those that are often another word: "Prima: Otto has agreed", "Mann, Otto!"."""

AT_WORK = split_words("boss partner chefin patronne jefe jefa szef szefowa chefe")
"""Of these, those that companies and characters of a game can be, too."""

ADDRESS = split_words(
    "frau herr tante onkel oma opa uncle aunt auntie grandma grandpa granny doctor mama mamma papa"
    " papà oncle tata tía tío tia tio zia zio abuela abuelo nonna nonno oom wujek ciocia babcia"
    " dziadek avó avô"
)
"""They stay part of a name: "Tante Inge"."""

TITLES = split_words("mr mrs ms herr herrn frau mme mlle")
"""Before a surname; what stands before them is no part of the name: "Ring Mr Abbot"."""

FORMS_OF_ADDRESS = TITLES | split_words(
    "mister miss sir hr fr signor signora signorina señor señora señorita monsieur madame"
    " mademoiselle senhor senhora dona mevrouw meneer mijnheer dhr mevr pana panu pani paní hanım"
    " fru господин госпожа пан пані"
)
"""They say nothing of whom they stand before."""

ABBREVIATED_TITLES = split_words(
    "mr mrs ms dr dra prof profa st sr sra srta fr hr sig mme mlle eng enga ing dott avv geom arq"
    " mgr inż"
)
"""Titles before a name, with a full stop: "Eng. Basílio Moura"."""

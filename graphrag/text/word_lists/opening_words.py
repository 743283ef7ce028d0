"""Words that begin a sentence before a name and are no part of it: "Migrate Jira", "Sadly Oriso".

They are verbs and adverbs that no name begins with. A role ("Neighbour Winifred") is dropped too,
by ``people_words``.
"""

from __future__ import annotations

from collections.abc import Mapping

from .word_sets import split_words

VERBS = split_words(
    "asked assigned borrowed brought collected emailed fetched gave hired informed interviewed"
    " introduced invited met notify owed owes paid phoned pinged rang refunded reimbursed remind"
    " reminded sent showed texted thanked told visited warned called"
)
"""Of these no name begins with one either, even if its other words are common: "Told Bruno"."""

ORDERS = split_words(
    "add adjust check configure connect create delete disable disconnect download enable install"
    " migrate reboot reinstall remove rename replace reset restart restore start stop update"
    " upgrade use verify"
)
"""What one does with software; before a name of several words that others have without it, they
are no part of it: "Restart Home Assistant"."""

WITH_VERBS = split_words("leave office opera police gala")
"""With these a verb makes a name or a thing: "Met Office", "Paid Leave"."""

AGES: Mapping[str, frozenset[str]] = {
    "new": split_words(
        "addington alresford amsterdam barnet bedford bern braunfels brighton britain brunswick"
        " caledonia canaan covent delhi eltham england glasgow guinea hampshire haven hebrides"
        " holland jersey kensington kingston lanark london malden mexico orleans paltz plymouth"
        " providence relic rochelle romney ross scotland siberia south ulm wales westminster york"
        " yorker yorkers zealand zealander zealanders"
    ),
    "old": split_words(
        "bailey basing compton delhi dominion dubliner kent norse parr testament trafford vic"
        " windsor"
    ),
}
"""What a thing may be at the start of a sentence, with words before which it is of the name: "New
EpiPen", but "New York". English nouns are not listed: "New Forest"."""

OPENING_WORDS = VERBS | split_words(
    # What somebody should do.
    "add adjust allow archive arrange ask attach avoid back backup block book bring buy call cancel"
    " check choose clean clear clone close collect compare configure connect contact convert copy"
    " create debug delete deploy describe disable disconnect download drop email enable ensure"
    " exclude export feed fetch find finish fix follow forward get give grant help ignore"
    " import include inform install invite join keep let list load log mail make meet merge message"
    " migrate mount move mute notify open order pay phone pick plan prefer prepare print push"
    " put read rebuild reboot refund reinstall remind remove rename renew repair replace reply"
    " request reset resend restart restore return run save schedule see sell send set share show"
    " skip speak start stop store submit switch sync take tell text thank transfer try update"
    " upgrade upload use verify visit wait wash watch write answer assign borrow brush confirm"
    " deliver dm groom hand hire introduce inform interview lend ping promise reimburse ring teach"
    " walk warn water"
    # What was done.
    " added archived asked attended bought booked built called cancelled canceled changed checked"
    " cleaned closed configured confirmed created deleted delivered deployed disabled discussed"
    " enabled finished fixed got helped hired installed invited joined made met migrated moved"
    " ordered paid picked received renamed renewed repaired replaced restarted returned saw sent"
    " sold started stopped switched told took tried updated upgraded used visited watched"
    " answered dropped fed followed found forwarded heard kept left lost removed rang saved skipped"
    " spoke walked wrote bought caught forgot lent promised sold taught"
    # What somebody does.
    " adding asking assuming booking building buying calling checking cleaning considering"
    " creating debugging deploying driving feeding fixing following getting helping hiring"
    " including installing learning looking making meeting migrating moving ordering planning"
    " reading regarding replacing running selling sending setting switching taking testing trying"
    " updating upgrading using visiting waiting watching working writing"
    # What else a sentence begins with.
    " anytime hallo liebe lieber volgens weder whenever"
    # How it was.
    " according actually afterwards apparently basically besides clearly concerning currently"
    " despite evidently eventually finally fortunately generally happily hopefully ideally"
    " initially luckily mainly meanwhile normally obviously occasionally originally possibly"
    " presumably previously probably recently regardless reportedly sadly similarly sometimes soon"
    " strangely suddenly surprisingly typically ultimately unfortunately usually whereas"
    # The same in other languages.
    " appelle appelez bel bitte chiama chiedi demande demandez erinnere frag frage fragt llama"
    " pregunta ruf ruft schreib vraag zadzwoń zapytaj"
    " bring bringt gebt gib sag zeig appeler demander donne envoie rappelle rappelez"
    " llamar llame pide pídele preguntar recuerda chiamare chiedere"
    " conoce conoces sigue tiene trabaja viene vive"
    " poor bonjour guten hallo hello hola ciao dear thanks falls gemäß laut selon según"
    " secondo segundo sollte wohnt"
)

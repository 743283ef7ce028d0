"""First names that stand in lists of common words, too, since texts are full of them.

In German, where nouns have capitals, a common word is no name: without this, "Lena hat freitags
Schwimmen" names nobody. What is a German noun as well ("Rose", "Frank", "Wolf") is not listed.
"""

from __future__ import annotations

from .word_sets import split_words

FIRST_NAMES = split_words(
    "adam adrian agnes alan albert alex alexander alexandra alfred alice alina amelie amy"
    " andrea andreas andrew andré andy anette angela angelika angelina anita anja anke anna"
    " annette annika anthony anton antonia antonio arne arnold arthur artur astrid axel barbara"
    " bastian beate beatrice ben benjamin bernadette bernd bernhard bettina bianca birgit björn"
    " boris brigitte britta bruno carina carla carlo carlos carmen carola carolin caroline"
    " carsten caspar catherine cecilia celina charles charlotte chris christa christian"
    " christiane christina christine christoph christopher clara claudia claus clemens connor"
    " constantin cordula corinna cornelia cornelius dagmar damian daniel daniela danny david"
    " dennis detlef diana dieter dietmar dina dirk dominik dominique dora doris dorothea"
    " eberhard eckhard edgar edith eduard edward elena eleonora elias elisa elisabeth elizabeth"
    " elke ella ellen elsa emil emilia emilio emily emma emmanuel enrico erhard eric erich erik"
    " erika erwin esther eugen eva evelyn fabian fabio felicitas felix ferdinand finn fiona"
    " florian franco franz franziska frederik frida frieda friedrich fritz gabi gabriel gabriela"
    " gabriele georg george gerald gerd gerda gerhard gertrud gina giovanni gisela giulia"
    " gottfried greta gudrun guido gunther gustav günter günther hanna hannah hannes hanno hans"
    " harald harry hartmut heiko heiner heinrich heinz helen helena helene helga helmut henning"
    " henri henrik henry herbert hermann hilde hildegard holger horst hubert hugo ida ilona ilse"
    " ina ines inga inge ingeborg ingo ingrid irene iris irma isabel isabella isabelle ivan ivo"
    " jack jacob jacques jakob jale james jana jane janina jannik jasper jean jeanette jennifer"
    " jens jeremy jessica joachim jochen joel johann johanna johannes john jolanda jonas"
    " jonathan josef josefine joseph joshua judith jula jule julia julian juliane julius justin"
    " justus jutta jörg jürgen karen karin karina karl karla karolina karsten katharina kathrin"
    " katja katrin kerstin kevin kilian kim kirsten klara klaus konrad konstantin konstanze"
    " korbinian kornelia kristian kristin kristina kurt lara lars laura laurent laurenz lea leah"
    " lena lennart lenny leo leon leonard leonhard leonie leonora leopold levin liam lilian"
    " lilli lilly lina linda linus lisa lisbeth lothar louis louisa louise luca lucas lucia lucy"
    " ludwig luis luisa luise lukas lutz lydia magdalena maike maja malte mandy manfred manuel"
    " manuela marc marcel marco marcus margarete margarethe margit margot margret maria marianne"
    " marie marina mario marion marisa markus marlene marlies marta martha martin martina marvin"
    " mary mateo mathias mathilda matthias maurice max maximilian maya mehmet melanie melina mia"
    " michael michaela michel michelle miguel mike mila mira mirco miriam mirjam mohamed mona"
    " monica monika moritz nadia nadine nadja nancy natalia natalie natascha nele nelly nico"
    " nicola nicolas nicole niklas niko nikolai nils nina noah noel nora norbert oliver olivia"
    " oscar oskar otto pablo pascal patricia patrick paul paula pauline pedro peter petra phil"
    " philip philipp philippe pia quentin rafael raimund rainer ralf ralph ramona raphael"
    " rebecca regina regine reiner reinhard reinhold renate rené ricarda richard rita robert"
    " roberta roberto robin roland rolf ronald rosa rosalie rosi rosmarie rudi rudolf rupert"
    " sabine sabrina salome samantha samira samuel sandra sandro sara sarah sascha sebastian"
    " selina selma sergio sibylle sigrid silas silke silvia simon simona simone sina sofia sofie"
    " sonja sophia sophie stefan stefanie steffen stella stephan stephanie steve steven susan"
    " susanna susanne suse sven svenja sybille sylvia tamara tanja tatjana theo theodor theresa"
    " therese thomas thorsten tilda till tilman tim timo timon tina tobias tom toni torben"
    " torsten tristan udo ulf ulla ulrich ulrike ursula uschi ute uwe valentin valentina valerie"
    " vanessa vera verena veronika victor victoria viktor viktoria vincent viola vivian volker"
    " volkmar walter waltraud werner wiebke wilhelm wilma wolfgang wolfram yannick yasmin yvonne"
    " zoe"
)
"""Normalised; in lower case."""

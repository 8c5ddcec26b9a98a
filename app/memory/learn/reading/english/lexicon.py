"""Words of English by what they do in a sentence. Open classes (names, most nouns) are what is left over."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache


@lru_cache(maxsize=256)
def words(text: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(text.split())


SUBJECT_PRONOUNS = words("i you he she it we they this that these those who someone everyone everybody nobody")
OBJECT_PRONOUNS = words("me him her us them it myself himself herself itself ourselves themselves each other another")
OTHER_PRONOUNS = words(
    """mine yours hers ours theirs something anything nothing everything one ones there here what whatever whoever
    whichever much"""
)
PRONOUNS = SUBJECT_PRONOUNS | OBJECT_PRONOUNS | OTHER_PRONOUNS
POSSESSIVES = {"my": "i", "our": "we", "his": "he", "her": "she", "their": "they", "its": "it", "your": "you"}
DETERMINERS = words("a an the this that these those some any no every each another both all half such either neither")
PREPOSITIONS = words(
    """
    at in on for with from to of by as into onto about over under after before during through near behind
    between around across against toward towards without within inside outside off out up down via per like than
    along alongside beside since until till except upon back
    """
)
CONJUNCTIONS = words("and or but nor yet so plus & then")
SUBORDINATORS = words("because although though while when whenever if unless whether once where why how that whereas")
RELATIVES = words("who which whom whose that where")
MODALS = words("can could may might must shall should will would 'd 'll wo ca ought gonna wanna")
UNREAL = words("could may might should would 'd ought must shall")
BE = words("be am is are was were been being 'm 're 's")
HAVE = words("have has had having 've")
DO = words("do does did")
NEGATIONS = words("not n't never")
ADVERBS = words(
    """
    now currently presently nowadays still also just already always never often usually sometimes mostly mainly
    really actually finally recently lately newly previously formerly originally once then soon again too very
    quite rather pretty so officially legally even only simply basically probably apparently allegedly
    supposedly maybe perhaps possibly hopefully happily sadly luckily unfortunately anyway however therefore
    instead together apart abroad away home back there here anymore yet ever almost nearly about roughly
    approximately around over exactly well barely hardly longer twice hard harder afterward afterwards nonstop
    overnight upstairs downtown worth else tonight sometime moreover meanwhile today's regularly daily weekly
    nightly occasionally constantly totally absolutely definitely obviously clearly certainly honestly fully
    partly freshly happily secretly proudly
    """
)
DOUBTING = words(
    "maybe perhaps possibly probably apparently allegedly supposedly hopefully presumably hypothetically theoretically"
)
ADJECTIVES = words(
    """
    new old former ex current first second third last next previous best good great favourite favorite big
    little small older younger elder eldest oldest youngest twin late dear close own whole same real full main
    other lovely beautiful happy sad nice wonderful wee fellow long short early long-time longtime childhood
    blue red green black white brown grey gray yellow pink purple orange silver golden second-hand secondhand
    used vintage electric acoustic young senior junior chief head lead deputy assistant associate legal
    full-time part-time amazing awesome two three four five six seven eight nine ten several few many more most
    extra different certain particular
    """
)
STATES = words(
    """allergic married engaged divorced fluent based located situated born due part called named known into obsessed
    keen fond crazy passionate addicted responsible interested assigned enrolled registered subscribed headquartered
    diagnosed hooked bilingual shaky rusty raised done finished behind widowed separated"""
)
CARDINALS = {
    word: number
    for number, word in enumerate(
        re.findall(r"\w+", "zero one two three four five six seven eight nine ten eleven twelve")
    )
} | {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4, "fifteen": 15, "twenty": 20, "thirty": 30, "half": 1}
ORDINALS = words("first second third fourth fifth sixth seventh eighth ninth tenth")

_IRREGULAR = """
be:was,were:been:being have:had:had:having do:did:done:doing go:went:gone:going get:got:got,gotten:getting
leave:left:left:leaving quit:quit,quitted:quit:quitting begin:began:begun:beginning run:ran:run:running
speak:spoke:spoken:speaking teach:taught:taught:teaching buy:bought:bought:buying sell:sold:sold:selling
meet:met:met:meeting read:read:read:reading write:wrote:written:writing see:saw:seen:seeing
drive:drove:driven:driving ride:rode:ridden:riding grow:grew:grown:growing come:came:come:coming
become:became:become:becoming give:gave:given:giving take:took:taken:taking make:made:made:making
build:built:built:building find:found:found:finding lose:lost:lost:losing keep:kept:kept:keeping
hold:held:held:holding know:knew:known:knowing think:thought:thought:thinking say:said:said:saying
tell:told:told:telling hear:heard:heard:hearing feel:felt:felt:feeling bring:brought:brought:bringing
break:broke:broken:breaking split:split:split:splitting swim:swam:swum:swimming sing:sang:sung:singing
fly:flew:flown:flying eat:ate:eaten:eating drink:drank:drunk:drinking sleep:slept:slept:sleeping
send:sent:sent:sending spend:spent:spent:spending stand:stood:stood:standing sit:sat:sat:sitting
set:set:set:setting put:put:put:putting let:let:let:letting cut:cut:cut:cutting hit:hit:hit:hitting
let:let:let:letting win:won:won:winning pay:paid:paid:paying lend:lent:lent:lending lay:laid:laid:laying
lie:lay,lied:lain,lied:lying die:died:died:dying rise:rose:risen:rising fall:fell:fallen:falling
choose:chose:chosen:choosing wear:wore:worn:wearing swear:swore:sworn:swearing draw:drew:drawn:drawing
throw:threw:thrown:throwing show:showed:shown:showing bear:bore:borne:bearing
understand:understood:understood:understanding wed:wed,wedded:wed:wedding hang:hung:hung:hanging
catch:caught:caught:catching forget:forgot:forgotten:forgetting wake:woke:woken:waking
dream:dreamt,dreamed:dreamt:dreaming mean:meant:meant:meaning lead:led:led:leading swap:swapped:swapped:swapping
drop:dropped:dropped:dropping stop:stopped:stopped:stopping ship:shipped:shipped:shipping
plan:planned:planned:planning dig:dug:dug:digging knit:knitted,knit:knitted:knitting
prefer:preferred:preferred:preferring refer:referred:referred:referring
transfer:transferred:transferred:transferring commit:committed:committed:committing
program:programmed:programmed:programming chat:chatted:chatted:chatting jog:jogged:jogged:jogging
hug:hugged:hugged:hugging admit:admitted:admitted:admitting enrol:enrolled:enrolled:enrolling
co-own:co-owned:co-owned:co-owning
"""
_REGULAR = """
work join start live reside move relocate transfer resign retire hire employ promote study graduate major learn
marry divorce separate date engage use adopt switch migrate change replace ditch own purchase order acquire like
love enjoy adore hate dislike loathe detest diagnose prescribe play watch attend visit travel found cofound
co-found establish launch create design develop invent compose paint author maintain manage supervise oversee
head direct report belong sing row coach volunteer practise practice train paint enroll register subscribe
cancel finish complete end close open happen ask answer call name rename turn look want need wish hope intend
aim expect try decide consider wonder guess suppose believe imagine claim mention confirm announce explain add
reply suggest remember remind agree seem appear help show talk walk cook bake clean wash fix repair mend install
update upgrade deploy push pull test code debug compile host track follow support cause cost weigh measure stay
stick stress stare continue remain receive accept reject refuse decline apply offer invite introduce celebrate
thank miss trust fear worry prefer arrive depart return land pick grab collect gather plant water feed adopt
rescue foster raise rent lease borrow share save invest earn pass fail cease resume rejoin postpone extend
schedule cancel delay push shift book sign submit deliver hand drive park crash freeze blink squeak listen
subscribe suffer recover heal hurt rely depend consist include contain belong serve lecture tutor mentor nurse
guard captain chair host organise organize present perform record publish release edit translate interview
consult contract intern freelance commute cycle climb hike camp surf ski skate fish hunt garden sew crochet draw
photograph wait rain snow joke laugh cry smile shout whisper kick jump chase dance act film shoot trade swap
assign appoint elect name nickname dub bury mourn pass lay fire sack axe redeem donate welcome base locate
situate enrol describe discuss tend hail originate stem settle emigrate immigrate quit celebrate turn shop
wander explore tour check reply email phone compete sound taste smell delete deactivate query fetch sync text
message ring reach contact rate review score print scan copy paste type click press lock unlock unsubscribe expire
"""


def _s_form(lemma: str) -> str:
    if lemma.endswith(("s", "x", "z", "ch", "sh", "o")):
        return lemma + "es"
    return lemma[:-1] + "ies" if lemma.endswith("y") and lemma[-2] not in "aeiou" else lemma + "s"


def _ed_form(lemma: str) -> str:
    if lemma.endswith("e"):
        return lemma + "d"
    return lemma[:-1] + "ied" if lemma.endswith("y") and lemma[-2] not in "aeiou" else lemma + "ed"


def _ing_form(lemma: str) -> str:
    return lemma[:-1] + "ing" if lemma.endswith("e") and not lemma.endswith("ee") else lemma + "ing"


def _forms() -> Iterator[tuple[str, str, str]]:
    """(form, lemma, shape) with shape base, s, past, participle or ing. Later entries do not replace earlier ones."""
    for entry in _IRREGULAR.split():
        lemma, past, participle, ing = entry.split(":")
        yield lemma, lemma, "base"
        yield {"be": "is", "have": "has", "do": "does", "go": "goes"}.get(lemma, _s_form(lemma)), lemma, "s"
        yield from ((form, lemma, "past") for form in past.split(","))
        yield from ((form, lemma, "participle") for form in participle.split(","))
        yield ing, lemma, "ing"
    for lemma in _REGULAR.split():
        yield lemma, lemma, "base"
        yield _s_form(lemma), lemma, "s"
        yield _ed_form(lemma), lemma, "past"
        yield _ing_form(lemma), lemma, "ing"
    yield from (("travelling", "travel", "ing"), ("travelled", "travel", "past"), ("cancelled", "cancel", "past"))
    yield from (("am", "be", "base"), ("are", "be", "base"), ("labelled", "label", "past"))


def _table(forms: Iterable[tuple[str, str, str]]) -> dict[str, tuple[str, frozenset[str]]]:
    table: dict[str, tuple[str, frozenset[str]]] = {}
    for form, lemma, shape in forms:
        known = table.get(form)
        if known is None:
            table[form] = (lemma, frozenset({shape}))
        elif known[0] == lemma:
            table[form] = (lemma, known[1] | {shape})
    return table


VERBS = _table(_forms())
"""Form -> (lemma, shapes it can have)."""

NOUN_FIRST = words(
    """
    work study start move name change play visit plan report date head love like order host guard nurse coach
    text phone ring email end record film present cost water garden dream run walk talk call drive ride swim
    review score print copy type press book tour train lease park fish ski hike dance fear hope wish need test
    code support offer answer interview contract intern captain chair shop trade shoot act lock rate set show
    address share stay cycle cook record paint show stick base release design build research support trust
    practice practise update upgrade joke capture sign welcome report return finish exit
    """
)
"""Verbs that after a determiner, an adjective or a preposition are nouns."""

_NOT_ADVERBS = words(
    """family italy july jelly belly lily butterfly assembly supply reply fly ally bully rally monopoly anomaly ugly
    lovely lonely friendly elderly silly holly molly sally polly kelly emily curly dolly wooly only"""
)


def is_adverb(low: str) -> bool:
    """A listed adverb, or a word formed like one ("professionally")."""
    return low in ADVERBS or (low.endswith("ly") and len(low) > 4 and low not in _NOT_ADVERBS and low not in VERBS)

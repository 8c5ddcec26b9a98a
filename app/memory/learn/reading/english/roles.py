"""Nouns that name someone by a relation ("sister", "boss", "founder"), by a job, or by a thing one owns."""

from dataclasses import dataclass
from typing import Literal

from app.domain.entity import EntityKind
from app.memory.learn.reading.english.gazetteer import Gender
from app.memory.learn.reading.english.lexicon import ADJECTIVES, words


@dataclass(frozen=True, slots=True)
class Role:
    """`predicate`(owner, bearer), or with `flip` `predicate`(bearer, owner). `kind` is the bearer's."""

    predicate: str
    kind: EntityKind = "person"
    gender: Gender = "either"
    flip: bool = False
    owner: EntityKind | None = "person"


_KIN = """
sibling_of   female sister half-sister stepsister sis
sibling_of   male   brother half-brother stepbrother bro
sibling_of   either sibling twin triplet
married_to   female wife
married_to   male   husband hubby
married_to   either spouse
partner_of   female gf girlfriend fiancee fiancée
partner_of   male   bf boyfriend fiance fiancé
partner_of   either partner
parent_of    female daughter stepdaughter girl
parent_of    male   son stepson boy
parent_of    either child kid baby toddler stepchild
child_of     female mother mum mom mam mama mummy mommy stepmother stepmum stepmom
child_of     male   father dad papa daddy stepfather stepdad
child_of     either parent
grandchild_of  female grandmother grandma granny gran nan nana
grandchild_of  male   grandfather grandpa grandad granddad
grandparent_of female granddaughter
grandparent_of male   grandson
grandparent_of either grandchild grandkid
relative_of  female aunt auntie niece mother-in-law sister-in-law daughter-in-law goddaughter godmother
relative_of  male   uncle nephew father-in-law brother-in-law son-in-law godson godfather
relative_of  either cousin relative in-law godchild
friend_of    either friend mate buddy pal bestie bff friends
colleague_of either colleague coworker co-worker teammate workmate collaborator
reports_to   either boss manager supervisor line-manager team-lead
manages      either direct-report subordinate mentee intern apprentice
knows        either neighbour neighbor flatmate roommate housemate classmate acquaintance landlord landlady penpal
"""
_PETS = words(
    """
    dog cat puppy kitten rabbit bunny hamster gerbil parrot budgie canary tortoise turtle goldfish horse pony
    ferret snake lizard gecko axolotl hedgehog chinchilla cockatiel poodle labrador retriever terrier spaniel
    beagle corgi dachshund greyhound whippet collie shepherd pug bulldog husky tabby tomcat pet hen chicken goat
    donkey rat mouse iguana guinea-pig pup
    """
)
ROLES: dict[str, Role] = {}
for _line in _KIN.strip().splitlines():
    _predicate, _gender, *_heads = _line.split()
    for _head in _heads:
        ROLES[_head] = Role(_predicate, gender=_gender)  # type: ignore[arg-type]
ROLES |= dict.fromkeys(_PETS, Role("has_pet", "thing"))
ROLES |= {
    "company": Role("works_at", "organization"),
    "employer": Role("works_at", "organization"),
    "workplace": Role("works_at", "organization"),
    "band": Role("member_of", "organization"),
    "choir": Role("member_of", "organization"),
    "orchestra": Role("member_of", "organization"),
    "club": Role("member_of", "organization"),
    "team": Role("member_of", "organization"),
    "university": Role("studies_at", "organization"),
    "school": Role("studies_at", "organization"),
    "college": Role("studies_at", "organization"),
    "uni": Role("studies_at", "organization"),
    "hometown": Role("from_place", "place"),
    "birthplace": Role("from_place", "place"),
    "major": Role("studies", "concept"),
}
"""Head noun -> what it says of its owner. Two-word heads are looked up joined by a hyphen."""

IN_LAW = Role("relative_of")
"""What "my brother's wife Ana" is to me."""

OFFICES: dict[str, Role] = {
    "founder": Role("founded", flip=True, owner="organization"),
    "cofounder": Role("founded", flip=True, owner="organization"),
    "co-founder": Role("founded", flip=True, owner="organization"),
    "creator": Role("created", flip=True, owner="thing"),
    "author": Role("created", flip=True, owner="thing"),
    "inventor": Role("created", flip=True, owner="thing"),
    "designer": Role("created", flip=True, owner="thing"),
    "writer": Role("created", flip=True, owner="thing"),
    "composer": Role("created", flip=True, owner="thing"),
    "developer": Role("created", flip=True, owner="thing"),
    "maintainer": Role("maintains", flip=True, owner="thing"),
    "owner": Role("owns", flip=True, owner=None),
    "member": Role("member_of", flip=True, owner="organization"),
    "student": Role("studies_at", flip=True, owner="organization"),
    "graduate": Role("graduated_from", flip=True, owner="organization"),
    "alumnus": Role("graduated_from", flip=True, owner="organization"),
    "alumna": Role("graduated_from", flip=True, owner="organization"),
    "employee": Role("works_at", flip=True, owner="organization"),
    "native": Role("from_place", flip=True, owner="place"),
    "fan": Role("likes", flip=True, owner=None),
}
"""Nouns that need "of", "at" or an owner: "the founder of X", "a fan of Y"."""

PLURALS = {
    "children": "child",
    "wives": "wife",
    "mice": "mouse",
    "puppies": "puppy",
    "babies": "baby",
    "nephews": "nephew",
}

TOOL_ROLES = words(
    """service services servers apps sites code
    editor ide shell browser terminal distro os laptop phone stack database framework backend frontend server
    website site blog project projects scripts script notes calendar keyboard camera router computer machine pc
    desktop tablet language app setup build pipeline tests dotfiles homelab nas
    """
)
"""What one's tools are: "my editor is Helix", "side projects are all Node"."""

OWNED = words("car bike bicycle van motorbike motorcycle scooter boat guitar piano")

FIRMS = words(
    """
    company startup start-up firm bakery brewery studio shop store agency bank hospital clinic school university
    charity restaurant cafe café bar pub hotel museum gallery publisher press factory consultancy cooperative
    co-op nonprofit bookshop teashop tearoom salon gym pizzeria distillery winery roastery dairy garage lab
    laboratory foundation association society ngo trust magazine newspaper foundry mill pottery supermarket
    college kindergarten creamery orchard boatyard shipyard farm vineyard nursery theatre theater club choir
    band orchestra business chain
    manufacturer maker retailer brand supplier
    """
)

_JOBS = words(
    """
    nurse chef cook pilot doctor vet attorney clerk judge coach guide monk priest midwife surgeon mechanic
    barista paralegal pharmacist physio barber tailor butcher baker potter smith blacksmith locksmith goldsmith
    ceo cto cfo coo vp dj firefighter policeman policewoman fisherman postman electrician gp solicitor barrister
    consultant accountant architect analyst engineer programmer freelancer librarian janitor chairman nanny
    au-pair sommelier host temp trainee intern apprentice assistant associate secretary treasurer chair
    president director professor researcher scientist postdoc lecturer tutor lawyer officer manager head lead
    planner developer designer administrator translator interpreter editor writer poet author illustrator
    luthier cellist violinist pianist drummer guitarist singer actor dancer farmer gardener welder bookbinder
    carpenter joiner plumber roofer builder driver cashier waiter waitress bartender cleaner caretaker carer
    therapist psychologist physicist chemist biologist geologist astronomer economist historian journalist
    reporter photographer videographer producer conductor sailor soldier diplomat civil-servant veterinarian
    optician dentist radiographer paramedic technician tester buyer trader broker banker teller salesperson
    salesman receptionist recruiter copywriter marketer stylist hairdresser florist beekeeper shepherd ranger
    forester curator archivist restorer conservator organist choreographer artist painter sculptor musician
    composer stockbroker milliner cobbler weaver engraver printer glazier stonemason mason surveyor proofreader
    blogger youtuber streamer comedian magician athlete footballer instructor trainer detective inspector
    auditor actuary statistician mathematician scholar philosopher theologian linguist botanist zoologist
    optometrist orthodontist anaesthetist dietitian nutritionist doula masseuse masseur bodyguard bouncer
    courier trucker miner logger fisher crofter vintner brewer distiller chocolatier undertaker vicar pastor
    rabbi imam nun deacon bishop mayor councillor politician senator minister ambassador lobbyist fundraiser
    headteacher principal superintendent coordinator operator adviser advisor estimator strategist specialist
    agent contractor stockist dispatcher adjuster underwriter claims-adjuster copyeditor animator roadie usher
    steward stewardess
    """
)
_JOB_TAILS = (
    "ologist",
    "grapher",
    "smith",
    "wright",
    "keeper",
    "maker",
    "technician",
    "engineer",
    "mancer",
    "atrician",
)
PROFESSIONALS = words(
    """
    doctor gp dentist therapist physio physiotherapist psychologist psychiatrist teacher tutor coach trainer
    instructor hairdresser barber plumber builder electrician accountant lawyer solicitor vet mechanic professor
    surgeon cleaner gardener nanny childminder optician carpenter architect
    """
)
"""Jobs that someone does for the owner: "my dentist, Dr. Pell"."""


OFFICERS = words("ceo cto cfo coo vp md chairman chairwoman chairperson president headteacher principal")
"""Posts of which an organisation has one: "our CTO is Rafael"."""


def role_of(head: str, before: str = "") -> Role | None:
    """The role that a head noun names, in singular or plural. `before`: the word before it ("guinea" pig)."""
    if before in ("business", "business-", "former", "ex", "old", "late") and head in (
        "partner",
        "wife",
        "husband",
        "boss",
    ):
        return None
    return ROLES.get(f"{before}-{head}") or ROLES.get(singular(head))


def singular(noun: str) -> str:
    """The singular of a role noun; other words lose a plural s."""
    if noun in ROLES or noun in OFFICES:
        return noun
    return PLURALS.get(noun) or (noun[:-1] if noun.endswith("s") and not noun.endswith("ss") else noun)


def is_plural(noun: str) -> bool:
    """Whether a role noun stands in the plural."""
    return singular(noun) != noun


_NO_JOBS = words(
    """coaster
    lover drinker player person member user owner fan eater sleeper riser believer supporter beginner outsider
    insider newcomer foreigner stranger survivor smoker mother father sister brother daughter number letter
    paper order corner summer winter dinner answer computer matter chapter river water shoulder flower hater
    hoarder worrier thinker talker learner loser winner killer neighbour neighbor partner other never monster
    disaster danger wonder tower weather offer customer character poster folder center counter error mirror
    color favor odor minor major elephant restaurant applicant giant infant participant migrant immigrant giver
    cover reader listener walker runner swimmer climber hiker rider camper gamer collector follower subscriber
    sufferer hugger list twist exist tourist optimist pessimist perfectionist feminist activist minimalist
    christian italian parser compiler server container wrapper helper loader handler linter formatter bundler
    debugger profiler tracker converter browser scanner adapter scheduler validator iterator generator serializer
    renderer emulator simulator crawler scraper router installer launcher viewer player plotter solver checker
    builder-pattern decorator descriptor constructor destructor operator-overload vector tensor sensor processor
    motor reactor accelerator transformer filter buffer pointer register newsletter reminder trailer thriller
    """
)
_AGENTS = ("er", "or", "ist", "ian", "eer", "ant")


def is_trade(det: str, phrase_words: tuple[str, ...]) -> bool:
    """Whether two or more words name an occupation: "claims adjuster". The first must be no adjective."""
    if not det or len(phrase_words) < 2 or phrase_words[-2] in ADJECTIVES:
        return False
    head = singular(phrase_words[-1])
    return head.endswith(_AGENTS) and head not in _NO_JOBS and head not in ROLES


def becomes_job(det: str, head: str) -> bool:
    """Whether "became a …" names an occupation: any noun formed like one will do there."""
    noun = singular(head)
    return is_job(noun) or (det in ("a", "an") and noun.endswith(_AGENTS) and noun not in _NO_JOBS | set(ROLES))


def is_job(head: str) -> bool:
    """Whether a head noun surely names an occupation."""
    return head in _JOBS or head in PROFESSIONALS or head == "teacher" or head.endswith(_JOB_TAILS)


Standing = Literal["role", "office", "job"]

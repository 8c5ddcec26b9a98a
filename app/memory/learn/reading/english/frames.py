"""What verbs say, as a table: verb, place in the clause, predicate, kind of the other end, marks.

Places: `obj` the object, a preposition otherwise. A passive with "by" is read as its active. Kinds: an entity kind,
`any`, `value`, or `date`. Marks:

    name   the other end must be a proper name (else any noun phrase with no "the" or "my" will do)
    occasion  a proper name, or a noun for a gathering
    matter the name of something to learn, not "commands"
    product  the name is known as a product
    end    the words end the relation
    past   it is said of what has happened: not in the present or the future
    one    a proper name or a noun after "a": what is told of, not groceries
    plain  a phrase with "the" will do ("plays the theremin")
    loose  the other end may be a lower-case word that English does not have (a tool: "uv")
"""

from dataclasses import dataclass

from app.domain.entity import ENTITY_KINDS, EntityKind

_TABLE = """
work volunteer consult intern freelance lecture serve   at,for,with   works_at      organization  name
teach                         at              works_at      organization  name
work serve train              as              job_title     value
work                          on              works_on      any           name
start begin                   at,with         works_at      organization  name
start begin join hire qualify retrain take_over  as  job_title  value
take_over                     at              works_at      organization  name
manage lead supervise         at              works_at      organization  name firm
retire resign                 at              works_at      organization  name end
join rejoin                   obj             ~joins        organization  name
sign_up sign join_up          with            ~joins        organization  name
hire employ headhunt          by              works_at      organization  name passive
be_employed                   by,at           works_at      organization  name
be_enrolled be_registered enrol enroll register  at          studies_at    organization  name
enrol enroll be_enrolled      in              studies       concept
be_assigned assign appoint    to              assigned_to   any           name
promote                       to              job_title     value         passive
become                        obj             ~becomes      value
leave quit                    obj             ~leaves       organization  name end
leave quit                    for             ~joins        organization  name begin
leave quit                    as              job_title     value         end
resign retire part depart step_down   from    ~leaves       organization  name end
lay_off fire sack axe let_go  from,by         works_at      organization  name end passive
lay fire                      from,by         works_at      organization  name end passive
drop_out                      of              studies_at    organization  name end
finish                        at              ~leaves       organization  name end
be_done be_finished give_up     at,with,on         ~leaves       organization  name end
live reside                   in,at,on,near   lives_in      place         name
live                          with            lives_with    person        name
move_in                       with            lives_with    person        name begin
stay                          in              lives_in      place         name end-only
be_based                      in              lives_in      place         name
be_based be_located be_situated be_headquartered  in,at,near  located_in  place  name
move relocate emigrate immigrate move_back return move_over go_back  to,into,back  lives_in  place  name begin
settle settle_down settle_in  in              lives_in      place         name begin
move relocate emigrate        from            lives_in      place         name end
move_out                      of              lives_in      place         name end
grow_up be_born be_raised     in,near         from_place    place         name
raise bring_up                in              from_place    place         name passive
come hail originate come_from be_from  from,obj  from_place place         name
speak                         obj             speaks        concept       name
be_fluent be_bilingual be_shaky be_rusty  in  speaks        concept       name tongue
marry wed                     obj             married_to    person        name
be_married                    to,with         married_to    person        name
be_engaged                    to              partner_of    person        name
date                          obj             partner_of    person        name
divorce                       obj             married_to    person        name end
be_divorced separate be_separated  from       married_to    person        name end
split_up break_up split       with,from       partner_of    person        name end
use                           obj             uses          thing         loose
rely depend                   on              uses          thing         name
run code write program develop build push deploy host  with,via,using  uses  thing  loose
test format lint debug compile manage edit draw track take call query fetch sync  with,via,using  uses  thing  loose
code program write develop edit  in           uses          thing         loose
do                            in,with         uses          thing         name product
switch migrate change switch_over move_over convert  to    uses          thing         loose begin
switch migrate change move_over    from       uses          thing         loose end
upgrade update                to              uses          thing         name product begin
install                       obj             uses          thing         name product
write code program            obj             uses          thing         name product
ditch drop abandon swap trade trade_in  for    uses          thing         name begin
replace                       with            uses          thing         loose begin
ditch abandon uninstall replace  obj          uses          thing         name end
drop cancel                   obj             uses          thing         name subscribed end
unsubscribe                   from            uses          thing         name end
adopt rescue get              obj             has_pet       thing         pet past
keep                          obj             has_pet       thing         pet
own co-own                    obj             owns          thing         one
drive ride                    obj             owns          thing         name
buy purchase order acquire    obj             bought        thing         one past
get pick_up                   obj             bought        thing         name past
sell sell_off                 obj             owns          thing         plain end past
like love enjoy adore prefer  obj             likes         concept
be_into be_keen be_fond be_obsessed be_hooked  on,of,with,obj  likes  concept
be_crazy be_passionate        about           likes         concept
hate dislike loathe detest    obj             dislikes      concept
be_allergic                   to              allergic_to   thing
diagnose be_diagnosed         with            diagnosed_with  concept     plain passive
prescribe                     obj             takes_medicine  thing       passive
take                          obj             takes_medicine  thing       medicine
be                            on              uses          thing         name product
be                            on              takes_medicine  thing       medicine
be come get                   off             takes_medicine  thing       plain medicine end
stop quit                     obj             takes_medicine  thing       plain medicine end
leave quit                    obj             member_of     organization  circle plain end
join rejoin                   obj             member_of     organization  circle plain begin
study                         obj             studies       concept       matter
study                         at              studies_at    organization  name
major                         in              studies       concept
graduate                      from            graduated_from  organization  name past
learn                         obj             learns        concept       matter plain
play                          obj             plays         thing         plain game
practise practice             obj             plays         concept       matter
play sing row swim race       in,for,with     member_of     organization  name club
belong                        to              member_of     organization  name
read                          obj             reads         thing         title
watch                         obj             watched       thing         title past
see                           obj             watched       thing         screen past
run do race finish complete   obj             attended      event         name gathering past
attend                        obj             attended      event         occasion plain past
go come                       to              ~goes         event         name past
visit tour explore            obj             visited       place         name past
travel fly drive sail cycle   to              visited       place         name past
be_been                       to              visited       place         name
meet                          obj             knows         person        name past
found co-found cofound establish  obj         founded       organization  name past
launch start set_up start_up  obj             founded       organization  name past called
create build make design develop invent compose paint author write  obj  created  thing  name past
maintain look_after           obj             maintains     thing         plain
run                           obj             manages       organization  name firm
run                           obj             uses          thing         name product
run                           obj             maintains     thing         called
manage lead supervise oversee head  obj       manages       any           name
report                        to              reports_to    person        name
work                          under           reports_to    person        name
be_part                       of              part_of       any           plain
belong                        to              part_of       any           name
collect                       obj             collects      concept
take_up                       obj             learns        concept       begin
quit give_up stop             obj             ~gives_up     concept       end
know                          obj             knows         person        name
"""


@dataclass(frozen=True, slots=True)
class Frame:
    """One line of the table for one verb."""

    verb: str
    places: frozenset[str]
    predicate: str
    kind: EntityKind | None
    """None for any kind and for values."""
    value: bool
    marks: frozenset[str]


def _frames() -> dict[str, tuple[Frame, ...]]:
    table: dict[str, list[Frame]] = {}
    for line in _TABLE.strip().splitlines():
        verbs, places, predicate, kind, marks = _columns(line)
        for verb in verbs:
            known: EntityKind | None = next((one for one in ENTITY_KINDS if one == kind), None)
            frame = Frame(verb, frozenset(places.split(",")), predicate, known, kind == "value", frozenset(marks))
            table.setdefault(verb, []).append(frame)
    return {verb: tuple(frames) for verb, frames in table.items()}


_KINDS = {*ENTITY_KINDS, "any", "value", "date"}


def _columns(line: str) -> tuple[list[str], str, str, str, list[str]]:
    """The kind is the only word of its class in a line, so the other columns are found from it."""
    parts = line.split()
    kind = next(at for at, word in enumerate(parts) if word in _KINDS and at >= 3)
    return parts[: kind - 2], parts[kind - 2], parts[kind - 1], parts[kind], parts[kind + 1 :]


FRAMES = _frames()
"""Verb -> its frames, in the order of the table: the first that fits a place wins."""

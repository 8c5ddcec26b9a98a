"""The window: shows, asks, delegates; holds no truth.

application   start-up as a story, one window a profile, clean shutdown
lanes         the writer and the readers: no SQL, model or file is touched on the window's own thread
changes       the one broadcast of what was written; views mark themselves stale
learning      the loop that takes the next waiting episode, thinks, keeps
alerts        every error: said to the user, silent, or reported
commands      what can be done, declared once: menus, palette and shortcut help are derived
theme words when icons     colours and sizes, languages, dates as people say them, drawn icons
mainwindow    rail, list, page, memory panel
chat notes history settings graph memories widgets
"""

"""The window: shows, asks, delegates; holds no truth.

application shell      start-up as a story; one profile's window, what its commands do, made anew for another language
onewindow signals      a second start raises the first window; the system asks to end
mainwindow rail statusline ways    the frame, and the ways between its pages
lanes lane             the writer and the readers: no SQL, model or file is touched on the window's own thread
changes                the one broadcast of what was written; views mark themselves stale
learning               the loop that takes the next waiting episode, thinks, keeps
alerts reports         every error: said to the user, silent, or reported
commands palette       what can be done, declared once; finding anything
memo                   what the window remembers for itself: its place, unsent drafts
theme icons place      colours and sizes, drawn icons, where the window opens
words when             languages, dates as people say them
sample                 a small life to try memory with
chat notes history settings graph memories widgets
"""

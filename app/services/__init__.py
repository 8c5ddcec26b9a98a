"""What a person or a program can do: the only rooms of `app` that front ends enter.

Every function takes a desk first (`workspace.ReadDesk` or `workspace.WriteDesk`): what it is typed with says on which
lane it belongs.
"""

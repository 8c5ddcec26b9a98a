"""The page of categories: a tree of layers, what lies under each, and the means to put it right.

page     the search field, the tree, what is said when there is none
tree     the view: keys, the menu, what stays open while the tree is read again
model    the rows, made as they are opened
sorting  what a person does with it
asking   its two forms
jobs     what all of them have done on the lanes
wording  categories as the window says them
"""
